import { and, eq, inArray, sql } from "drizzle-orm";
import type { EntryFeedbackSummary } from "@conquest/shared/contracts/judging/ratings";
import { SIMULATED } from "@conquest/shared/contracts/text/simulated";
import type { Database } from "../../../database/database";
import { contests, entries } from "../../../database/schema/contests";
import { notices } from "../../../database/schema/messages";
import { quotedName } from "../../../platform/email/email-subject";
import type { Notification, NotificationTable } from "../../../platform/notify";
import type { Caller } from "../../../platform/sessions/session";
import { formatTaka } from "../../../platform/text/format";
import type { ContestRow } from "../../contests/domain/contests-repository";
import { feedbackSentence, listFeedback } from "../../entries/domain/entry-columns";

export const winnerNotifications = {
  /** To the winner, to participants and co-judges (`recipientIds`), and to the creator. */
  declared: notificationsOfResult,
} satisfies NotificationTable;

const hrefOf = (contestId: string) => `/contest-details/${contestId}`;
const entryHrefOf = (contestId: string) => `${hrefOf(contestId)}#entry`;

const resultText = (contestName: string, winnerName: string): string =>
  winnerName === "" ? `“${contestName}” has a winner.` : `“${contestName}” has a winner: ${winnerName}.`;

const congratulations = (contestName: string): string => `Congratulations, you won “${contestName}”!`;

const resultByAdminText = (contestName: string, winnerName: string): string =>
  winnerName === ""
    ? `An admin picked the winner of “${contestName}”.`
    : `An admin picked the winner of “${contestName}”: ${winnerName}.`;

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
  /** Notifies authors of the ratings of their entry, with a link to it. A winner without ratings is only congratulated. */
  const notificationFor = (userId: string, { text, ...words }: Omit<Notification, "to" | "href">): Notification => {
    const summary = feedback.get(userId);
    if (!summary) return { to: userId, ...words, text, href: hrefOf(contest.id) };
    const hasFeedback = words.kind === "result" || summary.rating !== null || summary.hasWord;
    return {
      to: userId,
      ...words,
      text: hasFeedback ? `${text} ${feedbackSentence(summary)}` : text,
      href: entryHrefOf(contest.id),
    };
  };
  return [
    notificationFor(winner.id, {
      kind: "winner",
      subject: `You won ${quotedName(contest.name)}`,
      text: contest.prize > 0 ? `${congratulations(contest.name)} ${SIMULATED}` : congratulations(contest.name),
      amount: contest.prize > 0 ? formatTaka(contest.prize) : undefined,
    }),
    ...[...others].map((userId) =>
      notificationFor(userId, {
        kind: "result",
        subject: `Winner announced: ${quotedName(contest.name)}`,
        text: (userId === contest.creatorId ? resultByAdminText : resultText)(contest.name, winner.name),
      }),
    ),
  ];
}

/** Replaces a deleted winner's name in all notifications; authors keep the feedback on their entries. */
export async function anonymizeWinner(tx: Database, winnerId: string, anonymousName: string): Promise<void> {
  const won = await tx
    .select({ id: contests.id, name: contests.name })
    .from(contests)
    .where(eq(contests.winnerId, winnerId));
  if (won.length === 0) return;
  const names = new Map(won.map(({ id, name }) => [id, name]));
  const feedback = await listFeedback(tx, inArray(entries.contestId, [...names.keys()]));
  const toAll = won.map(({ id, name }) => ({ contest_href: hrefOf(id), text: resultText(name, anonymousName) }));
  const toAuthors = feedback.map(({ userId, contestId, ...summary }) => ({
    user_id: userId,
    entry_href: entryHrefOf(contestId),
    text: `${resultText(names.get(contestId)!, anonymousName)} ${feedbackSentence(summary)}`,
  }));
  await tx
    .update(notices)
    .set({ text: sql`result.text` })
    .from(sql`jsonb_to_recordset(${JSON.stringify(toAll)}::jsonb) as result (contest_href text, text text)`)
    .where(
      and(eq(notices.kind, "result"), sql`${notices.href} in (result.contest_href, result.contest_href || '#entry')`),
    );
  await tx
    .update(notices)
    .set({ text: sql`result.text` })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(toAuthors)}::jsonb) as result (user_id text, entry_href text, text text)`,
    )
    .where(
      and(
        eq(notices.kind, "result"),
        eq(notices.userId, sql`result.user_id`),
        eq(notices.href, sql`result.entry_href`),
      ),
    );
}
