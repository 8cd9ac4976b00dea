import type { Assume } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";

interface RowsOf<Row> {
  rows: Row[];
}

/** What both drivers answer to a raw query. */
export interface Rows extends PgQueryResultHKT {
  readonly type: RowsOf<Assume<this["row"], Record<string, unknown>>>;
}

/** The database, or a transaction on it: embedded PGlite and PostgreSQL look the same from here. */
export type Database = PgDatabase<Rows>;
