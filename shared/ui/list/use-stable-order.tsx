import { useQueries, type InfiniteData, type UseQueryOptions } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "react-router-dom";
import type { Page } from "@conquest/shared/singletons/call";

export type Pages<T> = InfiniteData<Page<T[]>, unknown>;

/**
 * What becomes of a row that the list no longer holds. `drop`: it was removed. `keep`: it went out of sight when it was
 * acted upon, and stays as it was last seen. A list to ask in which it must be: it stays as that list has it.
 */
export type WhenGone<T> = "drop" | "keep" | ((row: T) => Pick<UseQueryOptions<T[]>, "queryKey" | "queryFn">);

/**
 * The rows of a list in the order in which this visit first saw them, new ones at the end: acting upon a row may move it
 * in the server's order, and then the next one would slide under the pointer. Opening the page again or changing its
 * filters begins a new visit; where the address says more than that, `visitKey` tells visits apart.
 */
export function useStableOrder<T>(
  data: Pages<T> | undefined,
  rowKey: (row: T) => string,
  whenGone: WhenGone<T> = "drop",
  visitKey?: string,
): T[] {
  const { key } = useLocation();
  const visit = visitKey ?? key;
  const [seen, setSeen] = useState({ visit, data: undefined as typeof data, rows: new Map<string, T>() });
  const fresh = data?.pages.flatMap((page) => page.items) ?? [];
  if (seen.visit !== visit || seen.data !== data) {
    // A key that is set again keeps its place in a map.
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
