import { OUTAGE_MS, trackReplicas } from "./replica-tracker";
import type { ServerReport } from "./server-poll";

const MAX_LAG_MS = 1_000;
const ANN = { userId: "ann", writtenTo: 100n };

const report = (fields: Partial<ServerReport>): ServerReport => ({
  identity: "cluster/database",
  startedAt: "standby",
  isStandby: true,
  timeline: null,
  position: 0n,
  ...fields,
});
const primaryAt = (position: bigint, timeline = "1") =>
  report({ startedAt: "primary", isStandby: false, timeline, position });
const standbyAt = (position: bigint, startedAt = "standby") => report({ startedAt, position });

function tracked() {
  const tracker = trackReplicas(1, MAX_LAG_MS);
  tracker.replicaReported(0, 0, standbyAt(100n));
  tracker.primaryReported(0, primaryAt(100n));
  return tracker;
}

it("counts lag from the newest state of the primary that was replayed", () => {
  const tracker = tracked();
  tracker.primaryReported(500, primaryAt(200n));
  tracker.primaryReported(900, primaryAt(300n));
  tracker.replicaReported(0, 900, standbyAt(250n));
  expect(tracker.lagMs(0, 1_000)).toBe(500);
  expect(tracker.stateOf(0, 1_500)).toBe("in use");
  tracker.primaryReported(1_501, primaryAt(300n));
  expect(tracker.stateOf(0, 1_501)).toBe("behind");
  tracker.replicaReported(0, 1_501, standbyAt(300n));
  expect([tracker.lagMs(0, 1_501), tracker.stateOf(0, 1_501)]).toEqual([0, "in use"]);
});

it("names what is wrong with a replica", () => {
  const tracker = tracked();
  const stateWith = (fields: Partial<ServerReport>) => {
    tracker.replicaReported(0, 0, report({ position: 100n, ...fields }));
    return tracker.stateOf(0, 0);
  };
  expect(stateWith({ identity: "cluster/other" })).toBe("another database");
  expect(stateWith({ isStandby: false })).toBe("not a standby");
  tracker.replicaLost(0);
  expect(tracker.stateOf(0, 0)).toBe("unreachable");
});

it("gives users only what has their own writes", () => {
  const tracker = tracked();
  const isUsable = (writtenTo: bigint | null) => tracker.isUsable(0, 0, { ...ANN, writtenTo });
  expect([isUsable(99n), isUsable(100n), isUsable(101n), isUsable(null)]).toEqual([true, true, false, false]);
});

it("forgets what a restarted replica had replayed", () => {
  const tracker = tracked();
  tracker.replicaReported(0, 10, standbyAt(90n, "standby again"));
  expect(tracker.stateOf(0, 10)).toBe("behind");
  tracker.primaryReported(20, primaryAt(100n));
  expect(tracker.stateOf(0, 20)).toBe("behind");
  tracker.replicaReported(0, 30, standbyAt(100n, "standby again"));
  expect(tracker.stateOf(0, 30)).toBe("in use");
});

it.each([false, true])("uses a replica once it follows a new primary (cut off before: %s)", (isCut) => {
  const tracker = tracked();
  if (isCut) tracker.replicaLost(0);
  tracker.primaryReported(100, primaryAt(90n, "2"));
  tracker.replicaReported(0, 150, standbyAt(100n));
  expect(tracker.stateOf(0, 150)).toBe("behind");
  tracker.primaryReported(200, primaryAt(110n, "2"));
  tracker.replicaReported(0, 250, standbyAt(100n));
  expect(tracker.stateOf(0, 250)).toBe("behind");
  tracker.replicaReported(0, 300, standbyAt(110n));
  expect(tracker.stateOf(0, 300)).toBe("in use");
});

describe("a replica ahead of a primary that was promoted before the server started", () => {
  function ahead() {
    const tracker = trackReplicas(1, MAX_LAG_MS);
    tracker.primaryReported(0, primaryAt(90n, "2"));
    tracker.replicaReported(0, 50, standbyAt(100n));
    return tracker;
  }
  const isUsableAt = (tracker: ReturnType<typeof ahead>, now: number) =>
    [now, now + MAX_LAG_MS + 1].map((at) => tracker.isUsable(0, at));

  it("is not used before a comparison with the primary, also while it is silent", () => {
    expect(isUsableAt(ahead(), 50)).toEqual([false, false]);
  });

  it("is not used after a later report of the primary, until it exceeds its position", () => {
    const tracker = ahead();
    tracker.primaryReported(100, primaryAt(95n, "2"));
    expect(isUsableAt(tracker, 100)).toEqual([false, false]);
    tracker.replicaReported(0, 150, standbyAt(100n));
    tracker.primaryReported(200, primaryAt(100n, "2"));
    tracker.replicaReported(0, 250, standbyAt(100n));
    expect(isUsableAt(tracker, 250)).toEqual([false, false]);
    tracker.primaryReported(300, primaryAt(110n, "2"));
    tracker.replicaReported(0, 350, standbyAt(110n));
    expect(isUsableAt(tracker, 350)).toEqual([true, true]);
  });

  it("is not used either if the primary passes it between two reports", () => {
    const tracker = ahead();
    tracker.primaryReported(100, primaryAt(110n, "2"));
    tracker.replicaReported(0, 150, standbyAt(100n));
    expect(isUsableAt(tracker, 150)).toEqual([false, false]);
  });
});

it("takes a replica in use out whose earlier report exceeds one of the primary", () => {
  const tracker = tracked();
  tracker.replicaReported(0, 100, standbyAt(120n));
  // Asked before the replica responded.
  tracker.primaryReported(90, primaryAt(110n));
  expect(tracker.stateOf(0, 100)).toBe("in use");
  tracker.replicaReported(0, 300, standbyAt(120n));
  tracker.primaryReported(200, primaryAt(119n));
  expect(tracker.stateOf(0, 300)).toBe("behind");
});

it("uses a replica that was cut off for a moment at once", () => {
  const tracker = tracked();
  tracker.replicaLost(0);
  tracker.replicaReported(0, 100, standbyAt(100n));
  expect(tracker.stateOf(0, 100)).toBe("in use");
});

describe("while the primary is silent", () => {
  it("answers visitors for a minute from a replica that lacks nothing known", () => {
    const tracker = tracked();
    const isUsableAt = (now: number) => [tracker.isUsable(0, now), tracker.isUsable(0, now, ANN)];
    expect(isUsableAt(MAX_LAG_MS)).toEqual([true, true]);
    expect(isUsableAt(MAX_LAG_MS + 1)).toEqual([true, false]);
    expect(isUsableAt(OUTAGE_MS)).toEqual([true, false]);
    expect(isUsableAt(OUTAGE_MS + 1)).toEqual([false, false]);
  });

  it("does not use a replica that lacks something", () => {
    const tracker = tracked();
    tracker.primaryReported(10, primaryAt(101n));
    expect(tracker.isUsable(0, 2_000)).toBe(false);
  });

  it("uses a replica that was promoted until the primary responds", () => {
    const tracker = tracked();
    tracker.replicaReported(0, 10, report({ isStandby: false, position: 120n }));
    expect(tracker.isUsable(0, 2_000)).toBe(true);
    tracker.primaryReported(2_000, primaryAt(120n, "2"));
    expect(tracker.isUsable(0, 2_000)).toBe(false);
  });
});
