import { randomBytes } from "node:crypto";
import {
  and,
  eq,
  lte,
  sql,
  desc,
  gt,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  getTableColumns,
  type SQL,
} from "drizzle-orm";
import type { EmailCategory } from "@conquest/shared/contracts/email-preferences";
import type { Language } from "@conquest/shared/contracts/parts/languages";
import type { Database } from "../../database/database";
import { unprovenAddresses, letterChoices, letters, notices } from "../../database/schema/messages";
import { emailHash } from "../people";
import { users } from "../../database/schema/people";
import { CONTACT_PATH, DEBOUNCE_MS, PAYMENT_KINDS, isPayment } from "./notification-kinds";
import { createOutbox } from "./outbox";

export const EMAIL_INTERVAL_MS = 60 * 60_000;

export const unverifiedAddressesRepository = (db: Database) => ({
  /** Returns null if this caller may send an email now, otherwise the time at which one may be sent. */
  async claim(key: string, now: Date): Promise<Date | null> {
    const addressHash = emailHash(key);
    const isFree = lte(unprovenAddresses.emailedAt, new Date(now.getTime() - EMAIL_INTERVAL_MS));
    const claimed = await db
      .insert(unprovenAddresses)
      .values({ addressHash, emailedAt: now })
      .onConflictDoUpdate({
        target: unprovenAddresses.addressHash,
        set: { emailedAt: sql`excluded.emailed_at` },
        setWhere: isFree,
      })
      .returning({ emailedAt: unprovenAddresses.emailedAt });
    if (claimed.length > 0) return null;
    const [last] = await db
      .select({ emailedAt: unprovenAddresses.emailedAt })
      .from(unprovenAddresses)
      .where(eq(unprovenAddresses.addressHash, addressHash));
    return new Date((last?.emailedAt ?? now).getTime() + EMAIL_INTERVAL_MS);
  },

  /** Call it if nothing was sent. A claim made at another time is kept. */
  release: (key: string, at: Date) =>
    db
      .delete(unprovenAddresses)
      .where(and(eq(unprovenAddresses.addressHash, emailHash(key)), eq(unprovenAddresses.emailedAt, at))),

  forgetBefore: (at: Date) => db.delete(unprovenAddresses).where(lte(unprovenAddresses.emailedAt, at)),
});

const { isPending, isDue, unlocked, outboxOf } = createOutbox(letters, letters.noticeId);

const MAX_PER_EMAIL = 200;

const MAX_ROWS_READ = 200;

const newToken = () => randomBytes(18).toString("base64url");

export interface Choice {
  isWanted: boolean | null;
  stopToken: string;
}

export const choiceKey = ({ userId, topic }: { userId: string; topic: EmailCategory }) => `${userId} ${topic}`;

/** The address of a removed or changed account is stored with the email itself. */
const email = sql<string | null>`coalesce(${letters.toAddress}, ${users.email})`;

const language = sql<Language | null>`coalesce(${letters.toLanguage}, ${users.language})`;

const details = {
  ...getTableColumns(letters),
  id: letters.noticeId,
  kind: notices.kind,
  subject: notices.subject,
  text: notices.text,
  wording: notices.wording,
  href: notices.href,
  userId: users.id,
  name: users.name,
  email,
  language,
  timeZone: users.timeZone,
  emailVerifiedAt: users.emailVerifiedAt,
  status: users.status,
  removedAt: users.removedAt,
};

const selectEmails = (db: Database) =>
  db
    .select(details)
    .from(letters)
    .innerJoin(notices, eq(notices.id, letters.noticeId))
    .innerJoin(users, eq(users.id, notices.userId));
export type StoredEmail = Awaited<ReturnType<typeof selectEmails>>[number];

/** Unverified addresses, and those without an account, get at most one automatic email an hour. */
const isLimited = ({ toAddress, emailVerifiedAt }: StoredEmail): boolean =>
  toAddress !== null || emailVerifiedAt === null;

