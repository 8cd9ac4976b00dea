import { randomBytes } from "node:crypto";
import { and, desc, eq, inArray, isNotNull, isNull, lt, lte, sql, type SQL } from "drizzle-orm";
import type { EmailCategory } from "@conquest/shared/contracts/email-preferences";
import type { Database } from "../../database/database";
import { letterChoices, letters, notices } from "../../database/schema/messages";
import { users } from "../../database/schema/people";
import { FAREWELL_KINDS } from "./email-categories";

export const isPending = and(isNull(letters.sentAt), isNull(letters.givenUpAt));

const newToken = () => randomBytes(18).toString("base64url");

export interface Choice {
  isWanted: boolean | null;
  stopToken: string;
}

export const choiceKey = ({ userId, topic }: { userId: string; topic: EmailCategory }) => `${userId} ${topic}`;

/** The address of a removed or changed account is stored with the email itself. */
const email = sql<string | null>`coalesce(${letters.toAddress}, ${users.email})`;

const details = {
  id: letters.noticeId,
  number: letters.number,
  amount: letters.amount,
  attempts: letters.attempts,
  createdAt: letters.createdAt,
  dueAt: letters.dueAt,
  sentAt: letters.sentAt,
  givenUpAt: letters.givenUpAt,
  givenUpBecause: letters.givenUpBecause,
  kind: notices.kind,
  text: notices.text,
  href: notices.href,
  userId: users.id,
  name: users.name,
  email,
  toAddress: letters.toAddress,
  emailVerifiedAt: users.emailVerifiedAt,
  emailId: letters.emailId,
  status: users.status,
};

/** Skips rows locked by others, so that a job neither blocks them nor is blocked by them: docs/decisions/0045. */
const unlocked = (db: Database, where: SQL | undefined) =>
  db.select({ id: letters.noticeId }).from(letters).where(where).for("update", { skipLocked: true });

export const selectLetters = (db: Database) =>
  db
    .select(details)
    .from(letters)
    .innerJoin(notices, eq(notices.id, letters.noticeId))
    .innerJoin(users, eq(users.id, notices.userId));
export type StoredEmail = Awaited<ReturnType<typeof selectLetters>>[number];

export const emailOutbox = (db: Database) => ({
  end: (
    ids: readonly string[],
    change: { sentAt: Date } | { givenUpAt: Date; givenUpBecause: string } | { dueAt: Date },
  ) =>
    db
      .update(letters)
      .set(change)
      .where(and(inArray(letters.noticeId, [...ids]), isPending)),

  forget: (ids: readonly string[]) =>
    db.delete(notices).where(and(inArray(notices.id, [...ids]), inArray(notices.kind, FAREWELL_KINDS))),

  /** Gives up all due emails; those of a user who is being removed are left for the next run. Returns their number. */
  async giveUpDue(now: Date, because: string): Promise<number> {
    const isDue = and(isPending, lte(letters.dueAt, now));
    const last = db
      .select({ id: notices.id })
      .from(notices)
      .innerJoin(letters, eq(letters.noticeId, notices.id))
      .where(and(isDue, isNotNull(letters.toAddress)))
      .for("update", { skipLocked: true });
    const forgotten = await db.delete(notices).where(inArray(notices.id, last)).returning({ id: notices.id });
    const givenUp = await db
      .update(letters)
      .set({ givenUpAt: now, givenUpBecause: because })
      .where(inArray(letters.noticeId, unlocked(db, and(isDue, isNull(letters.toAddress)))))
      .returning({ id: letters.noticeId });
    return forgotten.length + givenUp.length;
  },

  forgetBefore: (at: Date) =>
    db.delete(letters).where(inArray(letters.noticeId, unlocked(db, lt(letters.createdAt, at)))),

  list: (limit: number, to: string | undefined): Promise<StoredEmail[]> =>
    selectLetters(db)
      .where(to === undefined ? undefined : eq(email, to))
      .orderBy(desc(letters.createdAt), desc(letters.number))
      .limit(limit),

  /** Returns all rows of the same email; before it has an id, all pending rows of the same user. */
  async listSameEmail(id: string): Promise<StoredEmail[]> {
    const [row] = await selectLetters(db).where(eq(letters.noticeId, id));
    if (!row) return [];
    return selectLetters(db).where(
      row.emailId === null
        ? and(isPending, isNull(letters.emailId), eq(users.id, row.userId))
        : eq(letters.emailId, row.emailId),
    );
  },

  /** Returns the users' choices by {@link choiceKey}, creating an unsubscribe token for users without one. */
  async choicesOf(wanted: readonly { userId: string; topic: EmailCategory }[]): Promise<ReadonlyMap<string, Choice>> {
    const pairs = [
      ...new Map(wanted.map(({ userId, topic }) => [choiceKey({ userId, topic }), { userId, topic }])).entries(),
    ].sort(([one], [other]) => (one < other ? -1 : 1));
    if (pairs.length === 0) return new Map();
    const rows = await db
      .insert(letterChoices)
      .values(pairs.map(([, pair]) => ({ ...pair, stopToken: newToken() })))
      // A no-op update, because RETURNING omits rows that were left alone.
      .onConflictDoUpdate({ target: [letterChoices.userId, letterChoices.topic], set: { topic: sql`excluded.topic` } })
      .returning();
    return new Map(rows.map((row) => [choiceKey(row), row]));
  },

  async findChoices(userId: string): Promise<ReadonlyMap<EmailCategory, boolean | null>> {
    const rows = await db
      .select({ topic: letterChoices.topic, isWanted: letterChoices.isWanted })
      .from(letterChoices)
      .where(eq(letterChoices.userId, userId));
    return new Map(rows.map(({ topic, isWanted }) => [topic, isWanted]));
  },

  choose: (userId: string, topic: EmailCategory, isWanted: boolean) =>
    db
      .insert(letterChoices)
      .values({ userId, topic, isWanted, stopToken: newToken() })
      .onConflictDoUpdate({ target: [letterChoices.userId, letterChoices.topic], set: { isWanted } }),

  async findByToken(token: string) {
    // PostgreSQL rejects text with NUL even in a comparison.
    if (token.includes("\u0000")) return undefined;
    const [choice] = await db
      .select({
        userId: letterChoices.userId,
        topic: letterChoices.topic,
        isWanted: letterChoices.isWanted,
        email: users.email,
      })
      .from(letterChoices)
      .innerJoin(users, eq(users.id, letterChoices.userId))
      .where(eq(letterChoices.stopToken, token));
    return choice;
  },

  countWaiting: (): Promise<number> => db.$count(letters, isPending),
});
