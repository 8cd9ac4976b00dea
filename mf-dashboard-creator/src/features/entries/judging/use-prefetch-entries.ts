import { useQuery, type InfiniteData, type UseInfiniteQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";
import { getJudgedEntry, type JudgedEntry } from "@conquest/shared/contracts/judging/judging";
import { query } from "@conquest/shared/singletons/api-hooks";

/** Loads the next page when the open entry is this close to the end of the loaded ones. */
const PREFETCH_DISTANCE = 10;
/** Loads this many entries for scrolling, shortly after the first one is shown; the delay is in ms. */
const [INITIAL_COUNT, INITIAL_DELAY_MS] = [60, 300];

export type PagedList = Pick<
  UseInfiniteQueryResult<InfiniteData<unknown>>,
  "hasNextPage" | "isFetchingNextPage" | "isFetchNextPageError" | "fetchNextPage"
>;

interface Options {
  list: PagedList;
  rows: readonly JudgedEntry[];
  /** Index of the open entry in `rows`, or -1. */
  at: number;
  isOpened: boolean;
}

export function usePrefetchEntries(contestId: string, { list, rows, at, isOpened }: Options) {
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
