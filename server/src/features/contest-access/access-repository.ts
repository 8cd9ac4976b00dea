import { createHash, randomBytes, randomInt } from "node:crypto";
import { and, asc, eq, gt, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { JOIN_CODE_ALPHABET, JOIN_CODE_LENGTH } from "@conquest/shared/contracts/join-codes";
import type { Language } from "@conquest/shared/contracts/parts/languages";
import type { Database } from "../../database/database";
import {
  contestGuests,
  contestInvitations,
  invitationEmails,
  joinCodes,
  refusedInvitations,
} from "../../database/schema/contest-access";
import { contests } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import { emailHash, isPresent } from "../../platform/people";

/** Codes are looked up by hash, so that the duration of a comparison tells nothing about a code. */
const hashOf = (code: string) => createHash("sha256").update(code).digest("hex");

const newCode = () =>
  Array.from({ length: JOIN_CODE_LENGTH }, () => JOIN_CODE_ALPHABET[randomInt(JOIN_CODE_ALPHABET.length)]).join("");

const newStopToken = () => randomBytes(18).toString("base64url");

export interface InvitedAddress {
  email: string;
  /** The account that has verified the address, if there is one. */
  userId: string | undefined;
  isRefused: boolean;
}

/** Lock the contest before changing anything. */
export const accessRepository = (db: Database) => ({
  async findCode(contestId: string): Promise<string | null> {
    const [row] = await db.select({ code: joinCodes.code }).from(joinCodes).where(eq(joinCodes.contestId, contestId));
    return row?.code ?? null;
  },

  async findByCode(code: string): Promise<string | undefined> {
    const [row] = await db
      .select({ contestId: joinCodes.contestId })
      .from(joinCodes)
      .where(eq(joinCodes.hash, hashOf(code)));
    return row?.contestId;
  },

  async renewCode(contestId: string, renewedAt: Date): Promise<void> {
    const code = newCode();
    const row = { code, hash: hashOf(code), renewedAt };
    await db
      .insert(joinCodes)
      .values({ contestId, ...row })
      .onConflictDoUpdate({ target: joinCodes.contestId, set: row });
  },

  removeCode: (contestId: string) => db.delete(joinCodes).where(eq(joinCodes.contestId, contestId)),

  addGuest: (contestId: string, userId: string, enteredAt: Date) =>
    db.insert(contestGuests).values({ contestId, userId, enteredAt }).onConflictDoNothing(),

  removeGuests: (contestId: string) => db.delete(contestGuests).where(eq(contestGuests.contestId, contestId)),

  countGuests: (contestId: string): Promise<number> => db.$count(contestGuests, eq(contestGuests.contestId, contestId)),

  async findInvitation(id: string) {
    const [row] = await db.select().from(contestInvitations).where(eq(contestInvitations.id, id));
    return row;
  },

  listInvitations: (contestId: string) =>
    db
      .select({
        id: contestInvitations.id,
        email: contestInvitations.email,
        invitedAt: contestInvitations.invitedAt,
        hasJoined: sql<boolean>`exists (
          select from users invited join participations own on own.user_id = invited.id
          where invited.email = ${contestInvitations}.email and invited.email_verified_at is not null
            and own.contest_id = ${contestInvitations}.contest_id and own.state = 'paid')`,
      })
      .from(contestInvitations)
      .where(eq(contestInvitations.contestId, contestId))
      .orderBy(asc(contestInvitations.email)),

  invite: (contestId: string, addresses: readonly string[], invitedAt: Date) =>
    db.insert(contestInvitations).values(addresses.map((email) => ({ contestId, email, invitedAt }))),

  removeInvitation: (id: string) => db.delete(contestInvitations).where(eq(contestInvitations.id, id)),

  async filterNotEmailed(contestId: string, addresses: readonly string[]): Promise<string[]> {
    const rows = await db
      .select({ hash: invitationEmails.addressHash })
      .from(invitationEmails)
      .where(eq(invitationEmails.contestId, contestId));
    const emailed = new Set(rows.map(({ hash }) => hash));
    return addresses.filter((address) => !emailed.has(emailHash(address)));
  },

  countEmailed: (creatorId: string, since: Date): Promise<number> =>
    db.$count(
      db
        .select({ id: invitationEmails.id })
        .from(invitationEmails)
        .innerJoin(contests, eq(contests.id, invitationEmails.contestId))
        .where(and(eq(contests.creatorId, creatorId), gt(invitationEmails.createdAt, since)))
        .as("emailed"),
    ),

  async describeAddresses(addresses: readonly string[]): Promise<InvitedAddress[]> {
    const people = await db
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(and(inArray(users.email, [...addresses]), isPresent, isNotNull(users.emailVerifiedAt)));
    const idOf = new Map(people.map(({ id, email }) => [email, id]));
    const refused = await db
      .select({ hash: refusedInvitations.addressHash })
      .from(refusedInvitations)
      .where(inArray(refusedInvitations.addressHash, addresses.map(emailHash)));
    const refusedHashes = new Set(refused.map(({ hash }) => hash));
    return addresses.map((email) => ({
      email,
      userId: idOf.get(email),
      isRefused: refusedHashes.has(emailHash(email)),
    }));
  },

  /** Queues an email to each address without an account. The others get a notification, and only their hash is kept. */
  queueEmails: (
    contestId: string,
    addresses: readonly InvitedAddress[],
    { language, now }: { language: Language | null; now: Date },
  ) =>
    db.insert(invitationEmails).values(
      addresses.map(({ email, userId, isRefused }) => {
        const row = { contestId, addressHash: emailHash(email), stopToken: newStopToken(), createdAt: now, dueAt: now };
        if (userId !== undefined) return { ...row, sentAt: now };
        return isRefused ? { ...row, givenUpAt: now, givenUpBecause: "no longer wanted" } : { ...row, email, language };
      }),
    ),

  dropEmail: (contestId: string, email: string, now: Date) =>
    db
      .update(invitationEmails)
      .set({ email: null, givenUpAt: now, givenUpBecause: "the invitation was removed" })
      .where(
        and(
          eq(invitationEmails.contestId, contestId),
          eq(invitationEmails.email, email),
          isNull(invitationEmails.sentAt),
          isNull(invitationEmails.givenUpAt),
        ),
      ),
});
