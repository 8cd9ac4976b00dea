import type { FullResult, Reporter, Suite, TestCase } from "@playwright/test/reporter";

/** Prints each statement of the specification by section, and whether it holds. */
export default class ConformanceReporter implements Reporter {
  private root: Suite | undefined;

  onBegin(_config: unknown, root: Suite): void {
    this.root = root;
  }

  onTestEnd(test: TestCase): void {
    process.stdout.write(`${mark(test)} ${test.title} (${seconds(test)} s)\n`);
  }

  onEnd(_result: FullResult): void {
    const tests = this.root?.allTests() ?? [];
    let section = "";
    process.stdout.write("\n");
    for (const test of tests) {
      const current = sectionOf(test);
      if (current !== section) process.stdout.write(`\n${(section = current)}\n`);
      const settled = test.annotations
        .filter(({ type }) => type === "settled")
        .map(({ description }) => ` [settled by ${description}]`);
      process.stdout.write(`  ${mark(test)}  ${test.title}${settled.join("")}\n`);
      const message = test.ok()
        ? ""
        : (test.results.at(-1)?.errors ?? []).map((error) => error.message ?? "").join("\n");
      if (message)
        process.stdout.write(`         ${stripColors(message).split("\n").slice(0, 14).join("\n         ")}\n`);
    }
    process.stdout.write("\n");
    for (const name of new Set(tests.map(sectionOf)))
      process.stdout.write(`${countPassed(tests.filter((test) => sectionOf(test) === name))}  ${name}\n`);
    process.stdout.write(`${countPassed(tests)} statements hold.\n`);
  }
}

const isSkipped = (test: TestCase) => test.results.every(({ status }) => status === "skipped");
const mark = (test: TestCase) => (isSkipped(test) ? "not tried" : test.ok() ? "holds" : "DOES NOT HOLD");
const seconds = (test: TestCase) => ((test.results.at(-1)?.duration ?? 0) / 1000).toFixed(1);
const countPassed = (tests: TestCase[]) =>
  `${tests.filter((test) => test.ok() && !isSkipped(test)).length} of ${tests.length}`;
/** Returns the title of the outermost describe, such as "2. Screens and routes". */
const sectionOf = (test: TestCase) => test.titlePath().filter(Boolean)[2] ?? "";

const stripColors = (text: string) => text.replace(/\u001b\[[0-9;]*m/g, "");
