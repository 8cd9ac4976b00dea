import type { ContestRelation } from "../../contests/domain/contest-policy";
import { phaseOf, type PhaseFacts } from "../../contests/domain/phase";
import { deny, toPermission, type Denial } from "../../../platform/policy";

/** Questions are open to everyone who can see the contest, from its confirmation until it is decided. */
export function canAsk(contest: PhaseFacts, who: Pick<ContestRelation, "isOwner">, now: Date): Denial {
  if (who.isOwner) return deny("own_contest", "This is your own contest; the questions of others come to you here.");
  switch (phaseOf(contest, now)) {
    case "open":
    case "judging":
    case "overdue":
      return null;
    case "completed":
      return deny("completed", "This contest has a winner; nothing more is asked about it.");
    case "cancelled":
      return deny("cancelled", "This contest was cancelled; nothing more is asked about it.");
    default:
      return deny("not_open", "This contest is not open yet; questions can be asked once it is.");
  }
}

interface QuestionFacts {
  isAnswered: boolean;
  isOwn: boolean;
}

export const canAnswer = (who: Pick<ContestRelation, "isOwner">): Denial =>
  who.isOwner ? null : deny("not_yours", "Only the contest's creator answers.");

/** Askers cannot remove answered questions, since others read the answer. */
export function canRemoveQuestion(
  { isAnswered, isOwn }: QuestionFacts,
  who: Pick<ContestRelation, "isOwner" | "isAdmin">,
): Denial {
  if (who.isOwner || who.isAdmin) return null;
  if (!isOwn) return deny("not_yours", "Only whoever asked, the contest's creator and admins remove a question.");
  return isAnswered ? deny("already_answered", "This was answered, so it stays for others to read.") : null;
}

export const questionPermissions = (question: QuestionFacts, who: Pick<ContestRelation, "isOwner" | "isAdmin">) => ({
  answer: toPermission(canAnswer(who)),
  remove: toPermission(canRemoveQuestion(question, who)),
});
