import { createFairSemaphore } from "./fair-semaphore";

/** Starts jobs in this order, named after their owners, and returns the order in which they ended. */
async function orderOf(limit: number, jobs: readonly string[]): Promise<string[]> {
  const runLimited = createFairSemaphore(limit);
  const done: string[] = [];
  const job = (name: string) => async () => {
    await new Promise((resolve) => setImmediate(resolve));
    done.push(name);
  };
  await Promise.all(jobs.map((name) => runLimited(job(name), name[0])));
  return done;
}

it("serves owners round-robin, however many jobs one has", async () => {
  expect(await orderOf(1, ["a1", "a2", "a3", "b1", "b2", "c1"])).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
});

it("keeps the order of one owner's jobs", async () => {
  expect(await orderOf(2, ["a1", "a2", "a3", "a4"])).toEqual(["a1", "a2", "a3", "a4"]);
});

it("continues after a failed job, and starts the next when idle", async () => {
  const runLimited = createFairSemaphore(1);
  const [failed, after] = await Promise.allSettled([
    runLimited(() => Promise.reject(new Error("broken")), "a"),
    runLimited(async () => "done", "b"),
  ]);
  expect([failed.status, after]).toEqual(["rejected", { status: "fulfilled", value: "done" }]);
  expect(await runLimited(async () => "later", "a")).toBe("later");
});
