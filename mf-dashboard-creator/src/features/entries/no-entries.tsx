import { Link } from "react-router-dom";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { T, t } from "@conquest/shared/singletons/language";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";

export interface Props {
  contest: ContestDetails;
  /** List page where the contest can be cancelled, or extended by its owner. */
  contests: { to: string; name: string };
}

export default function NoEntries({ contest: { phase, may, amountDue, participantCount, viewer }, contests }: Props) {
  if (viewer?.isJudge && participantCount > 0) {
    return (
      <EmptyState title={t("No entries for you")}>
        <p>{t("There's no entry for you to judge right now. The creator can assign entries to you.")}</p>
      </EmptyState>
    );
  }
  if (phase !== "judging" && phase !== "overdue") {
    const isBeforeOpen = phase === "in_review" || phase === "changes_requested" || phase === "rejected";
    return (
      <EmptyState title={t(phase === "open" || isBeforeOpen ? "No entries yet" : "No entries")}>
        <p>
          {t(
            phase === "open"
              ? "Participants can submit until the deadline."
              : isBeforeOpen
                ? "Entries appear here once the contest is open."
                : "No one submitted an entry.",
          )}
        </p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t("No entries")}>
      <p>
        {t(
          participantCount > 0
            ? "No one submitted before the deadline, so there's no winner to pick."
            : "No one joined before the deadline, so there's no winner to pick.",
        )}
      </p>
      {may.remove.isAllowed && (
        <p>
          <T
            text={
              may.edit.isAllowed && participantCount === 0
                ? "Set a later deadline to reopen the contest, or it will be cancelled. You can do this, or {how, select, cancel {cancel} other {delete}} it now, under {list}."
                : "You can {how, select, cancel {cancel} other {delete}} the contest under {list}."
            }
            how={may.remove.how}
            list={
              <Link to={contests.to} className="cq-link">
                {contests.name}
              </Link>
            }
          />
          {may.remove.how === "cancel" &&
            participantCount > 0 &&
            amountDue > 0 &&
            ` ${t("Everyone who paid will be refunded.")}`}
        </p>
      )}
    </EmptyState>
  );
}
