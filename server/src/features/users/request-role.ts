import { and, eq, isNull } from "drizzle-orm";
import { users } from "../../database/schema/people";
import type { Deps } from "../../platform/deps";
import { notFound, throwConflict } from "../../platform/errors";
import { notify } from "../../platform/notify";
import { lockCaller, listAdminIds } from "../../platform/people";
import type { Caller } from "../../platform/session";

/** How the keys of the notices begin that tell admins of this person's requests. */
export const roleRequestKey = (userId: string) => `role-request:${userId}:`;

/** Asks the admins to make this person a creator: for oneself, once at a time, and only from role user. */
export const requestRole =
  ({ db, clock }: Deps) =>
  (email: string, caller: Caller): Promise<void> =>
    db.transaction(async (tx) => {
      if (email !== caller.email) notFound("There is nobody with this e-mail address.");
      await lockCaller(tx, caller, { alone: true });
      const [asked] = await tx
        .update(users)
        .set({ requestedAt: clock.now(), roleAnswer: null, roleAnswerReason: "", roleAnsweredAt: null })
        .where(and(eq(users.id, caller.id), eq(users.role, "user"), isNull(users.requestedAt)))
        .returning();
      if (!asked) {
        if (caller.role === "user")
          throwConflict("already_requested", "You have already asked to become a creator. An admin will answer soon.");
        return throwConflict(
          "already_more",
          `You are ${caller.role === "admin" ? "an admin" : "a creator"} already, so there is nothing to ask for.`,
        );
      }
      // The text names the person: by this key it is found again when they are removed.
      const onceKey = `${roleRequestKey(caller.id)}${asked.requestedAt?.getTime()}`;
      const text = `${asked.name || asked.email} asks to become a creator.`;
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
