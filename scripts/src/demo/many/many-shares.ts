import { parseArgs } from "node:util";
import { sequence } from "../sequence";

export interface Amounts {
  contests: number;
  joins: number;
}

/** Percentages of contest states. Completed contests without joins become overdue because they cannot have a winner. */
const STATES = [
  ["open", 18],
  ["judging", 8],
  ["overdue", 3],
  ["completed", 56],
  ["cancelled", 3],
  ["in_review", 6],
  ["changes_requested", 2],
  ["rejected", 4],
] as const;
export type State = (typeof STATES)[number][0];

export const PUBLISHED: ReadonlySet<State> = new Set(["open", "judging", "overdue", "completed", "cancelled"]);

/** Fractional parts of its multiples are evenly distributed, so any number of contests has these shares. */
const GOLDEN = 0.6180339887498949;

export function stateOf(contest: number): State {
  let percent = ((contest * GOLDEN) % 1) * 100;
  return STATES.find(([, share]) => (percent -= share) < 0)?.[0] ?? "open";
}

const CONTESTS_PER_CREATOR = 20;
const JOINS_PER_USER = 8;
const ADMINS = 3;

/** Returns the number of users: enough for each contest to get four times the average number of joins. */
export const peopleOf = ({ contests, joins }: Amounts) => ({
  admins: ADMINS,
  creators: Math.max(5, Math.ceil(contests / CONTESTS_PER_CREATOR)),
  users: Math.max(25, Math.ceil(joins / JOINS_PER_USER), Math.ceil((4 * joins) / contests)),
});

/** Distributes `joins` over the contests with a long tail: most have few, some thousands, none more than `max`. */
export function shareJoins({ contests, joins }: Amounts, max: number): Uint32Array {
  const random = sequence(1971);
  const counts = new Uint32Array(contests);
  const weights = new Float64Array(contests);
  let remaining = joins;
  let weight = 0;
  for (let contest = 0; contest < contests; contest += 1) {
    const state = stateOf(contest);
    const chance = random();
    if (!PUBLISHED.has(state)) continue;
    weight += weights[contest] = (1 - chance) ** -0.7;
    // A completed contest has a winner, who must have joined.
    if (state === "completed" && remaining > 0) {
      counts[contest] = 1;
      remaining -= 1;
    }
  }
  const eachWeight = remaining / weight;
  let owed = 0;
  for (let contest = 0; contest < contests; contest += 1) {
    owed += weights[contest]! * eachWeight;
    const count = Math.min(Math.floor(owed), max - counts[contest]!, remaining);
    counts[contest]! += count;
    owed -= count;
    remaining -= count;
  }
  for (let contest = 0; remaining > 0; contest = (contest + 1) % contests) {
    if (weights[contest] === 0 || counts[contest]! >= max) continue;
    counts[contest]! += 1;
    remaining -= 1;
  }
  return counts;
}

const MAX_AMOUNT = 10_000_000;
const JOINS_PER_CONTEST = 2;

const USAGE = `npm run seed                               loads the demo into an empty database
npm run seed -- --contests N [--joins M]   adds N generated contests and M joins (default 2 N) to any database`;

function wholeNumber(name: string, text: string, min: number): number {
  const number = /^\d{1,8}$/.test(text) ? Number(text) : NaN;
  if (number >= min && number <= MAX_AMOUNT) return number;
  throw new Error(
    `--${name} must be a whole number from ${min} to ${MAX_AMOUNT}, not ${JSON.stringify(text)}.\n\n${USAGE}`,
  );
}

export function readAmounts(args: readonly string[]): Amounts | null {
  const { contests, joins } = parseOptions(args);
  if (contests === undefined && joins !== undefined) throw new Error(`--joins requires --contests.\n\n${USAGE}`);
  if (contests === undefined) return null;
  const count = wholeNumber("contests", contests, 1);
  return { contests: count, joins: joins === undefined ? JOINS_PER_CONTEST * count : wholeNumber("joins", joins, 0) };
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { contests: { type: "string" }, joins: { type: "string" } } }).values;
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${USAGE}`);
  }
}
