import { and, eq, isNull } from "drizzle-orm";
import type { Clock } from "../../platform/clock";
import type { Database } from "../../platform/database";
import { found, refuse } from "../../platform/errors";
import { notify } from "../../platform/notify";
import type { Caller } from "../../platform/session";
import { users } from "../../schema";
import { usersOf } from "./users-repository";

/** How the keys of the notices begin that tell admins of this person's requests. */
export const roleRequestKey = (userId: string) => `role-request:${userId}:`;

/** Asks the admins to make this person a creator. Once at a time, and only from role user. */
export const requestRole = (db: Database, clock: Clock, email: string, caller: Caller): Promise<void> =>
  db.transaction(async (tx) => {
    const person = found(await usersOf(tx).findByEmail(email, caller.id), "There is nobody with this e-mail address.");
    const [asked] = await tx
      .update(users)
      .set({ requestedAt: clock.now(), roleAnswer: null, roleAnswerReason: "", roleAnsweredAt: null })
      .where(and(eq(users.id, person.id), eq(users.role, "user"), isNull(users.requestedAt)))
      .returning();
    if (!asked) {
      const { role } = found(await usersOf(tx).find(person.id), "There is nobody with this e-mail address.");
      if (role === "user") return refuse("already_requested", "You have already asked to become a creator. An admin will answer soon.");
      return refuse("already_more", `You are ${role === "admin" ? "an admin" : "a creator"} already, so there is nothing to ask for.`);
    }
    // The text names the person: by this key it is found again when they are removed.
    const onceKey = `${roleRequestKey(person.id)}${asked.requestedAt?.getTime()}`;
    const text = `${asked.name || asked.email} asks to become a creator.`;
    const admins = await usersOf(tx).adminIds();
    await notify(
      tx,
      clock,
      admins.map((userId) => ({ userId, kind: "role_requested" as const, text, href: "/dashboard/manage_users?role=requested", onceKey })),
    );
  });
