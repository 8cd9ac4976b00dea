import { randomBytes } from "node:crypto";
import { and, desc, eq, inArray, isNotNull, isNull, lt, lte, sql, type SQL } from "drizzle-orm";
import type { EmailCategory } from "@conquest/shared/contracts/email-preferences";
import type { Database } from "../../database/database";
import { letterChoices, letters, notices } from "../../database/schema/messages";
import { users } from "../../database/schema/people";
import { FAREWELL_KINDS } from "./email-categories";

export const isWaiting = and(isNull(letters.sentAt), isNull(letters.givenUpAt));

/** Nobody guesses it. */
const newToken = () => randomBytes(18).toString("base64url");

export interface Choice {
  /** Null: not chosen. */
  isWanted: boolean | null;
  stopToken: string;
}

/** Whose choice it is, as a key. */
export const choiceKey = ({ userId, topic }: { userId: string; topic: EmailCategory }) => `${userId} ${topic}`;

/** Where it is nowhere else any more, the letter still has it. */
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

/** Those that nobody holds: a job neither waits for others nor has them wait for it. docs/decisions/0045. */
const free = (db: Database, are: SQL | undefined) =>
  db.select({ id: letters.noticeId }).from(letters).where(are).for("update", { skipLocked: true });

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
      .where(and(inArray(letters.noticeId, [...ids]), isWaiting)),

  /** Deletes the notices of letters that are the last to their address, and the address with them. */
  forget: (ids: readonly string[]) =>
    db.delete(notices).where(and(inArray(notices.id, [...ids]), inArray(notices.kind, FAREWELL_KINDS))),

  /** Of all that are due; those of somebody who is being removed are left for the next time. Answers how many there were. */
  async giveUpDue(now: Date, because: string): Promise<number> {
    const isDue = and(isWaiting, lte(letters.dueAt, now));
    const last = db
      .select({ id: notices.id })
      .from(notices)
      .innerJoin(letters, eq(letters.noticeId, notices.id))
      .where(and(isDue, isNotNull(letters.toAddress)))
      .for("update", { skipLocked: true });
    const forgotten = await db.delete(notices).where(inArray(notices.id, last)).returning({ id: notices.id });
    const given = await db
      .update(letters)
      .set({ givenUpAt: now, givenUpBecause: because })
      .where(inArray(letters.noticeId, free(db, and(isDue, isNull(letters.toAddress)))))
      .returning({ id: letters.noticeId });
    return forgotten.length + given.length;
  },

  forgetBefore: (at: Date) => db.delete(letters).where(inArray(letters.noticeId, free(db, lt(letters.createdAt, at)))),

  /** The newest first. */
  list: (most: number, to: string | undefined): Promise<StoredEmail[]> =>
    selectLetters(db)
      .where(to === undefined ? undefined : eq(email, to))
      .orderBy(desc(letters.createdAt), desc(letters.number))
      .limit(most),

  /** The letters of a letter's email; if it has none yet, all pending letters of the same person. */
  async beside(id: string): Promise<StoredEmail[]> {
    const [letter] = await selectLetters(db).where(eq(letters.noticeId, id));
    if (!letter) return [];
    return selectLetters(db).where(
      letter.emailId === null
        ? and(isWaiting, isNull(letters.emailId), eq(users.id, letter.userId))
        : eq(letters.emailId, letter.emailId),
    );
  },

  /** What these people chose, by {@link choiceKey}. Who has not chosen yet gets a token to do so. */
  async choicesOf(of: readonly { userId: string; topic: EmailCategory }[]): Promise<ReadonlyMap<string, Choice>> {
    const pairs = [
      ...new Map(of.map(({ userId, topic }) => [choiceKey({ userId, topic }), { userId, topic }])).entries(),
    ].sort(([one], [other]) => (one < other ? -1 : 1));
    if (pairs.length === 0) return new Map();
    const rows = await db
      .insert(letterChoices)
      .values(pairs.map(([, pair]) => ({ ...pair, stopToken: newToken() })))
      // Written anew, since what is left alone is not answered.
      .onConflictDoUpdate({ target: [letterChoices.userId, letterChoices.topic], set: { topic: sql`excluded.topic` } })
      .returning();
    return new Map(rows.map((row) => [choiceKey(row), row]));
  },

  /** What a person has chosen; a topic that is missing is as it is for everybody. */
  async chosenBy(userId: string): Promise<ReadonlyMap<EmailCategory, boolean | null>> {
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

  /** Whose kind of letters a token stops. */
  async findByToken(token: string) {
    // PostgreSQL refuses text with NUL even in a comparison.
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

  countWaiting: (): Promise<number> => db.$count(letters, isWaiting),
});
