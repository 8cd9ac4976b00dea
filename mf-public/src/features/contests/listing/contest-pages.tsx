import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ContestCard as Contest } from "@conquest/shared/contracts/contests";
import type { Page } from "@conquest/shared/singletons/call";
import { ContestCard } from "@conquest/shared/ui/contest/card";
import { ContestGrid, SkeletonCards } from "@conquest/shared/ui/contest/grid";
import { FailedState } from "@conquest/shared/ui/failed-state";
import { LoadMore } from "@conquest/shared/ui/load-more";

/** In the first row on a wide screen; their pictures load at once. */
const FIRST_ROW = 3;

interface Props {
  contests: UseInfiniteQueryResult<InfiniteData<Page<Contest[]>>>;
  isRanked?: boolean;
  empty: ReactNode;
}

/** A grid of contests that loads more on demand, with what it shows while loading, when empty and when it failed. */
export function ContestPages({ contests, isRanked = false, empty }: Props) {
  if (contests.isPending) return <SkeletonCards count={9} />;
  if (!contests.data) {
    return <FailedState error={contests.error} isRetrying={contests.isFetching} onRetry={() => void contests.refetch()} />;
  }
  const shown = contests.data.pages.flatMap((page) => page.items);
  if (shown.length === 0) return empty;

  return (
    <>
      <ContestGrid>
        {shown.map((contest, index) => (
          <ContestCard
            key={contest._id}
            contest={contest}
            headingLevel={2}
            isUrgent={index < FIRST_ROW}
            {...(isRanked && { rank: index + 1 })}
          />
        ))}
      </ContestGrid>
      {contests.isFetchNextPageError && (
        <FailedState
          title="More contests could not be loaded"
          error={contests.error}
          isRetrying={contests.isFetchingNextPage}
          onRetry={() => void contests.fetchNextPage()}
        />
      )}
      <LoadMore
        hasMore={contests.hasNextPage && !contests.isFetchNextPageError}
        isLoading={contests.isFetchingNextPage}
        onMore={() => void contests.fetchNextPage()}
        shown={shown.length}
        total={contests.data.pages[0]?.total ?? shown.length}
      />
    </>
  );
}
