import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useDeferredValue, type ReactNode } from "react";
import { Link, useSearchParams } from "react-router-dom";
import type { ContestCard as Contest } from "@conquest/shared/contracts/contests";
import type { Page } from "@conquest/shared/singletons/call";
import { useIsHydrated } from "@conquest/shared/singletons/first-render";
import { t } from "@conquest/shared/singletons/language";
import { ContestCard } from "@conquest/shared/ui/contest/card";
import { ContestGrid, SkeletonCards } from "@conquest/shared/ui/contest/grid";
import { FailedState } from "@conquest/shared/ui/state/failed-state";
import { LoadMore } from "@conquest/shared/ui/list/load-more";

const FIRST_ROW = 3;
/** More than a window shows. On navigation these render first, and the rest of a long list right after. */
const FIRST_SCREEN = 9;

interface Props {
  contests: UseInfiniteQueryResult<InfiniteData<Page<Contest[]>>>;
  isRanked?: boolean;
  headingLevel?: 2 | 3;
  empty: ReactNode;
}

export function ContestPages({ contests, isRanked = false, headingLevel = 2, empty }: Props) {
  const [address] = useSearchParams();
  if (contests.isPending) return <SkeletonCards count={9} />;
  if (!contests.data) {
    return (
      <FailedState error={contests.error} isRetrying={contests.isFetching} onRetry={() => void contests.refetch()} />
    );
  }
  // A contest that moved while paging can be on two pages; the later answer replaces the earlier one.
  const shown = [
    ...new Map(contests.data.pages.flatMap((page) => page.items).map((contest) => [contest._id, contest])).values(),
  ];
  const beginning = new URLSearchParams(address);
  beginning.delete("cursor");
  const rest = new URLSearchParams(address);
  rest.set("cursor", contests.data.pages.at(-1)?.nextCursor ?? "");
  if (shown.length === 0) return empty;

  return (
    <>
      {address.has("cursor") && (
        <p className="pu:mb-6">
          <Link to={{ search: beginning.toString() }} className="cq-link">
            {t("Back to the start of the list")}
          </Link>
        </p>
      )}
      <Cards contests={shown} isRanked={isRanked} headingLevel={headingLevel} />
      <LoadMore
        list={contests}
        shown={shown.length}
        failed={t("Couldn't load more contests")}
        restAt={`?${rest.toString()}`}
      />
    </>
  );
}

function Cards({ contests, isRanked, headingLevel }: { contests: Contest[]; isRanked: boolean; headingLevel: 2 | 3 }) {
  const isHydrated = useIsHydrated();
  const count = useDeferredValue(contests.length, isHydrated ? FIRST_SCREEN : undefined);
  return (
    <ContestGrid>
      {contests.slice(0, count).map((contest, index) => (
        <ContestCard
          key={contest._id}
          contest={contest}
          headingLevel={headingLevel}
          isUrgent={index < FIRST_ROW}
          {...(isRanked && { rank: index + 1 })}
        />
      ))}
    </ContestGrid>
  );
}
