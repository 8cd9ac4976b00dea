import { and, eq, isNull, like, or } from "drizzle-orm";
import type { Clock } from "../../platform/clock";
import type { Database } from "../../platform/database";
import { emailHash } from "../../platform/email-hash";
import { refuse } from "../../platform/errors";
import type { Caller } from "../../platform/session";
import { contests, notices } from "../../schema";
import { lockForAdmin } from "./change-user";
import { roleRequestKey } from "./request-role";
import { usersOf } from "./users-repository";

/**
 * Makes a tombstone of a person: payments, entries and wins stay, but nothing in them says whose they were.
 * Refused while people have paid for a contest of theirs that is not decided.
 */
export const removeUser = (db: Database, clock: Clock, id: string, caller: Caller): Promise<void> =>
  db.transaction(async (tx) => {
    // Contests before users, as joining locks them, and those without participants too: nobody can pay for one in between.
    const undecided = await tx
      .select({ name: contests.name, participantCount: contests.participantCount })
      .from(contests)
      .where(and(eq(contests.creatorId, id), isNull(contests.cancelledAt), isNull(contests.winnerId)))
      .orderBy(contests.id)
      .for("update");
    const user = await lockForAdmin(tx, id, caller, "You cannot remove your own account. Another admin can.");
    const [first, ...others] = undecided.filter(({ participantCount }) => participantCount > 0);
    if (first) {
      const more = others.length > 0 ? ` and ${others.length} more` : "";
      refuse("has_running_contests", `People have paid to take part in “${first.name}”${more}. Cancel or decide that first.`);
    }
    await usersOf(tx).change(id, {
      email: null,
      removedEmailHash: emailHash(user.email!),
      removedAt: clock.now(),
      name: "",
      image: "",
      role: "user",
      requestedAt: null,
      roleAnswer: null,
      roleAnswerReason: "",
      roleAnsweredAt: null,
    });
    await tx.delete(notices).where(or(eq(notices.userId, id), like(notices.onceKey, `${roleRequestKey(id)}%`)));
  });
