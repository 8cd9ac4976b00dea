import { and, inArray, isNull, lt, lte, sql, eq, gt } from "drizzle-orm";
import type { Database } from "../../database/database";
import { letters, notices } from "../../database/schema/messages";
import { emailIdOf, combineEmails, isLimited } from "./combine-emails";
import { DEBOUNCE_MS } from "./email-categories";
import { isPending, selectLetters, type StoredEmail } from "./email-outbox";
import { unverifiedAddressesRepository } from "./unverified-addresses";

/** Lease of a server on an email: twice the mail server's timeout. Then any server may retry it. */
export const LEASE_MS = 2 * 60_000;

const MAX_PER_EMAIL = 200;

const MAX_ROWS_READ = 200;

/** Key of the advisory lock on one user's queued emails. Without it, two servers would split them over two emails. */
const lockKeyOf = (userId: { getSQL(): ReturnType<typeof sql> } | string) => sql`hashtext('letters ' || ${userId})`;

export interface ClaimedEmail {
  letters: StoredEmail[];
  /** The rate limit's claim, to release if nothing was sent; null for verified addresses. */
  claim: { address: string; at: Date } | null;
}

/**
 * An unverified address gets everything in one email an hour; a verified one gets payments together, and other
 * notifications separately.
 */
export const claimEmails = (db: Database, now: Date, limit: number): Promise<ClaimedEmail[]> =>
  db.transaction(async (tx) => {
    const userIds = await lockRecipients(tx, now, limit);
    if (userIds.length === 0) return [];
    const waiting = await selectLetters(tx)
      .where(and(isPending, inArray(notices.userId, userIds)))
      .orderBy(letters.dueAt)
      .limit(userIds.length * MAX_PER_EMAIL)
      .for("update", { of: letters, skipLocked: true });
    const due = combineEmails(waiting)
      .map((email) => email.slice(0, MAX_PER_EMAIL))
      .filter((email) => email.some(({ dueAt }) => dueAt <= now));
    const claimed: ClaimedEmail[] = [];
    // Claims are made in the order of addresses: in different orders, two servers would deadlock.
    for (const email of due.sort((one, other) => ((one[0]!.email ?? "") < (other[0]!.email ?? "") ? -1 : 1))) {
      if (claimed.length === limit) break;
      const [{ email: address }] = email as [StoredEmail];
      const claim = address !== null && isLimited(email[0]!) ? { address, at: now } : null;
      const freeAt = claim && (await unverifiedAddressesRepository(tx).claim(claim.address, now));
      if (freeAt) await postpone(tx, email, freeAt);
      else
        claimed.push({
          letters: email.map((row) => ({ ...row, emailId: emailIdOf(email), attempts: row.attempts + 1 })),
          claim,
        });
    }
    for (const { letters: together } of claimed) {
      await tx
        .update(letters)
        .set({
          emailId: emailIdOf(together),
          dueAt: new Date(now.getTime() + LEASE_MS),
          attempts: sql`${letters.attempts} + 1`,
        })
        .where(
          inArray(
            letters.noticeId,
            together.map((row) => row.id),
          ),
        );
    }
    return claimed;
  });

async function lockRecipients(tx: Database, now: Date, limit: number): Promise<string[]> {
  const due = await tx
    .select({ userId: notices.userId })
    .from(letters)
    .innerJoin(notices, eq(notices.id, letters.noticeId))
    .where(and(isPending, lte(letters.dueAt, now)))
    .orderBy(letters.dueAt)
    .limit(MAX_ROWS_READ);
  const userIds = [...new Set(due.map(({ userId }) => userId))];
  if (userIds.length === 0) return [];
  const { rows } = await tx.execute<{ id: string }>(sql`
    select person.id from unnest(${sql.param(userIds)}::text[]) person (id) where pg_try_advisory_xact_lock(${lockKeyOf(sql`person.id`)}) limit ${limit}`);
  return rows.map(({ id }) => id);
}

const postpone = (tx: Database, email: readonly StoredEmail[], until: Date) =>
  tx
    .update(letters)
    .set({ dueAt: until })
    .where(
      and(
        inArray(
          letters.noticeId,
          email.map(({ id }) => id),
        ),
        lt(letters.dueAt, until),
      ),
    );

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
