import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { t } from "@conquest/shared/singletons/language";
import { EDIT_ENTRY } from "../entries/use-replaced-entry";

interface Action {
  to: string;
  label: string;
}

export const registerAction = ({ _id }: ContestDetails): Action => ({
  to: `/contest-details/${_id}/payment`,
  label: t("Register"),
});

export const manageAction = ({ _id }: ContestDetails): Action => ({
  to: `/dashboard/my_created_contests?contest=${_id}`,
  label: t("Open in dashboard"),
});

export const entryAction = ({ viewer }: ContestDetails): Action =>
  viewer?.hasSubmitted ? { to: `#${EDIT_ENTRY}`, label: t("Edit entry") } : { to: "#entry", label: t("Submit entry") };

export const hasWinnerToPick = ({ may, participantCount }: ContestDetails) =>
  may.declareWinner.isAllowed && participantCount > 0;

/** Opens the entries; `isDue` if the viewer should rate them or pick the winner. */
export function judgingAction(contest: ContestDetails): (Action & { isDue: boolean }) | null {
  const { _id, may, viewer, status, participantCount } = contest;
  if (!may.readEntries.isAllowed || (status === "pending" && participantCount === 0)) return null;
  const picks = hasWinnerToPick(contest);
  const rates = Boolean(viewer?.isJudge) && may.rateEntries.isAllowed && participantCount > 0;
  return {
    to: `/dashboard/${viewer?.isJudge ? "judging" : "contest_submitted"}/${_id}`,
    label: t(picks ? "Pick the winner" : rates ? "Rate entries" : "View entries"),
    isDue: picks || rates,
  };
}

export function mainAction(contest: ContestDetails): Action | null {
  const { may, viewer } = contest;
  const judging = judgingAction(contest);
  if (judging?.isDue) return judging;
  if (viewer?.isOwner) return manageAction(contest);
  if (viewer?.hasJoined) return may.submit.isAllowed ? entryAction(contest) : null;
  return may.join.isAllowed && !viewer?.isJudge ? registerAction(contest) : null;
}
