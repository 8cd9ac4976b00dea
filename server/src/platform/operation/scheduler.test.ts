import Fastify, { type FastifyInstance } from "fastify";
import type { JobLocks } from "../../database/job-locks";
import { startScheduler } from "./scheduler";

const MINUTE = 60_000;

let app: FastifyInstance;
let outcomes: string[];

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] });
  app = Fastify();
  outcomes = [];
});
afterEach(async () => {
  await app.close();
  jest.useRealTimers();
});

async function start(jobs: Record<string, () => Promise<unknown>>, locks?: JobLocks): Promise<void> {
  startScheduler(app, { jobEnded: (name, outcome) => outcomes.push(`${name}: ${outcome}`) }, jobs, locks);
  await app.listen({ port: 0, host: "127.0.0.1" });
}

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

it("waits for running jobs before closing, even if they fail", async () => {
  let end = (): void => undefined;
  const working = new Promise<void>((resolve) => (end = resolve));
  await start({ work: () => working, break: () => working.then(() => Promise.reject(new Error("It broke."))) });
  await pass(1_000);

  const closing = app.close().then(() => outcomes.push("closed"));
  // The port is closed first: anything that does not wait for the jobs has closed by then.
  while (app.server.listening) await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(outcomes).toEqual([]);

  end();
  await closing;
  expect(outcomes).toEqual(["work: done", "break: failed", "closed"]);
});

it("spreads the jobs over each minute and never runs one twice at once", async () => {
  const starts: [string, number][] = [];
  const from = Date.now();
  const job = (name: string, ms: number) => async () => {
    starts.push([name, Date.now() - from]);
    await new Promise((resolve) => setTimeout(resolve, ms));
  };
  await start({ first: job("first", 1_000), second: job("second", 1_000), slow: job("slow", 90_000) });
  await pass(2 * MINUTE);
  expect(starts).toEqual([
    ["first", 0],
    ["second", 250],
    ["slow", 500],
    ["first", 20_000],
    ["second", 40_000],
    ["first", 80_000],
    ["second", 100_000],
    ["slow", 120_000],
  ]);
  const closing = app.close();
  await pass(90_000);
  await closing;
});

it("skips jobs that another server has locked, and keeps its own locks after the run", async () => {
  const held = new Set(["theirs"]);
  const locks: JobLocks = {
    acquire: async (job) => job !== "theirs" || !held.has(job),
    release: async (job) => void outcomes.push(`${job}: released`),
    close: async () => undefined,
  };
  const work = jest.fn(() => Promise.resolve());
  await start({ theirs: work, ours: () => Promise.resolve() }, locks);
  await pass(1_000);
  expect(outcomes).toEqual(["theirs: skipped", "ours: done"]);
  expect(work).not.toHaveBeenCalled();
  held.clear();
  await pass(83_000);
  expect(outcomes.slice(2)).toEqual(["theirs: done", "ours: released", "ours: done", "theirs: released"]);
  expect(work).toHaveBeenCalledTimes(1);
});

it("leaves a job that fails to other servers", async () => {
  const locks: JobLocks = {
    acquire: () => Promise.resolve(true),
    release: async (job) => void outcomes.push(`${job}: released`),
    close: () => Promise.resolve(),
  };
  await start({ broken: () => Promise.reject(new Error("The disk is not mounted.")) }, locks);
  await pass(1_000);
  expect(outcomes).toEqual(["broken: failed", "broken: released"]);
});

it("reports a failed lock as a failed job", async () => {
  const work = jest.fn(() => Promise.resolve());
  const locks: JobLocks = {
    acquire: () => Promise.reject(new Error("The database is gone.")),
    release: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  await start({ work }, locks);
  await pass(1_000);
  expect(outcomes).toEqual(["work: failed"]);
  expect(work).not.toHaveBeenCalled();
});
