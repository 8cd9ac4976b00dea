import { useEffect, useEffectEvent, useRef } from "react";
import type { JudgedEntry } from "@conquest/shared/contracts/judging/judging";
import type { useOptimisticSearchParams } from "@conquest/shared/ui/page/use-optimistic-search-params";
import { optionId } from "./entry-list";
import { isOnScreen } from "./rating/rating-keys";
import type { PagedList } from "./use-prefetch-entries";

interface Options {
  list: PagedList;
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

export function useEntryNavigation({ list, rows, at, requestedId, openId, renderedId, setParams }: Options) {
  const [pane, heading] = [useRef<HTMLElement>(null), useRef<HTMLHeadingElement>(null)];
  /** Entry to focus once it is rendered. */
  const pendingFocus = useRef<string>(undefined);
  /** Entry that was open, to focus in the list on return. */
  const previousId = useRef<string>(undefined);
  /** Steps beyond the loaded entries, taken once the next page is loaded. */
  const pendingSteps = useRef<{ from: string | undefined; count: number }>(undefined);

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
    pendingSteps.current = undefined;
    setParams({ entry: entryId }, requestedId !== undefined || how === "move");
    pendingFocus.current = entryId;
  };
  const isStepping = () => pendingSteps.current !== undefined && pendingSteps.current.from === openId;
  const step = (by: 1 | -1) => {
    const count = (isStepping() ? pendingSteps.current!.count : 0) + by;
    pendingSteps.current = undefined;
    const to = count === 0 ? undefined : rows[at + count];
    if (to) return open(to._id, "move");
    if (count <= 0 || !list.hasNextPage) return;
    pendingSteps.current = { from: openId, count };
    if (!list.isFetchingNextPage) void list.fetchNextPage();
  };

  const takePendingTurns = useEffectEvent(() => {
    if (!isStepping()) return void (pendingSteps.current = undefined);
    const to = rows[Math.min(at + pendingSteps.current!.count, rows.length - 1)];
    if (to && to._id !== openId) open(to._id, "move");
    else if (!list.isFetchingNextPage && (!list.hasNextPage || list.isFetchNextPageError))
      pendingSteps.current = undefined;
  });
  useEffect(
    () => takePendingTurns(),
    [rows.length, openId, list.hasNextPage, list.isFetchingNextPage, list.isFetchNextPageError],
  );
  return { pane, heading, open, step, isStepping };
}
