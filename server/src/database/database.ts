import type { Assume } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";

interface RowsOf<Row> {
  rows: Row[];
}

export interface Rows extends PgQueryResultHKT {
  readonly type: RowsOf<Assume<this["row"], Record<string, unknown>>>;
}

/** The database or a transaction; the same type for embedded PGlite and PostgreSQL. */
export type Database = PgDatabase<Rows>;
