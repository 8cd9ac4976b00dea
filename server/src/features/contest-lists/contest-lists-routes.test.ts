import { eq } from "drizzle-orm";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import {
  getSiteTotals,
  listBestCreators,
  listContests,
  listPopularContests,
  listTopContests,
  searchContests,
} from "@conquest/shared/contracts/listing";
import { SORTS, type ContestCard } from "@conquest/shared/contracts/contests";
import type { Tag } from "@conquest/shared/contracts/tags";
import { contests } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import { participations } from "../../database/schema/taking-part";
import { TEST_NOW, testServer, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";
import { DAY, HOUR } from "../../testing/test-clock";

const server = testServer();
const { api, people } = server;
const steps = contestSteps(server);

const now = new Date(TEST_NOW);
const names = (cards: ContestCard[]) => cards.map(({ name }) => name);
const search = async (searchTerm: string) => names(await api.call(searchContests, { params: { searchTerm } }));
const block = (person: Person) => server.db.update(users).set({ status: "blocked" }).where(eq(users.id, person.id));

type Draft = Partial<typeof contests.$inferInsert>;

/** Inserts open contests directly, which is faster than the API for many rows. */
const store = (creator: Person, drafts: Draft[]) =>
  server.db
    .insert(contests)
    .values(
      drafts.map((draft) => ({
        creatorId: creator.id,
        name: "A contest",
        image: "/media/a.svg",
        description: "Described",
        task: "Do it",
        tag: "Book Review" as const,
        registrationPrice: 10,
        prize: 100,
        deadline: new Date(now.getTime() + DAY),
        status: "open" as const,
        review: "approved" as const,
        openedAt: now,
        createdAt: now,
        updatedAt: now,
        ...draft,
      })),
    )
    .returning();

async function listAllPages(query: { limit: number; sort?: (typeof SORTS)[number] }) {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { items: ContestCard[]; nextCursor: string | null } = await api.page(listContests, {
      query: { ...query, ...(cursor ? { cursor } : {}) },
    });
    ids.push(...page.items.map(({ _id }) => _id));
    cursor = page.nextCursor;
  } while (cursor);
  return ids;
}

describe("public contests", () => {
  it("are the same in every list, without pending, cancelled, blocked or removed ones", async () => {
    const [creator, participant] = [await people.creator(), await people.user()];
    const [blocked, removed] = [await people.creator(), await people.creator()];
    await steps.create(creator, { name: "Pending poster" });
    const cancelled = await steps.open(creator, { name: "Cancelled poster" });
    await steps.join(participant, cancelled);
    await api.as(creator).call(deleteContest, { params: { id: cancelled } });
    await steps.open(blocked, { name: "Blocked poster" });
    await steps.open(removed, { name: "Removed poster" });
    await steps.open(creator, { name: "Visible poster" });
    await block(blocked);
    await server.db
      .update(users)
      .set({ removedAt: now, email: null, name: "", image: "", role: "user" })
      .where(eq(users.id, removed.id));

    for (const caller of [api, api.as(creator), api.as(participant), api.as(await people.admin())]) {
      const lists = [
        await caller.call(listContests, {}),
        await caller.call(listContests, { query: { q: "poster" } }),
        await caller.call(listPopularContests, {}),
        await caller.call(listTopContests, {}),
        await caller.call(searchContests, { params: { searchTerm: "poster" } }),
      ];
      expect(lists.map(names)).toEqual(Array(5).fill(["Visible poster"]));
      expect((await caller.page(listContests, {})).total).toBe(1);
      for (const phase of ["in_review", "cancelled"] as const) {
        expect(await caller.call(listContests, { query: { phase } })).toEqual([]);
      }
      expect((await caller.call(listBestCreators, {})).map(({ name }) => name)).toEqual([creator.name]);
    }
  });

  it("name at most a hundred participants but count all", async () => {
    const creator = await people.creator();
    const [contest] = await store(creator, [{ participantCount: 120 }]);
    const crowd = await server.db
      .insert(users)
      .values(
        Array.from({ length: 120 }, (_, at) => ({
          uid: `crowd-${at}`,
          email: `crowd-${at}@example.com`,
          createdAt: now,
        })),
      )
      .returning();
    await server.db
      .insert(participations)
      .values(
        crowd.map((person) => ({ contestId: contest!.id, userId: person.id, amount: 1, last4: "4242", paidAt: now })),
      );
    const [card] = await api.call(listContests, {});
    expect(card?.participants).toHaveLength(100);
    expect(card?.participantCount).toBe(120);
    const userIds = new Set(crowd.map(({ id }) => id));
    expect(card?.participants.filter((id) => userIds.has(id))).toEqual([]);
  });
});