/** A deleted account's last email is limited separately, so that it need not wait for an hour after the one before. */
function withLimitKey(email: readonly StoredEmail[]) {
  const [first] = email as [StoredEmail];
  if (first.email === null || !isLimited(first)) return { email, key: "" };
  return { email, key: first.removedAt === null ? first.email : `last ${first.email}` };
}

function keyOf(row: StoredEmail): string {
  if (row.emailId !== null) return row.emailId;
  if (row.email !== null && isLimited(row)) return `to ${row.email} of ${row.userId}`;
  return isPayment(row.kind) ? `payments of ${row.userId}` : row.id;
}

export function combineEmails(rows: readonly StoredEmail[]): StoredEmail[][] {
  const emails = new Map<string, StoredEmail[]>();
  for (const row of [...rows].sort((one, other) => one.number - other.number)) {
    const key = keyOf(row);
    emails.set(key, [...(emails.get(key) ?? []), row]);
  }
  return [...emails.values()];
}

export const emailIdOf = ([first]: readonly StoredEmail[]): string => first!.emailId ?? first!.id;

export const idsOf = (rows: readonly StoredEmail[]): string[] => rows.map(({ id }) => id);

/** Key of the advisory lock on one user's queued emails. Without it, two servers would split them over two emails. */
const lockKeyOf = (userId: { getSQL(): ReturnType<typeof sql> } | string) => sql`hashtext('letters ' || ${userId})`;

interface ClaimedEmail {
  rows: StoredEmail[];
  /** The rate limit's claim, to release if nothing was sent; null for verified addresses. */
  claim: { key: string; at: Date } | null;
}

/** Unverified addresses get one email an hour; verified ones get payments together, and the rest separately. */
export const claimEmails = (db: Database, now: Date, limit: number): Promise<ClaimedEmail[]> =>
  db.transaction(async (tx) => {
    const userIds = await lockRecipients(tx, now, limit);
    if (userIds.length === 0) return [];
    const waiting = await selectEmails(tx)
      .where(and(isPending, inArray(notices.userId, userIds)))
      .orderBy(letters.dueAt)
      .limit(userIds.length * MAX_PER_EMAIL)
      .for("update", { of: letters, skipLocked: true });
    const due = combineEmails(waiting)
      .map((email) => email.slice(0, MAX_PER_EMAIL))
      .filter((email) => email.some(({ dueAt }) => dueAt <= now));
    const claimed: ClaimedEmail[] = [];
    // Claims are made in the order of their keys: in different orders, two servers would deadlock.
    for (const { email, key } of due.map(withLimitKey).sort((one, other) => (one.key < other.key ? -1 : 1))) {
      if (claimed.length === limit) break;
      const claim = key === "" ? null : { key, at: now };
      const freeAt = claim && (await unverifiedAddressesRepository(tx).claim(claim.key, now));
      if (freeAt) await postpone(tx, email, freeAt);
      else
        claimed.push({
          rows: email.map((row) => ({ ...row, emailId: emailIdOf(email), attempts: row.attempts + 1 })),
          claim,
        });
    }
    for (const { rows } of claimed) await outboxOf(tx).lease(idsOf(rows), now, { emailId: emailIdOf(rows) });
    return claimed;
  });

async function lockRecipients(tx: Database, now: Date, limit: number): Promise<string[]> {
  const due = await tx
    .select({ userId: notices.userId })
    .from(letters)
    .innerJoin(notices, eq(notices.id, letters.noticeId))
    .where(isDue(now))
    .orderBy(letters.dueAt)
    .limit(MAX_ROWS_READ);
  const userIds = [...new Set(due.map(({ userId }) => userId))];
  if (userIds.length === 0) return [];
  const { rows } = await tx.execute<{ id: string }>(sql`
    select person.id from unnest(${sql.param(userIds)}::text[]) person (id) where pg_try_advisory_xact_lock(${lockKeyOf(sql`person.id`)}) limit ${limit}`);
  return rows.map(({ id }) => id);
}

const addressed = (db: Database, where: SQL) => unlocked(db, and(where, isNotNull(letters.toAddress)));

const postpone = (tx: Database, email: readonly StoredEmail[], until: Date) =>
  tx
    .update(letters)
    .set({ dueAt: until })
    .where(and(inArray(letters.noticeId, idsOf(email)), lt(letters.dueAt, until)));

