import { stripVTControlCharacters } from "node:util";

export interface Count {
  passed: number;
  /** Failures, a few lines each; repeated at the end because only the end of a long log is often kept. */
  failures: string[];
  skipped: number;
}

export const addCounts = (one: Count, other: Count): Count => ({
  passed: one.passed + other.passed,
  failures: [...one.failures, ...other.failures],
  skipped: one.skipped + other.skipped,
});

export const describeCount = ({ passed, failures, skipped }: Count): string =>
  `${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;

const MESSAGE_LINES = 8;

export function failure(name: string, message = ""): string {
  const lines = stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() !== "");
  return [name, ...lines.slice(0, MESSAGE_LINES).map((line) => `    ${line}`)].join("\n");
}
