import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { GROUPS, type Group, type Question } from "../load/request-groups";
import type { Measurement, ScaleResults } from "../load/scale";
import type { DatabaseKind } from "../variants/open-databases";
import { atMost, goalTable, type Goal } from "./goals";
import { metadataLines, type RunMetadata } from "./run-metadata";
import { median, quantile } from "./spread";
import { table } from "./table";

const p99 = (times: readonly number[]) => quantile(times, 0.99);
const ms = (value: number) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
const blocksOf = ({ plans }: Measurement) => plans.reduce((sum, { blocks }) => sum + blocks, 0);

const MAX_FLAT_GROWTH = 1.5;
const SEARCH_MS = 50;

interface Comparison {
  question: Question;
  few: Measurement;
  many: Measurement;
}

function compare(results: ScaleResults): Comparison[] {
  const sizes = [...results.keys()].toSorted((one, other) => one - other);
  const [few, many] = [results.get(sizes[0]!)!, results.get(sizes.at(-1)!)!];
  return [...few]
    .map(([question, measurement]) => ({ question, few: measurement, many: many.get(question)! }))
    .filter((one) => one.few.times.length > 0 && one.many.times.length > 0);
}

const growth = ({ few, many }: Comparison) => p99(many.times) / p99(few.times);

function goalsOf(kind: DatabaseKind, results: ScaleResults): Goal[] {
  const compared = compare(results);
  const most = Math.max(...results.keys());
  const worstOf = (group: Group, value: (one: Comparison) => number) => {
    const ofGroup = compared
      .filter(({ question }) => question.group === group)
      .toSorted((one, other) => value(other) - value(one));
    return ofGroup[0] && { one: ofGroup[0], count: ofGroup.length };
  };
  const goals = GROUPS.flatMap((group) => {
    const worst = worstOf(group, growth);
    if (!worst) return [];
    const met = compared.filter((one) => one.question.group === group && growth(one) <= MAX_FLAT_GROWTH).length;
    return atMost(
      `${kind}: ${group}, p99 with ${most} : fewest; the worst of ${worst.count} (${worst.one.question.name}); ${met} are flat`,
      [growth(worst.one)],
      MAX_FLAT_GROWTH,
      "×",
      2,
    );
  });
  const search = worstOf("search", ({ many }) => p99(many.times));
  if (search && kind === "postgres")
    goals.push(
      atMost(
        `${kind}: search, p99 with ${most}, the worst (${search.one.question.name})`,
        [p99(search.one.many.times)],
        SEARCH_MS,
        " ms",
        1,
      ),
    );
  return goals;
}

function timesTable(group: Group, results: ScaleResults): string {
  const [few, many] = [Math.min(...results.keys()), Math.max(...results.keys())];
  const hasPlans = compare(results).some((one) => one.many.plans.length > 0);
  return table([
    [
      group,
      `p50 ms, ${few}`,
      `p50 ms, ${many}`,
      `p99 ms, ${few}`,
      `p99 ms, ${many}`,
      "p99 ratio",
      "asked",
      ...(hasPlans ? [`blocks, ${few}`, `blocks, ${many}`] : []),
    ],
    ...compare(results)
      .filter(({ question }) => question.group === group)
      .map((one) => [
        one.question.name,
        ms(median(one.few.times)),
        ms(median(one.many.times)),
        ms(p99(one.few.times)),
        ms(p99(one.many.times)),
        growth(one).toFixed(2),
        `${one.few.times.length}, ${one.many.times.length}`,
        ...(hasPlans ? [String(blocksOf(one.few)), String(blocksOf(one.many))] : []),
      ]),
  ]);
}

const EXPLAINED = [
  "Each call is asked over HTTP of the server alone, one at a time over one kept connection, each time with another address (and other contests, tags and words in turn), so that no answer made before will do. The databases take turns with each call; of the time the first is not counted. `asked` says how often: where that is less than a hundred, p99 is close to the slowest. `blocks` are those of 8 kB that the call's statements touched, in memory or not. Contests, joins and people are those of `npm run seed -- --contests`, two joins a contest.",
];

export function scaleReport(results: Map<DatabaseKind, ScaleResults>, metadata: RunMetadata, plansAt: string): string {
  return [
    ...metadataLines(metadata, "one call at a time"),
    ...EXPLAINED,
    ...(results.has("postgres")
      ? [
          `The statements of each call that is not flat, and of the slowest of each kind, are with their plans in \`${plansAt}\`.`,
        ]
      : []),
    "## Goals",
    goalTable([...results].flatMap(([kind, ofKind]) => goalsOf(kind, ofKind))),
    ...[...results].flatMap(([kind, ofKind]) => [
      `## Times: ${kind}`,
      ...GROUPS.filter((group) => compare(ofKind).some(({ question }) => question.group === group)).map((group) =>
        timesTable(group, ofKind),
      ),
    ]),
  ].join("\n\n");
}

const MAX_LINE_LENGTH = 240;
const truncateLines = (text: string, maxLength: number) =>
  text.replace(/.+/g, (line) => (line.length > maxLength ? `${line.slice(0, maxLength)} …` : line));

/** Selects the calls worth investigating: each that is not flat, and the slowest of each group. */
function notableQuestions(results: ScaleResults): Set<Question> {
  const compared = compare(results);
  const slowest = GROUPS.flatMap((group) =>
    compared
      .filter(({ question }) => question.group === group)
      .toSorted((one, other) => p99(other.many.times) - p99(one.many.times))
      .slice(0, 1),
  );
  return new Set(
    [...compared.filter((one) => growth(one) > MAX_FLAT_GROWTH), ...slowest].map(({ question }) => question),
  );
}

/** Writes one file per size with the statements and plans of the calls worth investigating. */
export async function writePlans(folder: string, results: ScaleResults): Promise<void> {
  await mkdir(folder, { recursive: true });
  const notable = notableQuestions(results);
  for (const [size, measurement] of results) {
    const text = [...measurement]
      .filter(([question, { plans }]) => plans.length > 0 && notable.has(question))
      .map(([{ group, name }, { plans }]) =>
        [
          `## ${group}: ${name}`,
          ...plans.map(
            ({ statement, plan }) =>
              `\`\`\`\n${truncateLines(statement, 4 * MAX_LINE_LENGTH)}\n\n${truncateLines(plan, MAX_LINE_LENGTH)}\n\`\`\``,
          ),
        ].join("\n\n"),
      );
    await writeFile(path.join(folder, `${size}.md`), `# Plans with ${size} contests\n\n${text.join("\n\n")}\n`);
  }
}
