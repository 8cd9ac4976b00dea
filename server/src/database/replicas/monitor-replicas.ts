import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../database";
import type { ReplicaState } from "./read-replicas";
import { codeOrMessageOf } from "./replica-failures";
import type { ReplicaTracker } from "./replica-tracker";
import { openPoll, PRIMARY_REPORT, REPLICA_REPORT } from "./server-poll";
import { recordFloor } from "./write-positions";

/** A replica without delay seems up to two intervals behind. */
const INTERVAL_MS = 200;
/** Replicas are asked after the primary, or else they would seem one interval behind. */
const PRIMARY_FIRST_MS = 100;

/** Shorter changes of a state are not reported. */
const TIMES_UNTIL_REPORTED = 5;

interface Seen {
  state?: ReplicaState;
  times: number;
  reported?: ReplicaState;
  failure?: string;
}

interface Monitored {
  primaryUrl: string;
  urls: readonly string[];
  tracker: ReplicaTracker;
  database: () => Database | undefined;
  onLost(index: number): void;
  onChange(index: number, state: ReplicaState, reason?: string): void;
}

/** Asks all servers for their positions five times a second. */
export function monitorReplicas({ primaryUrl, urls, tracker, database, onLost, onChange }: Monitored) {
  const primary = openPoll<{ hasFloor: boolean }>(primaryUrl, PRIMARY_REPORT);
  const replicas = urls.map((url) => openPoll(url, REPLICA_REPORT));
  /** By index; the primary is -1. */
  const asked = new Set<number>();
  const seen = urls.map((): Seen => ({ times: 0 }));
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function once(index: number, ask: () => Promise<void>): Promise<void> {
    if (asked.has(index)) return;
    asked.add(index);
    await ask().finally(() => asked.delete(index));
  }

  async function askPrimary(): Promise<void> {
    const at = performance.now();
    const report = await primary.ask().catch(() => null);
    if (!report || report.isStandby) return;
    const db = database();
    if (!report.hasFloor && db) await recordFloor(db).catch(() => undefined);
    tracker.primaryReported(at, report);
  }

  async function askReplica(index: number): Promise<void> {
    const report = await replicas[index]!.ask().catch((error: unknown) => {
      seen[index]!.failure = codeOrMessageOf(error);
      return null;
    });
    if (isClosed) return;
    if (report) tracker.replicaReported(index, performance.now(), report);
    else onLost(index);
  }

  /** A server that is busy for a moment does not know how far its replicas are. */
  function reportChanges(): void {
    for (const [index, each] of seen.entries()) {
      const state = tracker.stateOf(index, performance.now());
      each.times = state === each.state ? each.times + 1 : 1;
      each.state = state;
      if (each.times < TIMES_UNTIL_REPORTED || each.reported === state) continue;
      each.reported = state;
      onChange(index, state, state === "unreachable" ? each.failure : undefined);
    }
  }

  async function tick(): Promise<void> {
    await Promise.race([once(-1, askPrimary), pause(PRIMARY_FIRST_MS)]);
    await Promise.race([
      Promise.all(urls.map((_, index) => once(index, () => askReplica(index)))),
      pause(PRIMARY_FIRST_MS),
    ]);
    if (!isClosed) reportChanges();
  }

  return {
    start(): void {
      timer ??= setInterval(() => void tick(), INTERVAL_MS).unref();
    },
    close(): void {
      isClosed = true;
      clearInterval(timer);
      for (const poll of [primary, ...replicas]) poll.close();
    },
  };
}
