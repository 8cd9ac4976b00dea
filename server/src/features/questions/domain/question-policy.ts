import { message } from "@conquest/shared/contracts/text/message";
import type { ContestRelation } from "../../contests/domain/contest-policy";
import { phaseOf, type PhaseFacts } from "../../contests/domain/phase";
import { deny, toPermission, type Denial } from "../../../platform/policy";

/** Questions are open to everyone who can see the contest, from its confirmation until it is decided. */
export function canAsk(contest: PhaseFacts, who: Pick<ContestRelation, "isOwner">, now: Date): Denial {
  if (who.isOwner)
    return deny("own_contest", message("This is your own contest. Questions from others will appear here."));
  switch (phaseOf(contest, now)) {
    case "open":
    case "judging":
    case "overdue":
      return null;
    case "completed":
      return deny("completed", message("You can't ask questions about a contest that has a winner."));
    case "cancelled":
      return deny("cancelled", message("You can't ask questions about a cancelled contest."));
    default:
      return deny("not_open", message("You can ask questions once this contest is open."));
  }
}

interface QuestionFacts {
  isAnswered: boolean;
  isOwn: boolean;
}

export const canAnswer = (who: Pick<ContestRelation, "isOwner">): Denial =>
  who.isOwner ? null : deny("not_yours", message("Only the creator can answer."));

/** Askers cannot remove answered questions, since others read the answer. */
export function canRemoveQuestion(
  { isAnswered, isOwn }: QuestionFacts,
  who: Pick<ContestRelation, "isOwner" | "isAdmin">,
): Denial {
  if (who.isOwner || who.isAdmin) return null;
  if (!isOwn)
    return deny("not_yours", message("Only its author, the contest's creator and admins can delete a question."));
  return isAnswered ? deny("already_answered", message("You can't delete a question after it's answered.")) : null;
}

export const questionPermissions = (question: QuestionFacts, who: Pick<ContestRelation, "isOwner" | "isAdmin">) => ({
  answer: toPermission(canAnswer(who)),
  remove: toPermission(canRemoveQuestion(question, who)),
});
