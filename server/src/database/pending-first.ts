import { sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

/** Sort key: 0 while pending, 1 once done. Must match the index expressions. */
export const pendingFirst = (doneAt: AnyPgColumn): SQL<number> =>
  sql<number>`(case when ${doneAt} is null then 0 else 1 end)`;
