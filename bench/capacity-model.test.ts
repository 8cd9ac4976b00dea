import {
  COST_KEYS,
  DAY,
  MEASURED_KINDS,
  loadOf,
  madePerSecond,
  popularity,
  predict,
  visitsPerSecond,
  type Cost,
  type Costs,
} from "./capacity-model";

const cost = (ms: number): Cost => ({ server: ms, rendering: 0, postgres: 0, edge: 0, sent: 1000, wal: 0 });
const nothing: Cost = { server: 0, rendering: 0, postgres: 0, edge: 0, sent: 0, wal: 0 };
const costs = (ms: (kind: string) => number) =>
  Object.fromEntries(MEASURED_KINDS.map((kind) => [kind, cost(ms(kind))])) as Costs;

describe("the capacity model", () => {
  it("spreads a month's visits over its hours", () => {
    expect(visitsPerSecond(1_296_000)).toBe(1);
    expect(DAY.reduce((sum, hour) => sum + hour, 0)).toBeCloseTo(24);
    expect(Math.max(...DAY)).toBeCloseTo(1.8);
  });

  it("makes nearly every rare request, and a busy address once a second", () => {
    expect(madePerSecond([0.01])).toBeCloseTo(0.0099, 4);
    expect(madePerSecond([1000])).toBeCloseTo(0.999, 3);
    expect(madePerSecond([1000, 1000, 0])).toBeCloseTo(1.998, 3);
  });

  it("visits the first contest most often", () => {
    const shares = popularity(500);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
    expect(shares[0]! / shares[9]!).toBeCloseTo(10);
  });

  it("multiplies each kind of request by its cost", () => {
    const load = { ...loadOf(0), join: 10, entry: 5 };
    const used = predict(load, { costs: costs((kind) => (kind === "join" ? 3 : 2)), idle: cost(7) });
    expect(used.server).toBeCloseTo(10 * 3 + 5 * 2 + 7);
    expect(used.sent).toBeCloseTo(16_000);
  });

  it("counts cached requests as cached, in each server's own cache", () => {
    const load = { ...loadOf(0), "home page": 1000 };
    const made = costs((kind) => (kind.endsWith("made") ? 1 : 0));
    expect(predict(load, { costs: made, idle: nothing }).server).toBeCloseTo(0.999, 3);
    expect(predict(load, { costs: made, idle: nothing, servers: 4 }).server).toBeCloseTo(3.984, 3);
    expect(predict(load, { costs: made, idle: nothing, servers: 4, edgeHit: 0.1 }).server).toBeCloseTo(0.999, 3);
  });

  it("answers cached requests and files in front of the servers", () => {
    const load = loadOf(100);
    const site = { costs: costs(() => 1), idle: nothing };
    const [without, behind] = [predict(load, site), predict(load, { ...site, edgeHit: 0.1 })];
    expect(behind.edge).toBeGreaterThan(0);
    expect(behind.server + behind.edge * 10).toBeCloseTo(without.server);
    expect(behind.sent).toBeCloseTo(without.sent);
  });

  it("grows in proportion to the visits, except for what caches save", () => {
    const site = { costs: costs(() => 1), idle: nothing };
    const [one, ten] = [predict(loadOf(1), site), predict(loadOf(10), site)];
    for (const key of COST_KEYS) expect(ten[key]).toBeCloseTo(10 * one[key]);
  });
});
