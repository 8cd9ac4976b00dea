import { sql } from "drizzle-orm";
import { customType, index, text, timestamp, type ExtraConfigColumn } from "drizzle-orm/pg-core";

export const newId = (name: string) =>
  text(name)
    .primaryKey()
    .$defaultFn(() => crypto.randomUUID());

/** Millisecond precision as in JavaScript, so that a value read back equals the one written. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

export const bytea = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => "bytea",
  toDriver: (value) => value,
  fromDriver: (value) => Buffer.from(value),
});

export const CASCADE = { onDelete: "cascade" } as const;

/** Contains only rows in which the column has a value. */
export const indexIfSet = (name: string, column: ExtraConfigColumn) =>
  index(name)
    .on(column)
    .where(sql`${column} is not null`);

/** GIN collects new entries in a pending list that every search scans, so it is kept short (in kB). */
export const ginIndex = (name: string, column: Parameters<ReturnType<typeof index>["on"]>[0]) =>
  index(name).using("gin", column).with({ gin_pending_list_limit: 256 });
