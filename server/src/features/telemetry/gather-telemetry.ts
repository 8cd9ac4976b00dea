import { LRUCache } from "lru-cache";
import type { z } from "zod";
import type { telemetryBatch } from "@conquest/shared/contracts/telemetry";
import type { PartMetrics } from "../../platform/operation/metrics";
import type { Clock } from "../../platform/clock";
import { bucketOf } from "./histogram";
import {
  HOUR_MS,
  INCIDENTS_KEPT,
  keyOf,
  type CountedName,
  type HourCount,
  type Incident,
  type KnownRelease,
  type Telemetry,
} from "./telemetry-repository";

type Batch = z.output<typeof telemetryBatch>;

/** How long what came is kept in memory before it is written, in milliseconds. A write costs others: public answers are made anew after each. */
const WRITTEN_EVERY_MS = 15_000;

/** Counts that wait to be written. There are more only if somebody makes them up. */
const MOST_WAITING = 5000;

/** Of so many releases it is remembered which pages they have. */
const RELEASES_REMEMBERED = 500;

const SHELL = "shell";

interface Needed {
  telemetry: Telemetry;
  clock: Clock;
  metrics: PartMetrics;
  /** Told when something could not be written. It is lost then. */
  onLoss: (error: unknown) => void;
}

/** Gathers what browsers send and writes it now and then, all at once. What has not been written is lost with the process. */
export function gatherTelemetry({ telemetry, clock, metrics, onLoss }: Needed) {
  const remembered = new LRUCache<string, KnownRelease>({ max: RELEASES_REMEMBERED });
  let counts = new Map<string, HourCount>();
  let incidents: Incident[] = [];
  /** How many of them there are by part and kind. */
  let kept = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const nameOf = ({ part, version }: { part: string; version: string }) => `${part} ${version}`;

  /** The releases that these items name, as far as there are such. */
  async function releasesOf(
    items: readonly { part: string; version: string }[],
  ): Promise<ReadonlyMap<string, KnownRelease>> {
    const named = [
      ...new Map(items.map(({ part, version }) => [nameOf({ part, version }), { part, version }])).values(),
    ];
    const unknown = named.filter((release) => !remembered.has(nameOf(release)));
    if (unknown.length > 0)
      for (const release of await telemetry.known(unknown)) remembered.set(nameOf(release), release);
    return new Map(
      named.flatMap((release) => remembered.get(nameOf(release)) ?? []).map((release) => [nameOf(release), release]),
    );
  }

  function add(row: Omit<HourCount, "count">): void {
    const key = keyOf({ ...row, count: 0 });
    const known = counts.get(key);
    if (known) known.count += 1;
    else if (counts.size < MOST_WAITING) counts.set(key, { ...row, count: 1 });
  }

  /** The shell has no pages of its own: what goes wrong in it does so on those of parts that were heard of. */
  const isPage = ({ part, paths }: KnownRelease, page: string) =>
    part === SHELL ? [...remembered.values()].some((other) => other.paths.has(page)) : paths.has(page);

  function keep(incident: Incident): void {
    const key = `${incident.part} ${incident.kind}`;
    const count = kept.get(key) ?? 0;
    if (count >= INCIDENTS_KEPT) return;
    kept.set(key, count + 1);
    incidents.push(incident);
  }

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const [rows, seen] = [[...counts.values()], incidents];
    if (rows.length === 0 && seen.length === 0) return;
    counts = new Map();
    incidents = [];
    kept = new Map();
    await telemetry.write(rows, seen, clock.now()).catch(onLoss);
  }

  return {
    /** Takes what one browser sent, without what the site does not have. */
    async take(batch: Batch): Promise<void> {
      const releases = await releasesOf([...batch.samples, ...batch.incidents]);
      const now = clock.now();
      const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
      for (const { part, version, page, metric, value } of batch.samples) {
        const release = releases.get(nameOf({ part, version }));
        if (!release) continue;
        add({
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
        const release = releases.get(nameOf(incident));
        if (!release) continue;
        const { part, version, kind } = incident;
        const metric: CountedName = kind;
        add({ hour, part, version, metric, page: "", bucket: 0 });
        metrics.wentWrong({ part, version, kind });
        keep({ ...incident, page: isPage(release, incident.page) ? incident.page : "", at: now });
      }
      if (counts.size > 0) timer ??= setTimeout(() => void flush(), WRITTEN_EVERY_MS).unref();
    },

    flush,
  };

  /** Writes what waits, one write after the other; for who wants to see it now, and before the server stops. */
  function flush(): Promise<void> {
    return (writing = writing.then(write));
  }
}
