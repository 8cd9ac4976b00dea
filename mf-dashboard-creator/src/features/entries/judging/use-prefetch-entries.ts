import { useQuery, type InfiniteData, type UseInfiniteQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";
import { getJudgedEntry, type JudgedEntry } from "@conquest/shared/contracts/judging/judging";
import { query } from "@conquest/shared/singletons/api-hooks";

/** So many entries before the end of what is loaded the next ones are asked for. */
const NEAR_THE_END = 10;
/** So many are there for who scrolls, soon after what is looked at first; in milliseconds. */
const [SOON_THERE, SOON] = [60, 300];

interface Given {
  list: Pick<
    UseInfiniteQueryResult<InfiniteData<unknown>>,
    "hasNextPage" | "isFetchingNextPage" | "isFetchNextPageError" | "fetchNextPage"
  >;
  rows: readonly JudgedEntry[];
  /** Where in them the open entry is; -1 where it is not. */
  at: number;
  /** It is here to be read. */
  isOpened: boolean;
}

/** Asks for what comes next, so that it is here when it is turned to or scrolled to. */
export function usePrefetchEntries(contestId: string, { list, rows, at, isOpened }: Given) {
  const nextId = at === -1 ? undefined : rows[at + 1]?._id;
  useQuery({
    ...query(getJudgedEntry, { params: { contestId, entryId: nextId ?? "" } }),
    enabled: nextId !== undefined,
  });

  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  useEffect(() => {
    if (!isOpened || rows.length >= SOON_THERE || !hasNextPage || isFetchingNextPage || isFetchNextPageError) return;
    const soon = setTimeout(() => void fetchNextPage(), SOON);
    return () => clearTimeout(soon);
  }, [isOpened, rows.length, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  useEffect(() => {
    if (at >= rows.length - NEAR_THE_END && at !== -1 && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [at, rows.length, hasNextPage, isFetchingNextPage, fetchNextPage]);
}