describe("all contests", () => {
  it("are paginated without gaps or repeats, even for ties", async () => {
    const creator = await people.creator();
    const rows = await store(
      creator,
      Array.from({ length: 11 }, (_, at) => ({
        name: `Contest ${at}`,
        participantCount: at % 2,
        prize: at % 3,
        deadline: new Date(now.getTime() + (at % 4) * HOUR - HOUR),
      })),
    );
    const ids = rows.map(({ id }) => id).sort();
    for (const sort of [undefined, ...SORTS]) {
      const singlePage = await listAllPages({ limit: 100, ...(sort ? { sort } : {}) });
      expect([...singlePage].sort()).toEqual(ids);
      for (const limit of [1, 3, 11])
        expect(await listAllPages({ limit, ...(sort ? { sort } : {}) })).toEqual(singlePage);
    }
  });

  it("keep their order if a deadline passes between pages", async () => {
    const creator = await people.creator();
    const deadline = new Date(now.getTime() + HOUR);
    const rows = await store(creator, [
      { participantCount: 3, deadline },
      { participantCount: 2 },
      { participantCount: 1 },
    ]);
    const first = await api.page(listTopContests, { query: { limit: 1 } });
    server.clock.set(deadline);
    const rest = await api.page(listTopContests, { query: { limit: 5, cursor: first.nextCursor! } });
    expect([...first.items, ...rest.items].map(({ _id }) => _id)).toEqual(rows.map(({ id }) => id));
  });

  it("are limited to thirty by default and include the total", async () => {
    await store(
      await people.creator(),
      Array.from({ length: 35 }, () => ({})),
    );
    const page = await api.page(listContests, {});
    expect(page.items).toHaveLength(30);
    expect(page.total).toBe(35);
    expect(page.nextCursor).not.toBeNull();
  });

  it("are filtered by tag, phase and words together", async () => {
    await store(await people.creator(), [
      { name: "Poster now", tag: "Image Design Contests" },
      { name: "Poster over", tag: "Image Design Contests", deadline: new Date(now.getTime() - 1) },
      { name: "Review now", tag: "Movie Review" },
    ]);
    const list = async (query: { tag?: Tag; phase?: "open" | "judging"; q?: string }) =>
      names(await api.call(listContests, { query })).sort();
    expect(await list({ tag: "Image Design Contests" })).toEqual(["Poster now", "Poster over"]);
    expect(await list({ phase: "open" })).toEqual(["Poster now", "Review now"]);
    expect(await list({ phase: "judging", tag: "Image Design Contests" })).toEqual(["Poster over"]);
    expect(await list({ phase: "open", q: "POSTER" })).toEqual(["Poster now"]);
    expect(await list({ q: "   " })).toHaveLength(3);
    expect((await api.page(listContests, { query: { tag: "Movie Review" } })).total).toBe(1);
  });

  it("are sorted as requested, by default open ones first, then newest", async () => {
    const at = (hours: number) => new Date(now.getTime() + hours * HOUR);
    await store(await people.creator(), [
      { name: "soon", deadline: at(1), openedAt: at(-3), prize: 2, participantCount: 1 },
      { name: "later", deadline: at(9), openedAt: at(-2), prize: 1, participantCount: 5 },
      { name: "long over", deadline: at(-9), openedAt: at(-20), prize: 9, participantCount: 7 },
      { name: "just over", deadline: at(-1), openedAt: at(-1), prize: 3, participantCount: 0 },
    ]);
    const sorted = async (sort?: (typeof SORTS)[number]) =>
      names(await api.call(listContests, { query: sort ? { sort } : {} }));
    expect(await sorted()).toEqual(["later", "soon", "just over", "long over"]);
    expect(await sorted("newest")).toEqual(["just over", "later", "soon", "long over"]);
    expect(await sorted("deadline")).toEqual(["soon", "later", "just over", "long over"]);
    expect(await sorted("prize")).toEqual(["long over", "just over", "soon", "later"]);
    expect(await sorted("popular")).toEqual(["later", "soon", "long over", "just over"]);
  });

  it.each([
    ["a limit that is too large", "limit=101", "limit"],
    ["a limit of zero", "limit=0", "limit"],
    ["an unknown tag", "tag=Cooking", "tag"],
    ["an unknown phase", "phase=secret", "phase"],
    ["an unknown order", "sort=price", "sort"],
    ["a search that is too long", `q=${"x".repeat(101)}`, "q"],
    ["an invalid cursor", "cursor=abc", "cursor"],
    ["a forged cursor", `cursor=${Buffer.from('[1,["a","b"]]').toString("base64url")}`, "cursor"],
    ["a search for NUL", "q=%00", "q"],
  ])("reject %s", async (_, query, field) => {
    const response = await api.send({ url: `/api/all-contests?${query}` });
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({ error: { fields: { [field]: expect.any(String) as string } } });
  });

  it("are empty for a cursor of another list", async () => {
    await store(await people.creator(), [{}, {}]);
    const { nextCursor } = await api.page(listContests, { query: { limit: 1, sort: "newest" } });
    expect(await api.call(listContests, { query: { sort: "popular", cursor: nextCursor! } })).toEqual([]);
  });
});

