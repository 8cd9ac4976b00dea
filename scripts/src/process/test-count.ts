import { stripVTControlCharacters } from "node:util";

/** What a step of the tests found. */
export interface Count {
  passed: number;
  /** What failed, one line or a few each. They are told again at the end: of a long run often only the end is kept. */
  failures: string[];
  skipped: number;
}

/** What two steps found. */
export const together = (one: Count, other: Count): Count => ({
  passed: one.passed + other.passed,
  failures: [...one.failures, ...other.failures],
  skipped: one.skipped + other.skipped,
});

const MESSAGE_LINES = 8;

/** A test's name and the beginning of what it said. */
export function failure(name: string, message = ""): string {
  const lines = stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() !== "");
  return [name, ...lines.slice(0, MESSAGE_LINES).map((line) => `    ${line}`)].join("\n");
}
