import { eq, inArray, or } from "drizzle-orm";
import type { Database } from "../../../database/database";
import {
  contestGuests,
  contestInvitations,
  invitationEmails,
  joinCodes,
} from "../../../database/schema/contest-access";
import { contests } from "../../../database/schema/contests";

/** Deletes what let this person in, and whom they invited. Invitations to an unverified address may be someone else's. */
export async function forgetAccess(tx: Database, userId: string, provenEmail: string | null): Promise<void> {
  await tx.delete(contestGuests).where(eq(contestGuests.userId, userId));
  const own = tx.select({ id: contests.id }).from(contests).where(eq(contests.creatorId, userId));
  await tx
    .delete(contestInvitations)
    .where(
      or(
        inArray(contestInvitations.contestId, own),
        provenEmail === null ? undefined : eq(contestInvitations.email, provenEmail),
      ),
    );
  await tx.delete(joinCodes).where(inArray(joinCodes.contestId, own));
  await tx.delete(invitationEmails).where(inArray(invitationEmails.contestId, own));
}
