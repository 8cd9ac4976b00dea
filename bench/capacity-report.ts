import {
  COST_KEYS,
  loadOf,
  MEASURED_KINDS,
  peakVisits,
  predict,
  type Cost,
  type Kind,
  type Load,
  type Site,
} from "./capacity-model";
import type { ServerRound } from "./capacity-servers";
import type { Sample } from "./capacity-traffic";
import { goalTable, median, quantile, table, withSpread } from "./report";

export interface DayHour {
  hour: number;
  load: Load;
  /** CPU milliseconds and bytes per second. */
  measured: Cost;
  samples: readonly Sample[];
}

export interface Results {
  sizes?: { name: string; bytes: number; rows: number }[];
  site?: Site;
  day?: DayHour[];
  servers: ServerRound[];
  /** Share of a core that each of the servers may use. */
  quota: number;
}

const LEAST_RATIO = 1.8;
const PROGRAMS = { server: "server", rendering: "rendering", postgres: "PostgreSQL" } as const;
type Program = keyof typeof PROGRAMS;
const programs = Object.keys(PROGRAMS) as Program[];
const STEPS = [10_000, 1_000_000, 10_000_000, 100_000_000];
const VISITORS_PER_SERVER = 20_000_000;

const GROUPS: Record<string, (kind: Kind) => boolean> = {
  "pages of visitors": (kind) => kind.endsWith(" page") && kind !== "signed-in page",
  "calls of visitors": (kind) => ["list call", "contest call", "search"].includes(kind),
  files: (kind) => kind === "file",
  "signed-in pages and calls": (kind) => kind.startsWith("signed-in"),
  "joins, entries and new contests": (kind) => ["join", "entry", "new contest"].includes(kind),
};

const cores = (msPerSecond: number) => (msPerSecond / 1000).toFixed(msPerSecond < 100 ? 3 : 2);
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const percent = (share: number) => `${share > 0 ? "+" : ""}${(100 * share).toFixed(0)} %`;

export function capacityReport(
  { sizes, site, day, servers, quota }: Results,
  assumptions: Record<string, number>,
  { visitors, seconds }: { visitors: number; seconds: number },
): string[] {
  return [
    ...(servers.length > 0 ? serverLines(servers, quota) : []),
    ...(site ? costLines(site) : []),
    ...(day && site ? dayLines(day, site, visitors, seconds) : []),
    ...(site ? predictionLines(site) : []),
    ...(site
      ? [
          "## Assumptions",
          table([["", "value"], ...Object.entries(assumptions).map(([name, value]) => [name, String(value)])]),
        ]
      : []),
    ...(sizes ? sizeLines(sizes) : []),
  ];
}

function costLines({ costs, idle, edgeHit }: Site): string[] {
  return [
    "## Cost of requests",
    "CPU milliseconds, compressed bytes and bytes of WAL of one request, before and after the day; two are open at a time. `made` is an answer that no cache has. The time without requests is subtracted. WAL is that soon after a checkpoint, with whole pages.",
    table([
      ["", "server", "rendering", "PostgreSQL", "bytes sent", "bytes of WAL"],
      ...MEASURED_KINDS.map((kind) => {
        const cost = costs[kind];
        return [
          kind,
          ...programs.map((program) => cost[program].toFixed(2)),
          cost.sent.toFixed(0),
          cost.wal < 200 ? "" : cost.wal.toFixed(0),
        ];
      }),
    ]),
    `Without requests a server uses ${cores(idle.server)} cores and PostgreSQL ${cores(idle.postgres)}.${edgeHit === undefined ? "" : ` nginx takes ${edgeHit.toFixed(3)} ms for a stored home page, with TLS on open connections.`}`,
  ];
}

function dayLines(measuredDay: readonly DayHour[], site: Site, visitors: number, seconds: number): string[] {
  const withoutEdge: Site = { costs: site.costs, idle: site.idle };
  const day = measuredDay.map((hour) => ({ ...hour, predicted: predict(hour.load, withoutEdge) }));
  const total = (program: Program, of: "predicted" | "measured") => sum(day.map((hour) => hour[of][program]));
  const off = (program: Program) => total(program, "measured") / total(program, "predicted") - 1;
  const all = (hour: (typeof day)[number], of: "predicted" | "measured") =>
    sum(programs.map((program) => hour[of][program]));
  const offAll = sum(day.map((hour) => all(hour, "measured"))) / sum(day.map((hour) => all(hour, "predicted"))) - 1;
  const samples = day.flatMap((hour) => hour.samples);
  return [
    "## A day",
    `The requests of ${visitors.toLocaleString("en")} visitors a month, ${seconds} seconds of each hour of a day, at random moments; ${samples.length} requests, none failed. Cores, as predicted from the cost of requests and as measured.`,
    `**The model is off by ${percent(offAll)}**: ${programs.map((program) => `${PROGRAMS[program]} ${percent(off(program))}`).join(", ")} (measured, compared with predicted).`,
    table([
      [
        "hour",
        "requests per second",
        ...programs.flatMap((program) => [`${PROGRAMS[program]}, predicted`, "measured"]),
        "off by",
      ],
      ...day.map((hour) => [
        String(hour.hour),
        sum(Object.values(hour.load)).toFixed(0),
        ...programs.flatMap((program) => [cores(hour.predicted[program]), cores(hour.measured[program])]),
        percent(all(hour, "measured") / all(hour, "predicted") - 1),
      ]),
    ]),
    table([
      ["ms until the answer was complete", "p50", "p99", "requests"],
      ...Object.entries(GROUPS).map(([name, isIn]) => {
        const times = samples.filter(({ kind }) => isIn(kind)).map(({ ms }) => ms);
        return [name, median(times).toFixed(1), quantile(times, 0.99).toFixed(1), String(times.length)];
      }),
    ]),
  ];
}

