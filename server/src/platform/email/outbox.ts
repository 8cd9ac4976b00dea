import { and, inArray, isNull, lte, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database } from "../../database/database";
import type { invitationEmails } from "../../database/schema/contest-access";
import type { contactReplies, letters } from "../../database/schema/messages";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Lease of a server on an email: twice the mail server's timeout. Then any server may retry it. */
export const LEASE_MS = 2 * MINUTE_MS;

export const MAX_ATTEMPTS = 9;

/** Stored as the reason why an email was given up. */
export const EMAILS_OFF = "emails are off";

/** Triples each time, up to a day, with ±20% jitter from `chance` (0 to 1) so that retries do not coincide. */
export const backoffDelay = (attempts: number, chance: number): number =>
  Math.round(Math.min(2 * MINUTE_MS * 3 ** (attempts - 1), DAY_MS) * (0.8 + 0.4 * chance));

export type Outcome = { sentAt: Date } | { givenUpAt: Date; givenUpBecause: string } | { dueAt: Date };

/** Leases, ends and gives up rows of a table of emails. Claims lock the rows that `isDue` selects before `lease`. */
export function createOutbox(emails: typeof letters | typeof contactReplies | typeof invitationEmails, id: PgColumn) {
  // All tables have these columns; drizzle cannot update a union of tables.
  const table = emails as typeof contactReplies;
  const isPending = and(isNull(table.sentAt), isNull(table.givenUpAt));
  const isDue = (now: Date) => and(isPending, lte(table.dueAt, now));
  /** Skips rows locked by others, so that a job neither blocks them nor is blocked by them: docs/decisions/0045. */
  const unlocked = (db: Database, where: SQL | undefined) =>
    db.select({ id }).from(table).where(where).for("update", { skipLocked: true });
  const outboxOf = (db: Database) => ({
    /** Another server may retry the rows if this one does not end them in time. */
    lease: (ids: readonly string[], now: Date, extra: { emailId?: string } = {}) =>
      db
        .update(table)
        .set({ ...extra, dueAt: new Date(now.getTime() + LEASE_MS), attempts: sql`${table.attempts} + 1` })
        .where(inArray(id, [...ids])),

    end: (ids: readonly string[], outcome: Outcome) =>
      db
        .update(table)
        .set(outcome)
        .where(and(inArray(id, [...ids]), isPending)),

    /** Gives up the due emails that match `where` and are not locked. Returns their number. */
    async giveUpDue(now: Date, because: string, where?: SQL): Promise<number> {
      const givenUp = await db
        .update(table)
        .set({ givenUpAt: now, givenUpBecause: because })
        .where(inArray(id, unlocked(db, and(isDue(now), where))))
        .returning({ id });
      return givenUp.length;
    },

    countWaiting: (): Promise<number> => db.$count(table, isPending),
  });
  return { isPending, isDue, unlocked, outboxOf };
}
