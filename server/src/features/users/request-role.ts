import { and, eq, isNull } from "drizzle-orm";
import { users } from "../../database/schema/people";
import type { Deps } from "../../platform/deps";
import { notFound, throwConflict } from "../../platform/errors";
import { notify } from "../../platform/notify";
import { lockCaller, listAdminIds } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { userNotifications } from "./user-notifications";

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
      await notify(tx, clock, userNotifications.roleRequested(user, await listAdminIds(tx)));
    });
