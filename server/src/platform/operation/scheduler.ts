import type { FastifyInstance } from "fastify";
import type { JobMetrics } from "./metrics";

const INTERVAL_MS = 60_000;

/** Runs the jobs every minute on every server, so jobs must tolerate concurrent runs. Closing waits for them. */
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
    metrics.jobEnded(name, isDone, (performance.now() - startedAt) / 1000);
  }
  const runAll = () => {
    for (const [name, work] of Object.entries(jobs)) {
      if (!running.has(name)) running.set(name, run(name, work));
    }
  };

  app.addHook("onListen", async () => {
    runAll();
    timer = setInterval(runAll, INTERVAL_MS).unref();
  });
  app.addHook("preClose", async () => clearInterval(timer));
  app.addHook("onClose", async () => void (await Promise.all(running.values())));
}
