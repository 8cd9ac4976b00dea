import { eq, or } from "drizzle-orm";
import { contests } from "../../../database/schema/contests";
import { writeAudit } from "../../../platform/audit/write-audit";
import type { Deps } from "../../../platform/deps";
import { emailHash } from "../../../platform/email-hash";
import { refuse } from "../../../platform/errors";
import { tellAddress } from "../../../platform/notify";
import type { Caller } from "../../../platform/session";
import { lockForAdmin, withReason } from "./change-user";
import { wasAskedToJudge } from "../../contests/contest-visibility";
import { usersOf } from "../users-repository";
import { leaveTombstone } from "../leave-tombstone";

/**
 * Makes a tombstone of a person: payments, entries and wins stay, but nothing in them says whose they were, nor does what
 * others were told of them. They read the reason where they are refused, and in a last letter. Refused while people have paid for a contest of theirs that is not decided.
 */
export const removeUser =
  ({ db, clock }: Deps) =>
  (id: string, reason: string, caller: Caller): Promise<void> =>
    db.transaction(async (tx) => {
      await usersOf(tx).takeTurn();
      // Contests before users, as joining locks them: nobody can pay for one in between, and all of them cease to be public.
      const { name, creatorId, participantCount, cancelledAt, winnerId } = contests;
      const held = await tx.select({ name, creatorId, participantCount, cancelledAt, winnerId }).from(contests).where(or(eq(creatorId, id), wasAskedToJudge(id))).orderBy(contests.id).for("update");
      const user = await lockForAdmin(tx, id, caller, "You cannot remove your own account. Another admin can.", { leaving: true });
      const [first, ...others] = held.filter((contest) => contest.creatorId === id && contest.participantCount > 0 && !contest.cancelledAt && !contest.winnerId);
      if (first) {
        const more = others.length > 0 ? ` and ${others.length} more` : "";
        refuse("has_running_contests", `People have paid to take part in “${first.name}”${more}. Cancel or decide that first.`);
      }
      const email = user.email!;
      await leaveTombstone(tx, id, { removedEmailHash: emailHash(email), refusedBecause: reason, removedAt: clock.now() }, caller);
      await tellAddress(tx, clock, { userId: id, kind: "account_removed", email, text: `An admin removed your account.${withReason(reason)}`, href: "/contact_us" });
      await writeAudit(tx, clock, { act: "person_removed", by: caller, userId: id, from: user.requestedAt ? "requested" : user.role, reason });
    });
