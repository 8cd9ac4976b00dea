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
