import { createKeyedBatcher, type BatchResult } from "./keyed-batcher";

/** Turns that end when the test says so. */
function held(most = 100) {
  const turns: {
    key: string;
    asks: number[];
    end: (outcomes?: BatchResult<number>[]) => void;
    fail: (error: Error) => void;
  }[] = [];
  const ask = createKeyedBatcher<number, number>(
    most,
    (key, asks) =>
      new Promise((resolve, reject) => {
        turns.push({
          key,
          asks,
          end: (outcomes = asks.map((each) => ({ answer: 10 * each }))) => resolve(outcomes),
          fail: reject,
        });
      }),
  );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { ask, turns, settled };
}

it("lets the first begin at once, and whoever comes meanwhile go together afterwards, each with their own answer", async () => {
  const { ask, turns, settled } = held();
  const answers = Promise.all([ask("a", 1), ask("a", 2), ask("a", 3)]);
  expect(turns.map(({ asks }) => asks)).toEqual([[1]]);
  turns[0]!.end();
  await settled();
  expect(turns.map(({ asks }) => asks)).toEqual([[1], [2, 3]]);
  turns[1]!.end();
  expect(await answers).toEqual([10, 20, 30]);
  void ask("a", 4);
  expect(turns[2]!.asks).toEqual([4]);
});

it("lets other keys go their own way, and takes no more than it may at a time", async () => {
  const { ask, turns, settled } = held(2);
  for (const each of [1, 2, 3, 4]) void ask("a", each);
  void ask("b", 5);
  expect(turns.map(({ key, asks }) => [key, asks])).toEqual([
    ["a", [1]],
    ["b", [5]],
  ]);
  turns[0]!.end();
  await settled();
  turns[2]!.end();
  await settled();
  expect(turns.slice(2).map(({ asks }) => asks)).toEqual([[2, 3], [4]]);
});

it("refuses those who are refused and no others; a turn that fails, fails for those who shared it alone", async () => {
  const { ask, turns, settled } = held();
  const answers = Promise.allSettled([1, 2, 3].map((each) => ask("a", each)));
  turns[0]!.fail(new Error("away"));
  await settled();
  turns[1]!.end([{ refusal: new Error("no") }, { answer: 7 }]);
  expect(await answers).toEqual([
    { status: "rejected", reason: new Error("away") },
    { status: "rejected", reason: new Error("no") },
    { status: "fulfilled", value: 7 },
  ]);
});
