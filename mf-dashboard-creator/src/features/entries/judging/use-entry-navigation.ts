import { useEffect, useRef } from "react";
import type { JudgedEntry } from "@conquest/shared/contracts/judging/judging";
import type { useOptimisticSearchParams } from "@conquest/shared/ui/page/use-optimistic-search-params";
import { optionId } from "./entry-list";
import { isOnScreen } from "./rating/rating-keys";

interface Options {
  rows: readonly JudgedEntry[];
  /** Index of the open entry in `rows`. */
  at: number;
  /** Entry in the URL; undefined while phones show the list. */
  requestedId: string | undefined;
  openId: string | undefined;
  /** Entry on the screen, which follows navigation with a delay. */
  renderedId: string | undefined;
  setParams: ReturnType<typeof useOptimisticSearchParams>[1];
}

export function useEntryNavigation({ rows, at, requestedId, openId, renderedId, setParams }: Options) {
  const [pane, heading] = [useRef<HTMLElement>(null), useRef<HTMLHeadingElement>(null)];
  /** Entry to focus once it is rendered. */
  const pendingFocus = useRef<string>(undefined);
  /** Entry that was open, to focus in the list on return. */
  const previousId = useRef<string>(undefined);

  useEffect(() => {
    if (pendingFocus.current === undefined) return;
    const option = document.getElementById(optionId(pendingFocus.current));
    if (option && isOnScreen(option)) option.focus();
    // The list is hidden, so focus the entry itself.
    else if (renderedId === pendingFocus.current) heading.current?.focus();
    else return;
    pendingFocus.current = undefined;
    if ((pane.current?.getBoundingClientRect().top ?? 0) < 0) pane.current?.scrollIntoView();
    // `requestedId` is needed because the first entry is open by default: requesting it only changes what phones show.
  }, [requestedId, openId, renderedId, heading, pane]);

  useEffect(() => {
    // Via the button or the browser's Back.
    if (requestedId === undefined && previousId.current !== undefined)
      document.getElementById(optionId(previousId.current))?.focus();
    previousId.current = requestedId;
  }, [requestedId]);

  const open = (entryId: string, how: "click" | "move") => {
    setParams({ entry: entryId }, requestedId !== undefined || how === "move");
    pendingFocus.current = entryId;
  };
  const turn = (by: 1 | -1) => {
    const to = rows[at + by];
    if (to) open(to._id, "move");
  };
  return { pane, heading, open, turn };
}
