import { sequence } from "../sequence";

/** How much is generated. */
export interface Amounts {
  contests: number;
  joins: number;
}

/** Where contests stand, in percent of all. Completed ones that nobody joined can have no winner: they are overdue. */
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

/** Multiples of it, without what is before the point, are spread evenly: any number of contests has these shares. */
const GOLDEN = 0.6180339887498949;

export function stateOf(contest: number): State {
  let percent = ((contest * GOLDEN) % 1) * 100;
  return STATES.find(([, share]) => (percent -= share) < 0)?.[0] ?? "open";
}

/** Contests of a creator, on average; a few have hundreds. */
const CONTESTS_A_CREATOR = 20;
/** Joins of a user, on average. */
const JOINS_A_USER = 8;
const ADMINS = 3;

/** How many people the data has. All joins find a place: enough people for each contest to be joined by four times the average. */
export const peopleOf = ({ contests, joins }: Amounts) => ({
  admins: ADMINS,
  creators: Math.max(5, Math.ceil(contests / CONTESTS_A_CREATOR)),
  users: Math.max(25, Math.ceil(joins / JOINS_A_USER), Math.ceil((4 * joins) / contests)),
});

/** How many join each contest, `joins` in all: most have few, some have thousands. None has more than `most`. */
export function shareJoins({ contests, joins }: Amounts, most: number): Uint32Array {
  const random = sequence(1971);
  const counts = new Uint32Array(contests);
  const weights = new Float64Array(contests);
  let left = joins;
  let weight = 0;
  for (let contest = 0; contest < contests; contest += 1) {
    const state = stateOf(contest);
    const chance = random();
    if (!PUBLISHED.has(state)) continue;
    weight += weights[contest] = (1 - chance) ** -0.7;
    // A contest is completed by its winner, who has joined it.
    if (state === "completed" && left > 0) {
      counts[contest] = 1;
      left -= 1;
    }
  }
  const eachWeight = left / weight;
  let owed = 0;
  for (let contest = 0; contest < contests; contest += 1) {
    owed += weights[contest]! * eachWeight;
    const given = Math.min(Math.floor(owed), most - counts[contest]!, left);
    counts[contest]! += given;
    owed -= given;
    left -= given;
  }
  // What was lost by rounding, and where a contest was full.
  for (let contest = 0; left > 0; contest = (contest + 1) % contests) {
    if (weights[contest] === 0 || counts[contest]! >= most) continue;
    counts[contest]! += 1;
    left -= 1;
  }
  return counts;
}
