import { MOST_NEWS_A_DAY } from "@conquest/shared/contracts/news";
import type { Permission } from "@conquest/shared/contracts/contests";
import type { ContestFacts, Standing } from "../acts/standing";
import { DAY_MS, phaseOf, type PhaseFacts } from "../clock/phase";
import { no, toPermission, type No } from "../acts/verdict";

/** Whoever may see a contest asks, from when it is confirmed until it is decided. */
export function mayAsk(contest: PhaseFacts, who: Pick<Standing, "isOwner">, now: Date): No {
  if (who.isOwner) return no("own_contest", "This is your own contest; the questions of others come to you here.");
  switch (phaseOf(contest, now)) {
    case "open":
    case "judging":
    case "overdue":
      return null;
    case "completed":
      return no("completed", "This contest has a winner; nothing more is asked about it.");
    case "cancelled":
      return no("cancelled", "This contest was cancelled; nothing more is asked about it.");
    default:
      return no("not_open", "This contest is not open yet; questions can be asked once it is.");
  }
}

interface Asked {
  isAnswered: boolean;
  /** The caller asked it. */
  isOwn: boolean;
}

export const mayAnswer = (who: Pick<Standing, "isOwner">): No => (who.isOwner ? null : no("not_yours", "Only the contest's creator answers."));

/** What was answered is no longer only of whoever asked. */
export function mayRemoveQuestion({ isAnswered, isOwn }: Asked, who: Pick<Standing, "isOwner" | "isAdmin">): No {
  if (who.isOwner || who.isAdmin) return null;
  if (!isOwn) return no("not_yours", "Only whoever asked, the contest's creator and admins remove a question.");
  return isAnswered ? no("already_answered", "This was answered, so it stays for others to read.") : null;
}

/** What a caller may do with a question, in the words of the contract. */
export const questionActs = (question: Asked, who: Pick<Standing, "isOwner" | "isAdmin">): { answer: Permission; remove: Permission } => ({
  answer: toPermission(mayAnswer(who)),
  remove: toPermission(mayRemoveQuestion(question, who)),
});

/** `dayOfNewsSince`: with another piece there would be one too many within a day of it. */
export function mayWriteNews(contest: Pick<ContestFacts, "cancelledAt" | "participantCount">, dayOfNewsSince: Date | null, now: Date): No {
  if (contest.cancelledAt) return no("cancelled", "This contest was cancelled; nobody takes part in it any more.");
  if (contest.participantCount === 0) return no("nobody_joined", "Nobody has joined, so there is nobody to write to.");
  const left = dayOfNewsSince ? dayOfNewsSince.getTime() + DAY_MS - now.getTime() : 0;
  return left > 0 ? no("too_much_news", `You have written ${MOST_NEWS_A_DAY} times within a day, which is as often as people are written to. You can write again ${inTime(left)}.`) : null;
}

/** "in 5 hours", never too soon. */
function inTime(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  if (minutes < 60) return minutes === 1 ? "in a minute" : `in ${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? "in an hour" : `in ${hours} hours`;
}

export const mayReadNews = (who: Pick<Standing, "isOwner" | "isAdmin" | "everJoined">): No =>
  who.isOwner || who.isAdmin || who.everJoined ? null : no("not_joined", "What the creator writes to those who take part is for them alone.");
