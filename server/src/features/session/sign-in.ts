import { and, eq, isNotNull, or } from "drizzle-orm";
import { isPictureAddress } from "@conquest/shared/contracts/text/fields";
import { MAX_NAME_LENGTH, cleanName } from "@conquest/shared/contracts/text/names";
import { isUniqueViolation } from "../../database/violations";
import { writeAudit } from "../../platform/audit/write-audit";
import type { Deps } from "../../platform/deps";
import { emailHash } from "../../platform/email-hash";
import { throwUnauthorized, throwForbidden, SESSION_ENDED } from "../../platform/errors";
import type { VerifiedIdentity } from "../../platform/identity";
import { sendEmailsSoon } from "../../platform/email/claim-emails";
import { throwAccountRefusal } from "../../platform/sessions/account-errors";
import { isOutdated } from "../../platform/sessions/sign-ins";
import { resolveActionRequests } from "../../platform/notify";
import { notifyAddressMoved, notifyVerifiedByGoogle } from "../../platform/sessions/security-notifications";
import { sessions, users } from "../../database/schema/people";
import { notifyInvited } from "../contests/judges/notify-invited";

type UserRow = typeof users.$inferSelect;
type SignInDeps = Pick<Deps, "db" | "clock" | "config">;

/**
 * Finds or makes the record of the person whom the provider vouches for, and answers its id. `identity.email` is canonical.
 * Refuses (403) the blocked, the removed, and an unverified claim to an address that another account holds.
 */
export const signIn =
  ({ db, ...deps }: SignInDeps) =>
  async (identity: VerifiedIdentity): Promise<string> => {
    const attempt = () => db.transaction((tx) => findOrAdd({ ...deps, db: tx }, identity));
    try {
      return await attempt();
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      // Two first sign-ins at once: the other one has made the record, or holds the address.
      return attempt();
    }
  };

async function findOrAdd(deps: SignInDeps, identity: VerifiedIdentity): Promise<string> {
  const { db: tx } = deps;
  const matches = await tx
    .select()
    .from(users)
    .where(
      or(
        eq(users.uid, identity.uid),
        eq(users.email, identity.email),
        and(isNotNull(users.removedEmailHash), eq(users.removedEmailHash, emailHash(identity.email))),
      ),
    )
    .orderBy(users.id)
    .for("no key update");
  const removed = matches.find(({ removedAt }) => removedAt);
  if (removed?.removedEmailHash === null)
    return throwForbidden("removed", "This account was deleted. You can register again in a few minutes.");
  // Anybody can claim anybody's address: the reason is for whom it is about.
  const reasonFor = ({ uid, refusedBecause }: UserRow) =>
    uid === identity.uid || identity.emailVerified ? refusedBecause : "";
  if (removed) return throwAccountRefusal({ refused: "removed", because: reasonFor(removed) });
  const blocked = matches.find(({ status }) => status === "blocked");
  if (blocked) return throwAccountRefusal({ refused: "blocked", because: reasonFor(blocked) });
  const byUid = matches.find(({ uid }) => uid === identity.uid);
  const byEmail = matches.find(({ email }) => email === identity.email);
  // Anybody can make an account for anybody's address; only the provider's word that it is theirs opens an existing record.
  if (byEmail && byEmail !== byUid && (byUid || !identity.emailVerified)) {
    return throwForbidden(
      "email_in_use",
      "This e-mail address belongs to another account. Please sign in the way you did before.",
    );
  }
  // It may have waited while its account went on: what it says is what was before that.
  if (byUid && isOutdated(byUid, identity.signedInAt)) return throwUnauthorized(SESSION_ENDED);
  const existing = byUid ?? byEmail;
  return existing ? recognise(deps, existing, identity) : add(deps, identity);
}

async function add({ db: tx, clock, config }: SignInDeps, identity: VerifiedIdentity): Promise<string> {
  const now = clock.now();
  const [row] = await tx
    .insert(users)
    .values({
      uid: identity.uid,
      email: identity.email,
      emailVerifiedAt: identity.emailVerified ? now : null,
      name: cleanName(identity.name, MAX_NAME_LENGTH),
      image: identity.picture.length <= 500 && isPictureAddress(identity.picture) ? identity.picture : "",
      role: isFirstAdmin(config.adminEmails, identity) ? "admin" : "user",
      createdAt: now,
      signInsValidSince: identity.validSince,
    })
    .returning({ id: users.id });
  if (isFirstAdmin(config.adminEmails, identity)) await tellAudit(tx, clock, row!.id, "");
  await notifyInvited(tx, clock, { email: identity.email });
  return row!.id;
}

async function recognise(
  { db: tx, clock, config }: SignInDeps,
  user: UserRow,
  identity: VerifiedIdentity,
): Promise<string> {
  const hasMoved = user.email !== identity.email;
  const wasVerified = user.emailVerifiedAt !== null && !hasMoved;
  const isNowProven = identity.emailVerified && (!wasVerified || user.uid !== identity.uid);
  if (!hasMoved && !isNowProven) return user.id;

  // Until now somebody else may have been using the record under this address.
  if (isNowProven) await tx.delete(sessions).where(eq(sessions.userId, user.id));
  const emailVerifiedAt = isNowProven ? clock.now() : wasVerified ? user.emailVerifiedAt : null;
  const becomesAdmin = isNowProven && user.emailVerifiedAt === null && isFirstAdmin(config.adminEmails, identity);
  await tx
    .update(users)
    .set({
      uid: identity.uid,
      email: identity.email,
      emailVerifiedAt,
      // The provider ends sign-ins with a change of address too, and another account has a past of its own: that is no new password.
      signInsValidSince:
        user.uid !== identity.uid
          ? identity.validSince
          : hasMoved
            ? later(user.signInsValidSince, identity.validSince)
            : user.signInsValidSince,
      ...(becomesAdmin ? { role: "admin", requestedAt: null } : {}),
    })
    .where(eq(users.id, user.id));
  if (isNowProven) await sendEmailsSoon(tx, user.id, clock.now());
  if (isNowProven && !identity.hasPassword && !hasMoved && user.uid === identity.uid)
    await notifyVerifiedByGoogle(tx, clock, user.id);
  if (hasMoved) {
    if (user.email !== null)
      await notifyAddressMoved(tx, clock, { userId: user.id, from: user.email, to: identity.email });
    await notifyInvited(tx, clock, { email: identity.email });
  }
  if (becomesAdmin) await resolveActionRequests(tx, clock, `role:${user.id}`);
  if (becomesAdmin && user.role !== "admin") await tellAudit(tx, clock, user.id, user.role);
  return user.id;
}

const tellAudit = (tx: SignInDeps["db"], clock: SignInDeps["clock"], userId: string, from: string) =>
  writeAudit(tx, clock, {
    act: "role_changed",
    by: null,
    userId,
    from,
    to: "admin",
    reason: "The settings of the site name this address as an admin's.",
  });

const later = (one: Date | null, other: Date) => (one !== null && one > other ? one : other);

const isFirstAdmin = (adminEmails: readonly string[], { email, emailVerified }: VerifiedIdentity) =>
  emailVerified && adminEmails.includes(email);
