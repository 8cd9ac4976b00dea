import type { Database } from "../../../database/database";
import { notAllowedHere } from "../../../platform/errors";
import { holdActive } from "../../../platform/people";
import type { Caller } from "../../../platform/session";

/** Holds the caller until the transaction ends, so that nothing is left of theirs by an account that is deleted at this moment. */
export async function holdCreator(tx: Database, { id }: Caller, options?: { alone: boolean }): Promise<void> {
  if (!(await holdActive(tx, id, options))) notAllowedHere("removed", "Your account was blocked or removed meanwhile. Contact us if you think this is a mistake.");
}
