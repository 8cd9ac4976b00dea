import { useInfiniteQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { listFollowedContests } from "@conquest/shared/contracts/taking-part";
import { pages } from "@conquest/shared/singletons/api-hooks";
import { ButtonLink } from "@conquest/shared/ui/button";
import { ContestCard } from "@conquest/shared/ui/contest/card";
import { ContestGrid, SkeletonCards } from "@conquest/shared/ui/contest/grid";
import { EmptyState } from "@conquest/shared/ui/empty-state";
import { ListPage } from "@conquest/shared/ui/list-page";

export default function FollowedContestsPage() {
  const followed = useInfiniteQuery(pages(listFollowedContests));
  return (
    <ListPage
      title="Followed Contests"
      unit={["contest", "contests"]}
      list={followed}
      rowKey={({ _id }) => _id}
      skeleton={<SkeletonCards count={3} label="Loading what you follow" />}
      empty={
        <EmptyState title="You follow no contest yet" icon={<Bell aria-hidden="true" size={40} />} action={<ButtonLink to="/all_contests?phase=open">Find a contest</ButtonLink>}>
          Press Follow on a contest's page to keep it here and to be reminded a day before it closes.
        </EmptyState>
      }
    >
      {(contests) => (
        <ContestGrid>
          {contests.map((contest) => (
            <ContestCard key={contest._id} contest={contest} headingLevel={2} />
          ))}
        </ContestGrid>
      )}
    </ListPage>
  );
}
