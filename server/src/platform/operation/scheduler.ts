import type { FastifyInstance } from "fastify";
import { ONLY_SERVER, type JobLocks } from "../../database/job-locks";
import type { JobMetrics } from "./metrics";

const INTERVAL_MS = 60_000;

type Jobs = Readonly<Record<string, () => Promise<unknown>>>;

/**
 * Runs each job soon after the start and once per interval. A server holds a job's lock for most of the interval, so that
 * others skip the job. Closing waits for running jobs.
 */
export function startScheduler(
  app: FastifyInstance,
  metrics: JobMetrics,
  jobs: Jobs,
  locks: JobLocks = ONLY_SERVER,
  interval = INTERVAL_MS,
): void {
  const startupGap = interval / 240;
  // Shorter than the interval, or the server would still hold the lock at its next attempt and no other could follow.
  const lockedMs = interval * 0.9;
  const timers = new Set<NodeJS.Timeout>();
  const releases = new Map<string, NodeJS.Timeout>();
  const running = new Map<string, Promise<void>>();

  async function run(name: string, work: () => Promise<unknown>): Promise<void> {
    const startedAt = performance.now();
    const outcome = await runIfUnlocked(name, work).catch((error: unknown) => {
      app.log.warn({ err: error, job: name }, "a job failed");
      return "failed" as const;
    });
    const ms = performance.now() - startedAt;
    running.delete(name);
    metrics.jobEnded(name, outcome, ms / 1000);
    // Another server may succeed where this one fails, for example if only its disk is not mounted.
    const remaining = outcome === "failed" ? 0 : Math.max(0, lockedMs - ms);
    releases.set(name, setTimeout(() => void locks.release(name), remaining).unref());
  }

  async function runIfUnlocked(name: string, work: () => Promise<unknown>) {
    if (!(await locks.acquire(name))) return "skipped" as const;
    await work();
    return "done" as const;
  }

  function schedule(name: string, work: () => Promise<unknown>, { first, next }: { first: number; next: number }) {
    const attempt = () => {
      if (running.has(name)) return;
      clearTimeout(releases.get(name));
      running.set(name, run(name, work));
    };
    const repeat = () => {
      attempt();
      timers.add(setInterval(attempt, interval).unref());
    };
    timers.add(setTimeout(attempt, first).unref());
    timers.add(setTimeout(repeat, next).unref());
  }

  app.addHook("onListen", async () => {
    const all = Object.entries(jobs);
    for (const [index, [name, work]] of all.entries())
      schedule(name, work, { first: index * startupGap, next: ((index + 1) * interval) / all.length });
  });
  app.addHook("preClose", async () => {
    for (const timer of timers) clearTimeout(timer);
  });
  app.addHook("onClose", async () => {
    await Promise.all(running.values());
    for (const timer of releases.values()) clearTimeout(timer);
  });
}
