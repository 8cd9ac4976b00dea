import type { Metric, Visit } from "../browser/measure-visit";
import type { Visits } from "../measures/first-visits";
import { atLeast, atMost, type Goal } from "./goals";
import { FEW_REMOTES, MANY_REMOTES, type PaintResults } from "./paint-results";
import { median, ratios } from "./spread";

const SCRIPT_KB: Record<string, number> = { home: 140 };
const SCRIPT_KB_ELSEWHERE = 150;
const PUBLIC = ["home", "all", "contest"];
const POINTS = { goal: 95, aim: { performance: 99, accessibility: 100, "best-practices": 100, seo: 100 } };
const MAX_INTERACTION_MS = 100;
const START_RATIO = 1.05;

const valuesOf = (visits: readonly Visit[], metric: Metric) =>
  visits.map((visit) => visit[metric]).filter((value) => value !== undefined);

/** Returns no goal if one of the two variants was not visited. */
function ratioGoal(
  what: string,
  visits: Visits,
  [one, other]: [string, string],
  metric: Metric,
  limit: number,
): Goal[] {
  const [values = [], baseline = []] = [one, other].map((name) => valuesOf(visits.get(name) ?? [], metric));
  if (values.length === 0 || baseline.length === 0) return [];
  return [atMost(`${what}, ${one} : ${other}`, ratios(values, baseline), limit, "×", 2)];
}

const zeroGoal = (what: string, values: readonly number[]): Goal => {
  const worst = Math.max(...values);
  return { what, measured: `at most ${Number(worst.toFixed(4))}`, goal: "0", isMet: worst === 0 };
};

function pageGoals(page: string, visits: Visits): Goal[] {
  const product = visits.get("product") ?? [];
  if (product.length === 0) return [];
  const always = [
    zeroGoal(`${page}: layout shift`, valuesOf(product, "shift")),
    zeroGoal(`${page}: hydration mismatches`, valuesOf(product, "mismatches")),
    zeroGoal(`${page}: errors and warnings on the console`, valuesOf(product, "complaints")),
  ];
  if (!PUBLIC.includes(page)) {
    return [
      ...ratioGoal(`${page}: largest paint`, visits, ["product", "bundle"], "largestPaint", 1.05),
      ...ratioGoal(`${page}: time of content`, visits, ["product", "bundle"], "content", 1.05),
      ...always,
    ];
  }
  return [
    ...ratioGoal(`${page}: first paint`, visits, ["product", "static"], "firstPaint", 1),
    ...ratioGoal(`${page}: largest paint`, visits, ["product", "static"], "largestPaint", 1),
    ...ratioGoal(`${page}: frame answers to a click`, visits, ["product", "bundle"], "frameHydrated", 1),
    ...ratioGoal(`${page}: page answers to a click`, visits, ["product", "bundle"], "hydrated", 1),
    ...blockingGoal(page, visits),
    atMost(
      `${page}: scripts`,
      valuesOf(product, "scriptBytes").map((bytes) => bytes / 1000),
      SCRIPT_KB[page] ?? SCRIPT_KB_ELSEWHERE,
      " kB",
      1,
    ),
    ...always,
  ];
}

/** Uses the median of `static` as the limit, because a ratio to zero blocking time is undefined. */
function blockingGoal(page: string, visits: Visits): Goal[] {
  const copy = visits.get("static");
  if (!copy) return [];
  const limit = Number((1.5 * median(valuesOf(copy, "blocking"))).toFixed(0));
  return [
    atMost(
      `${page}: blocking time, 1.5 times that of static`,
      valuesOf(visits.get("product") ?? [], "blocking"),
      limit,
      " ms",
    ),
  ];
}

export function paintGoals({ visits, interactions, audits, remotes, rate }: PaintResults): Goal[] {
  const goals = [...visits].flatMap(([page, ofPage]) => pageGoals(page, ofPage));
  for (const [what, values] of Object.entries(interactions?.get("product") ?? {}))
    goals.push(atMost(what, values, MAX_INTERACTION_MS, " ms"));
  for (const [page, { points }] of audits ?? []) {
    for (const category of Object.keys(POINTS.aim) as (keyof typeof POINTS.aim)[]) {
      goals.push(
        atLeast(`Lighthouse, ${page}: ${category}`, points[category], POINTS.goal, "", {
          more: ` (aim ${POINTS.aim[category]})`,
        }),
      );
    }
  }
  if (remotes) {
    goals.push(...ratioGoal("home: first paint", remotes, [MANY_REMOTES, FEW_REMOTES], "firstPaint", START_RATIO));
    goals.push(...ratioGoal("home: largest paint", remotes, [MANY_REMOTES, FEW_REMOTES], "largestPaint", START_RATIO));
    goals.push(
      ...ratioGoal("home: page answers to a click", remotes, [MANY_REMOTES, FEW_REMOTES], "hydrated", START_RATIO),
    );
  }
  if (rate)
    goals.push(
      atLeast("pages a second, kept", rate.kept, 2000, ""),
      atLeast("pages a second, rendered again", rate.drawn, 60, ""),
    );
  return goals;
}
