import { endOtherSessions } from "@conquest/shared/contracts/account";
import { createSession } from "@conquest/shared/contracts/session";
import { call } from "@conquest/shared/singletons/call";

/** After a new password: a session of the sign-in with it, and the end of all others at once. */
export async function reopenSession(email: string, token: string): Promise<void> {
  await call(createSession, { body: { email } }, { headers: { Authorization: `Bearer ${token}` } });
  await call(endOtherSessions, {});
}
