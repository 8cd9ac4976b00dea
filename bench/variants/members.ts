import { createHash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "@conquest/server/src/database/database";

export interface Member {
  id: string;
  email: string;
  /** The value of the `Cookie` header. */
  cookie: string;
  sessionHash: string;
}

const HOUR_MS = 60 * 60 * 1000;
const BATCH_SIZE = 1000;

/** Inserts a session for each user without the identity provider. */
export async function signInAll(db: Database, people: readonly { id: string; email: string }[]): Promise<Member[]> {
  const at = new Date().toISOString();
  const expiresAt = new Date(Date.now() + 12 * HOUR_MS).toISOString();
  const members = people.map(({ id, email }) => {
    const session = randomBytes(32).toString("base64url");
    return {
      id,
      email,
      cookie: `conquest_session=${session}`,
      sessionHash: createHash("sha256").update(session).digest("hex"),
    };
  });
  for (let from = 0; from < members.length; from += BATCH_SIZE) {
    const rows = members
      .slice(from, from + BATCH_SIZE)
      .map(({ id, sessionHash }) => sql`(${sessionHash}, ${id}, ${at}, ${at}, ${expiresAt})`);
    // Uses only the original columns of sessions, because the database may be of an earlier commit.
    await db.execute(
      sql`insert into sessions (id_hash, user_id, created_at, last_used_at, expires_at) values ${sql.join(rows, sql`, `)}`,
    );
  }
  return members;
}
