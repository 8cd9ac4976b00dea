import { API_MEASURES, type ApiMeasure, type Comparison } from "../load/comparison";
import { CONNECTIONS } from "../load/requests-a-second";
import { atLeast, atMost, goalTable, type Goal } from "./goals";
import { metadataLines, type RunMetadata } from "./run-metadata";
import { ratios, withSpread } from "./spread";
import { table } from "./table";

const LIMITS: Record<ApiMeasure, (what: string, values: readonly number[]) => Goal> = {
  public: (what, values) => atLeast(what, values, 0.6, "×", { digits: 3 }),
  "signed-in": (what, values) => atLeast(what, values, 3, "×", { digits: 2 }),
  joins: (what, values) => atLeast(what, values, 0.5, "×", { digits: 2 }),
  // 20 % more time per join means 17 % fewer joins per second.
  "join-cost": (what, values) => atLeast(what, values, 0.833, "×", { digits: 3 }),
  start: (what, values) => atMost(what, values, 1.2, "×", 2),
};

const TITLES: Record<ApiMeasure, string> = {
  public: "Public calls a second",
  "signed-in": "Signed-in calls a second",
  joins: "Joins a second",
  "join-cost": "What is kept for lists, joins a second",
  start: "Start, ms",
};

const EXPLAINED = [
  `Calls are asked by ${CONNECTIONS} connections that ask the next as soon as they are answered, of the server alone on one core; who asks is on the other, PostgreSQL on both. \`bare Fastify\` sends the very bytes and headers of the product's answer from memory, for each call on the same core. Signed-in calls are asked about the demo, of the server of an earlier commit too.`,
  "`pgbench` does the statements that PostgreSQL's log shows for one call of the server, prepared, with as many clients as the server has connections, all about one contest; PostgreSQL confirms nothing before it is on the disk. `start` is from starting the process until it answers anything.",
  "Each figure is a median, with the quarters below and above it in brackets. A ratio is that of two figures made one after the other.",
];

const ratioOf = ({ product, others }: Comparison) => ratios(product, others);

export function apiReport(comparisons: readonly Comparison[], metadata: RunMetadata): string {
  const goals = comparisons.map((comparison) =>
    LIMITS[comparison.measure](
      `${comparison.measure}, ${comparison.what}: product : ${comparison.other}`,
      ratioOf(comparison),
    ),
  );
  const measured = API_MEASURES.filter((measure) => comparisons.some((comparison) => comparison.measure === measure));
  return [
    ...metadataLines(metadata, "each in turns with what it is compared with"),
    ...EXPLAINED,
    "## Goals",
    goalTable(goals),
    ...measured.flatMap((measure) => {
      const ofMeasure = comparisons.filter((comparison) => comparison.measure === measure);
      return [
        `## ${TITLES[measure]}`,
        table([
          ["", "product", ofMeasure[0]!.other, "ratio"],
          ...ofMeasure.map((comparison) => [
            comparison.what,
            withSpread(comparison.product),
            withSpread(comparison.others),
            withSpread(ratioOf(comparison), 3),
          ]),
        ]),
      ];
    }),
  ].join("\n\n");
}
