import { customType, text, timestamp } from "drizzle-orm/pg-core";

export const newId = (name: string) =>
  text(name)
    .primaryKey()
    .$defaultFn(() => crypto.randomUUID());

/** Milliseconds, as JavaScript has them: an instant that was read back equals the one that was written. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

export const bytea = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => "bytea",
  toDriver: (value) => value,
  fromDriver: (value) => Buffer.from(value),
});

/** What is new waits in a list that every search reads: in a short one, in kB. */
export const SOON_SORTED_IN = { gin_pending_list_limit: 256 };
