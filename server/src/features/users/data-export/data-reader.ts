import { and, gt, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** Reads the rows after one, in the order of their keys; with `key`, which is not written out. */
export type DataReader = (after: string, limit: number) => Promise<Keyed[]>;

export type Keyed = { key: string } & Record<string, unknown>;

export interface Whose {
  id: string;
  /** Messages name their sender by an address that anybody can type: only one that is proven to be the person's counts. */
  provenEmail: string | null;
}

export const after = (key: PgColumn, last: string, where: SQL | undefined) => and(where, gt(key, last));
