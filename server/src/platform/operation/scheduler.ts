import type { FastifyInstance } from "fastify";
import type { JobMetrics } from "./metrics";

/** Whoever needs it sooner does it at once; a job is for what nobody waits for. In milliseconds. */
const EVERY = 60_000;

/**
 * Work that comes again each minute while the server listens, the first time at once. On each server: a job must do no harm
 * beside itself. One that fails is told in the log, and comes again. A server that closes waits for what is under way.
 */
export function startScheduler(
  app: FastifyInstance,
  metrics: JobMetrics,
  jobs: Readonly<Record<string, () => Promise<unknown>>>,
): void {
  let timer: NodeJS.Timeout | undefined;
  const running = new Map<string, Promise<void>>();

  async function run(name: string, work: () => Promise<unknown>): Promise<void> {
    const startedAt = performance.now();
    const isDone = await work().then(
      () => true,
      (error: unknown) => {
        app.log.warn({ err: error, job: name }, "a job failed");
        return false;
      },
    );
    running.delete(name);
    metrics.ran(name, isDone, (performance.now() - startedAt) / 1000);
  }
  const runAll = () => {
    for (const [name, work] of Object.entries(jobs)) {
      if (!running.has(name)) running.set(name, run(name, work));
    }
  };

  app.addHook("onListen", async () => {
    runAll();
    timer = setInterval(runAll, EVERY).unref();
  });
  app.addHook("preClose", async () => clearInterval(timer));
  // The database is closed next.
  app.addHook("onClose", async () => void (await Promise.all(running.values())));
}
