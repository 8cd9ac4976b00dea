import { useInfiniteQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import type { ContestCard as Contest } from "@conquest/shared/contracts/contests";
import { followContest, listFollowedContests } from "@conquest/shared/contracts/participation";
import { pages, useCall } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { Button, ButtonLink } from "@conquest/shared/ui/button";
import { ContestCard } from "@conquest/shared/ui/contest/card";
import { CostNote } from "@conquest/shared/ui/contest/cost";
import { ContestGrid, SkeletonCards } from "@conquest/shared/ui/contest/grid";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { ListPage } from "@conquest/shared/ui/list/list-page";

export default function FollowedContestsPage() {
  const followed = useInfiniteQuery(pages(listFollowedContests));
  const listed = new Set(followed.data?.pages.flatMap(({ items }) => items.map(({ _id }) => _id)));
  return (
    <ListPage
      title={t("Followed Contests")}
      unit={[t("contest"), t("contests")]}
      list={followed}
      rowKey={({ _id }) => _id}
      whenGone="keep"
      skeleton={<SkeletonCards count={3} label={t("Loading followed contests")} />}
      empty={
        <EmptyState
          title={t("No followed contests yet")}
          icon={<Bell aria-hidden="true" size={40} />}
          action={<ButtonLink to="/all_contests?phase=open">{t("Find a contest")}</ButtonLink>}>
          {t("Follow a contest to save it here and get a reminder a day before it closes.")}
        </EmptyState>
      }>
      {(contests) => (
        <>
          <div className="du:mb-5 du:empty:hidden">
            <CostNote />
          </div>
          <ContestGrid>
            {contests.map((contest) => (
              <ContestCard
                key={contest._id}
                contest={contest}
                headingLevel={2}
                act={<FollowSwitch contest={contest} isFollowing={listed.has(contest._id)} />}
              />
            ))}
          </ContestGrid>
        </>
      )}
    </ListPage>
  );
}

function FollowSwitch({ contest: { _id, name }, isFollowing }: { contest: Contest; isFollowing: boolean }) {
  const follow = useCall(followContest);
  const change = () =>
    follow.mutate(
      { params: { contestId: _id }, body: { isFollowing: !isFollowing } },
      {
        onSuccess: (result) =>
          toast.success(t(result.isFollowing ? "Following again." : "Unfollowed. No more reminders.")),
        onError: ({ message }) => toast.error(message),
      },
    );

  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={t(isFollowing ? "Unfollow {name}" : "Follow again {name}", { name })}
      isBusy={follow.isPending}
      onClick={change}>
      {t(isFollowing ? "Unfollow" : "Follow again")}
    </Button>
  );
}
