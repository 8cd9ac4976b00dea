import { readFile } from "node:fs/promises";
import path from "node:path";
import { serverFolder } from "../folders";

export const migrationsFolder = path.join(serverFolder, "migrations");

/** When each step was made that a database took, which names it. */
export const STEPS_TAKEN = "select created_at::float8 as at from drizzle.__drizzle_migrations order by 1";

/** The steps of a database that this version knows, in their order. */
export async function knownSteps(): Promise<{ tag: string; when: number }[]> {
  const { entries } = JSON.parse(await readFile(path.join(migrationsFolder, "meta/_journal.json"), "utf8")) as { entries: { tag: string; when: number }[] };
  return entries;
}

/** How many steps a database has taken that only a newer version knows. */
export async function countNewer(taken: readonly number[]): Promise<number> {
  const last = (await knownSteps()).at(-1)!.when;
  return taken.filter((at) => at > last).length;
}
