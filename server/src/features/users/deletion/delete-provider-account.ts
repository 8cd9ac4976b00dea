import { eq, isNotNull } from "drizzle-orm";
import { users } from "../../../database/schema/people";
import type { Deps } from "../../../platform/deps";

const MAX_BATCH = 50;

/** Also clears the ids. A job retries until it succeeds; two servers doing it at once is harmless. */
export async function deleteProviderAccount({ db, identity }: Pick<Deps, "db" | "identity">): Promise<void> {
  const pending = await db
    .select({ id: users.id, uid: users.uid })
    .from(users)
    .where(isNotNull(users.leavingProviderSince))
    .orderBy(users.leavingProviderSince)
    .limit(MAX_BATCH);
  const failures: unknown[] = [];
  for (const { id, uid } of pending) {
    try {
      await identity.deleteAccount(uid);
      await db
        .update(users)
        .set({ leavingProviderSince: null, uid: `left ${id}` })
        .where(eq(users.id, id));
    } catch (error) {
      // One failure does not stop the other deletions.
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, "Not every account could be deleted at the identity provider.");
}
