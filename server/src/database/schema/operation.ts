import { customType, index, integer, pgTable, primaryKey, serial, text } from "drizzle-orm/pg-core";
import type { IncidentKind, Metric } from "@conquest/shared/contracts/telemetry";
import { instant } from "./columns";

/** Browser measurements, counted by hour and value range (`bucket`); old hours are deleted. */
export const telemetryHours = pgTable(
  "telemetry_hours",
  {
    hour: instant("hour").notNull(),
    part: text("part").notNull(),
    version: text("version").notNull(),
    metric: text("metric").$type<Metric | IncidentKind>().notNull(),
    /** Route path; empty for the micro-frontend as a whole. */
    page: text("page").notNull(),
    bucket: integer("bucket").notNull(),
    count: integer("count").notNull(),
  },
  (row) => [primaryKey({ columns: [row.hour, row.part, row.version, row.metric, row.page, row.bucket] })],
);

/** Browser errors, for support requests that quote their number. Only the newest are kept. */
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

/** Rate-limit windows. Unlogged: counting does not wait for the disk, and starts over after a database crash. */
export const countedUses = pgTable(
  "counted_uses",
  { key: text("key").primaryKey(), uses: integer("uses").notNull(), endsAt: instant("ends_at").notNull() },
  (row) => [index("counted_uses_by_end").on(row.endsAt)],
);

const walPosition = customType<{ data: string }>({ dataType: () => "pg_lsn" });

/** Last write of each user, written only if there are read replicas. Unlogged; see `write-positions.ts`. */
export const writePositions = pgTable("write_positions", {
  userId: text("user_id").primaryKey(),
  position: walPosition("position").notNull(),
  at: instant("at").notNull(),
});
