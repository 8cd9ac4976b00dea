import type { Deps } from "../../platform/deps";
import { writeAudit } from "../../platform/write-audit";
import { notify, resolveActionRequests } from "../../platform/notify";
import { findPerson } from "../../platform/people";
import { SITE_REASONS } from "../lifecycle/domain/site-reasons";
import { userNotifications } from "./user-notifications";
import { usersRepository } from "./users-repository";

/** Requires a verified email; `email` must be canonical. Returns the reason if it was not done, else null. */
export const makeAdmin = ({ db, clock }: Pick<Deps, "db" | "clock">, email: string): Promise<string | null> =>
  db.transaction(async (tx) => {
    const person = await findPerson(tx, email, "operator");
    const user = person && (await usersRepository(tx).lockById(person.id));
    if (!user) return `No one has logged in as ${email} yet. Ask them to log in once, then try again.`;
    if (user.status === "blocked") return `${email} is blocked. Unblock the account first.`;
    if (!user.emailVerifiedAt)
      return `${email} isn't verified, and anyone can register with any address. To verify it, they open the link we emailed when they registered (“Resend” on their dashboard sends another one), or log in with Google. Then try again.`;
    if (user.role === "admin") return `${email} is already an admin.`;
    await usersRepository(tx).change(user.id, { role: "admin", requestedAt: null });
    await resolveActionRequests(tx, clock, `role:${user.id}`);
    await notify(tx, clock, userNotifications.madeAdmin(user.id));
    await writeAudit(tx, clock, {
      act: "role_changed",
      by: null,
      userId: user.id,
      from: user.requestedAt ? "requested" : user.role,
      to: "admin",
      reason: SITE_REASONS.adminByOperator.text,
    });
    return null;
  });
