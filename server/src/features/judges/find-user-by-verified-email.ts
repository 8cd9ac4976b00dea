import { and, eq, isNotNull } from "drizzle-orm";
import type { Database } from "../../database/database";
import { users } from "../../database/schema/people";
import { isPresent } from "../../platform/people";

/**
 * The id of who is known to have an address: anybody can claim one that nobody vouches for. For the audit trail, which holds no
 * address; creators are answered nothing that depends on it.
 */
export async function findUserByVerifiedEmail(tx: Database, email: string): Promise<string | undefined> {
  const [person] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isPresent, isNotNull(users.emailVerifiedAt)));
  return person?.id;
}
