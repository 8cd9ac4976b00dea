/** Predicts the CPU time and traffic of a load from the measured cost of each kind of request. */

/** CPU milliseconds of each program for one request, and bytes sent to the browser and written to the WAL. */
export interface Cost {
  server: number;
  rendering: number;
  postgres: number;
  edge: number;
  sent: number;
  wal: number;
}
export const COST_KEYS = ["server", "rendering", "postgres", "edge", "sent", "wal"] as const;

/** Answered from a cache of the server unless the address was not asked for within a second. */
export const CACHED_KINDS = ["home page", "list page", "contest page", "list call", "contest call"] as const;
export type CachedKind = (typeof CACHED_KINDS)[number];

/** Requests of visitors for files of releases and pictures; searches, which are too different to be cached. */
const VISITOR_KINDS = ["file", "search"] as const;
export const SIGNED_IN_KINDS = ["signed-in page", "signed-in call", "join", "entry", "new contest"] as const;

export const KINDS = [...CACHED_KINDS, ...VISITOR_KINDS, ...SIGNED_IN_KINDS] as const;
export type Kind = (typeof KINDS)[number];

export type MeasuredKind = `${CachedKind}, ${"cached" | "made"}` | Exclude<Kind, CachedKind>;
export const MEASURED_KINDS: readonly MeasuredKind[] = [
  ...CACHED_KINDS.flatMap((kind) => [`${kind}, cached`, `${kind}, made`] as const),
  ...VISITOR_KINDS,
  ...SIGNED_IN_KINDS,
];

export type Costs = Record<MeasuredKind, Cost>;

/** Requests per second of each kind. */
export type Load = Record<Kind, number>;

/** These numbers describe average people. They are assumptions: replace them by what your own site shows. */
export const ASSUMPTIONS = {
  "visits of a visitor in a month": 2,
  "share of visits with an account": 0.2,
  "files of a visit": 9,
  "share of home pages among pages that visitors open directly": 0.3,
  "share of lists of contests among them": 0.2,
  "further pages of a visit without an account, through links": 4,
  "calls of each of them, half for lists and half for a contest": 2,
  "searches of a visit without an account": 0.3,
  "calls of a visit with an account": 15,
  "joins of a visit with an account": 0.2,
  "entries of a visit with an account": 0.12,
  "new contests of a visit with an account": 0.005,
  "contests that are visited": 500,
  "busiest hour : average hour": 1.8,
  "busiest minute of a month : its busiest usual hour": 3,
};

const SECONDS_PER_MONTH = 30 * 24 * 60 * 60;
const PEAK_HOUR = 20;

export const visitsPerSecond = (monthlyVisitors: number) =>
  (monthlyVisitors * ASSUMPTIONS["visits of a visitor in a month"]) / SECONDS_PER_MONTH;

/** Each hour of a day, compared with the average one. */
export const DAY: readonly number[] = Array.from(
  { length: 24 },
  (_, hour) => 1 + (ASSUMPTIONS["busiest hour : average hour"] - 1) * Math.cos(((hour - PEAK_HOUR) / 24) * 2 * Math.PI),
);

export const peakVisits = (monthlyVisitors: number) =>
  visitsPerSecond(monthlyVisitors) *
  ASSUMPTIONS["busiest hour : average hour"] *
  ASSUMPTIONS["busiest minute of a month : its busiest usual hour"];

export function loadOf(visits: number): Load {
  const signedIn = visits * ASSUMPTIONS["share of visits with an account"];
  const visitors = visits - signedIn;
  const home = ASSUMPTIONS["share of home pages among pages that visitors open directly"];
  const lists = ASSUMPTIONS["share of lists of contests among them"];
  const calls =
    visitors *
    ASSUMPTIONS["further pages of a visit without an account, through links"] *
    ASSUMPTIONS["calls of each of them, half for lists and half for a contest"];
  return {
    "home page": visitors * home,
    "list page": visitors * lists,
    "contest page": visitors * (1 - home - lists),
    "list call": calls / 2,
    "contest call": calls / 2,
    file: visits * ASSUMPTIONS["files of a visit"],
    search: visitors * ASSUMPTIONS["searches of a visit without an account"],
    "signed-in page": signedIn,
    "signed-in call": signedIn * ASSUMPTIONS["calls of a visit with an account"],
    join: signedIn * ASSUMPTIONS["joins of a visit with an account"],
    entry: signedIn * ASSUMPTIONS["entries of a visit with an account"],
    "new contest": signedIn * ASSUMPTIONS["new contests of a visit with an account"],
  };
}

/** Shares of requests for the most visited contest, the next one and so on (Zipf). */
export function popularity(count: number): number[] {
  const weights = Array.from({ length: count }, (_, index) => 1 / (index + 1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

const KEPT_SECONDS = 1;

/** Requests per second that a cache must have made, if each address arrives at random at its rate. */
export const madePerSecond = (rates: readonly number[]) =>
  rates.reduce((sum, rate) => sum + rate / (1 + rate * KEPT_SECONDS), 0);

export interface Site {
  costs: Costs;
  /** CPU milliseconds per second of a server and its database without requests. */
  idle: Cost;
  servers?: number;
  /** CPU milliseconds of nginx for a stored response; without it there is no cache in front. */
  edgeHit?: number;
}

/** Returns per second what all servers and the database use together. */
export function predict(load: Load, { costs, idle, servers = 1, edgeHit }: Site): Cost {
  const total: Cost = { ...idle, server: idle.server * servers, rendering: idle.rendering * servers };
  const hasEdge = edgeHit !== undefined;
  const add = (cost: Cost, perSecond: number) => {
    for (const key of COST_KEYS) total[key] += cost[key] * perSecond;
  };
  for (const kind of CACHED_KINDS) {
    const shares = kind.startsWith("contest") ? popularity(ASSUMPTIONS["contests that are visited"]) : [1];
    // Each server has its own cache, but one cache in front asks them for an address once.
    const caches = hasEdge ? 1 : servers;
    const made = caches * madePerSecond(shares.map((share) => (share * load[kind]) / caches));
    add(costs[`${kind}, made`], made);
    add(hasEdge ? atEdge(costs[`${kind}, cached`], edgeHit) : costs[`${kind}, cached`], load[kind] - made);
  }
  for (const kind of [...VISITOR_KINDS, ...SIGNED_IN_KINDS])
    add(hasEdge && kind === "file" ? atEdge(costs[kind], edgeHit) : costs[kind], load[kind]);
  return total;
}

const atEdge = ({ sent }: Cost, edge: number): Cost => ({ server: 0, rendering: 0, postgres: 0, edge, sent, wal: 0 });
