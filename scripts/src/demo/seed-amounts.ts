import { parseArgs } from "node:util";
import type { Amounts } from "./many/many-shares";

const MOST = 10_000_000;
const JOINS_A_CONTEST = 2;

const USAGE = `npm run seed                               the demo, into an empty database
npm run seed -- --contests N [--joins M]   N generated contests and M joins (2 N when left out), into any database`;

function wholeNumber(name: string, text: string, least: number): number {
  const number = /^\d{1,8}$/.test(text) ? Number(text) : NaN;
  if (number >= least && number <= MOST) return number;
  throw new Error(`--${name} is a whole number from ${least} to ${MOST}, and not ${JSON.stringify(text)}.\n\n${USAGE}`);
}

/** What the arguments of the command ask for: null for the demo. Throws a text for the person who typed them. */
export function readAmounts(args: readonly string[]): Amounts | null {
  const { contests, joins } = given(args);
  if (contests === undefined && joins !== undefined) throw new Error(`--joins needs --contests.\n\n${USAGE}`);
  if (contests === undefined) return null;
  const count = wholeNumber("contests", contests, 1);
  return { contests: count, joins: joins === undefined ? JOINS_A_CONTEST * count : wholeNumber("joins", joins, 0) };
}

function given(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { contests: { type: "string" }, joins: { type: "string" } } }).values;
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${USAGE}`);
  }
}
