import { sql } from "drizzle-orm";
import type { Database } from "../../database/database";

/** A trigger takes this lock before a release is stored. */
const REGISTRY_LOCK = 76_401;

/** Serializes changes across all servers, so that revisions become visible in order. */
export const lockRegistry = async (tx: Database): Promise<void> =>
  void (await tx.execute(sql`select pg_advisory_xact_lock(${REGISTRY_LOCK})`));
