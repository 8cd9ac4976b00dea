import { useEffect, useRef } from "react";
import type { MyEntry } from "@conquest/shared/contracts/entries";
import { Button } from "@conquest/shared/ui/button";
import { Note } from "@conquest/shared/ui/note";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import { EntryContent } from "./entry-content";

interface Props {
  entry: MyEntry;
  /** No entry existed when editing began. */
  isFirst: boolean;
  onKeep: () => void;
  onReplace: () => void;
}

/**
 * Replaces the submit button if another entry was submitted since editing began, so that nothing is overwritten
 * unasked.
 */
export function NewerEntry({ entry, isFirst, onKeep, onReplace }: Props) {
  const rootRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that had the focus was replaced by this.
    if (document.activeElement === document.body) rootRef.current?.focus();
  }, []);
  return (
    <div ref={rootRef} tabIndex={-1}>
      <Note
        tone="warning"
        isAlert
        title={isFirst ? "Your entry was handed in elsewhere" : "Your entry was changed elsewhere"}>
        <p>
          What is in came from another tab or device on{" "}
          <time dateTime={entry.submittedAt}>{formatDateTime(entry.submittedAt)}</time>. What stands here is not handed
          in.
        </p>
        <details className="pu:my-2">
          <summary className="cq-link pu:inline-flex pu:min-h-11 pu:cursor-pointer pu:items-center">
            Look at what is in
          </summary>
          <div className="pu:flex pu:flex-col pu:gap-3 pu:py-2">
            <EntryContent entry={entry} label="Files that are in" />
          </div>
        </details>
        <div className="pu:flex pu:flex-wrap pu:gap-3">
          <Button size="sm" variant="secondary" onClick={onKeep}>
            Keep what is in
          </Button>
          <Button size="sm" variant="secondary" onClick={onReplace}>
            Replace it with this one
          </Button>
        </div>
      </Note>
    </div>
  );
}
