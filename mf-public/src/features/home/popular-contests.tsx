import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { listPopularContests } from "@conquest/shared/contracts/listing";
import { query } from "@conquest/shared/singletons/api-hooks";
import { ButtonLink } from "@conquest/shared/ui/button";
import { ContestCard } from "@conquest/shared/ui/contest/card";
import { ContestGrid, SkeletonCards } from "@conquest/shared/ui/contest/grid";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { SectionHeading } from "@conquest/shared/ui/page/page-heading";
import { QueryView } from "@conquest/shared/ui/state/query-view";

interface Props {
  /** No section with pictures is above, so the first picture loads eagerly. */
  isFirst: boolean;
  note: ReactNode;
}

export function PopularContests({ isFirst, note }: Props) {
  const popular = useQuery(query(listPopularContests));

  return (
    <section aria-labelledby="popular" className="cq-section">
      <SectionHeading
        id="popular"
        title="Popular Contests"
        subtitle="Where most people are taking part right now"
        note={note}
        actions={
          <ButtonLink to="/all_contests" variant="secondary" size="sm">
            See all contests
          </ButtonLink>
        }
      />
      <QueryView query={popular} skeleton={<SkeletonCards count={6} />}>
        {(contests) =>
          contests.length === 0 ? (
            <EmptyState title="No contests yet">
              The first contest will stand here as soon as it is confirmed.
            </EmptyState>
          ) : (
            <ContestGrid>
              {contests.map((contest, index) => (
                <ContestCard key={contest._id} contest={contest} showCount isUrgent={isFirst && index === 0} />
              ))}
            </ContestGrid>
          )
        }
      </QueryView>
    </section>
  );
}
