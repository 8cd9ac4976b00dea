import { and, eq, isNull } from "drizzle-orm";
import { users } from "../../database/schema/people";
import type { Deps } from "../../platform/deps";
import { notFound, throwConflict } from "../../platform/errors";
import { notify } from "../../platform/notify";
import { lockCaller, listAdminIds } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";

/** Prefix of the once-keys of notifications about this user's role requests. */
export const roleRequestKey = (userId: string) => `role-request:${userId}:`;

/** Only one request can be open. */
export const requestRole =
  ({ db, clock }: Deps) =>
  (email: string, caller: Caller): Promise<void> =>
    db.transaction(async (tx) => {
      if (email !== caller.email) notFound("There is nobody with this e-mail address.");
      await lockCaller(tx, caller, { alone: true });
      const [user] = await tx
        .update(users)
        .set({ requestedAt: clock.now(), roleAnswer: null, roleAnswerReason: "", roleAnsweredAt: null })
        .where(and(eq(users.id, caller.id), eq(users.role, "user"), isNull(users.requestedAt)))
        .returning();
      if (!user) {
        if (caller.role === "user")
          throwConflict("already_requested", "You have already asked to become a creator. An admin will answer soon.");
        return throwConflict(
          "already_more",
          `You are ${caller.role === "admin" ? "an admin" : "a creator"} already, so there is nothing to ask for.`,
        );
      }
      // The text contains the user's name; removing the user finds it by this key.
      const onceKey = `${roleRequestKey(caller.id)}${user.requestedAt?.getTime()}`;
      const text = `${user.name || user.email} asks to become a creator.`;
      const admins = await listAdminIds(tx);
      await notify(
        tx,
        clock,
        admins.map((userId) => ({
          userId,
          kind: "role_requested" as const,
          text,
          href: "/dashboard/manage_users?role=requested",
          onceKey,
          asks: `role:${caller.id}` as const,
        })),
      );
    });
