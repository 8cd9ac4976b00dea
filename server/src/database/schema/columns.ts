import { customType, text, timestamp } from "drizzle-orm/pg-core";

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

/** GIN collects new entries in a pending list that every search scans, so it is kept short (in kB). */
export const SHORT_PENDING_LIST = { gin_pending_list_limit: 256 };
