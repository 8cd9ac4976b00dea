import { createFairSemaphore } from "./fair-semaphore";

/** Begins jobs in this order, of whom they are named after, and answers in which they were done. */
async function orderOf(most: number, jobs: readonly string[]): Promise<string[]> {
  const inTurn = createFairSemaphore(most);
  const done: string[] = [];
  const job = (name: string) => async () => {
    await new Promise((resolve) => setImmediate(resolve));
    done.push(name);
  };
  await Promise.all(jobs.map((name) => inTurn(job(name), name[0])));
  return done;
}

it("lets those who wait take turns, however many somebody has", async () => {
  expect(await orderOf(1, ["a1", "a2", "a3", "b1", "b2", "c1"])).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
});

it("keeps the order of one's own", async () => {
  expect(await orderOf(2, ["a1", "a2", "a3", "a4"])).toEqual(["a1", "a2", "a3", "a4"]);
});

it("goes on after one that fails, and is free for the next when nobody waits", async () => {
  const inTurn = createFairSemaphore(1);
  const [failed, after] = await Promise.allSettled([
    inTurn(() => Promise.reject(new Error("broken")), "a"),
    inTurn(async () => "done", "b"),
  ]);
  expect([failed.status, after]).toEqual(["rejected", { status: "fulfilled", value: "done" }]);
  expect(await inTurn(async () => "later", "a")).toBe("later");
});
