import type { EntryFeedbackSummary } from "@conquest/shared/contracts/judging/ratings";
import type { Notification, NotificationTable } from "../../platform/notify";
import type { Caller } from "../../platform/sessions/session";
import type { ContestRow } from "../contests/domain/contests-repository";
import { feedbackSentence } from "../entries/domain/entry-columns";
import { formatTaka } from "../../platform/text/format";

export const winnerNotifications = {
  /** To the winner, to participants and co-judges (`recipientIds`), and to the creator. */
  declared: notificationsOfResult,
} satisfies NotificationTable;

function notificationsOfResult(
  contest: ContestRow,
  winner: { id: string; name: string },
  recipientIds: readonly string[],
  feedback: ReadonlyMap<string, EntryFeedbackSummary>,
  caller: Caller,
): Notification[] {
  const others = new Set(recipientIds.filter((id) => id !== winner.id));
  if (caller.id !== contest.creatorId) others.add(contest.creatorId);
  // The caller may be a co-judge, and needs no notification unless they submitted an entry.
  if (!feedback.has(caller.id)) others.delete(caller.id);
  const href = `/contest-details/${contest.id}`;
  /** Notifies authors of the ratings of their entry, with a link to it. A winner without ratings is only congratulated. */
  const notificationFor = (userId: string, kind: "winner" | "result", news: string): Notification => {
    const answer = feedback.get(userId);
    const amount = kind === "winner" && contest.prize > 0 ? formatTaka(contest.prize) : undefined;
    if (!answer) return { to: userId, kind, text: news, href, amount };
    const hasFeedback = kind === "result" || answer.rating !== null || answer.hasWord;
    return {
      to: userId,
      kind,
      text: hasFeedback ? `${news} ${feedbackSentence(answer)}` : news,
      href: `${href}#entry`,
      amount,
    };
  };
  return [
    notificationFor(winner.id, "winner", `Congratulations! You won “${contest.name}”.`),
    ...[...others].map((userId) =>
      notificationFor(
        userId,
        "result",
        `“${contest.name}” has a winner${userId === contest.creatorId ? ", chosen by an admin" : ""}: ${winner.name || "see who it is"}.`,
      ),
    ),
  ];
}
