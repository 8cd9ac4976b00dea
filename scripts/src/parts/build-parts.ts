import { mkdir } from "node:fs/promises";
import path from "node:path";
import { lock } from "proper-lockfile";
import { buildPart, isBuilt } from "./part-build";
import { root } from "../root";

/** Two compilers keep two cores busy; more would only use memory. */
const MAX_CONCURRENT = 2;

const unbuilt = async (parts: readonly string[]) => {
  const states = await Promise.all(parts.map(async (part) => ({ part, isBuilt: await isBuilt(part) })));
  return states.filter((state) => !state.isBuilt).map(({ part }) => part);
};

/** Rejects only after all builds finish. A lock lets one command build; others wait and reuse the result. */
export async function buildParts(parts: readonly string[], tell: (line: string) => void): Promise<void> {
  if ((await unbuilt(parts)).length === 0) return;
  const folder = path.join(root, ".conquest/builds");
  await mkdir(folder, { recursive: true });
  const unlock = await lock(folder, {
    stale: 20_000,
    update: 4_000,
    retries: { forever: true, minTimeout: 300, maxTimeout: 1_000 },
  });
  try {
    await build(await unbuilt(parts), tell);
  } finally {
    await unlock();
  }
}

async function build(waiting: string[], tell: (line: string) => void): Promise<void> {
  if (waiting.length === 0) return;
  tell(`Building ${waiting.join(", ")}. This takes a minute or two the first time.`);
  const failures: Error[] = [];
  async function work() {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      const startedAt = performance.now();
      try {
        await buildPart(part);
        tell(`  ${part} built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
      } catch (error) {
        failures.push(error as Error);
      }
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, work));
  if (failures[0]) throw failures[0];
}
