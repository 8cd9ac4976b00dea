import type { Reader, ReplicaState } from "./read-replicas";
import type { ServerReport } from "./server-poll";

/** Visitors are answered for this long after the primary has stopped responding. */
export const OUTAGE_MS = 60_000;

interface PrimarySample {
  at: number;
  position: bigint;
}

interface TrackedReplica {
  report: ServerReport | null;
  /** Kept while it is unreachable, because a running server stays in its history. */
  startedAt: string | undefined;
  /** Earlier samples of the primary do not count; Infinity until the next report. */
  countsFrom: number;
  /** The oldest report since the last comparison with the primary. */
  unchecked: { at: number; position: bigint } | null;
  /** A replica that cannot follow a new primary stays where it was at the promotion; null if that is not known yet. */
  mustExceed: bigint | null;
  /** Everything acknowledged before this time is replayed. */
  caughtUpTo: number;
}

export type ReplicaTracker = ReturnType<typeof trackReplicas>;

/**
 * Derives from reports which replicas may be read. Times are in milliseconds: when the primary was asked, and when
 * replicas had responded. A replica ahead of a later report of the primary has another history.
 */
export function trackReplicas(count: number, maxLagMs: number) {
  const replicas: TrackedReplica[] = Array.from({ length: count }, () => ({
    report: null,
    startedAt: undefined,
    countsFrom: Infinity,
    unchecked: null,
    mustExceed: -1n,
    caughtUpTo: -Infinity,
  }));
  let primary: ServerReport | null = null;
  let samples: PrimarySample[] = [];

  /** It counts again after a report, a later one of the primary, and a position beyond `mustExceed`. */
  function distrust(replica: TrackedReplica, mustExceed = replica.report?.position ?? null): void {
    Object.assign(replica, { mustExceed, caughtUpTo: -Infinity, countsFrom: Infinity, unchecked: null });
  }

  function compare(replica: TrackedReplica, { at, position }: PrimarySample): void {
    const { unchecked } = replica;
    if (!unchecked || at < unchecked.at) return;
    replica.unchecked = null;
    if (position < unchecked.position) distrust(replica);
  }

  function catchUp(replica: TrackedReplica): void {
    if (!replica.report) return;
    const { position } = replica.report;
    replica.mustExceed ??= position;
    if (position <= replica.mustExceed) return;
    const replayed = samples.findLast((sample) => sample.at >= replica.countsFrom && sample.position <= position);
    if (replayed) replica.caughtUpTo = Math.max(replica.caughtUpTo, replayed.at);
  }

  const newest = () => samples.at(-1);
  const isSame = ({ identity }: ServerReport) => primary === null || identity === primary.identity;

  function stateOf(index: number, now: number): ReplicaState {
    const { report, caughtUpTo } = replicas[index]!;
    if (!report) return "unreachable";
    if (!isSame(report)) return "another database";
    if (!report.isStandby) return "not a standby";
    return now - caughtUpTo <= maxLagMs ? "in use" : "behind";
  }

  /** Nothing that the primary is known to have had is missing. A replica may have become the primary. */
  function hasAllKnown(index: number, now: number): boolean {
    const { report, mustExceed, countsFrom } = replicas[index]!;
    const last = newest();
    if (!report || !last || !isSame(report) || now - last.at > OUTAGE_MS) return false;
    const isSameHistory = last.at >= countsFrom && mustExceed !== null && report.position > mustExceed;
    return isSameHistory && report.position >= last.position;
  }

  const isSilent = (now: number) => now - (newest()?.at ?? -Infinity) > maxLagMs;

  return {
    primaryReported(at: number, report: ServerReport): void {
      if (primary && primary.timeline !== report.timeline) {
        samples = [];
        for (const replica of replicas) distrust(replica);
      }
      primary = report;
      const newSample = { at, position: report.position };
      samples.push(newSample);
      // A replica that is further behind is out in any case.
      samples = samples.filter((sample, index) => index === samples.length - 1 || at - sample.at <= OUTAGE_MS);
      for (const replica of replicas) {
        compare(replica, newSample);
        catchUp(replica);
      }
    },
    replicaReported(index: number, at: number, report: ServerReport): void {
      const replica = replicas[index]!;
      // After a restart it may show an older state until it has replayed again, or have another history.
      if (replica.startedAt !== report.startedAt) distrust(replica, replica.mustExceed);
      replica.startedAt = report.startedAt;
      replica.report = report;
      replica.countsFrom = Math.min(replica.countsFrom, at);
      replica.unchecked ??= { at, position: report.position };
      catchUp(replica);
    },
    replicaLost: (index: number): void => void (replicas[index]!.report = null),
    startedAt: (index: number): string | undefined => replicas[index]!.report?.startedAt,
    lagMs: (index: number, now: number): number => now - replicas[index]!.caughtUpTo,
    stateOf,
    hasAllKnown,
    isUsable(index: number, now: number, reader?: Reader): boolean {
      const replica = replicas[index]!;
      const isInUse = stateOf(index, now) === "in use";
      if (!reader) return isInUse || (isSilent(now) && hasAllKnown(index, now));
      return isInUse && reader.writtenTo !== null && replica.report!.position >= reader.writtenTo;
    },
  };
}
