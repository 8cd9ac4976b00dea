import { onStop, stopChildren } from "@conquest/scripts/src/process/children";

/** Those of `known` that a comma-separated list names; all of them where there is no list. */
export function chosen<Name extends string>(known: readonly Name[], list: string | undefined, usage: string): Name[] {
  if (list === undefined) return [...known];
  const names = list.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !(known as readonly string[]).includes(name));
  if (unknown !== undefined) throw new Error(`There is no ${unknown}.\n\n${usage}`);
  return known.filter((name) => names.includes(name));
}

/** The option of this name, which is a whole number of at least one. */
export function wholeNumber(name: string, text: string, usage: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} is a number.\n\n${usage}`);
  return number;
}

/** Makes those of the measures that are wanted. What breaks off is told, and what was measured before it is kept. */
export const measurer =
  <Name extends string>(wanted: ReadonlySet<Name>, failures: string[]) =>
  async (name: Name, work: () => Promise<void>): Promise<void> => {
    if (!wanted.has(name)) return;
    console.log(`\n${name}`);
    await work().catch((error: unknown) => {
      console.error(error);
      failures.push(`${name}: ${(error as Error).message.split("\n")[0]}`);
    });
  };

/** Runs a bench, or says how it is used, to the end of this process. */
export async function runBench(bench: () => Promise<void>, isHelp: boolean, usage: string): Promise<never> {
  onStop(() => void stopChildren().then(() => process.exit(130)));
  try {
    if (isHelp) console.log(usage);
    else await bench();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    await stopChildren();
  }
  process.exit();
}