function predictionLines(site: Site): string[] {
  const { edgeHit, ...withoutEdge } = site;
  const rows = STEPS.flatMap((visitors) => {
    const load = loadOf(peakVisits(visitors));
    const servers = Math.ceil(visitors / VISITORS_PER_SERVER);
    return [false, ...(edgeHit === undefined ? [] : [true])].map((hasEdge) => {
      const used = predict(load, { ...withoutEdge, servers, ...(hasEdge && { edgeHit }) });
      return [
        `${visitors.toLocaleString("en")}${hasEdge ? ", with a cache in front" : ""}`,
        sum(Object.values(load)).toFixed(load.file > 10 ? 0 : 1),
        ...[...programs, "edge" as const].map((program) => cores(used[program])),
        load["signed-in call"].toFixed(1),
        (load.join + load.entry + load["new contest"]).toFixed(2),
        ((used.sent * 8) / 1e6).toFixed(1),
        (used.wal / 1e6).toFixed(2),
      ];
    });
  });
  return [
    "## Predicted at the peak of a month",
    `Cores in use, not cores to buy. One server for each ${VISITORS_PER_SERVER.toLocaleString("en")} visitors.`,
    table([
      [
        "visitors a month",
        "requests per second",
        ...COST_KEYS.slice(0, 4).map((key) => (key === "postgres" ? "PostgreSQL" : key)),
        "signed-in calls per second",
        "writes per second",
        "Mbit/s sent",
        "MB/s of WAL",
      ],
      ...rows,
    ]),
  ];
}

function serverLines(servers: Results["servers"], quota: number): string[] {
  const kinds = [...new Set(servers.map(({ kind }) => kind))];
  const of = (kind: string) => servers.filter((round) => round.kind === kind);
  const ratios = (kind: string) => of(kind).map(({ one, two }) => two.rate / one.rate);
  return [
    "## Two servers against one",
    `Each server has ${quota} of a core (a quota of the kernel); PostgreSQL and the client have the rest. Eight requests are open for each server. \`mixed call\`: the signed-in calls of \`bench/calls.ts\` in turns; \`join\`: different people join 50 contests.`,
    goalTable(
      kinds.map((kind) => ({
        what: `${kind}: two servers : one`,
        measured: `${withSpread(ratios(kind), 2)}×`,
        goal: `≥ ${LEAST_RATIO}×`,
        isMet: median(ratios(kind)) >= LEAST_RATIO,
      })),
    ),
    table([
      ["", "per second", "cores of the servers", "of PostgreSQL", "of the client", "CPU ms of the servers each"],
      ...kinds.flatMap((kind) =>
        (["one", "two"] as const).map((count) => {
          const rounds = of(kind).map((round) => round[count]);
          const cells = (["server", "postgres", "client"] as const).map((program) =>
            withSpread(
              rounds.map((round) => round[program]),
              2,
            ),
          );
          const each = rounds.map(({ rate, server }) => (1000 * server) / rate);
          return [`${kind}, ${count}`, withSpread(rounds.map(({ rate }) => rate)), ...cells, withSpread(each, 1)];
        }),
      ),
    ]),
  ];
}

/** Smaller tables are mostly empty pages of their indexes. */
const LEAST_ROWS = 500;

function sizeLines(tables: NonNullable<Results["sizes"]>): string[] {
  const rowsOf = (name: string) => tables.find((one) => one.name === name)?.rows ?? 0;
  const contests = rowsOf("contests");
  const bytes = sum(tables.map((one) => one.bytes));
  return [
    "## Size of the database",
    `${contests} contests, ${rowsOf("participations")} joins and ${rowsOf("entries")} entries, without releases: ${(bytes / 1e6).toFixed(0)} MB with indexes, ${(bytes / contests / 1000).toFixed(1)} kB for each contest with all that belongs to it.`,
    table([
      ["table", "rows", "MB with indexes", "bytes per row"],
      ...tables
        .filter(({ rows }) => rows >= LEAST_ROWS)
        .map(({ name, rows, bytes: size }) => [name, String(rows), (size / 1e6).toFixed(1), (size / rows).toFixed(0)]),
    ]),
  ];
}
