import { and, eq, inArray, or } from "drizzle-orm";
import type { Database } from "../../database/database";
import { endedSignIns, sessions, users } from "../../database/schema/people";

/** A sign-in and a sign-out of one person take turns, on all servers. */
export const lockPerson = (tx: Database, id: string) =>
  tx
    .select({ id: users.id, uid: users.uid, email: users.email, signInsValidSince: users.signInsValidSince, status: users.status, removedAt: users.removedAt })
    .from(users)
    .where(eq(users.id, id))
    .for("no key update");

export type HeldPerson = Awaited<ReturnType<typeof lockPerson>>[number];

/** From now on the tokens of this sign-in open no session. */
export async function markEnded(tx: Database, userId: string, signedInAt: Date, endedAt: Date): Promise<void> {
  await tx.insert(endedSignIns).values({ userId, signedInAt, endedAt }).onConflictDoNothing();
}

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
