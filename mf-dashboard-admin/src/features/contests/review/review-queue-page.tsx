import { useQuery } from "@tanstack/react-query";
import { Navigate } from "react-router-dom";
import { getReviewQueue } from "@conquest/shared/contracts/review";
import { query } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { ButtonLink } from "@conquest/shared/ui/button";
import { SkeletonRows } from "@conquest/shared/ui/list/data-table";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { REVIEW_PATH, queueNavigation, useQueueAnnouncement } from "./queue-bar";

export default function ReviewQueuePage() {
  // Never cached, since the last decision may just have emptied the queue.
  const queue = useQuery({ ...query(getReviewQueue), staleTime: 0, gcTime: 0 });
  const announcement = useQueueAnnouncement();
  const firstId = queue.data?.firstId ?? null;
  if (firstId !== null) return <Navigate to={`${REVIEW_PATH}/${firstId}`} replace {...queueNavigation()} />;
  return (
    <>
      <PageHeading title={t("Review")} subtitle={t("Contests to review, oldest submission first.")} />
      <QueryView query={queue} skeleton={<SkeletonRows label={t("Loading the queue")} />}>
        {() => (
          <div role="status">
            <EmptyState
              title={t("The queue is empty")}
              action={
                <ButtonLink to="/dashboard/manage_contests" variant="secondary">
                  {t("Manage Contests")}
                </ButtonLink>
              }>
              {announcement
                ? t("{decision}. No contests to review.", { decision: announcement })
                : t("No contests to review.")}
            </EmptyState>
          </div>
        )}
      </QueryView>
    </>
  );
}
