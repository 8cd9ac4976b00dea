import { and, gt, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** Reads the rows after a key, in key order. The export drops `key`. */
export type DataReader = (after: string, limit: number) => Promise<Keyed[]>;

export type Keyed = { key: string } & Record<string, unknown>;

export interface DataSubject {
  id: string;
  /** Null unless verified: anyone can type any sender address into a message. */
  provenEmail: string | null;
}

export const after = (key: PgColumn, last: string, where: SQL | undefined) => and(where, gt(key, last));
