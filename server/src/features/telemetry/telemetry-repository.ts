import { and, desc, eq, gt, gte, inArray, like, lt, or, sql } from "drizzle-orm";
import type { IncidentKind, Metric, RecordedIncident } from "@conquest/shared/contracts/telemetry";
import type { Database } from "../../database/database";
import { telemetryHours, telemetryIncidents } from "../../database/schema/operation";
import { registryChanges, registryParts, releases } from "../../database/schema/releases";

export type HourCount = typeof telemetryHours.$inferInsert;
export type Incident = Omit<typeof telemetryIncidents.$inferInsert, "id">;

export interface KnownRelease {
  part: string;
  version: string;
  paths: ReadonlySet<string>;
}

export const HOUR_MS = 60 * 60 * 1000;

/** Slightly longer than the longest period shown. */
const RETENTION_HOURS = 8 * 24;

/** Limits each part and kind, so that incidents of one part, even forged ones, never displace those of another. */
export const MAX_INCIDENTS_PER_KIND = 100;

/** Keeps each statement below the limit of 65,535 parameters. */
const BATCH_SIZE = 500;

const byKey = (one: HourCount, other: HourCount) => (keyOf(one) < keyOf(other) ? -1 : 1);
export const keyOf = ({ hour, part, version, metric, page, bucket }: HourCount) =>
  [hour.getTime(), part, version, metric, page, bucket].join(" ");

export const telemetryRepository = (db: Database) => ({
  /** Returns the releases that exist. Releases never change, so callers can cache them. */
  async known(requested: readonly { part: string; version: string }[]): Promise<KnownRelease[]> {
    const isOneOf = or(
      ...requested.map(({ part, version }) => and(eq(releases.part, part), eq(releases.version, version))),
    );
    const rows = await db
      .select({ part: releases.part, version: releases.version, remote: releases.remote })
      .from(releases)
      .where(isOneOf);
    return rows.map(({ part, version, remote }) => ({
      part,
      version,
      paths: new Set(remote?.routes.map(({ path }) => path)),
    }));
  },

  write(counts: readonly HourCount[], incidents: readonly Incident[], now: Date): Promise<void> {
    return db.transaction(async (tx) => {
      // Upserts in a fixed order, because two servers could deadlock otherwise.
      const rows = counts.toSorted(byKey);
      for (let from = 0; from < rows.length; from += BATCH_SIZE) {
        await tx
          .insert(telemetryHours)
          .values(rows.slice(from, from + BATCH_SIZE))
          .onConflictDoUpdate({
            target: [
              telemetryHours.hour,
              telemetryHours.part,
              telemetryHours.version,
              telemetryHours.metric,
              telemetryHours.page,
              telemetryHours.bucket,
            ],
            set: { count: sql`${telemetryHours.count} + excluded.count` },
          });
      }
      await tx
        .delete(telemetryHours)
        .where(lt(telemetryHours.hour, new Date(now.getTime() - RETENTION_HOURS * HOUR_MS)));
      for (let from = 0; from < incidents.length; from += BATCH_SIZE)
        await tx.insert(telemetryIncidents).values(incidents.slice(from, from + BATCH_SIZE));
      if (incidents.length > 0) await dropOldIncidents(tx);
    });
  },

  countsSince: (since: Date, hoursOfStep: number) => {
    const step = sql<number>`floor(extract(epoch from ${telemetryHours.hour} - ${sql.param(since, telemetryHours.hour)}::timestamptz) / ${sql.raw(String(hoursOfStep * 3600))})::int`;
    const { part, version, metric, page, bucket, count } = telemetryHours;
    return db
      .select({
        step: step.as("step"),
        part,
        version,
        metric,
        page,
        bucket,
        count: sql<number>`sum(${count})::int`.as("sum"),
      })
      .from(telemetryHours)
      .where(gte(telemetryHours.hour, since))
      .groupBy(sql`step`, part, version, metric, page, bucket);
  },

  live: () =>
    db
      .select({
        part: registryParts.part,
        currentVersion: registryParts.currentVersion,
        canaryVersion: registryParts.canaryVersion,
      })
      .from(registryParts),

  changesSince: (since: Date) =>
    db.select().from(registryChanges).where(gte(registryChanges.at, since)).orderBy(registryChanges.revision),

  /** Returns the newest incidents whose id starts with `number`. */
  async incidents(number: string | undefined, limit: number): Promise<RecordedIncident[]> {
    const rows = await db
      .select()
      .from(telemetryIncidents)
      .where(number ? like(telemetryIncidents.incident, `${number}%`) : undefined)
      .orderBy(desc(telemetryIncidents.id))
      .limit(limit);
    return rows.map(({ id: _, at, ...row }) => ({ ...row, at: at.toISOString() }));
  },
});

export type Telemetry = ReturnType<typeof telemetryRepository>;
export type CountedStep = Awaited<ReturnType<Telemetry["countsSince"]>>[number];
export type Change = Awaited<ReturnType<Telemetry["changesSince"]>>[number];
export type LivePart = Awaited<ReturnType<Telemetry["live"]>>[number];
export type CountedName = Metric | IncidentKind;

/** Keeps the newest incidents of each part and kind, with equal shares for each release and reason. */
async function dropOldIncidents(tx: Database): Promise<void> {
  const { id, part, version, kind, reason } = telemetryIncidents;
  const place =
    sql<number>`row_number() over (partition by ${part}, ${version}, ${kind}, ${reason} order by ${id} desc)`.as(
      "place",
    );
  const placed = tx.select({ id, part, kind, place }).from(telemetryIncidents).as("placed");
  const rank =
    sql<number>`row_number() over (partition by ${placed.part}, ${placed.kind} order by ${placed.place}, ${placed.id} desc)`.as(
      "rank",
    );
  const ranked = tx.select({ id: placed.id, rank }).from(placed).as("ranked");
  await tx
    .delete(telemetryIncidents)
    .where(inArray(id, tx.select({ id: ranked.id }).from(ranked).where(gt(ranked.rank, MAX_INCIDENTS_PER_KIND))));
}
