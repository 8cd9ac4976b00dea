import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { EntryFeedbackSummary } from "@conquest/shared/contracts/judging/ratings";
import { message, type Message, type Text } from "@conquest/shared/contracts/text/message";
import { SIMULATED } from "@conquest/shared/contracts/text/simulated";
import type { Database } from "../../../database/database";
import { contests, entries } from "../../../database/schema/contests";
import { notices } from "../../../database/schema/messages";
import type { Notification, NotificationTable } from "../../../platform/notify";
import type { Caller } from "../../../platform/sessions/session";
import { FORMER_MEMBER } from "../../../platform/people";
import { formatTaka } from "../../../platform/text/format";
import { sentences } from "../../../platform/text/message-values";
import { wordingColumns } from "../../../platform/wording";
import { hasPlacements, type PlacementRow } from "../../contests/domain/placements";
import type { ContestRow } from "../../contests/domain/contests-repository";
import { feedbackSentence, listFeedback } from "../../entries/domain/entry-columns";

export const winnerNotifications = {
  /** To the winner, to participants and co-judges (`recipientIds`), and to the creator. */
  declared: notificationsOfResult,
} satisfies NotificationTable;

const hrefOf = (contestId: string) => `/contest-details/${contestId}`;
const entryHrefOf = (contestId: string) => `${hrefOf(contestId)}#entry`;

const resultSubject = (name: string) => message("Winner announced: “{name}”", { name });

const resultText = (name: string, winner: Text): Message =>
  winner === ""
    ? message("“{name}” has a winner.", { name })
    : message("“{name}” has a winner: {winner}.", { name, winner });

const resultByAdminText = (name: string, winner: Text): Message =>
  winner === ""
    ? message("An admin picked the winner of “{name}”.", { name })
    : message("An admin picked the winner of “{name}”: {winner}.", { name, winner });

/** Contains no names, so that it stays when a winner is deleted. */
const MORE_PRIZES = message("The contest's page lists the winners of all prizes.");

/** `ids` are those of all members, if a team won. */
interface WinnerOfContest {
  ids: readonly string[];
  name: string;
  placements: readonly (Pick<PlacementRow, "prizeName" | "prize"> & { winnerIds: readonly string[] })[];
}

function notificationsOfResult(
  contest: ContestRow,
  winner: WinnerOfContest,
  recipientIds: readonly string[],
  feedback: ReadonlyMap<string, EntryFeedbackSummary>,
  caller: Caller,
): Notification[] {
  const winnerIds = [...winner.ids, ...winner.placements.flatMap((placement) => placement.winnerIds)];
  const others = new Set(recipientIds.filter((id) => !winnerIds.includes(id)));
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
      text: hasFeedback ? sentences(text, feedbackSentence(summary)) : text,
      href: entryHrefOf(contest.id),
    };
  };
  return [
    ...winner.ids.map((winnerId) =>
      notificationFor(winnerId, {
        kind: "winner",
        subject: message("You won “{name}”", { name: contest.name }),
        text: sentences(
          winner.ids.length > 1
            ? message("Congratulations, your team won “{name}”!", { name: contest.name })
            : message("Congratulations, you won “{name}”!", { name: contest.name }),
          contest.prize > 0 && { text: SIMULATED },
        ),
        amount: contest.prize > 0 ? formatTaka(contest.prize) : undefined,
      }),
    ),
    ...winner.placements.flatMap(({ winnerIds: placedIds, prizeName, prize }) =>
      placedIds.map((winnerId) =>
        notificationFor(winnerId, {
          kind: "winner",
          subject: message("You won “{prize}” in “{name}”", { prize: prizeName, name: contest.name }),
          text: sentences(
            placedIds.length > 1
              ? message("Congratulations, your team won “{prize}” in “{name}”!", {
                  prize: prizeName,
                  name: contest.name,
                })
              : message("Congratulations, you won “{prize}” in “{name}”!", { prize: prizeName, name: contest.name }),
            prize > 0 && { text: SIMULATED },
          ),
          amount: prize > 0 ? formatTaka(prize) : undefined,
        }),
      ),
    ),
    ...[...others].map((userId) =>
      notificationFor(userId, {
        kind: "result",
        subject: resultSubject(contest.name),
        text: sentences(
          (userId === contest.creatorId ? resultByAdminText : resultText)(contest.name, winner.name),
          winner.placements.length > 0 && MORE_PRIZES,
        ),
      }),
    ),
  ];
}

/** Replaces a deleted winner's name in all notifications; authors keep the feedback on their entries. */
export async function anonymizeWinner(tx: Database, winnerId: string): Promise<void> {
  const won = await tx
    .select({ id: contests.id, name: contests.name, hasPlacements })
    .from(contests)
    // A team's name is not personal.
    .innerJoin(entries, eq(entries.id, contests.winnerEntryId))
    .where(and(eq(contests.winnerId, winnerId), isNull(entries.teamId)));
  if (won.length === 0) return;
  const wonById = new Map(won.map((contest) => [contest.id, contest]));
  const feedback = await listFeedback(tx, inArray(entries.contestId, [...wonById.keys()]));
  const wordingOf = (contest: (typeof won)[number], summary?: EntryFeedbackSummary) =>
    wordingColumns({
      subject: resultSubject(contest.name),
      text: sentences(
        resultText(contest.name, FORMER_MEMBER),
        contest.hasPlacements && MORE_PRIZES,
        summary && feedbackSentence(summary),
      ),
    });
  const toAll = won.map((contest) => ({ contest_href: hrefOf(contest.id), ...wordingOf(contest) }));
  const toAuthors = feedback.map(({ userId, contestId, ...summary }) => ({
    user_id: userId,
    entry_href: entryHrefOf(contestId),
    ...wordingOf(wonById.get(contestId)!, summary),
  }));
  const change = { text: sql`result.text`, wording: sql`result.wording` };
  await tx
    .update(notices)
    .set(change)
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(toAll)}::jsonb) as result (contest_href text, text text, wording jsonb)`,
    )
    .where(
      and(eq(notices.kind, "result"), sql`${notices.href} in (result.contest_href, result.contest_href || '#entry')`),
    );
  await tx
    .update(notices)
    .set(change)
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(toAuthors)}::jsonb) as result (user_id text, entry_href text, text text, wording jsonb)`,
    )
    .where(
      and(
        eq(notices.kind, "result"),
        eq(notices.userId, sql`result.user_id`),
        eq(notices.href, sql`result.entry_href`),
      ),
    );
}
