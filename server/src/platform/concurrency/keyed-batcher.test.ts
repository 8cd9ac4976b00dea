import { createKeyedBatcher, type BatchResult } from "./keyed-batcher";

function controlledBatcher(maxBatchSize = 100) {
  const batches: {
    key: string;
    asks: number[];
    end: (outcomes?: BatchResult<number>[]) => void;
    fail: (error: Error) => void;
  }[] = [];
  const ask = createKeyedBatcher<number, number>(
    maxBatchSize,
    (key, asks) =>
      new Promise((resolve, reject) => {
        batches.push({
          key,
          asks,
          end: (outcomes = asks.map((each) => ({ value: 10 * each }))) => resolve(outcomes),
          fail: reject,
        });
      }),
  );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { ask, batches, settled };
}

it("starts the first item immediately and batches the ones that arrive during it", async () => {
  const { ask, batches, settled } = controlledBatcher();
  const answers = Promise.all([ask("a", 1), ask("a", 2), ask("a", 3)]);
  expect(batches.map(({ asks }) => asks)).toEqual([[1]]);
  batches[0]!.end();
  await settled();
  expect(batches.map(({ asks }) => asks)).toEqual([[1], [2, 3]]);
  batches[1]!.end();
  expect(await answers).toEqual([10, 20, 30]);
  void ask("a", 4);
  expect(batches[2]!.asks).toEqual([4]);
});

it("runs keys independently and limits the batch size", async () => {
  const { ask, batches, settled } = controlledBatcher(2);
  for (const each of [1, 2, 3, 4]) void ask("a", each);
  void ask("b", 5);
  expect(batches.map(({ key, asks }) => [key, asks])).toEqual([
    ["a", [1]],
    ["b", [5]],
  ]);
  batches[0]!.end();
  await settled();
  batches[2]!.end();
  await settled();
  expect(batches.slice(2).map(({ asks }) => asks)).toEqual([[2, 3], [4]]);
});

it("rejects only the items that failed, or all of a failed batch", async () => {
  const { ask, batches, settled } = controlledBatcher();
  const answers = Promise.allSettled([1, 2, 3].map((each) => ask("a", each)));
  batches[0]!.fail(new Error("away"));
  await settled();
  batches[1]!.end([{ error: new Error("no") }, { value: 7 }]);
  expect(await answers).toEqual([
    { status: "rejected", reason: new Error("away") },
    { status: "rejected", reason: new Error("no") },
    { status: "fulfilled", value: 7 },
  ]);
});
