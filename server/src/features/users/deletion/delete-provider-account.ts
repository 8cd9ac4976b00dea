import { eq, isNotNull } from "drizzle-orm";
import { users } from "../../../database/schema/people";
import type { Deps } from "../../../platform/deps";

/** Of one turn of the job. */
const MOST_AT_ONCE = 50;

/**
 * Deletes at the identity provider whoever deleted their account here, and forgets the provider's id then. It is done at once and
 * by a job until it has come off: here the account is gone in any case. Two servers may do it twice, which does no harm.
 */
export async function deleteProviderAccount({ db, identity }: Pick<Deps, "db" | "identity">): Promise<void> {
  const leaving = await db
    .select({ id: users.id, uid: users.uid })
    .from(users)
    .where(isNotNull(users.leavingProviderSince))
    .orderBy(users.leavingProviderSince)
    .limit(MOST_AT_ONCE);
  const failures: unknown[] = [];
  for (const { id, uid } of leaving) {
    try {
      await identity.deleteAccount(uid);
      await db
        .update(users)
        .set({ leavingProviderSince: null, uid: `left ${id}` })
        .where(eq(users.id, id));
    } catch (error) {
      // The others' turn does not wait for this one.
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, "Not every account could be deleted at the identity provider.");
}
