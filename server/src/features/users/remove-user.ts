import { and, eq, gt, isNull } from "drizzle-orm";
import type { Clock } from "../../platform/clock";
import type { Database } from "../../platform/database";
import { emailHash } from "../../platform/email-hash";
import { refuse } from "../../platform/errors";
import type { Caller } from "../../platform/session";
import { contests, notices } from "../../schema";
import { lockForAdmin } from "./change-user";
import { usersOf } from "./users-repository";

/**
 * Makes a tombstone of a person: payments, entries and wins stay, but nothing in them says whose they were.
 * Refused while people have paid for a contest of theirs that is not decided.
 */
export const removeUser = (db: Database, clock: Clock, id: string, caller: Caller): Promise<void> =>
  db.transaction(async (tx) => {
    // Contests before users, as joining locks them: nobody can pay for one of these in between.
    const running = await tx
      .select({ name: contests.name })
      .from(contests)
      .where(
        and(eq(contests.creatorId, id), isNull(contests.cancelledAt), isNull(contests.winnerId), gt(contests.participantCount, 0)),
      )
      .orderBy(contests.id)
      .for("update");
    const user = await lockForAdmin(tx, id, caller, "You cannot remove your own account. Another admin can.");
    const [first, ...others] = running;
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
    await tx.delete(notices).where(eq(notices.userId, id));
  });
