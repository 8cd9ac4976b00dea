import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import Fastify, { type FastifyInstance } from "fastify";
import { PRIMARY_ONLY } from "../../database/replicas/read-replicas";
import { registerExportLimits } from "./export-limits";

let app: FastifyInstance;
beforeEach(() => {
  app = Fastify();
  app.decorate("replicas", PRIMARY_ONLY);
  registerExportLimits(app);
});
const ann = { id: "ann" };
const never = async () => new Readable({ read: () => undefined });

it("runs two reads at a time, in order", async () => {
  let [running, maxRunning] = [0, 0];
  const order: number[] = [];
  const read = (each: number) => async () => {
    maxRunning = Math.max(maxRunning, (running += 1));
    order.push(each);
    await setImmediate();
    running -= 1;
    if (each === 3) throw new Error("The database is away");
    return each;
  };
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, each) => app.exports.runRead(read(each))));
  expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(1);
  expect([maxRunning, order]).toEqual([2, Array.from({ length: 20 }, (_, each) => each)]);
});

it("reads all rows page by page without holding a slot between pages", async () => {
  const read = async (after: number | null) => [1, 2, 3, 4].filter((row) => row > (after ?? 0)).slice(0, 2);
  const [one, two, three] = Array.from({ length: 3 }, () => app.exports.inPages(read, 2)) as [
    AsyncGenerator<number[]>,
    AsyncGenerator<number[]>,
    AsyncGenerator<number[]>,
  ];
  expect((await one.next()).value).toEqual([1, 2]);
  expect((await two.next()).value).toEqual([1, 2]);
  const all = [];
  for await (const rows of three) all.push(...rows);
  expect(all).toEqual([1, 2, 3, 4]);
});

it("rejects a fourth concurrent export of a user until one ends", async () => {
  const open = [];
  for (let each = 0; each < 3; each += 1) open.push(await app.exports.begin(ann, never));
  await expect(app.exports.begin(ann, never)).rejects.toMatchObject({ statusCode: 503, code: "busy" });
  await app.exports.begin({ id: "bob" }, never);
  open[0]!.destroy();
  await setImmediate();
  expect(await buffer(await app.exports.begin(ann, async () => Readable.from([Buffer.from("a")])))).toHaveLength(1);
  await expect(app.exports.begin(ann, () => Promise.reject(new Error("not begun")))).rejects.toThrow("not begun");
  await app.exports.begin(ann, never);
});
