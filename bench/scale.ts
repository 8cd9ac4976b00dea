import path from "node:path";
import { parseArgs } from "node:util";
import { root } from "@conquest/scripts/src/root";
import { GROUPS, QUESTIONS } from "./load/request-groups";
import { measureScale, type FilledDatabase, type ScaleResults } from "./load/scale";
import { machineLines } from "./report/machine";
import { saveResults } from "./report/results-file";
import { scaleReport, writePlans } from "./report/scale-report";
import { parseNames, measurer, runBench, parsePositiveInteger } from "./run/run-bench";
import { fillDatabase } from "./variants/filled-database";
import { DATABASES, openDatabases, type DatabaseKind } from "./variants/open-databases";

/** Benchmarks how much slower calls get as the number of contests grows. */

const USAGE = `npm run bench -- scale [--rounds 7] [--seconds 1] [--databases ${DATABASES.join(",")}]
  [--sizes 10000,1000000] [--embedded-sizes 10000,100000] [--groups "${GROUPS.join(",")}"] [--out bench/results.md]

Without anything, all of it, into bench/results.md, with the plans in bench/plans. Whatever is less goes into .conquest/bench,
unless --out says where. Each call is asked for --seconds in each round, and at least once.`;

const SIZES = "10000,1000000";
const EMBEDDED_SIZES = "10000,100000";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "7" },
    seconds: { type: "string", default: "1" },
    databases: { type: "string" },
    sizes: { type: "string", default: SIZES },
    "embedded-sizes": { type: "string", default: EMBEDDED_SIZES },
    groups: { type: "string" },
    out: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

const sizesOf = (name: string, list: string) => {
  const sizes = list.split(",").map((size) => parsePositiveInteger(name, size, USAGE));
  if (new Set(sizes).size !== 2) throw new Error(`--${name} names two numbers of contests.\n\n${USAGE}`);
  return sizes;
};

async function bench(): Promise<void> {
  const rounds = parsePositiveInteger("rounds", values.rounds, USAGE);
  const seconds = Number(values.seconds);
  if (!(seconds >= 0)) throw new Error(`--seconds is a number.\n\n${USAGE}`);
  const kinds = parseNames(DATABASES, values.databases, USAGE);
  const groups = parseNames(GROUPS, values.groups, USAGE);
  const sizes = {
    postgres: sizesOf("sizes", values.sizes),
    embedded: sizesOf("embedded-sizes", values["embedded-sizes"]),
  };
  const questions = QUESTIONS.filter(({ group }) => groups.includes(group));

  const startedAt = performance.now();
  const isFullRun =
    values.sizes === SIZES &&
    values["embedded-sizes"] === EMBEDDED_SIZES &&
    rounds >= 7 &&
    kinds.length === DATABASES.length &&
    groups.length === GROUPS.length;
  const out = path.resolve(root, values.out ?? (isFullRun ? "bench/results.md" : ".conquest/bench/results.md"));
  const plansFolder = path.join(path.dirname(out), "plans");
  const machine = await machineLines([], []);
  const results = new Map<DatabaseKind, ScaleResults>();
  const failures: string[] = [];
  const measure = measurer(new Set(kinds), failures);

  const databases = await openDatabases(kinds);
  const fill = async (kind: DatabaseKind): Promise<FilledDatabase[]> => {
    const filled: FilledDatabase[] = [];
    for (const size of sizes[kind]) {
      const place = await databases.add(kind);
      filled.push({ place, facts: await fillDatabase(place, size) });
    }
    return filled;
  };
  try {
    // Filling a database keeps one core busy, so they are filled in parallel and measured afterwards.
    const filled = new Map(kinds.map((kind) => [kind, fill(kind)]));
    await Promise.allSettled(filled.values());
    for (const kind of DATABASES) {
      await measure(kind, async () => {
        const logFile = kind === "postgres" ? databases.postgres?.logFile : undefined;
        results.set(
          kind,
          await measureScale(await filled.get(kind)!, { kind, questions, rounds, seconds, failures, logFile }),
        );
        if (kind === "postgres") await writePlans(plansFolder, results.get(kind)!);
      });
    }
  } finally {
    await databases.close();
  }

  const command = ["npm run bench -- scale", ...process.argv.slice(2)].join(" ");
  const report = scaleReport(
    results,
    { command, rounds, machine, failures },
    path.relative(path.dirname(out), plansFolder),
  );
  const times = [...results].map(([kind, ofKind]) => [
    kind,
    Object.fromEntries(
      [...ofKind].map(([size, measurements]) => [
        size,
        Object.fromEntries([...measurements].map(([{ group, name }, { times }]) => [`${group}: ${name}`, times])),
      ]),
    ),
  ]);
  await saveResults({ title: "Scale", out, report, results: Object.fromEntries(times) as unknown, startedAt });
  if (failures.length > 0) process.exitCode = 1;
}

await runBench(bench, values.help, USAGE);
