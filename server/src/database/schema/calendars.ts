import { check, pgTable, text } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { CASCADE, instant } from "./columns";
import { userReference } from "./people";

/** The secret address of a user's calendar; a renewed one replaces it. */
export const calendarAddresses = pgTable(
  "calendar_addresses",
  {
    userId: userReference("user_id", CASCADE).primaryKey(),
    /** Hex SHA-256 of the secret in the address, so that reading the table does not allow reading the calendar. */
    secretHash: text("secret_hash").notNull().unique(),
    createdAt: instant("created_at").notNull(),
  },
  (address) => [check("calendar_addresses_secret_hash", sql`${address.secretHash} ~ '^[0-9a-f]{64}$'`)],
);
