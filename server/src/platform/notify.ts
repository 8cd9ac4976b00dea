import { sql, type SQL } from "drizzle-orm";
import type { Notice } from "@conquest/shared/contracts/messages";
import { notices } from "../database/schema";
import type { Clock } from "./clock";
import type { Database } from "../database/open-database";

export interface NoticeDraft {
  userId: string;
  kind: Notice["kind"];
  /** A sentence. */
  text: string;
  /** A path on this site. */
  href: string;
  /** Give one when the same notice must not reach the same person twice, like `deadline:<contest id>`. */
  onceKey?: string;
}

/** Few enough that a statement's 65,535 parameters are never reached. */
const BATCH = 500;

/** Leaves a notice for each of these people, in the transaction of what it tells about. */
export async function notify(tx: Database, clock: Clock, drafts: readonly NoticeDraft[]): Promise<void> {
  const createdAt = clock.now();
  for (let from = 0; from < drafts.length; from += BATCH) {
    const batch = drafts.slice(from, from + BATCH).map((draft) => ({ ...draft, createdAt }));
    await tx.insert(notices).values(batch).onConflictDoNothing({ target: [notices.userId, notices.onceKey] });
  }
}

/**
 * The same notice for everybody whom a query selects, in the transaction of what it tells about: one statement, however many they
 * are. `people` selects ids of persons.
 */
export async function notifyAll(tx: Database, clock: Clock, people: SQL, { kind, text, href, onceKey = null }: Omit<NoticeDraft, "userId" | "onceKey"> & { onceKey?: string | null }): Promise<void> {
  const createdAt = sql.param(clock.now(), notices.createdAt);
  await tx.execute(sql`
    insert into ${notices} (id, user_id, kind, text, href, once_key, created_at)
    select gen_random_uuid()::text, people.user_id, ${kind}::text, ${text}::text, ${href}::text, ${onceKey}::text, ${createdAt}::timestamptz
    from (${people}) people (user_id)
    on conflict (user_id, once_key) do nothing`);
}
