import { balanceAssignments, type Assignment } from "./balance-assignments";

const ids = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}${at}`);

/** Returns numbers that look random, always the same ones. */
function fixedRandom(seed = 7) {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

type Input = Parameters<typeof balanceAssignments>[0];

function balance(input: Partial<Input>) {
  const whole: Input = {
    entryIds: [],
    judgeIds: [],
    perEntry: 1,
    assigned: [],
    recused: [],
    random: fixedRandom(),
    ...input,
  };
  const { added, removed } = balanceAssignments(whole);
  const isRemoved = new Set(removed.map(({ entryId, judgeId }) => `${entryId} ${judgeId}`));
  const after: Assignment[] = [
    ...whole.assigned.filter(({ entryId, judgeId }) => !isRemoved.has(`${entryId} ${judgeId}`)),
    ...added,
  ].map(({ entryId, judgeId }) => ({ entryId, judgeId }));
  const count = (key: keyof Assignment, id: string) => after.filter((each) => each[key] === id).length;
  return {
    added,
    removed,
    after,
    loads: whole.judgeIds.map((id) => count("judgeId", id)),
    perEntry: whole.entryIds.map((id) => count("entryId", id)),
    next: (change: Partial<Input>) =>
      balance({ ...whole, assigned: after.map((each) => ({ ...each, isKept: false })), ...change }),
  };
}

const spread = (loads: readonly number[]) => Math.max(...loads) - Math.min(...loads);

it("gives each entry its judges, and judges almost the same number", () => {
  for (const [entryCount, judgeCount, perEntry] of [
    [10, 3, 2],
    [101, 7, 3],
    [5, 30, 2],
    [1, 4, 4],
  ] as const) {
    const {
      loads,
      perEntry: found,
      after,
    } = balance({ entryIds: ids("e", entryCount), judgeIds: ids("j", judgeCount), perEntry });
    expect(new Set(found)).toEqual(new Set([perEntry]));
    expect(spread(loads)).toBeLessThanOrEqual(1);
    expect(new Set(after.map(({ entryId, judgeId }) => `${entryId} ${judgeId}`)).size).toBe(after.length);
  }
});

it("assigns as many judges as there are, and none without judges", () => {
  expect(balance({ entryIds: ids("e", 3), judgeIds: ids("j", 2), perEntry: 5 }).perEntry).toEqual([2, 2, 2]);
  expect(balance({ entryIds: ids("e", 3), judgeIds: [], perEntry: 2 }).perEntry).toEqual([0, 0, 0]);
});

it("moves only what a new judge needs, and fills the gaps of one who left", () => {
  const first = balance({ entryIds: ids("e", 30), judgeIds: ids("j", 5), perEntry: 2 });
  const joined = first.next({ judgeIds: ids("j", 6) });
  expect(joined.loads).toEqual([10, 10, 10, 10, 10, 10]);
  expect(joined.added).toHaveLength(10);
  const left = joined.next({ judgeIds: ids("j", 5) });
  expect(left.loads).toEqual([12, 12, 12, 12, 12]);
  expect(left.added).toHaveLength(10);
  expect(left.next({})).toMatchObject({ added: [], removed: [] });
});

it("keeps rated entries with their judges, even beyond the number per entry", () => {
  const assigned = ids("e", 6).flatMap((entryId) =>
    ["j0", "j1", "j2"].map((judgeId) => ({ entryId, judgeId, isKept: entryId < "e3" })),
  );
  const { perEntry, removed } = balance({ entryIds: ids("e", 6), judgeIds: ids("j", 3), perEntry: 1, assigned });
  expect(perEntry).toEqual([3, 3, 3, 1, 1, 1]);
  expect(removed.every(({ entryId }) => entryId >= "e3")).toBe(true);
});

it("keeps ratings of judges who can't be assigned any more", () => {
  const assigned = [
    { entryId: "e0", judgeId: "gone", isKept: true },
    { entryId: "e1", judgeId: "gone", isKept: false },
  ];
  const { after, loads } = balance({ entryIds: ids("e", 2), judgeIds: ["j0"], perEntry: 1, assigned });
  expect(after.map(({ entryId, judgeId }) => `${entryId} ${judgeId}`).sort()).toEqual(["e0 gone", "e1 j0"]);
  expect(loads).toEqual([1]);
});

it("never assigns an entry to a judge who recused themselves", () => {
  const recused = ids("e", 6).map((entryId) => ({ entryId, judgeId: "j0" }));
  const { loads, perEntry } = balance({ entryIds: ids("e", 6), judgeIds: ids("j", 3), perEntry: 2, recused });
  expect(loads).toEqual([0, 6, 6]);
  expect(perEntry).toEqual([2, 2, 2, 2, 2, 2]);
});

it("balances along a chain if two judges can't exchange entries", () => {
  // j0 can hand entries to j1 only, and j1 to j2 only.
  const entryIds = ids("e", 6);
  const assigned = [
    ...["e0", "e1", "e2", "e3"].map((entryId) => ({ entryId, judgeId: "j0", isKept: false })),
    ...["e4", "e5"].map((entryId) => ({ entryId, judgeId: "j1", isKept: false })),
  ];
  const recused = [...["e0", "e1", "e2", "e3"].map((entryId) => ({ entryId, judgeId: "j2" }))];
  expect(balance({ entryIds, judgeIds: ids("j", 3), perEntry: 1, assigned, recused }).loads).toEqual([2, 2, 2]);
});

it("assigns 10,000 entries to 30 judges within a second", () => {
  const started = performance.now();
  const { loads } = (() => {
    const { added } = balanceAssignments({
      entryIds: ids("e", 10_000),
      judgeIds: ids("j", 30),
      perEntry: 3,
      assigned: [],
      recused: [],
    });
    const counts = new Map<string, number>();
    for (const { judgeId } of added) counts.set(judgeId, (counts.get(judgeId) ?? 0) + 1);
    return { loads: [...counts.values()] };
  })();
  expect(loads).toEqual(Array.from({ length: 30 }, () => 1000));
  expect(performance.now() - started).toBeLessThan(1000);
});
