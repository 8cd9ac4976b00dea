import { CircleCheck, MessageSquareText, Star, Trash2 } from "lucide-react";
import type { AdminContest } from "@conquest/shared/contracts/contests";
import { confirmContest, featureContest } from "@conquest/shared/contracts/review";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { ButtonLink, IconButton } from "@conquest/shared/ui/button";
import { RowActionButton } from "@conquest/shared/ui/list/row-action-button";
import { contestCallbacks } from "./contest-toast";

interface ContestActionsProps {
  contest: AdminContest;
  onComment: (contest: AdminContest) => void;
  onDelete: (contest: AdminContest) => void;
}

export function ContestActions({ contest, onComment, onDelete }: ContestActionsProps) {
  const confirmation = useCall(confirmContest);
  const { _id, may, revision } = contest;

  return (
    <>
      {may.declareWinner.isAllowed && (
        <ButtonLink to={`/dashboard/contest_submitted/${_id}`} size="sm" variant="secondary" aria-describedby={_id}>
          Entries
        </ButtonLink>
      )}
      <span className="da:flex da:items-center da:gap-[0.35rem]">
        {/* The optional button comes first, so that the others align across rows. */}
        <FeatureButton contest={contest} />
        <IconButton
          label="Confirm"
          icon={<CircleCheck aria-hidden="true" size={20} />}
          aria-describedby={_id}
          // Disabled rather than hidden, as specified; the status column shows the confirmation.
          disabled={!may.confirm.isAllowed}
          title={may.confirm.because || undefined}
          isBusy={confirmation.isPending}
          onClick={() =>
            confirmation.mutate(
              { params: { id: _id }, query: { revision }, body: { status: "open" } },
              contestCallbacks("Status updated successfully!", contest),
            )
          }
        />
        <IconButton
          label="Comment"
          icon={<MessageSquareText aria-hidden="true" size={20} />}
          aria-describedby={_id}
          onClick={() => onComment(contest)}
        />
        <RowActionButton
          label="Delete"
          variant="danger"
          icon={<Trash2 aria-hidden="true" size={20} />}
          aria-describedby={_id}
          because={may.remove.because}
          onClick={() => onDelete(contest)}
        />
      </span>
    </>
  );
}

/** Toggles the featured state. Hidden if the contest is neither featured nor eligible. */
function FeatureButton({ contest }: { contest: AdminContest }) {
  const { _id, isFeatured, may } = contest;
  const feature = useCall(featureContest);
  if (!isFeatured && !may.feature.isAllowed) return null;
  return (
    <IconButton
      label="Feature on the home page"
      aria-pressed={isFeatured}
      icon={<Star aria-hidden="true" size={20} className={isFeatured ? "da:fill-gold da:text-gold" : undefined} />}
      aria-describedby={_id}
      isBusy={feature.isPending}
      onClick={() =>
        feature.mutate(
          { params: { id: _id }, body: { isFeatured: !isFeatured } },
          contestCallbacks(isFeatured ? "No longer featured" : "Featured on the home page", contest),
        )
      }
    />
  );
}
