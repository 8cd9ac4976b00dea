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
  /** A replica that cannot follow a new primary stays where it was at the promotion; null if that is not known yet. */
  mustExceed: bigint | null;
  /** Everything acknowledged before this time is replayed. */
  caughtUpTo: number;
}

export type ReplicaTracker = ReturnType<typeof trackReplicas>;

/**
 * Derives from reports of the servers which replicas may be read. Times are in milliseconds of one clock, and those of
 * reports are when they were requested.
 */
export function trackReplicas(count: number, maxLagMs: number) {
  const replicas: TrackedReplica[] = Array.from({ length: count }, () => ({
    report: null,
    mustExceed: -1n,
    caughtUpTo: -Infinity,
  }));
  let primary: ServerReport | null = null;
  let samples: PrimarySample[] = [];

  function catchUp(replica: TrackedReplica): void {
    if (!replica.report) return;
    const { position } = replica.report;
    replica.mustExceed ??= position;
    if (position <= replica.mustExceed) return;
    const replayed = samples.findLast((sample) => sample.position <= position);
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
    const { report } = replicas[index]!;
    const last = newest();
    return Boolean(report && last && isSame(report) && now - last.at <= OUTAGE_MS && report.position >= last.position);
  }

  const isSilent = (now: number) => now - (newest()?.at ?? -Infinity) > maxLagMs;

  return {
    primaryReported(at: number, report: ServerReport): void {
      if (primary && primary.timeline !== report.timeline) {
        samples = [];
        for (const replica of replicas) {
          replica.mustExceed = replica.report?.position ?? null;
          replica.caughtUpTo = -Infinity;
        }
      }
      primary = report;
      samples.push({ at, position: report.position });
      // A replica that is further behind is out in any case.
      samples = samples.filter((sample, index) => index === samples.length - 1 || at - sample.at <= OUTAGE_MS);
      replicas.forEach(catchUp);
    },
    replicaReported(index: number, report: ServerReport): void {
      const replica = replicas[index]!;
      // After a restart it may show an older state until it has replayed again.
      if (replica.report?.startedAt !== report.startedAt) replica.caughtUpTo = -Infinity;
      replica.report = report;
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
