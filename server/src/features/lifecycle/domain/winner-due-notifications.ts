import { message } from "@conquest/shared/contracts/text/message";
import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contests } from "../../../database/schema/contests";
import { participations } from "../../../database/schema/taking-part";
import type { Clock } from "../../../platform/clock";
import {
  notify,
  requestedActions,
  resolveActionRequestsWhere,
  type Notification,
  type NotificationTable,
} from "../../../platform/notify";
import { listAdminIds } from "../../../platform/people";
import { dateOf, sentences } from "../../../platform/text/message-values";
import { phaseSql } from "../../contests/domain/phase";
import { refundAt, winnerDueAt } from "./lifecycle-schedule";
import type { ContestRow } from "../../contests/domain/contests-repository";
import { hasEntryOf, hasNoEligibleEntries } from "../../entries/domain/entry-columns";
import { isBlocked } from "../../judges/domain/judge-access";
import { participationsRepository } from "../../participation/domain/participations-repository";

export type WinnerDueWords = Pick<Notification, "subject" | "text">;

export const winnerDueNotifications = {
  winnerDue: ({ id }: Pick<ContestRow, "id">, to: Notification["to"], words: WinnerDueWords) => ({
    to,
    kind: "winner_due",
    ...words,
    href: `/dashboard/contest_submitted/${id}`,
    asks: `winner:${id}`,
  }),
} satisfies NotificationTable;

export async function listWinnerChoosingAdmins(tx: Database, { id, creatorId }: Pick<ContestRow, "id" | "creatorId">) {
  const adminIds = await listAdminIds(tx);
  const rivals = await participationsRepository(tx).filterPaid(id, adminIds);
  return adminIds.filter((userId) => userId !== creatorId && !rivals.has(userId));
}

export const hasPaidParticipations = async (tx: Database, contestId: string): Promise<boolean> =>
  (await tx.$count(
    participations,
    and(eq(participations.contestId, contestId), eq(participations.state, "paid"), sql`${participations.amount} > 0`),
  )) > 0;

/** Names a date, because a duration would be outdated when the email is read. */
export const noWinnerNote = (deadline: Date, costs: boolean) =>
  costs
    ? message("If no one picks a winner by {end}, the contest will be cancelled and all participants refunded.", {
        end: dateOf(refundAt(deadline)),
      })
    : message("If no one picks a winner by {end}, the contest will be cancelled.", { end: dateOf(refundAt(deadline)) });

export const noUnblockingNote = (deadline: Date, costs: boolean) =>
  costs
    ? message("If no account is unblocked by {end}, the contest will be cancelled and all participants refunded.", {
        end: dateOf(refundAt(deadline)),
      })
    : message("If no account is unblocked by {end}, the contest will be cancelled.", {
        end: dateOf(refundAt(deadline)),
      });

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

/** Resolves the requests to choose the winners of these contests, except those to one user. */
export async function resolveWinnerRequests(
  tx: Database,
  clock: Clock,
  decided: readonly ContestRow[],
  exceptUserId?: string,
): Promise<void> {
  if (decided.length === 0) return;
  const asks = decided.map(({ id }) => `winner:${id}` as const);
  const isRequest = and(inArray(requestedActions.asks, asks), eq(requestedActions.kind, "winner_due"));
  const isOther = exceptUserId === undefined ? undefined : ne(requestedActions.userId, exceptUserId);
  await resolveActionRequestsWhere(tx, clock, and(isRequest, isOther));
}

/** Replaces earlier winner requests. Admins are asked too if the contest is overdue or its creator blocked. */
async function requestWinnersAgain(
  tx: Database,
  clock: Clock,
  affected: readonly ContestRow[],
  wordsFor: (contest: ContestRow) => Promise<Record<"toCreator" | "toAdmins", WinnerDueWords>>,
): Promise<void> {
  await resolveWinnerRequests(tx, clock, affected);
  for (const contest of affected) {
    const { toCreator, toAdmins } = await wordsFor(contest);
    const asksAdmins = winnerDueAt(contest.deadline) <= clock.now() || (await isBlocked(tx, contest.creatorId));
    await notify(tx, clock, [
      winnerDueNotifications.winnerDue(contest, contest.creatorId, toCreator),
      winnerDueNotifications.winnerDue(
        contest,
        asksAdmins ? await listWinnerChoosingAdmins(tx, contest) : [],
        toAdmins,
      ),
    ]);
  }
}

/** Replaces winner requests if the blocked or deleted author was the last eligible one. Lock the contests first. */
export const notifyNoEligibleEntries = async (tx: Database, clock: Clock, authorId: string): Promise<void> =>
  requestWinnersAgain(
    tx,
    clock,
    await listWithoutEligibleEntries(tx, authorId, clock.now()),
    async ({ id, name, deadline }) => {
      const words = {
        subject: message("No eligible entries: “{name}”", { name }),
        text: sentences(
          message("“{name}” has no eligible entries: everyone who submitted was blocked or removed.", { name }),
          noUnblockingNote(deadline, await hasPaidParticipations(tx, id)),
        ),
      };
      return { toCreator: words, toAdmins: words };
    },
  );

export const notifyEligibleAgain = (tx: Database, clock: Clock, affected: readonly ContestRow[]): Promise<void> =>
  requestWinnersAgain(tx, clock, affected, async ({ name, deadline }) => {
    const due = winnerDueAt(deadline);
    const until = dateOf(clock.now() < due ? due : refundAt(deadline));
    const subject = message("Pick a winner: “{name}”", { name });
    const again = message("“{name}” has an eligible entry again because an account was unblocked.", { name });
    return {
      toCreator: { subject, text: sentences(again, message("Pick a winner by {due}.", { due: until })) },
      toAdmins: { subject, text: sentences(again, message("You can pick the winner until {until}.", { until })) },
    };
  });
