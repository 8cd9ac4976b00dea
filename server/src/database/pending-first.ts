import { sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

/** 0 while it waits, 1 once it is done: as indexes have it that put what waits first, and find it alone. */
export const pendingFirst = (doneAt: AnyPgColumn): SQL<number> =>
  sql<number>`(case when ${doneAt} is null then 0 else 1 end)`;
