import { buildPart, isBuilt } from "./part-build";

/** Two compilers keep two cores busy; more only take memory from each other. */
const AT_ONCE = 2;

/** Builds those of the parts that are not built as they are now. Rejects with the first failure, after the others ended. */
export async function buildParts(parts: readonly string[], tell: (line: string) => void): Promise<void> {
  const states = await Promise.all(parts.map(async (part) => ({ part, isBuilt: await isBuilt(part) })));
  const waiting = states.filter((state) => !state.isBuilt).map(({ part }) => part);
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
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (failures[0]) throw failures[0];
}
