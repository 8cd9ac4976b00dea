import type { FastifyInstance } from "fastify";
import { email as canonicalEmail } from "@conquest/shared/contracts/text/fields";
import { endOneSession, endOtherSessions, listSessions } from "@conquest/shared/contracts/account";
import { createSession, endSession } from "@conquest/shared/contracts/session";
import { callIdentityProvider } from "../../platform/identity/identity-provider-call";
import type { Deps } from "../../platform/deps";
import { throwUnauthorized, throwForbidden, SESSION_ENDED } from "../../platform/errors";
import { registerEndpoint } from "../../platform/register-endpoint";
import { endOtherSignIns, endOwnSignIn, listOwnSignIns } from "./own-sign-ins";
import { signIn } from "./sign-in";

const SIGN_IN_AGAIN = "Your sign-in could not be confirmed. Please sign in again.";

export function sessionRoutes(app: FastifyInstance, deps: Deps): void {
  const signInAs = signIn(deps);

  registerEndpoint(app, createSession, async ({ body }, { request, reply }) => {
    const token = /^Bearer ([\w.-]+)$/.exec(request.headers.authorization ?? "")?.[1];
    const person = token ? await callIdentityProvider(deps.identity.verify(token), request.log) : null;
    if (!person) return throwUnauthorized(SIGN_IN_AGAIN);
    const email = canonicalEmail.safeParse(person.email);
    if (!email.success || email.data !== body.email) {
      // A page that is still open may send the old address after it was changed elsewhere.
      return throwForbidden(
        "wrong_email",
        "Your account has another e-mail address by now. Please sign in with that one.",
      );
    }
    const userId = await signInAs({ ...person, email: email.data });
    const isOpen = await app.sessions.start({ userId, ...person }, request, reply);
    if (!isOpen) return throwUnauthorized(SESSION_ENDED);
    return { success: true as const };
  });

  registerEndpoint(app, endSession, async (_call, { request, reply }) => {
    await app.sessions.end(request, reply);
    return { success: true as const };
  });

  const endOne = endOwnSignIn(deps);
  const endOthers = endOtherSignIns(deps);
  const list = listOwnSignIns(deps);
  registerEndpoint(app, listSessions, ({ caller }, { request }) => list(caller.id, app.sessions.hashOf(request)!));
  registerEndpoint(app, endOneSession, async ({ params, caller }) => ({
    endedCount: await endOne(params.id, caller.id),
  }));
  registerEndpoint(app, endOtherSessions, async ({ caller }, { request }) => ({
    endedCount: await endOthers(caller.id, app.sessions.hashOf(request)!),
  }));
}
