import { eq } from "drizzle-orm";
import type { Role } from "@conquest/shared/contracts/endpoint";
import type { Database } from "../../database/open-database";
import { contests } from "../../database/schema/contests";
import { sessions } from "../../database/schema/people";
import type { Deps } from "../../platform/deps";
import { found, notAllowedHere, refuse } from "../../platform/errors";
import { notify } from "../../platform/notify";
import type { Caller } from "../../platform/session";
import { usersOf, type UserChange, type UserRow } from "./users-repository";

/** The change asked for: a status, or a role with an optional reason for who asked to become a creator. */
export interface Wanted {
  status?: UserRow["status"] | undefined;
  role?: Role | undefined;
  reason: string;
}

/**
 * The person to be changed, locked, for an admin who still is one. Nobody may change themselves, so that whoever changes
 * the last but one admin stays behind as the last.
 */
export async function lockForAdmin(tx: Database, id: string, caller: Caller, ownAccount: string): Promise<UserRow> {
  const people = usersOf(tx);
  const admins = await people.lockAdmins();
  if (!admins.includes(caller.id)) return notAllowedHere("wrong_role", "You are no longer an admin.");
  if (id === caller.id) return refuse("own_account", ownAccount);
  return found(await people.findForUpdate(id), "There is no such person.");
}

/** Answers whether anything changed. */
export const changeUser =
  ({ db, clock }: Deps) =>
  (id: string, wanted: Wanted, caller: Caller): Promise<boolean> =>
    db.transaction(async (tx) => {
      // Contests before users, as joining locks them: with a status they become public or cease to be, and a user may not run any.
      const own = wanted.status !== undefined || wanted.role === "user" ? await holdContestsOf(tx, id) : [];
      const user = await lockForAdmin(tx, id, caller, "You cannot change your own role or status. Another admin can.");
      if (wanted.status !== undefined) {
        if (wanted.status === user.status) return false;
        await usersOf(tx).change(id, { status: wanted.status });
        // Until then each of them says why it is refused; afterwards none comes back to life.
        if (user.status === "blocked") await tx.delete(sessions).where(eq(sessions.userId, id));
        return true;
      }
      const now = clock.now();
      const change = wanted.role === undefined ? null : roleChange(user, wanted.role, wanted.reason, now);
      if (!change) return false;
      if (wanted.role === "user" && user.role !== "user") assertNoneRuns(own, now);
      await usersOf(tx).change(id, change);
      await notify(tx, clock, [{ userId: id, kind: "role_answer", ...tellOf(user, change, wanted.reason) }]);
      return true;
    });

const holdContestsOf = (tx: Database, creatorId: string) => {
  const { id, name, status, deadline, participantCount, cancelledAt, winnerAt } = contests;
  return tx.select({ name, status, deadline, participantCount, cancelledAt, winnerAt }).from(contests).where(eq(contests.creatorId, creatorId)).orderBy(id).for("no key update");
};

/** A user cannot get to the entries of a contest, to choose its winner: refuses while people take part in one, or still can. */
function assertNoneRuns(own: Awaited<ReturnType<typeof holdContestsOf>>, now: Date): void {
  const running = own.filter(({ status, deadline, participantCount, cancelledAt, winnerAt }) => !cancelledAt && !winnerAt && (participantCount > 0 || (status === "open" && now < deadline)));
  const [first, ...others] = running;
  if (!first) return;
  const sentence =
    others.length === 0
      ? `“${first.name}” is not over yet. It must be cancelled, or its winner chosen, before they become a user.`
      : `“${first.name}” and ${others.length} more are not over yet. They must be cancelled, or their winners chosen, before their creator becomes a user.`;
  refuse("has_running_contests", sentence);
}

/** What to write so that the person has this role; null when they have it and asked for nothing. */
function roleChange(user: UserRow, role: Role, reason: string, now: Date): UserChange | null {
  if (!user.requestedAt) return role === user.role ? null : { role };
  return {
    role,
    requestedAt: null,
    roleAnswer: role === "user" ? "declined" : "approved",
    roleAnswerReason: reason,
    roleAnsweredAt: now,
  };
}

const HOME: Record<Role, string> = { admin: "/dashboard/manage_contests", creator: "/dashboard/add_contest", user: "/dashboard/profile" };

function tellOf(user: UserRow, { role = user.role, roleAnswer }: UserChange, reason: string): { text: string; href: string } {
  const href = HOME[role];
  const why = reason ? ` Reason: ${reason}` : "";
  if (roleAnswer === "declined") return { href, text: `Your request to become a creator was declined.${why}` };
  if (roleAnswer === "approved" && role === "creator") {
    return { href, text: `Your request to become a creator was approved. You can add your first contest now.${why}` };
  }
  return { href, text: `An admin changed your role: you are now ${role === "admin" ? "an admin" : `a ${role}`}.${why}` };
}
