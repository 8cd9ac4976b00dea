import { and, getTableColumns, or, sql, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Role } from "@conquest/shared/contracts/http/endpoint";
import type { Database } from "../../../database/database";
import { contests } from "../../../database/schema/contests";
import { participations } from "../../../database/schema/taking-part";
import { visibleToWhere } from "../../contests/domain/contest-visibility";

/** Reads the rows after a key, in key order. The export drops `key`. */
export type DataReader = (after: string, limit: number) => Promise<Keyed[]>;

export type Keyed = { key: string } & Record<string, unknown>;

export interface DataSubject {
  id: string;
  role: Role;
  /** Null unless verified: anyone can type any sender address into a message. */
  provenEmail: string | null;
}

/** Null if the person can no longer see the contest and never joined it: it may have changed since they could. */
export const ifVisible = ({ id, role }: DataSubject, column: PgColumn | SQL): SQL => {
  const joined = sql`exists (select from ${participations} own where own.contest_id = ${contests.id} and own.user_id = ${id})`;
  return sql`case when ${or(visibleToWhere({ id, role }) ?? sql`true`, joined)} then ${column} end`;
};

export const pick = <Table extends PgTable, Name extends keyof Table["_"]["columns"] & string>(
  table: Table,
  ...names: Name[]
): Record<Name, PgColumn> => {
  const columns = getTableColumns(table) as Record<string, PgColumn>;
  return Object.fromEntries(names.map((name) => [name, columns[name]!])) as Record<Name, PgColumn>;
};

type Selection = ReturnType<typeof select>;
const select = (db: Database, columns: Record<string, PgColumn | SQL>) => db.select(columns);
type Joined = ReturnType<Selection["from"]>;

interface List {
  key: PgColumn | SQL;
  columns: Record<string, PgColumn | SQL>;
  from: (selection: Selection) => unknown;
  where: SQL | undefined;
}

export const readerOf =
  (db: Database, { key, columns, from, where }: List): DataReader =>
  (last, limit) =>
    (from(select(db, { key, ...columns })) as Joined)
      .where(and(where, sql`${key} > ${last}`))
      .orderBy(key)
      .limit(limit) as unknown as Promise<Keyed[]>;
