import { and, inArray, isNull, lt, lte, sql, eq, gt } from "drizzle-orm";
import type { Database } from "../../database/database";
import { letters, notices } from "../../database/schema/messages";
import { emailIdOf, gatherLetters, isLimited } from "./gather-letters";
import { QUIET_MS } from "./letter-topics";
import { isWaiting, selectLetters, type StoredLetter } from "./letters-repository";
import { unprovenAddressesOf } from "./unproven-addresses";

/** Who took an email to send it has it this long, in milliseconds: twice what a mail server may take. After that somebody else may. */
export const HELD_MS = 2 * 60_000;

/** Letters in one email; what is left goes out in the next. */
const MOST_SUMMED = 200;

/** Letters that are looked at to find people with something due. */
const LOOKED_AT = 200;

/** The lock of one person's letters, over all servers: two would put them into two emails. */
const lockOf = (userId: { getSQL(): ReturnType<typeof sql> } | string) => sql`hashtext('letters ' || ${userId})`;

export interface TakenEmail {
  /** The oldest first. */
  letters: StoredLetter[];
  /** Where the address gets one email an hour: it, and the claim to send this one, to be released if nothing was sent. */
  claim: { address: string; at: Date } | null;
}

/**
 * Takes at most so many emails that are due, each for this caller alone. Everything that waits for an address nobody has proven is
 * one email an hour; for anyone else the payments and refunds that wait are one, and each other letter is one.
 */
export const takeEmails = (db: Database, now: Date, most: number): Promise<TakenEmail[]> =>
  db.transaction(async (tx) => {
    const people = await lockPeopleWithMail(tx, now, most);
    if (people.length === 0) return [];
    const waiting = await selectLetters(tx)
      .where(and(isWaiting, inArray(notices.userId, people)))
      .orderBy(letters.dueAt)
      .limit(people.length * MOST_SUMMED)
      .for("update", { of: letters, skipLocked: true });
    const due = gatherLetters(waiting)
      .map((email) => email.slice(0, MOST_SUMMED))
      .filter((email) => email.some(({ dueAt }) => dueAt <= now));
    const taken: TakenEmail[] = [];
    // In the order of their addresses: two servers would wait for each other's claims otherwise.
    for (const email of due.sort((one, other) => ((one[0]!.email ?? "") < (other[0]!.email ?? "") ? -1 : 1))) {
      if (taken.length === most) break;
      const [{ email: address }] = email as [StoredLetter];
      const claim = address !== null && isLimited(email[0]!) ? { address, at: now } : null;
      const freeAt = claim && (await unprovenAddressesOf(tx).claim(claim.address, now));
      if (freeAt) await postpone(tx, email, freeAt);
      else taken.push({ letters: email.map((letter) => ({ ...letter, emailId: emailIdOf(email), attempts: letter.attempts + 1 })), claim });
    }
    for (const { letters: together } of taken) {
      await tx
        .update(letters)
        .set({ emailId: emailIdOf(together), dueAt: new Date(now.getTime() + HELD_MS), attempts: sql`${letters.attempts} + 1` })
        .where(inArray(letters.noticeId, together.map((letter) => letter.id)));
    }
    return taken;
  });

async function lockPeopleWithMail(tx: Database, now: Date, most: number): Promise<string[]> {
  const due = await tx
    .select({ userId: notices.userId })
    .from(letters)
    .innerJoin(notices, eq(notices.id, letters.noticeId))
    .where(and(isWaiting, lte(letters.dueAt, now)))
    .orderBy(letters.dueAt)
    .limit(LOOKED_AT);
  const people = [...new Set(due.map(({ userId }) => userId))];
  if (people.length === 0) return [];
  const { rows } = await tx.execute<{ id: string }>(sql`
    select person.id from unnest(${sql.param(people)}::text[]) person (id) where pg_try_advisory_xact_lock(${lockOf(sql`person.id`)}) limit ${most}`);
  return rows.map(({ id }) => id);
}

const postpone = (tx: Database, email: readonly StoredLetter[], until: Date) =>
  tx
    .update(letters)
    .set({ dueAt: until })
    .where(and(inArray(letters.noticeId, email.map(({ id }) => id)), lt(letters.dueAt, until)));

/** Has everything go out that waited only because nobody had proven the address. Call it in the transaction that notes the proof. */
export async function hastenLetters(tx: Database, userId: string, now: Date): Promise<void> {
  // A server that has just found the address unproven puts them off before this, and not after it.
  await tx.execute(sql`select pg_advisory_xact_lock(${lockOf(userId)})`);
  const own = tx.select({ id: notices.id }).from(notices).where(eq(notices.userId, userId));
  await tx
    .update(letters)
    .set({ dueAt: now })
    // What waits a minute for more goes on waiting, and what failed keeps its pause.
    .where(and(isWaiting, isNull(letters.toAddress), eq(letters.attempts, 0), gt(letters.dueAt, new Date(now.getTime() + QUIET_MS)), inArray(letters.noticeId, own)));
}
