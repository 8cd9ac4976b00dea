import { badInput } from "../../platform/errors";
import type { Caller } from "../../platform/session";

/** Joining and leaving name the person; it can only be oneself. */
export function assertOwnEmail(email: string, caller: Caller): void {
  if (email !== caller.email) badInput({ email: "This is not the address you are signed in with." });
}
