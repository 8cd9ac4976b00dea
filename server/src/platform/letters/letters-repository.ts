import { randomBytes } from "node:crypto";
import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, sql, type SQL } from "drizzle-orm";
import type { LetterTopic } from "@conquest/shared/contracts/letters";
import type { Database } from "../../database/database";
import { letterChoices, letters, notices } from "../../database/schema/messages";
import { users } from "../../database/schema/people";
import { LAST_WORDS } from "./letter-topics";

/** Who took a letter to send it has it this long, in milliseconds: twice what a mail server may take. After that somebody else may. */
export const HELD_MS = 2 * 60_000;

const isWaiting = and(isNull(letters.sentAt), isNull(letters.givenUpAt));

/** Nobody guesses it. */
const newToken = () => randomBytes(18).toString("base64url");

export interface Choice {
  /** Null: not chosen. */
  isWanted: boolean | null;
  stopToken: string;
}

/** Whose choice it is, as a key. */
export const choiceKey = ({ userId, topic }: { userId: string; topic: LetterTopic }) => `${userId} ${topic}`;

/** Where it is nowhere else any more, the letter still has it. */
const email = sql<string | null>`coalesce(${letters.toAddress}, ${users.email})`;

const details = {
  id: letters.noticeId,
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
  status: users.status,
};

/** Those that nobody holds: a job neither waits for others nor has them wait for it. docs/decisions/0045. */
const free = (db: Database, are: SQL | undefined) => db.select({ id: letters.noticeId }).from(letters).where(are).for("update", { skipLocked: true });

const select = (db: Database) => db.select(details).from(letters).innerJoin(notices, eq(notices.id, letters.noticeId)).innerJoin(users, eq(users.id, notices.userId));
export type StoredLetter = Awaited<ReturnType<typeof select>>[number];

export const lettersOf = (db: Database) => ({
  /** Takes at most so many that are due, each for this caller alone. */
  async take(now: Date, most: number): Promise<StoredLetter[]> {
    const due = db.$with("due").as(
      db
        .select({ noticeId: letters.noticeId })
        .from(letters)
        .where(and(isWaiting, lte(letters.dueAt, now)))
        .orderBy(asc(letters.dueAt))
        .limit(most)
        .for("update", { skipLocked: true }),
    );
    const taken = await db
      .with(due)
      .update(letters)
      .set({ dueAt: new Date(now.getTime() + HELD_MS), attempts: sql`${letters.attempts} + 1` })
      .from(due)
      .where(eq(letters.noticeId, due.noticeId))
      .returning({ id: letters.noticeId });
    if (taken.length === 0) return [];
    return select(db).where(inArray(letters.noticeId, taken.map(({ id }) => id)));
  },

  end: (id: string, change: { sentAt: Date } | { givenUpAt: Date; givenUpBecause: string } | { dueAt: Date }) =>
    db
      .update(letters)
      .set(change)
      .where(and(eq(letters.noticeId, id), isWaiting)),

  /** Takes a letter away that was the last to its address, with that. */
  forget: (id: string) => db.delete(notices).where(and(eq(notices.id, id), inArray(notices.kind, LAST_WORDS))),

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
  list: (most: number, to: string | undefined): Promise<StoredLetter[]> =>
    select(db)
      .where(to === undefined ? undefined : eq(email, to))
      .orderBy(sql`${letters.createdAt} desc`, letters.noticeId)
      .limit(most),

  async find(id: string): Promise<StoredLetter | undefined> {
    const [letter] = await select(db).where(eq(letters.noticeId, id));
    return letter;
  },

  /** What these people chose, by {@link choiceKey}. Who has not chosen yet gets a token to do so. */
  async choicesOf(of: readonly { userId: string; topic: LetterTopic }[]): Promise<ReadonlyMap<string, Choice>> {
    const pairs = [...new Map(of.map(({ userId, topic }) => [choiceKey({ userId, topic }), { userId, topic }])).entries()].sort(([one], [other]) => (one < other ? -1 : 1));
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
  async chosenBy(userId: string): Promise<ReadonlyMap<LetterTopic, boolean | null>> {
    const rows = await db.select({ topic: letterChoices.topic, isWanted: letterChoices.isWanted }).from(letterChoices).where(eq(letterChoices.userId, userId));
    return new Map(rows.map(({ topic, isWanted }) => [topic, isWanted]));
  },

  choose: (userId: string, topic: LetterTopic, isWanted: boolean) =>
    db
      .insert(letterChoices)
      .values({ userId, topic, isWanted, stopToken: newToken() })
      .onConflictDoUpdate({ target: [letterChoices.userId, letterChoices.topic], set: { isWanted } }),

  /** Whose kind of letters a token stops. */
  async findByToken(token: string) {
    // PostgreSQL refuses text with NUL even in a comparison.
    if (token.includes("\u0000")) return undefined;
    const [choice] = await db
      .select({ userId: letterChoices.userId, topic: letterChoices.topic, isWanted: letterChoices.isWanted, email: users.email })
      .from(letterChoices)
      .innerJoin(users, eq(users.id, letterChoices.userId))
      .where(eq(letterChoices.stopToken, token));
    return choice;
  },

  countWaiting: (): Promise<number> => db.$count(letters, isWaiting),
});
