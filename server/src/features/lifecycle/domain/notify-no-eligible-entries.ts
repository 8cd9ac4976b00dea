import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contests } from "../../../database/schema/contests";
import { participations } from "../../../database/schema/taking-part";
import type { Clock } from "../../../platform/clock";
import { notify, resolveActionRequestsOf, type NotificationDraft } from "../../../platform/notify";
import { formatUtc } from "../../../platform/text/format-utc";
import { phaseSql } from "../../contests/domain/phase";
import { refundAt, winnerDueAt } from "./lifecycle-schedule";
import type { ContestRow } from "../../contests/domain/contests-repository";
import { hasEntryOf, hasNoEligibleEntries } from "../../entries/domain/entry-eligibility";
import { isBlocked } from "../../judges/domain/judge-access";
import { requestWinnerChoice, winnerChoosingAdmins } from "./notify-winner-due";

export const hasPaidParticipations = async (tx: Database, contestId: string): Promise<boolean> =>
  (await tx.$count(
    participations,
    and(eq(participations.contestId, contestId), eq(participations.state, "paid"), sql`${participations.amount} > 0`),
  )) > 0;

/** Names a date, because a duration would be outdated when the email is read. */
export const endDescription = (deadline: Date, costs: boolean) =>
  `on ${formatUtc(refundAt(deadline))} it is cancelled${costs ? " and everybody is refunded" : ""}`;

export const unlessUnblockedNote = (deadline: Date, costs: boolean) =>
  `Unless an account is unblocked, ${endDescription(deadline, costs)}.`;

/** Lists closed contests without a winner to which this author submitted and that have no eligible entry. */
export const listWithoutEligibleEntries = (tx: Database, authorId: string, now: Date): Promise<ContestRow[]> =>
  tx
    .select()
    .from(contests)
    .where(
      and(
        hasEntryOf(authorId),
        inArray(phaseSql(now), ["judging", "overdue"]),
        hasNoEligibleEntries,
        // Excludes contests whose authors are all deleted: these end within a minute.
        sql`exists (select from entries entry join users author on author.id = entry.user_id where entry.contest_id = ${contests.id} and author.removed_at is null)`,
      ),
    )
    .orderBy(contests.id);

const winnerRequestsFor = async (
  tx: Database,
  clock: Clock,
  contest: ContestRow,
  toCreator: string,
  toAdmins: string,
): Promise<NotificationDraft[]> => [
  requestWinnerChoice(contest, contest.creatorId, toCreator),
  ...(winnerDueAt(contest.deadline) <= clock.now() || (await isBlocked(tx, contest.creatorId))
    ? await winnerChoosingAdmins(tx, contest, toAdmins)
    : []),
];

/** Replaces winner requests if the blocked or deleted author was the last eligible one. Lock the contests first. */
export async function notifyNoEligibleEntries(tx: Database, clock: Clock, authorId: string): Promise<void> {
  const affected = await listWithoutEligibleEntries(tx, authorId, clock.now());
  await resolveActionRequestsOf(
    tx,
    clock,
    { kind: "winner_due" },
    affected.map(({ id }) => `winner:${id}` as const),
  );
  for (const contest of affected) {
    const costs = await hasPaidParticipations(tx, contest.id);
    const text = `No entry of “${contest.name}” can win any more. Everybody who handed in was blocked or removed. ${unlessUnblockedNote(contest.deadline, costs)}`;
    await notify(tx, clock, await winnerRequestsFor(tx, clock, contest, text, text));
  }
}

export async function notifyEligibleAgain(tx: Database, clock: Clock, affected: readonly ContestRow[]): Promise<void> {
  await resolveActionRequestsOf(
    tx,
    clock,
    { kind: "winner_due" },
    affected.map(({ id }) => `winner:${id}` as const),
  );
  for (const contest of affected) {
    const due = winnerDueAt(contest.deadline);
    const until = formatUtc(clock.now() < due ? due : refundAt(contest.deadline));
    const again = `An entry of “${contest.name}” can win again. Somebody who handed in was unblocked:`;
    await notify(
      tx,
      clock,
      await winnerRequestsFor(
        tx,
        clock,
        contest,
        `${again} please choose the winner by ${until}.`,
        `${again} you may choose the winner, until ${until}.`,
      ),
    );
  }
}