describe("searching", () => {
  it("takes every character literally", async () => {
    await store(await people.creator(), [
      { name: "100% wool" },
      { name: "100 sheep" },
      { name: "snake_case" },
      { name: "back\\slash" },
    ]);
    expect(await search("100%")).toEqual(["100% wool"]);
    expect(await search("e_c")).toEqual(["snake_case"]);
    expect(await search("_")).toEqual(["snake_case"]);
    expect(await search("k\\s")).toEqual(["back\\slash"]);
    expect(await search("(a+)+$")).toEqual([]);
    expect(await search("' or 1=1 --")).toEqual([]);
    expect(await search("a/b")).toEqual([]);
    expect(await search("%")).toEqual(["100% wool"]);
  });

  it("ignores case, searches name, description and tag, and ranks names first", async () => {
    await store(await people.creator(), [
      { name: "Posters", participantCount: 0 },
      { name: "Something else", description: "With POSTERS in it", participantCount: 9 },
      { name: "Third", tag: "Marketing Strategy" },
    ]);
    expect(await search(" posters ")).toEqual(["Posters", "Something else"]);
    expect(await search("marketing")).toEqual(["Third"]);
    expect(await search("নেই")).toEqual([]);
  });

  it("ignores Unicode composition", async () => {
    await store(await people.creator(), [{ name: "Café review" }]);
    expect(await search("cafe\u0301")).toEqual(["Café review"]);
    expect(names(await api.call(listContests, { query: { q: "cafe\u0301" } }))).toEqual(["Café review"]);
  });

  it("is paginated", async () => {
    await store(await people.creator(), [{ name: "Poster a" }, { name: "Poster b" }, { name: "Poster c" }]);
    const params = { searchTerm: "poster" };
    const first = await api.page(searchContests, { params, query: { limit: 2 } });
    const rest = await api.page(searchContests, { params, query: { limit: 2, cursor: first.nextCursor! } });
    expect(names([...first.items, ...rest.items]).sort()).toEqual(["Poster a", "Poster b", "Poster c"]);
    expect([first.total, rest.nextCursor]).toEqual([3, null]);
  });

  it.each([
    ["a blank term", "%20%20"],
    ["more than a hundred characters", "x".repeat(101)],
    ["NUL", "a%00b"],
  ])("rejects %s", async (_, term) => {
    expect((await api.send({ url: `/api/search-contests/${term}` })).statusCode).toBe(422);
  });
});

describe("a search term that is too long", () => {
  it.each([101, 5000])("is rejected at %d characters", async (length) => {
    const answer = await api.expectError(searchContests, { params: { searchTerm: "a".repeat(length) } });
    expect(answer).toMatchObject({ status: 422, fields: { searchTerm: "Use at most 100 characters" } });
  });
});

