import { useEffect, useRef, type ReactNode } from "react";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { msg, t } from "@conquest/shared/singletons/language";
import { Button } from "@conquest/shared/ui/button";
import { CountBadge, CountBadgeSpace } from "@conquest/shared/ui/badge";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { LoadMore } from "@conquest/shared/ui/list/load-more";
import { NearResults } from "@conquest/shared/ui/list/near-results";
import { focusHeadingIfLost, focusNextRowIfLost } from "@conquest/shared/ui/page/focus-heading";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { useStableOrder, type Pages, type RemovedRowPolicy } from "@conquest/shared/ui/list/use-stable-order";

interface Props<T> {
  title: ReactNode;
  subtitle?: ReactNode;
  actions?: ReactNode;
  above?: ReactNode;
  /** Messages for the count badge, singular and plural; no badge without them. */
  unit?: readonly [one: string, many: string];
  list: UseInfiniteQueryResult<Pages<T>>;
  rowKey: (row: T) => string;
  whenGone?: RemovedRowPolicy<T>;
  /** Identifies a visit instead of the URL, see useStableOrder. */
  visitKey?: string;
  filter?: { bar: ReactNode; isFiltered: boolean; clear: () => void; nothing: string; advice?: ReactNode; all: string };
  skeleton: ReactNode;
  empty: ReactNode;
  children: (rows: T[]) => ReactNode;
}

export function ListPage<T>({
  title,
  subtitle,
  actions,
  above,
  unit,
  list,
  rowKey,
  whenGone,
  visitKey,
  filter,
  skeleton,
  empty,
  children,
}: Props<T>) {
  const rows = useStableOrder(list.data, rowKey, whenGone, visitKey);
  useFocusAfterRemoval(rows.map(rowKey));
  const { total, isTotalAtLeast = false } = list.data?.pages[0] ?? {};
  const isFiltered = filter?.isFiltered ?? false;
  const term = useSearchParams()[0].get("q")?.trim() ?? "";
  return (
    <>
      <PageHeading
        title={title}
        subtitle={subtitle}
        actions={actions}
        badge={
          unit &&
          (total === undefined ? (
            <CountBadgeSpace />
          ) : (
            <CountBadge count={total} isAtLeast={isTotalAtLeast} label={t(total === 1 ? unit[0] : unit[1])} />
          ))
        }
      />
      {above}
      {(isFiltered || total !== 0) && filter?.bar}
      <QueryView query={list} skeleton={skeleton}>
        {() => {
          if (rows.length > 0) {
            return (
              <>
                {isFiltered && (
                  <NearResults page={list.data?.pages[0]} term={term} items={unit?.[1] ?? msg("results")} />
                )}
                {children(rows)}
                {/* Rows that left the list stay visible; the heading has its actual count. */}
                {(list.hasNextPage || isTotalAtLeast || rows.length <= (total ?? rows.length)) && (
                  <LoadMore list={list} shown={rows.length} onMore={() => void loadMore(list)} />
                )}
              </>
            );
          }
          if (!filter || !isFiltered) return empty;
          return (
            <EmptyState
              title={filter.nothing}
              action={
                <Button
                  variant="secondary"
                  onClick={() => {
                    filter.clear();
                    focusHeadingIfLost();
                  }}>
                  {filter.all}
                </Button>
              }>
              {filter.advice}
            </EmptyState>
          );
        }}
      </QueryView>
    </>
  );
}

/** Refetches all pages after the last one, since a row that moved up between pages would be missing. */
async function loadMore(list: Pick<Props<unknown>["list"], "fetchNextPage" | "refetch">): Promise<void> {
  const { hasNextPage } = await list.fetchNextPage();
  if (!hasNextPage) await list.refetch();
}

function useFocusAfterRemoval(keys: readonly string[]): void {
  const before = useRef(keys);
  useEffect(() => {
    const left = new Set(keys);
    if (left.size < before.current.length) focusNextRowIfLost(before.current.findIndex((key) => !left.has(key)));
    before.current = keys;
  });
}
