import { and, eq, gt } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { endOneSession, endOtherSessions, listSessions } from "@conquest/shared/contracts/account";
import { email as canonicalEmail } from "@conquest/shared/contracts/text/fields";
import { createSession, endSession } from "@conquest/shared/contracts/session";
import { message } from "@conquest/shared/contracts/text/message";
import type { Database } from "../../database/database";
import { sessions } from "../../database/schema/people";
import type { Deps } from "../../platform/deps";
import { orNotFound, throwUnauthorized, SESSION_ENDED, throwForbidden } from "../../platform/errors";
import { REPLACED_SESSION_TTL_MS } from "../../platform/sessions/session";
import { endSignIns, lockUser, toDeviceText } from "../../platform/sessions/sign-ins";
import { callIdentityProvider } from "../../platform/identity/identity-provider-call";
import { registerEndpoint } from "../../platform/register-endpoint";
import { signIn } from "./sign-in";

type SessionRow = typeof sessions.$inferSelect;

/** Groups sessions: each opened page has its own session, but users see one per sign-in. */
const signInKey = ({ signedInAt, idHash }: SessionRow) => signedInAt?.getTime() ?? idHash;

const readAll = (db: Database, userId: string) => db.select().from(sessions).where(eq(sessions.userId, userId));

const listOwnSignIns = async ({ db, clock }: Pick<Deps, "db" | "clock">, userId: string, ownHash: string) => {
  const now = clock.now();
  const open = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)));
  const own = open.find(({ idHash }) => idHash === ownHash);
  // A replaced session expires within a minute and does not mean another browser.
  const inAMinute = now.getTime() + REPLACED_SESSION_TTL_MS;
  const bySignIn = new Map<unknown, SessionRow>();
  for (const row of open.filter((each) => each.expiresAt.getTime() > inAMinute || each === own)) {
    const latest = bySignIn.get(signInKey(row));
    if (!latest || latest.lastUsedAt < row.lastUsedAt) bySignIn.set(signInKey(row), row);
  }
  return [...bySignIn.values()]
    .map((row) => ({ row, isThisOne: own !== undefined && signInKey(row) === signInKey(own) }))
    .sort(
      (one, other) =>
        Number(other.isThisOne) - Number(one.isThisOne) ||
        other.row.lastUsedAt.getTime() - one.row.lastUsedAt.getTime(),
    )
    .map(({ row, isThisOne }) => ({
      _id: row.idHash,
      device: toDeviceText(row.device),
      startedAt: (row.signedInAt ?? row.createdAt).toISOString(),
      lastUsedAt: row.lastUsedAt.toISOString(),
      isThisOne,
    }));
};

const endOwnSignIn = ({ db, clock }: Pick<Deps, "db" | "clock">, idHash: string, userId: string): Promise<number> =>
  db.transaction(async (tx) => {
    await lockUser(tx, userId);
    const ended = orNotFound(
      (await readAll(tx, userId)).find((row) => row.idHash === idHash),
      message("This session has already ended."),
    );
    await endSignIns(tx, userId, [ended], clock.now());
    return 1;
  });

/** Ends all other sign-ins of the caller, even expired ones, because their tokens could open new sessions. */
const endOtherSignIns = ({ db, clock }: Pick<Deps, "db" | "clock">, userId: string, ownHash: string): Promise<number> =>
  db.transaction(async (tx) => {
    await lockUser(tx, userId);
    const all = await readAll(tx, userId);
    const own = all.find(({ idHash }) => idHash === ownHash);
    // Another browser has just ended this session, so it must not end others.
    if (!own) return throwUnauthorized(SESSION_ENDED);
    const others = all.filter((row) => signInKey(row) !== signInKey(own));
    await endSignIns(tx, userId, others, clock.now());
    return new Set(others.map(signInKey)).size;
  });

export function sessionRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, createSession, async ({ body }, { request, reply }) => {
    const token = /^Bearer ([\w.-]+)$/.exec(request.headers.authorization ?? "")?.[1];
    const person = token ? await callIdentityProvider(deps.identity.verify(token), request.log) : null;
    if (!person) return throwUnauthorized(message("We couldn't confirm your login. Log in again."));
    const email = canonicalEmail.safeParse(person.email);
    if (!email.success || email.data !== body.email) {
      // A page that is still open may send the old address after it was changed elsewhere.
      return throwForbidden(
        "wrong_email",
        message("Your account's email address has changed. Log in with the new one."),
      );
    }
    const userId = await signIn(deps, { ...person, email: email.data }, request.language);
    const isOpen = await app.sessions.start({ userId, ...person }, request, reply);
    if (!isOpen) return throwUnauthorized(SESSION_ENDED);
    return { success: true as const };
  });

  registerEndpoint(app, endSession, async (_call, { request, reply }) => {
    await app.sessions.end(request, reply);
    return { success: true as const };
  });
  registerEndpoint(app, listSessions, ({ caller }, { request }) =>
    listOwnSignIns(deps, caller.id, app.sessions.hashOf(request)!),
  );
  registerEndpoint(app, endOneSession, async ({ params, caller }) => ({
    endedCount: await endOwnSignIn(deps, params.id, caller.id),
  }));
  registerEndpoint(app, endOtherSessions, async ({ caller }, { request }) => ({
    endedCount: await endOtherSignIns(deps, caller.id, app.sessions.hashOf(request)!),
  }));
}