/** Undoes the rate limit's delay. Call it in the transaction that marks the address as verified. */
export async function sendEmailsSoon(tx: Database, userId: string, now: Date): Promise<void> {
  // A server that still saw the address as unverified postpones them before this lock is granted, not after.
  await tx.execute(sql`select pg_advisory_xact_lock(${lockKeyOf(userId)})`);
  const own = tx.select({ id: notices.id }).from(notices).where(eq(notices.userId, userId));
  await tx
    .update(letters)
    .set({ dueAt: now })
    // Debounced emails and retries keep their delay.
    .where(
      and(
        isPending,
        isNull(letters.toAddress),
        eq(letters.attempts, 0),
        gt(letters.dueAt, new Date(now.getTime() + DEBOUNCE_MS)),
        inArray(letters.noticeId, own),
      ),
    );
}

export const emailOutbox = (db: Database) => ({
  ...outboxOf(db),

  /** Nothing stays stored about an address that no longer belongs to an account. */
  async forgetAddressed(ids: readonly string[]): Promise<void> {
    await db.delete(notices).where(inArray(notices.id, addressed(db, inArray(letters.noticeId, [...ids]))));
  },

  /** Makes a leaving user's pending emails about money due now, to their last address. Returns their notifications. */
  async addressPayments(
    userId: string,
    address: { email: string; language: Language | null },
    now: Date,
  ): Promise<string[]> {
    const own = db.select({ id: notices.id }).from(notices);
    const ofMoney = and(
      isNotNull(letters.amount),
      inArray(letters.noticeId, own.where(and(eq(notices.userId, userId), inArray(notices.kind, PAYMENT_KINDS)))),
    );
    const kept = await db
      .update(letters)
      .set({
        toAddress: address.email,
        toLanguage: address.language,
        // A retry keeps its delay, and an email that is being sent its lease.
        dueAt: sql`case when ${letters.attempts} = 0 then ${now.toISOString()}::timestamptz else ${letters.dueAt} end`,
      })
      .where(and(isPending, ofMoney))
      .returning({ id: letters.noticeId });
    const ids = kept.map(({ id }) => id);
    // Pages of an account lead nowhere without it.
    await db
      .update(notices)
      .set({ href: CONTACT_PATH })
      .where(and(inArray(notices.id, ids), like(notices.href, "/dashboard%")));
    return ids;
  },

  /** Gives up all due emails; those of a user who is being removed are left for the next run. Returns their number. */
  async giveUpDue(now: Date, because: string): Promise<number> {
    const last = db
      .select({ id: notices.id })
      .from(notices)
      .innerJoin(letters, eq(letters.noticeId, notices.id))
      .where(and(isDue(now), isNotNull(letters.toAddress)))
      .for("update", { skipLocked: true });
    const forgotten = await db.delete(notices).where(inArray(notices.id, last)).returning({ id: notices.id });
    return forgotten.length + (await outboxOf(db).giveUpDue(now, because, isNull(letters.toAddress)));
  },

  async forgetBefore(at: Date): Promise<void> {
    const isOld = lt(letters.createdAt, at);
    await db.delete(notices).where(inArray(notices.id, addressed(db, isOld)));
    await db.delete(letters).where(inArray(letters.noticeId, unlocked(db, isOld)));
  },

  list: (limit: number, to: string | undefined): Promise<StoredEmail[]> =>
    selectEmails(db)
      .where(to === undefined ? undefined : eq(email, to))
      .orderBy(desc(letters.createdAt), desc(letters.number))
      .limit(limit),

  /** Returns all rows of the same email; before it has an id, all pending rows of the same user. */
  async listSameEmail(id: string): Promise<StoredEmail[]> {
    const [row] = await selectEmails(db).where(eq(letters.noticeId, id));
    if (!row) return [];
    return selectEmails(db).where(
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
        language: users.language,
      })
      .from(letterChoices)
      .innerJoin(users, eq(users.id, letterChoices.userId))
      .where(eq(letterChoices.stopToken, token));
    return choice;
  },
});
