import { and, eq, inArray, or } from "drizzle-orm";
import type { Database } from "../../database/database";
import { endedSignIns, sessions, users } from "../../database/schema/people";
import type { VerifiedIdentity } from "../identity";

/** A sign-in and a sign-out of one person take turns, on all servers. */
export const lockPerson = (tx: Database, id: string) =>
  tx
    .select({
      id: users.id,
      uid: users.uid,
      email: users.email,
      signInsValidSince: users.signInsValidSince,
      status: users.status,
      removedAt: users.removedAt,
    })
    .from(users)
    .where(eq(users.id, id))
    .for("no key update");

export type LockedUser = Awaited<ReturnType<typeof lockPerson>>[number];

/** From now on the tokens of this sign-in open no session. */
export async function markEnded(tx: Database, userId: string, signedInAt: Date, endedAt: Date): Promise<void> {
  await tx.insert(endedSignIns).values({ userId, signedInAt, endedAt }).onConflictDoNothing();
}

/**
 * Whether a sign-in that the provider has vouched for opens anything for this person, who is held. Since it was asked the password may
 * have been changed, an admin have put the person out, another account have proven that the address is its own, or the sign-in been
 * signed out of: what was ended then does not begin after it.
 */
export async function isStillGood(
  tx: Database,
  held: LockedUser | undefined,
  { uid, signedInAt }: Pick<VerifiedIdentity, "uid" | "signedInAt">,
): Promise<boolean> {
  if (!held || held.removedAt || held.status === "blocked" || held.uid !== uid || isOutdated(held, signedInAt))
    return false;
  return (
    (await tx.$count(endedSignIns, and(eq(endedSignIns.userId, held.id), eq(endedSignIns.signedInAt, signedInAt)))) ===
    0
  );
}

/** From before the last word of the provider that earlier ones are no longer good. */
export const isOutdated = ({ signInsValidSince }: Pick<LockedUser, "signInsValidSince">, signedInAt: Date): boolean =>
  signInsValidSince !== null && signedInAt < signInsValidSince;

/** A session, by what it is stored as, and the sign-in that opened it. */
export interface OpenedBy {
  idHash: string;
  signedInAt: Date | null;
}

/** Ends these sessions of a person who is held, and what else the sign-ins that opened them have opened or could open. */
export async function endSignIns(tx: Database, userId: string, ended: readonly OpenedBy[], now: Date): Promise<void> {
  if (ended.length === 0) return;
  const hashes = ended.map(({ idHash }) => idHash);
  const signIns = ended.flatMap(({ signedInAt }) => (signedInAt ? [signedInAt] : []));
  const isOfSignIn = signIns.length > 0 ? inArray(sessions.signedInAt, signIns) : undefined;
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), or(inArray(sessions.idHash, hashes), isOfSignIn)));
  for (const signedInAt of signIns) await markEnded(tx, userId, signedInAt, now);
}
