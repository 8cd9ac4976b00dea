import { index, integer, pgTable, primaryKey, serial, text } from "drizzle-orm/pg-core";
import type { IncidentKind, Metric } from "@conquest/shared/contracts/telemetry";
import { instant } from "./columns";

/** What browsers have measured, counted by the hour: `bucket` is where the value falls, see features/telemetry. Old hours go. */
export const telemetryHours = pgTable(
  "telemetry_hours",
  {
    hour: instant("hour").notNull(),
    part: text("part").notNull(),
    version: text("version").notNull(),
    /** A metric, or a kind of incident. */
    metric: text("metric").$type<Metric | IncidentKind>().notNull(),
    /** The path of a route; empty where it is about the part. */
    page: text("page").notNull(),
    bucket: integer("bucket").notNull(),
    count: integer("count").notNull(),
  },
  (row) => [primaryKey({ columns: [row.hour, row.part, row.version, row.metric, row.page, row.bucket] })],
);

/** What went wrong in browsers, for who is told its number. Only the newest stay. */
export const telemetryIncidents = pgTable(
  "telemetry_incidents",
  {
    id: serial("id").primaryKey(),
    incident: text("incident").notNull(),
    at: instant("at").notNull(),
    part: text("part").notNull(),
    version: text("version").notNull(),
    kind: text("kind").$type<IncidentKind>().notNull(),
    reason: text("reason").notNull(),
    message: text("message").notNull(),
    page: text("page").notNull(),
  },
  (row) => [index("telemetry_incidents_by_number").on(row.incident)],
);

/**
 * How often somebody did what may be done so many times a minute; rows of the past go. Unlogged in its migration: after a crash
 * of the database counting begins anew, and counting waits for no disk.
 */
export const countedUses = pgTable(
  "counted_uses",
  {
    key: text("key").primaryKey(),
    uses: integer("uses").notNull(),
    /** By the clock of the database. */
    endsAt: instant("ends_at").notNull(),
  },
  (row) => [index("counted_uses_by_end").on(row.endsAt)],
);
