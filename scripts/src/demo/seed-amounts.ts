import { parseArgs } from "node:util";
import type { Amounts } from "./many/many-shares";

const MAX_AMOUNT = 10_000_000;
const JOINS_PER_CONTEST = 2;

const USAGE = `npm run seed                               the demo, into an empty database
npm run seed -- --contests N [--joins M]   N generated contests and M joins (2 N when left out), into any database`;

function wholeNumber(name: string, text: string, min: number): number {
  const number = /^\d{1,8}$/.test(text) ? Number(text) : NaN;
  if (number >= min && number <= MAX_AMOUNT) return number;
  throw new Error(
    `--${name} is a whole number from ${min} to ${MAX_AMOUNT}, and not ${JSON.stringify(text)}.\n\n${USAGE}`,
  );
}

export function readAmounts(args: readonly string[]): Amounts | null {
  const { contests, joins } = parseOptions(args);
  if (contests === undefined && joins !== undefined) throw new Error(`--joins needs --contests.\n\n${USAGE}`);
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