describe("popular and top contests", () => {
  it("are the most joined open ones, ties by nearer deadline", async () => {
    const hours = (count: number) => new Date(now.getTime() + count * HOUR);
    await store(await people.creator(), [
      ...[1, 2, 3, 4, 5].map((participantCount) => ({ name: `joined by ${participantCount}`, participantCount })),
      { name: "tie, later", participantCount: 6, deadline: hours(5) },
      { name: "tie, sooner", participantCount: 6, deadline: hours(4) },
      { name: "closed", participantCount: 99, deadline: now },
    ]);
    const popular = ["tie, sooner", "tie, later", "joined by 5", "joined by 4", "joined by 3", "joined by 2"];
    expect(names(await api.call(listPopularContests, {}))).toEqual(popular);
    expect(names(await api.call(listTopContests, {}))).toEqual([...popular, "joined by 1", "closed"]);
  });

  it("are empty on a new site", async () => {
    expect(await api.call(listPopularContests, {})).toEqual([]);
    expect(await api.call(listTopContests, {})).toEqual([]);
    expect(await api.call(listBestCreators, {})).toEqual([]);
  });
});

it("totals open contests, their prizes, and entries of closed ones, of public contests only", async () => {
  expect(await api.call(getSiteTotals, {})).toEqual({ openCount: 0, prizeTotal: 0, entryCount: 0 });
  const [creator, blocked] = [await people.creator(), await people.creator()];
  const closed = { deadline: new Date(now.getTime() - HOUR), prize: 1, entryCount: 7 };
  await store(creator, [
    { prize: 700, entryCount: 1 },
    { prize: 900_000_000 },
    { prize: 900_000_000 },
    { prize: 900_000_000 },
    closed,
    { ...closed, deadline: new Date(now.getTime() - 20 * DAY), entryCount: 3 },
    { ...closed, hiddenAt: now },
    { hiddenAt: now, prize: 5 },
    { status: "pending", review: "in_review", openedAt: null, prize: 5 },
    { cancelledAt: now, cancelReason: "Rain", prize: 5 },
  ]);
  await store(blocked, [{ prize: 5 }, closed]);
  await block(blocked);
  const totals = { openCount: 4, prizeTotal: 2_700_000_700, entryCount: 10 };
  for (const caller of [api, api.as(creator), api.as(await people.admin())])
    expect(await caller.call(getSiteTotals, {})).toEqual(totals);
  // Its stored stage is still open.
  server.clock.set(new Date(now.getTime() + DAY).toISOString());
  expect(await api.call(getSiteTotals, {})).toEqual({ openCount: 0, prizeTotal: 0, entryCount: 11 });
});

it("lists each creator's most joined public contest, ties by earlier deadline", async () => {
  const creator = await people.creator();
  expect(await api.call(listBestCreators, {})).toEqual([]);
  const [user, other] = [await people.user(), await people.user()];
  const [loved, late, soon] = [
    await steps.open(creator),
    await steps.open(creator, { name: "Late", deadline: "2026-03-03T08:00:00Z" }),
    await steps.open(creator, { name: "Soon" }),
  ];
  for (const id of [loved, late, soon]) await steps.join(user, id);
  await steps.join(other, loved);
  const best = async () => (await api.call(listBestCreators, {})).map(({ bestContest }) => bestContest._id);
  expect(await best()).toEqual([loved]);
  await api.as(creator).call(deleteContest, { params: { id: loved } });
  expect(await best()).toEqual([soon]);
  await block(creator);
  expect(await best()).toEqual([]);
});

it("ranks creators by participants, each with their most joined contest", async () => {
  const [busy, loved] = [await people.creator({ name: "Busy" }), await people.creator({ name: "Loved" })];
  const [one, two] = [await people.user(), await people.user()];
  const quiet = await steps.open(busy, { name: "Quiet" });
  const mostJoined = await steps.open(busy, { name: "Loud" });
  const big = await steps.open(loved, { name: "Big" });
  // A user who joined two contests of a creator counts once.
  await steps.join(one, quiet);
  await steps.join(one, mostJoined);
  await steps.join(one, big);
  await steps.join(two, big);
  expect(await api.call(listBestCreators, {})).toEqual([
    expect.objectContaining({
      name: "Loved",
      participantCount: 2,
      bestContest: expect.objectContaining({ name: "Big" }) as object,
    }),
    expect.objectContaining({ name: "Busy", participantCount: 1 }),
  ]);
});
