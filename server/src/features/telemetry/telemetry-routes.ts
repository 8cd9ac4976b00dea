import { LRUCache } from "lru-cache";
import type { z } from "zod";
import type { FastifyInstance } from "fastify";
import {
  type telemetryBatch,
  listIncidents,
  listPartHealth,
  sendTelemetry,
} from "@conquest/shared/contracts/telemetry";
import type { PartMetrics } from "../../platform/operation/metrics";
import type { Clock } from "../../platform/clock";
import { bucketOf, partHealth, periodRange } from "./part-health";
import {
  HOUR_MS,
  MAX_INCIDENTS_PER_KIND,
  keyOf,
  type CountedName,
  type HourCount,
  type Incident,
  type KnownRelease,
  type Telemetry,
  telemetryRepository,
} from "./telemetry-repository";
import type { Deps } from "../../platform/deps";
import { registerEndpoint } from "../../platform/register-endpoint";

/** Each write invalidates the public response cache, so writes are buffered for this long. */
const WRITE_INTERVAL_MS = 15_000;

/** Only forged data has more distinct counts than this. */
const MAX_PENDING_COUNTS = 5000;

const MAX_CACHED_RELEASES = 500;

const SHELL = "shell";

interface TelemetryBufferOptions {
  telemetry: Telemetry;
  clock: Clock;
  metrics: PartMetrics;
  /** Called if a write fails; its data is lost. */
  onLoss: (error: unknown) => void;
}

/** Buffers what browsers send and writes it in batches. Unwritten data is lost with the process. */
function createTelemetryBuffer({ telemetry, clock, metrics, onLoss }: TelemetryBufferOptions) {
  const releaseCache = new LRUCache<string, KnownRelease>({ max: MAX_CACHED_RELEASES });
  let counts = new Map<string, HourCount>();
  let incidents: Incident[] = [];
  let incidentCounts = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const releaseKey = ({ part, version }: { part: string; version: string }) => `${part} ${version}`;

  async function findReleases(items: readonly { part: string; version: string }[]) {
    const requested = [
      ...new Map(items.map(({ part, version }) => [releaseKey({ part, version }), { part, version }])).values(),
    ];
    const unknown = requested.filter((release) => !releaseCache.has(releaseKey(release)));
    if (unknown.length > 0)
      for (const release of await telemetry.known(unknown)) releaseCache.set(releaseKey(release), release);
    return new Map(
      requested
        .flatMap((release) => releaseCache.get(releaseKey(release)) ?? [])
        .map((release) => [releaseKey(release), release]),
    );
  }

  function addCount(row: Omit<HourCount, "count">): void {
    const key = keyOf({ ...row, count: 0 });
    const existing = counts.get(key);
    if (existing) existing.count += 1;
    else if (counts.size < MAX_PENDING_COUNTS) counts.set(key, { ...row, count: 1 });
  }

  /** The shell has no pages of its own: its incidents happen on pages of other known parts. */
  const isPage = ({ part, paths }: KnownRelease, page: string) =>
    part === SHELL ? [...releaseCache.values()].some((other) => other.paths.has(page)) : paths.has(page);

  function addIncident(incident: Incident): void {
    const key = `${incident.part} ${incident.kind}`;
    const count = incidentCounts.get(key) ?? 0;
    if (count >= MAX_INCIDENTS_PER_KIND) return;
    incidentCounts.set(key, count + 1);
    incidents.push(incident);
  }

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const [rows, pendingIncidents] = [[...counts.values()], incidents];
    if (rows.length === 0 && pendingIncidents.length === 0) return;
    counts = new Map();
    incidents = [];
    incidentCounts = new Map();
    await telemetry.write(rows, pendingIncidents, clock.now()).catch(onLoss);
  }

  return {
    /** Adds the batch of one browser, without unknown releases and pages. */
    async take(batch: z.output<typeof telemetryBatch>): Promise<void> {
      const releases = await findReleases([...batch.samples, ...batch.incidents]);
      const now = clock.now();
      const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
      for (const { part, version, page, metric, value } of batch.samples) {
        const release = releases.get(releaseKey({ part, version }));
        if (!release) continue;
        addCount({
          hour,
          part,
          version,
          metric,
          page: release.paths.has(page) ? page : "",
          bucket: bucketOf(metric, value),
        });
        if (metric === "load") metrics.loaded({ part, version }, value / 1000);
      }
      for (const incident of batch.incidents) {
        const release = releases.get(releaseKey(incident));
        if (!release) continue;
        const { part, version, kind } = incident;
        const metric: CountedName = kind;
        addCount({ hour, part, version, metric, page: "", bucket: 0 });
        metrics.wentWrong({ part, version, kind });
        addIncident({ ...incident, page: isPage(release, incident.page) ? incident.page : "", at: now });
      }
      if (counts.size > 0) timer ??= setTimeout(() => void flush(), WRITE_INTERVAL_MS).unref();
    },

    flush,
  };

  /** Writes pending data, one write after another. Also called before reading and on shutdown. */
  function flush(): Promise<void> {
    return (writing = writing.then(write));
  }
}

const MAX_SHOWN_INCIDENTS = 50;

export function telemetryRoutes(app: FastifyInstance, { db, clock }: Pick<Deps, "db" | "clock">): void {
  const telemetry = telemetryRepository(db);
  const gathered = createTelemetryBuffer({
    telemetry,
    clock,
    metrics: app.metrics,
    onLoss: (error) => app.log.warn({ err: error }, "telemetry was lost"),
  });
  app.addHook("onClose", gathered.flush);

  registerEndpoint(app, sendTelemetry, async ({ body }) => {
    await gathered.take(body);
    return { success: true as const };
  });

  registerEndpoint(app, listPartHealth, async ({ query }) => {
    await gathered.flush();
    const span = periodRange(query.period, clock.now());
    const [counts, live, changes] = await Promise.all([
      telemetry.countsSince(span.since, span.hoursOfStep),
      telemetry.live(),
      telemetry.changesSince(span.since),
    ]);
    return {
      since: span.since.toISOString(),
      until: span.until.toISOString(),
      parts: partHealth({ span, counts, live, changes }),
    };
  });

  registerEndpoint(app, listIncidents, async ({ query }) => {
    await gathered.flush();
    const { id } = query;
    // An invalid id finds nothing; `_` and `%` would match anything.
    if (id && !/^[0-9a-f]{1,8}$/.test(id)) return [];
    return telemetry.incidents(id, MAX_SHOWN_INCIDENTS);
  });
}
