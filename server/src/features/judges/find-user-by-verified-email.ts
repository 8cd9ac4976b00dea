import { and, eq, isNotNull } from "drizzle-orm";
import type { Database } from "../../database/database";
import { users } from "../../database/schema/people";
import { isPresent } from "../../platform/people";

/** Anyone can claim an unverified address. Used only for the audit log: responses must not depend on it. */
export async function findUserByVerifiedEmail(tx: Database, email: string): Promise<string | undefined> {
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isPresent, isNotNull(users.emailVerifiedAt)));
  return user?.id;
}
