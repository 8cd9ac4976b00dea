import { Undo2 } from "lucide-react";
import type { AdminContest } from "@conquest/shared/contracts/contests";
import { returnToReview } from "@conquest/shared/contracts/review";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { Button } from "@conquest/shared/ui/button";
import { NotPublicBadge, StatusBadges } from "@conquest/shared/ui/contest/badges";
import { contestCallbacks } from "./contest-toast";

/** Undo is not among the actions, so that a double click on Confirm cannot hit it. */
export function ContestStatus({ contest }: { contest: AdminContest }) {
  const undo = useCall(returnToReview);
  return (
    <span className="da:inline-flex da:flex-wrap da:items-center da:gap-2">
      <StatusBadges status={contest.status} phase={contest.phase} participantCount={contest.participantCount} />
      <NotPublicBadge phase={contest.phase} hiddenAt={contest.hiddenAt} isPublic={contest.isPublic} />
      {contest.may.returnToReview.isAllowed && (
        <Button
          size="sm"
          variant="secondary"
          className="da:min-h-6 da:px-2 da:py-0"
          aria-describedby={contest._id}
          isBusy={undo.isPending}
          onClick={() => undo.mutate({ params: { id: contest._id } }, contestCallbacks("Back in review", contest))}>
          {!undo.isPending && <Undo2 aria-hidden="true" size={14} />} Undo
        </Button>
      )}
    </span>
  );
}
