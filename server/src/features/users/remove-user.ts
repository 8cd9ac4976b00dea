import { eq } from "drizzle-orm";
import { contests } from "../../database/schema/contests";
import type { Deps } from "../../platform/deps";
import { emailHash } from "../../platform/email-hash";
import { refuse } from "../../platform/errors";
import type { Caller } from "../../platform/session";
import { lockForAdmin } from "./change-user";
import { leaveTombstone } from "./leave-tombstone";

/**
 * Makes a tombstone of a person: payments, entries and wins stay, but nothing in them says whose they were, nor does what
 * others were told of them. Refused while people have paid for a contest of theirs that is not decided.
 */
export const removeUser =
  ({ db, clock }: Deps) =>
  (id: string, caller: Caller): Promise<void> =>
    db.transaction(async (tx) => {
      // Contests before users, as joining locks them: nobody can pay for one in between, and all of them cease to be public.
      const { name, participantCount, cancelledAt, winnerId } = contests;
      const own = await tx.select({ name, participantCount, cancelledAt, winnerId }).from(contests).where(eq(contests.creatorId, id)).orderBy(contests.id).for("update");
      const user = await lockForAdmin(tx, id, caller, "You cannot remove your own account. Another admin can.");
      const [first, ...others] = own.filter((contest) => contest.participantCount > 0 && !contest.cancelledAt && !contest.winnerId);
      if (first) {
        const more = others.length > 0 ? ` and ${others.length} more` : "";
        refuse("has_running_contests", `People have paid to take part in “${first.name}”${more}. Cancel or decide that first.`);
      }
      await leaveTombstone(tx, id, { removedEmailHash: emailHash(user.email!), removedAt: clock.now() });
    });
