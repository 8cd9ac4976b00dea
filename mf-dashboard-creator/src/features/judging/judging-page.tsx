import { useInfiniteQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { listJudgingInvitations, type JudgingInvitation } from "@conquest/shared/contracts/judging/judges";
import { pages } from "@conquest/shared/singletons/api-hooks";
import { SkeletonRows } from "@conquest/shared/ui/list/data-table";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { ListPage } from "@conquest/shared/ui/list/list-page";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { InvitationCard } from "./invitation-card";

const StepDownDialog = lazyComponent(() => import(/* webpackChunkName: "step-down-dialog" */ "./step-down-dialog"));

export default function JudgingPage() {
  const invitations = useInfiniteQuery(pages(listJudgingInvitations));
  const [leaving, setLeaving] = useState<JudgingInvitation>();
  // Retried on open if it failed.
  useEffect(() => void StepDownDialog.load().catch(() => undefined), []);
  return (
    <>
      <ListPage
        title="Judging"
        subtitle="Contests of others that you are invited to judge. Their creators choose the winners; you help them with what you say."
        list={invitations}
        rowKey={({ _id }) => _id}
        skeleton={<SkeletonRows label="Loading what you judge" count={3} />}
        empty={
          <EmptyState title="Nothing to judge">
            <p>
              When a creator invites you to judge a contest, you find it here. An invitation that was withdrawn is gone,
              and a contest that is not on show comes back once it is.
            </p>
          </EmptyState>
        }>
        {(rows) => (
          <ul className="dc:flex dc:flex-col dc:gap-5">
            {rows.map((invitation) => (
              <li key={invitation._id}>
                <InvitationCard invitation={invitation} onStepDown={() => setLeaving(invitation)} />
              </li>
            ))}
          </ul>
        )}
      </ListPage>
      <Suspense>{leaving && <StepDownDialog invitation={leaving} onClose={() => setLeaving(undefined)} />}</Suspense>
    </>
  );
}
