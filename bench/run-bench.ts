import { onStop, stopChildren } from "@conquest/scripts/src/process/children";

/** Parses a comma-separated list of known names; returns all names if the option is missing. */
export function parseNames<Name extends string>(known: readonly Name[], list: string | undefined): Name[] {
  if (list === undefined) return [...known];
  const names = list.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !(known as readonly string[]).includes(name));
  if (unknown !== undefined) throw new Error(`There is no ${unknown}.`);
  return known.filter((name) => names.includes(name));
}

export function parsePositiveInteger(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} must be a positive whole number.`);
  return number;
}

/** Runs the selected measures; a failure is recorded, and earlier results are kept. */
export const measurer =
  <Name extends string>(selected: readonly Name[], failures: string[]) =>
  async (name: Name, work: () => Promise<void>): Promise<void> => {
    if (!selected.includes(name)) return;
    console.log(`\n${name}`);
    await work().catch((error: unknown) => {
      console.error(error);
      failures.push(`${name}: ${(error as Error).message.split("\n")[0]}`);
    });
  };

export async function runBench(bench: () => Promise<string[]>, isHelp: boolean, usage: string): Promise<never> {
  onStop(() => void stopChildren().then(() => process.exit(130)));
  try {
    if (isHelp) console.log(usage);
    else if ((await bench()).length > 0) process.exitCode = 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error, `\n\n${usage}`);
    process.exitCode = 1;
  } finally {
    await stopChildren();
  }
  process.exit();
}
