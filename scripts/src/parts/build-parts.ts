import { mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { acquirePathLock } from "@conquest/server/src/database/folder-lock";
import { buildPart, isBuilt } from "./part-build";
import { root } from "../root";

/** Two compilers keep two cores busy; more would only use memory. */
const MAX_CONCURRENT = 2;

const RETRY_MS = 500;

const unbuilt = async (parts: readonly string[]) => {
  const states = await Promise.all(parts.map(async (part) => ({ part, isBuilt: await isBuilt(part) })));
  return states.filter((state) => !state.isBuilt).map(({ part }) => part);
};

/** Rejects only after all builds finish. A lock lets one command build; others wait and reuse the result. */
export async function buildParts(parts: readonly string[], tell: (line: string) => void): Promise<void> {
  if ((await unbuilt(parts)).length === 0) return;
  const folder = path.join(root, ".conquest");
  await mkdir(folder, { recursive: true });
  const lock = await acquireBuildLock(path.join(folder, "build"));
  try {
    await build(await unbuilt(parts), tell);
  } finally {
    lock.close();
  }
}

async function acquireBuildLock(target: string) {
  for (;;) {
    const lock = await acquirePathLock(target);
    if (lock) return lock;
    await pause(RETRY_MS);
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
