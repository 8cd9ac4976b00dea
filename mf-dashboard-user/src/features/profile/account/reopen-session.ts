import { endOtherSessions } from "@conquest/shared/contracts/account";
import { createSession } from "@conquest/shared/contracts/session";
import { call } from "@conquest/shared/singletons/call";

export async function reopenSession(email: string, token: string): Promise<void> {
  await call(createSession, { body: { email } }, { headers: { Authorization: `Bearer ${token}` } });
  await call(endOtherSessions, {});
}
