import { useQueries, type InfiniteData, type UseQueryOptions } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "react-router-dom";
import type { Page } from "@conquest/shared/singletons/call";

export type Pages<T> = InfiniteData<Page<T[]>, unknown>;

/** For rows that left the list: removes them, shows their last known state, or fetches them from another list. */
export type RemovedRowPolicy<T> = "drop" | "keep" | ((row: T) => Pick<UseQueryOptions<T[]>, "queryKey" | "queryFn">);

/** Returns rows in first-seen order, so that none moves under the pointer. A new URL, or `visitKey`, starts over. */
export function useStableOrder<T>(
  data: Pages<T> | undefined,
  rowKey: (row: T) => string,
  whenGone: RemovedRowPolicy<T> = "drop",
  visitKey?: string,
): T[] {
  const { key } = useLocation();
  const visit = visitKey ?? key;
  const [seen, setSeen] = useState({ visit, data: undefined as typeof data, rows: new Map<string, T>() });
  const fresh = data?.pages.flatMap((page) => page.items) ?? [];
  if (seen.visit !== visit || seen.data !== data) {
    // Updating a key of a Map doesn't change its position.
    const rows = new Map(seen.visit === visit ? seen.rows : []);
    for (const row of fresh) rows.set(rowKey(row), row);
    setSeen({ visit, data, rows });
  }

  const listed = new Set(fresh.map(rowKey));
  const gone = [...seen.rows.values()].filter((row) => !listed.has(rowKey(row)));
  const lists = useQueries({ queries: typeof whenGone === "function" ? gone.map(whenGone) : [] });
  const left = new Map<T, T | undefined>();
  for (const [index, row] of gone.entries()) {
    const elsewhere = lists[index]?.data;
    const stays = elsewhere ? elsewhere.find((other) => rowKey(other) === rowKey(row)) : row;
    left.set(row, whenGone === "drop" ? undefined : stays);
  }
  return [...seen.rows.values()].map((row) => (left.has(row) ? left.get(row) : row)).filter((row) => row !== undefined);
}
