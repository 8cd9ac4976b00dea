import { extendDeadline } from "@conquest/shared/contracts/deadline-extensions";
import { listContests, listTopContests, searchContests } from "@conquest/shared/contracts/listing";
import { listContestsUnfiltered } from "@conquest/shared/contracts/review";
import { leaveContest } from "@conquest/shared/contracts/participation";
import { testServer, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";
import { MINUTE } from "../../testing/test-clock";

const server = testServer();
const { api, clock, people } = server;
const steps = contestSteps(server);

interface Page {
  items: { _id: string }[];
  nextCursor: string | null;
  total: number;
}
type FetchPage = (query: { limit: number; cursor?: string }) => Promise<Page>;

const DEADLINES = [
  "2026-03-02T08:00:00Z",
  "2026-03-02T09:00:00Z",
  "2026-03-02T10:00:00Z",
  "2026-03-02T11:00:00Z",
  "2026-03-02T12:00:00Z",
  "2026-03-02T13:00:00Z",
];
let creator: Person;
let joiners: Person[];
let ids: string[];

beforeEach(async () => {
  creator = await people.creator();
  joiners = [await people.user(), await people.user(), await people.user()];
  ids = [];
  for (const deadline of DEADLINES) ids.push(await steps.open(creator, { name: "Poster", deadline }));
  for (const [at, id] of ids.slice(0, 3).entries())
    for (const joiner of joiners.slice(at)) await steps.join(joiner, id);
  clock.advance(MINUTE);
});

/** Reads all pages of one visit and calls `between` after each. */
async function visit(
  fetchPage: FetchPage,
  between: () => Promise<unknown>,
): Promise<{ shown: string[]; totals: number[] }> {
  const shown: string[] = [];
  const totals: number[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await fetchPage({ limit: 2, ...(cursor ? { cursor } : {}) });
    shown.push(...page.items.map(({ _id }) => _id));
    totals.push(page.total);
    cursor = page.nextCursor;
    clock.advance(MINUTE);
    await between();
  } while (cursor);
  return { shown, totals };
}

const leave = (person: Person, contestId: string) =>
  api.as(person).call(leaveContest, { body: { contestId, email: person.email } });
const runOnce = (action: () => Promise<unknown>) => {
  let isDone = false;
  return async () => {
    if (isDone) return;
    isDone = true;
    await action();
  };
};

const POPULAR: [name: string, ask: FetchPage][] = [
  ["top contests", (query) => api.page(listTopContests, { query })],
  ["all contests by participants", (query) => api.page(listContests, { query: { ...query, sort: "popular" } })],
  [
    "open contests of a tag by participants",
    (query) =>
      api.page(listContests, { query: { ...query, sort: "popular", phase: "open", tag: "Image Design Contests" } }),
  ],
  ["a search", (query) => api.page(searchContests, { params: { searchTerm: "poster" }, query })],
];

it.each(POPULAR)("shows a contest that moves between two pages once: %s", async (_, fetchPage) => {
  const { shown, totals } = await visit(
    fetchPage,
    runOnce(async () => {
      // Two contests climb from later pages to the top, and one falls from the first page.
      for (const id of [ids[2]!, ids[5]!])
        for (const _joiner of [1, 2, 3, 4]) await steps.join(await people.user(), id);
      for (const joiner of joiners) await leave(joiner, ids[0]!);
    }),
  );
  expect(shown).toEqual(ids);
  expect(totals).toEqual([6, 6, 6]);
  const { items } = await fetchPage({ limit: 2 });
  expect(items.map(({ _id }) => _id)).toEqual([ids[2], ids[5]]);
});

it("keeps the order of a visit while people join between pages", async () => {
  const { shown } = await visit(POPULAR[0]![1], async () => {
    for (const id of ids.toReversed()) await steps.join(await people.user(), id);
    await steps.join(await people.user(), ids[5]!);
  });
  expect(shown).toEqual(ids);
});

it("shows a contest whose deadline is extended between two pages once", async () => {
  const extend = runOnce(() =>
    api
      .as(creator)
      .call(extendDeadline, {
        params: { id: ids[0]! },
        body: { deadline: "2026-03-05T08:00:00Z", reason: "More time" },
      }),
  );
  const { shown } = await visit((query) => api.page(listContests, { query: { ...query, sort: "deadline" } }), extend);
  expect(shown).toEqual(ids);
});

it("shows a contest that opens between two pages once", async () => {
  const { shown } = await visit(
    POPULAR[0]![1],
    runOnce(async () => {
      const fresh = await steps.open(creator, { name: "New poster", deadline: "2026-03-02T10:30:00Z" });
      ids.splice(3, 0, fresh);
      await steps.join(await people.user(), ids[4]!);
    }),
  );
  expect(shown).toEqual(ids);
});

it("shows admins each contest once while people join", async () => {
  const admin = await people.admin();
  const { shown } = await visit(
    (query) => api.as(admin).page(listContestsUnfiltered, { query: { ...query, sort: "popular" } }),
    runOnce(async () => {
      for (const _joiner of [1, 2, 3, 4]) await steps.join(await people.user(), ids[2]!);
    }),
  );
  expect(shown).toEqual(ids);
});

it("uses current values for visits longer than an hour", async () => {
  const first = await POPULAR[0]![1]({ limit: 2 });
  clock.advance(61 * MINUTE);
  const rest = await POPULAR[0]![1]({ limit: 10, cursor: first.nextCursor! });
  expect(rest.items.map(({ _id }) => _id)).toEqual(ids.slice(2));
});
