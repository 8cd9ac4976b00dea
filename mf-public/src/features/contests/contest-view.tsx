import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { ApiError } from "@conquest/shared/singletons/http";
import { ButtonLink } from "@conquest/shared/ui/button";
import { EmptyState } from "@conquest/shared/ui/empty-state";
import { QueryView } from "@conquest/shared/ui/query-view";

interface Props {
  contest: UseQueryResult<ContestDetails>;
  children: (contest: ContestDetails) => ReactNode;
}

/** A contest once it is there; a contest that does not exist is told from one that could not be fetched. */
export function ContestView({ contest, children }: Props) {
  if (contest.error instanceof ApiError && contest.error.status === 404) {
    return (
      <div className="pu:mx-auto pu:w-full pu:max-w-2xl pu:py-6 pu:text-center">
        <title>Contest not found | Conquest</title>
        <h1 tabIndex={-1} className="cq-title pu:mb-6">
          Contest not found
        </h1>
        <EmptyState title="There is no contest at this address" action={<ButtonLink to="/all_contests">See all contests</ButtonLink>}>
          It may have been deleted, or it is not open to the public yet.
        </EmptyState>
      </div>
    );
  }
  return (
    <QueryView query={contest} skeleton={<ContestSkeleton />}>
      {children}
    </QueryView>
  );
}

const ContestSkeleton = () => (
  <div role="status" aria-busy="true" className="pu:flex pu:flex-col pu:gap-6">
    <span className="cq-visually-hidden">Loading the contest</span>
    <div aria-hidden="true" className="pu:flex pu:flex-col pu:gap-6">
      <div className="cq-bone cq-bone-title" />
      <div className="pu:grid pu:gap-8 pu:lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="cq-bone cq-bone-picture" />
        <div className="cq-bone pu:min-h-80" />
      </div>
    </div>
  </div>
);
