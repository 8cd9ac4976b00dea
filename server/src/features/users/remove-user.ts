import { and, eq, like, or, sql } from "drizzle-orm";
import { contestFollows, contests, letterChoices, notices } from "../../database/schema";
import type { Deps } from "../../platform/deps";
import { emailHash } from "../../platform/email-hash";
import { refuse } from "../../platform/errors";
import { letGoOfPictures } from "../../platform/files/uploaded-pictures";
import { nameOf } from "../../platform/people";
import type { Caller } from "../../platform/session";
import { ANSWER_AT_END } from "../contests/entry-answers";
import { lockForAdmin } from "./change-user";
import { roleRequestKey } from "./request-role";
import { usersOf } from "./users-repository";

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
      const removedAt = clock.now();
      await letGoOfPictures(tx, { userId: id });
      await usersOf(tx).remove(id, { removedEmailHash: emailHash(user.email!), removedAt });
      await tx.delete(notices).where(or(eq(notices.userId, id), like(notices.onceKey, `${roleRequestKey(id)}%`)));
      await tx.delete(letterChoices).where(eq(letterChoices.userId, id));
      await tx.delete(contestFollows).where(eq(contestFollows.userId, id));
      const nobody = nameOf({ name: "", removedAt });
      // Authors were led to their entry, and told in the same notice what was said of it: that stays.
      const ofContest = sql`'/contest-details/' || ${contests.id}`;
      const ofEntry = sql`${ofContest} || '#entry'`;
      await tx
        .update(notices)
        .set({ text: sql`'“' || ${contests.name} || '” has a winner: ' || ${nobody} || '.' || case when ${notices.href} = ${ofEntry} then coalesce(substring(${notices.text} from ${ANSWER_AT_END}::text), '') else '' end` })
        .from(contests)
        .where(and(eq(contests.winnerId, id), eq(notices.kind, "result"), or(eq(notices.href, ofContest), eq(notices.href, ofEntry))));
    });
