import { useEffect, useEffectEvent, useRef } from "react";
import { getJudgedEntry, type JudgedEntry } from "@conquest/shared/contracts/judging/judging";
import type { useOptimisticSearchParams } from "@conquest/shared/ui/page/use-optimistic-search-params";
import { optionId } from "./entry-list";
import { isOnScreen } from "./rating/rating-keys";
import { useQuery, useQueryClient, type InfiniteData, type UseInfiniteQueryResult } from "@tanstack/react-query";
import { query, keyOf } from "@conquest/shared/singletons/api-hooks";
import type { ContestEntry } from "@conquest/shared/contracts/judging/judged-entries";
import { useStableOrder, type Pages } from "@conquest/shared/ui/list/use-stable-order";

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
  /** The list is not rendered in other views. */
  view: string;
  setParams: ReturnType<typeof useOptimisticSearchParams>[1];
}

export function useEntryNavigation({ list, rows, at, requestedId, openId, renderedId, view, setParams }: Options) {
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
  }, [requestedId, openId, renderedId, view, heading, pane]);

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

  const takePendingSteps = useEffectEvent(() => {
    if (!isStepping()) return void (pendingSteps.current = undefined);
    const to = rows[Math.min(at + pendingSteps.current!.count, rows.length - 1)];
    if (to && to._id !== openId) open(to._id, "move");
    else if (!list.isFetchingNextPage && (!list.hasNextPage || list.isFetchNextPageError))
      pendingSteps.current = undefined;
  });
  useEffect(
    () => takePendingSteps(),
    [rows.length, openId, list.hasNextPage, list.isFetchingNextPage, list.isFetchNextPageError],
  );
  return { pane, heading, open, step, isStepping };
}

/** Loads the next page when the open entry is this close to the end of the loaded ones. */
const PREFETCH_DISTANCE = 10;
/** Loads this many entries for scrolling, shortly after the first one is shown; the delay is in ms. */
const [INITIAL_COUNT, INITIAL_DELAY_MS] = [60, 300];

type PagedList = Pick<
  UseInfiniteQueryResult<InfiniteData<unknown>>,
  "hasNextPage" | "isFetchingNextPage" | "isFetchNextPageError" | "fetchNextPage"
>;

interface UsePrefetchEntriesOptions {
  list: PagedList;
  rows: readonly JudgedEntry[];
  /** Index of the open entry in `rows`, or -1. */
  at: number;
  isOpened: boolean;
}

export function usePrefetchEntries(contestId: string, { list, rows, at, isOpened }: UsePrefetchEntriesOptions) {
  const nextId = at === -1 ? undefined : rows[at + 1]?._id;
  useQuery({
    ...query(getJudgedEntry, { params: { contestId, entryId: nextId ?? "" } }),
    enabled: nextId !== undefined,
  });

  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  useEffect(() => {
    if (!isOpened || rows.length >= INITIAL_COUNT || !hasNextPage || isFetchingNextPage || isFetchNextPageError) return;
    const timer = setTimeout(() => void fetchNextPage(), INITIAL_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isOpened, rows.length, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  useEffect(() => {
    if (at >= rows.length - PREFETCH_DISTANCE && at !== -1 && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [at, rows.length, hasNextPage, isFetchingNextPage, fetchNextPage]);
}

/** Keeps the order until the filters change, so that rated entries stay. Entries that left have cached details. */
export function useStableEntries(
  contestId: string,
  data: Pages<JudgedEntry> | undefined,
  filters: string,
): JudgedEntry[] {
  const cache = useQueryClient();
  const rows = useStableOrder(data, ({ _id }) => _id, "keep", filters);
  const listed = new Set(data?.pages.flatMap(({ items }) => items.map(({ _id }) => _id)));
  return rows.map((row) => {
    const opened = listed.has(row._id)
      ? undefined
      : cache.getQueryData<ContestEntry>(keyOf(getJudgedEntry, { params: { contestId, entryId: row._id } }));
    return opened ? { ...row, ...asListed(opened) } : row;
  });
}

const asListed = ({ isShortlisted, ownRating, ownCriteria, judges }: ContestEntry) => ({
  isShortlisted,
  rating: ownRating?.rating ?? null,
  hasWord: (ownRating?.word ?? "") !== "",
  ratedCriteria: ownCriteria.filter((rating) => rating !== null).length,
  mean: judges?.mean ?? null,
});
