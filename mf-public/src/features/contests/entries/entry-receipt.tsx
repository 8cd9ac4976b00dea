import type { Entry } from "@conquest/shared/contracts/entries";
import { Note } from "@conquest/shared/ui/note";
import { formatDateTime } from "@conquest/shared/ui/words/time";
import { EntryContent } from "./entry-content";

/** What was submitted, and what proves it. */
export function EntryReceipt({ entry }: { entry: Entry }) {
  return (
    <div className="pu:flex pu:flex-col pu:gap-5">
      <Note tone="success" title="Your entry is in">
        <dl className="pu:mt-2 pu:flex pu:flex-col pu:gap-2">
          <div>
            <dt className="pu:text-sm">Received by our server</dt>
            <dd className="pu:font-semibold">
              <time dateTime={entry.submittedAt}>{formatDateTime(entry.submittedAt)}</time>
            </dd>
          </div>
          <div>
            <dt className="pu:text-sm">SHA-256 of what you submitted{entry.files.length > 0 && ", files included"}</dt>
            <dd className="pu:font-mono pu:text-sm pu:break-all">{entry.sha256}</dd>
          </div>
        </dl>
      </Note>
      <EntryContent entry={entry} label="Your files" />
    </div>
  );
}
