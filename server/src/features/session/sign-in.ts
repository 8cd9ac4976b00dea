import { and, eq, isNotNull, isNull, ne, or } from "drizzle-orm";
import type { Language } from "@conquest/shared/contracts/parts/languages";
import { isPictureAddress } from "@conquest/shared/contracts/text/fields";
import { TERMS_VERSION } from "@conquest/shared/contracts/terms";
import { MAX_NAME_LENGTH, cleanName } from "@conquest/shared/contracts/text/names";
import { message } from "@conquest/shared/contracts/text/message";
import { isUniqueViolation } from "../../database/violations";
import { writeAudit } from "../../platform/write-audit";
import type { Deps } from "../../platform/deps";
import { emailHash } from "../../platform/people";
import { throwUnauthorized, throwForbidden, SESSION_ENDED } from "../../platform/errors";
import type { VerifiedIdentity } from "../../platform/identity/identity";
import { sendEmailsSoon } from "../../platform/email/email-outbox";
import { throwAccountError } from "../../platform/sessions/session";
import { isOutdated } from "../../platform/sessions/sign-ins";
import { resolveActionRequests } from "../../platform/notify";
import { notifyAddressMoved, notifyVerifiedByGoogle } from "../../platform/sessions/security-notifications";
import { sessions, users } from "../../database/schema/people";
import { SITE_REASONS } from "../lifecycle/domain/site-reasons";
import { notifyInvited } from "../judges/domain/judge-notifications";

type UserRow = typeof users.$inferSelect;
type SignInDeps = Pick<Deps, "db" | "clock" | "config">;

/**
 * Returns the id of the found or created user; throws a 403 if refused. `identity.email` must be canonical. English is not
 * stored, because it applies until a user chooses.
 */
export const signIn = async (
  { db, ...deps }: SignInDeps,
  identity: VerifiedIdentity,
  language: Language = "en",
): Promise<string> => {
  const attempt = () => db.transaction((tx) => findOrCreate({ ...deps, db: tx }, identity, language));
  try {
    return await attempt();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // A concurrent first sign-in has created the user or taken the address.
    return attempt();
  }
};

async function findOrCreate(deps: SignInDeps, identity: VerifiedIdentity, language: Language): Promise<string> {
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
    return throwForbidden("removed", message("This account was deleted. You can register again in a few minutes."));
  // Anyone can claim any address, so only the account's owner sees the reason.
  const reasonFor = ({ uid, refusedBecause }: UserRow) =>
    uid === identity.uid || identity.emailVerified ? refusedBecause : "";
  if (removed) return throwAccountError({ refused: "removed", because: reasonFor(removed) });
  const blocked = matches.find(({ status }) => status === "blocked");
  if (blocked) return throwAccountError({ refused: "blocked", because: reasonFor(blocked) });
  const byUid = matches.find(({ uid }) => uid === identity.uid);
  const byEmail = matches.find(({ email }) => email === identity.email);
  // Anyone can register any address at the provider, so only a verified one opens an existing account.
  if (byEmail && byEmail !== byUid && (byUid || !identity.emailVerified)) {
    return throwForbidden(
      "email_in_use",
      message("This email address belongs to another account. Log in the way you did before."),
    );
  }
  // The token may be older than an event that ended earlier sign-ins.
  if (byUid && isOutdated(byUid, identity.signedInAt)) return throwUnauthorized(SESSION_ENDED);
  const existing = byUid ?? byEmail;
  return existing ? updateExisting(deps, existing, identity) : createUser(deps, identity, language);
}

async function createUser(
  { db: tx, clock, config }: SignInDeps,
  identity: VerifiedIdentity,
  language: Language,
): Promise<string> {
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
      termsVersion: TERMS_VERSION,
      language: language === "en" ? null : language,
      signInsValidSince: identity.validSince,
    })
    .returning({ id: users.id });
  if (isFirstAdmin(config.adminEmails, identity)) await auditAdminRole(tx, clock, row!.id, "");
  await notifyInvited(tx, clock, { email: identity.email });
  return row!.id;
}

async function updateExisting({ db: tx, clock, config }: SignInDeps, user: UserRow, identity: VerifiedIdentity) {
  const hasMoved = user.email !== identity.email;
  const wasVerified = user.emailVerifiedAt !== null && !hasMoved;
  const becomesVerified = identity.emailVerified && (!wasVerified || user.uid !== identity.uid);
  if (!hasMoved && !becomesVerified) return user.id;

  // Another person may have used the account under this unverified address until now. Other tabs of this sign-in stay.
  if (becomesVerified) {
    const isOther = user.uid === identity.uid ? isNotFrom(identity.signedInAt) : undefined;
    await tx.delete(sessions).where(and(eq(sessions.userId, user.id), isOther));
  }
  const emailVerifiedAt = becomesVerified ? clock.now() : wasVerified ? user.emailVerifiedAt : null;
  const becomesAdmin = becomesVerified && user.emailVerifiedAt === null && isFirstAdmin(config.adminEmails, identity);
  await tx
    .update(users)
    .set({
      uid: identity.uid,
      email: identity.email,
      emailVerifiedAt,
      // The provider also ends sign-ins when the address changes; another account has its own history.
      signInsValidSince:
        user.uid !== identity.uid
          ? identity.validSince
          : hasMoved
            ? later(user.signInsValidSince, identity.validSince)
            : user.signInsValidSince,
      ...(becomesAdmin ? { role: "admin", requestedAt: null } : {}),
    })
    .where(eq(users.id, user.id));
  if (becomesVerified) await sendEmailsSoon(tx, user.id, clock.now());
  if (becomesVerified && !identity.hasPassword && !hasMoved && user.uid === identity.uid)
    await notifyVerifiedByGoogle(tx, clock, user.id);
  if (hasMoved) {
    if (user.email !== null)
      await notifyAddressMoved(tx, clock, { userId: user.id, from: user.email, to: identity.email });
    await notifyInvited(tx, clock, { email: identity.email });
  }
  if (becomesAdmin) await resolveActionRequests(tx, clock, `role:${user.id}`);
  if (becomesAdmin && user.role !== "admin") await auditAdminRole(tx, clock, user.id, user.role);
  return user.id;
}

const isNotFrom = (signedInAt: Date) => or(isNull(sessions.signedInAt), ne(sessions.signedInAt, signedInAt));

const auditAdminRole = (tx: SignInDeps["db"], clock: SignInDeps["clock"], userId: string, from: string) =>
  writeAudit(tx, clock, {
    act: "role_changed",
    by: null,
    userId,
    from,
    to: "admin",
    reason: SITE_REASONS.adminBySettings.text,
  });

const later = (one: Date | null, other: Date) => (one !== null && one > other ? one : other);

const isFirstAdmin = (adminEmails: readonly string[], { email, emailVerified }: VerifiedIdentity) =>
  emailVerified && adminEmails.includes(email);
