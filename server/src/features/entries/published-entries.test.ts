import pg from "pg";
import { eq, sql } from "drizzle-orm";
import {
  getMyEntry,
  listPublishedEntries,
  publishEntry,
  showEntryIfWins,
  submitEntry,
} from "@conquest/shared/contracts/entries";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import { deleteUser } from "@conquest/shared/contracts/users";
import { entries } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import { testServer, describeOnPostgres, type Person, type TestServer } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";

const server = testServer();
const { api, people, clock } = server;
const steps = contestSteps(server);

const DEADLINE = "2026-03-02T08:00:00.000Z";
/** From here on no entry sent before the deadline can still arrive. */
const JUDGING = "2026-03-02T08:01:00.000Z";
const JUST_BEFORE = "2026-03-02T07:59:59.999Z";

async function createContestWithEntries(count: number) {
  const creator = await people.creator();
  const contestId = await steps.open(creator);
  const authors: Person[] = [];
  const entryIds: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const author = await people.user();
    await steps.join(author, contestId);
    clock.advance(1);
    entryIds.push((await steps.submit(author, contestId, `Poster ${made + 1}`))._id);
    authors.push(author);
  }
  return { creator, contestId, authors, entryIds };
}

const gallery = (contestId: string, person: Person | null = null) =>
  (person ? api.as(person) : api).call(listPublishedEntries, { params: { contestId } });
const shownIds = async (contestId: string) => (await gallery(contestId)).map(({ _id }) => _id);
const countOf = async (contestId: string) =>
  (await api.call(getContestDetails, { params: { id: contestId } })).publishedEntryCount;
const publish = (person: Person, contestId: string, isPublished = true) =>
  api.as(person).call(publishEntry, { params: { contestId }, body: { isPublished } });
const rejectedPublish = (person: Person, contestId: string, isPublished = true) =>
  api.as(person).expectError(publishEntry, { params: { contestId }, body: { isPublished } });
const show = (person: Person, contestId: string, showIfWins: boolean) =>
  api.as(person).call(showEntryIfWins, { params: { contestId }, body: { showIfWins } });
const getOwnEntry = async (person: Person, contestId: string) =>
  (await api.as(person).call(getMyEntry, { params: { contestId } })).entry;
const setPerson = (person: Person, fields: Partial<typeof users.$inferInsert>) =>
  server.db.update(users).set(fields).where(eq(users.id, person.id));

describe("the winning entry", () => {
  it("is public with its author's name from the choice on by default", async () => {
    const { creator, contestId, authors, entryIds } = await createContestWithEntries(2);
    expect(await getOwnEntry(authors[0]!, contestId)).toMatchObject({ showIfWins: true, isPublished: false });
    clock.set(JUDGING);
    for (const reader of [null, creator, authors[0]!, await people.admin()])
      expect(await gallery(contestId, reader)).toEqual([]);
    expect(await countOf(contestId)).toBe(0);
    await steps.choose(creator, contestId, entryIds[0]!);
    const shown = [
      { _id: entryIds[0], text: "Poster 1", link: "", files: [], name: authors[0]!.name, photo: "", isWinner: true },
    ];
    const yes = { report: { isAllowed: true, because: "" } };
    for (const reader of [null, creator, authors[1]!, await people.user(), await people.admin()])
      expect(await gallery(contestId, reader)).toEqual(
        shown.map((entry) => ({ ...entry, prizeName: null, hasReported: false, may: yes })),
      );
    expect(await gallery(contestId, authors[0]!)).toMatchObject([{ may: { report: { isAllowed: false } } }]);
    expect(await countOf(contestId)).toBe(1);
    expect(await getOwnEntry(authors[0]!, contestId)).toMatchObject({ showIfWins: true, isPublished: true });
    expect(await getOwnEntry(authors[1]!, contestId)).toMatchObject({ isPublished: false });
    const { body } = await api.send({ url: `/api/published-entries/${contestId}` });
    for (const secret of [authors[0]!.email, authors[0]!.id, "sha256"]) expect(body).not.toContain(secret);
  });

  it("is not published if its author declined on submission", async () => {
    const { creator, contestId, authors, entryIds } = await createContestWithEntries(1);
    const body = { text: "Poster 1", showIfWins: false };
    expect(await api.as(authors[0]!).call(submitEntry, { params: { contestId }, body })).toMatchObject({
      _id: entryIds[0],
      showIfWins: false,
    });
    clock.set(JUDGING);
    await steps.choose(creator, contestId, entryIds[0]!);
    expect(await gallery(contestId)).toEqual([]);
    expect(await countOf(contestId)).toBe(0);
  });

  it("keeps its receipt and its publication choice independently", async () => {
    const { contestId, authors } = await createContestWithEntries(1);
    const [author] = authors as [Person];
    const first = (await getOwnEntry(author, contestId))!;
    clock.advance(60_000);
    const declined = await api
      .as(author)
      .call(submitEntry, { params: { contestId }, body: { text: "Poster 1", showIfWins: false } });
    expect(declined).toEqual({ ...first, showIfWins: false });
    // As sent by older pages, without the field.
    expect(await steps.submit(author, contestId, "Poster 1, bolder")).toMatchObject({ showIfWins: false });
    expect(
      await api
        .as(author)
        .call(submitEntry, { params: { contestId }, body: { text: "Poster 1, bolder", showIfWins: true } }),
    ).toMatchObject({ showIfWins: true });
  });

  it("allows changing the publication choice until the winner is declared", async () => {
    const { creator, contestId, authors, entryIds } = await createContestWithEntries(2);
    const [winner, other] = authors as [Person, Person];
    const before = (await getOwnEntry(winner, contestId))!;
    expect(await show(winner, contestId, false)).toEqual({ ...before, showIfWins: false });
    clock.set(JUDGING);
    expect(await show(winner, contestId, true)).toMatchObject({
      showIfWins: true,
      submittedAt: before.submittedAt,
      sha256: before.sha256,
    });
    expect(await show(winner, contestId, false)).toMatchObject({ showIfWins: false });
    await steps.choose(creator, contestId, entryIds[0]!);
    for (const person of [winner, other]) {
      expect(
        await api.as(person).expectError(showEntryIfWins, { params: { contestId }, body: { showIfWins: true } }),
      ).toMatchObject({ status: 409, code: "winner_declared" });
    }
    expect(await gallery(contestId)).toEqual([]);
  });

  it("stays published if agreed, and can be published later if declined", async () => {
    const agreed = await createContestWithEntries(1);
    const declined = await createContestWithEntries(1);
    await show(declined.authors[0]!, declined.contestId, false);
    clock.set(JUDGING);
    for (const { creator, contestId, entryIds } of [agreed, declined])
      await steps.choose(creator, contestId, entryIds[0]!);
    for (const isPublished of [false, true]) {
      expect(await rejectedPublish(agreed.authors[0]!, agreed.contestId, isPublished)).toMatchObject({
        status: 409,
        code: "shown_as_winner",
      });
    }
    expect(await shownIds(agreed.contestId)).toEqual(agreed.entryIds);
    expect(await publish(declined.authors[0]!, declined.contestId)).toMatchObject({ isPublished: true });
    expect(await gallery(declined.contestId)).toEqual([expect.objectContaining({ isWinner: true })]);
    await publish(declined.authors[0]!, declined.contestId, false);
    expect(await gallery(declined.contestId)).toEqual([]);
  });

  it("requires a boolean", async () => {
    const { contestId, authors } = await createContestWithEntries(1);
    const sendChoice = (showIfWins: unknown) =>
      api
        .as(authors[0]!)
        .send({ method: "PUT", url: `/api/show-entry-if-wins/${contestId}`, payload: { showIfWins } as object });
    for (const odd of ["yes", 1, null, undefined]) expect((await sendChoice(odd)).statusCode).toBe(422);
    expect(await getOwnEntry(authors[0]!, contestId)).toMatchObject({ showIfWins: true });
  });

  it("lets only its author decide", async () => {
    const { creator, contestId, authors } = await createContestWithEntries(1);
    const call = { params: { contestId }, body: { showIfWins: false } };
    expect(await api.expectError(showEntryIfWins, call)).toMatchObject({ status: 401 });
    for (const person of [creator, await people.user(), await people.admin()]) {
      expect(await api.as(person).expectError(showEntryIfWins, call)).toMatchObject({ status: 409, code: "no_entry" });
    }
    for (const unknown of [crypto.randomUUID(), "no-id"]) {
      expect(
        await api.as(authors[0]!).expectError(showEntryIfWins, { ...call, params: { contestId: unknown } }),
      ).toMatchObject({ status: 404 });
    }
    expect(await getOwnEntry(authors[0]!, contestId)).toMatchObject({ showIfWins: true });
  });
});

describe("other entries", () => {
  it("are published and unpublished by their authors, in order of submission", async () => {
    const { creator, contestId, authors, entryIds } = await createContestWithEntries(4);
    clock.set(JUDGING);
    await steps.choose(creator, contestId, entryIds[2]!);
    expect(await publish(authors[3]!, contestId)).toMatchObject({ _id: entryIds[3], isPublished: true });
    await publish(authors[0]!, contestId);
    expect(await shownIds(contestId)).toEqual([entryIds[2], entryIds[0], entryIds[3]]);
    expect(await countOf(contestId)).toBe(3);
    await publish(authors[0]!, contestId);
    expect(await publish(authors[3]!, contestId, false)).toMatchObject({ isPublished: false });
    await publish(authors[3]!, contestId, false);
    expect(await shownIds(contestId)).toEqual([entryIds[2], entryIds[0]]);
    expect(await countOf(contestId)).toBe(2);
  });

  it("are paged", async () => {
    const { creator, contestId, authors, entryIds } = await createContestWithEntries(5);
    clock.set(JUDGING);
    await steps.choose(creator, contestId, entryIds[4]!);
    for (const author of authors.slice(0, 4)) await publish(author, contestId);
    const page = (query: { limit: number; cursor?: string }) =>
      api.page(listPublishedEntries, { params: { contestId }, query });
    const first = await page({ limit: 2 });
    const second = await page({ limit: 2, cursor: first.nextCursor! });
    const last = await page({ limit: 2, cursor: second.nextCursor! });
    expect([first.total, second.total, last.total, last.nextCursor]).toEqual([5, 5, 5, null]);
    expect([...first.items, ...second.items, ...last.items].map(({ _id }) => _id)).toEqual([
      entryIds[4],
      ...entryIds.slice(0, 4),
    ]);
  });

  it("cannot be published before the choice or in a cancelled contest", async () => {
    const { creator, contestId, authors, entryIds } = await createContestWithEntries(1);
    for (const now of [JUST_BEFORE, DEADLINE]) {
      clock.set(now);
      expect(await rejectedPublish(authors[0]!, contestId)).toMatchObject({ status: 409, code: "no_winner" });
    }
    await api.as(creator).call(deleteContest, { params: { id: contestId } });
    expect(await rejectedPublish(authors[0]!, contestId)).toMatchObject({ status: 409, code: "cancelled" });
    expect(
      await api.as(authors[0]!).expectError(showEntryIfWins, { params: { contestId }, body: { showIfWins: true } }),
    ).toMatchObject({ status: 409, code: "cancelled" });
    expect(await api.expectError(listPublishedEntries, { params: { contestId } })).toMatchObject({ status: 404 });
    expect(await gallery(contestId, authors[0]!)).toEqual([]);
    expect(await server.db.select({ id: entries.id, publishedAt: entries.publishedAt }).from(entries)).toEqual([
      { id: entryIds[0], publishedAt: null },
    ]);
  });

  it("can only be published by their authors", async () => {
    const { creator, contestId, authors, entryIds } = await createContestWithEntries(2);
    const idle = await people.user();
    await steps.join(idle, contestId);
    clock.set(JUDGING);
    await steps.choose(creator, contestId, entryIds[0]!);
    expect(await api.expectError(publishEntry, { params: { contestId }, body: { isPublished: true } })).toMatchObject({
      status: 401,
    });
    for (const person of [creator, idle, await people.user(), await people.admin()]) {
      expect(await rejectedPublish(person, contestId)).toMatchObject({ status: 409, code: "no_entry" });
    }
    for (const unknown of [crypto.randomUUID(), "no-id"])
      expect(await rejectedPublish(authors[1]!, unknown)).toMatchObject({ status: 404 });
    expect(await shownIds(contestId)).toEqual([entryIds[0]]);
  });
});

describe("published entries", () => {
  it("are hidden while their author is blocked or deleted", async () => {
    const { creator, contestId, authors, entryIds } = await createContestWithEntries(3);
    const admin = await people.admin();
    clock.set(JUDGING);
    await steps.choose(creator, contestId, entryIds[0]!);
    await publish(authors[1]!, contestId);
    await setPerson(authors[1]!, { status: "blocked" });
    for (const reader of [null, creator, admin]) expect(await gallery(contestId, reader)).toHaveLength(1);
    expect(await countOf(contestId)).toBe(1);
    await setPerson(authors[1]!, { status: "verified" });
    expect(await shownIds(contestId)).toEqual([entryIds[0], entryIds[1]]);

    await setPerson(authors[0]!, { status: "blocked", image: "https://pictures.example/me.png" });
    expect(await shownIds(contestId)).toEqual([entryIds[1]]);
    expect(await api.call(getContestDetails, { params: { id: contestId } })).toMatchObject({
      winner: { name: "Name withheld", photo: "" },
      publishedEntryCount: 1,
    });
    await setPerson(authors[0]!, { status: "verified" });
    expect(await api.call(getContestDetails, { params: { id: contestId } })).toMatchObject({
      winner: { name: authors[0]!.name, photo: "https://pictures.example/me.png" },
    });

    for (const author of authors.slice(0, 2)) await api.as(admin).call(deleteUser, { params: { id: author.id } });
    expect(await gallery(contestId)).toEqual([]);
    expect(await countOf(contestId)).toBe(0);
    expect(await api.call(getContestDetails, { params: { id: contestId } })).toMatchObject({
      winner: { name: "Deleted user", photo: "" },
    });
  });

  it("are hidden with their contest while the creator is blocked", async () => {
    const { creator, contestId, authors, entryIds } = await createContestWithEntries(2);
    clock.set(JUDGING);
    await steps.choose(creator, contestId, entryIds[0]!);
    await setPerson(creator, { status: "blocked" });
    for (const reader of [api, api.as(await people.user())]) {
      expect(await reader.expectError(listPublishedEntries, { params: { contestId } })).toMatchObject({ status: 404 });
    }
    expect(await gallery(contestId, authors[1]!)).toHaveLength(1);
  });
});

async function publishMany(to: TestServer, contestId: string, count: number) {
  await to.db.execute(sql`
    insert into users (id, uid, email, name, created_at)
    select 'author-' || n, 'author-' || n, 'author-' || n || '@example.com', 'Author ' || n, now() from generate_series(1, ${count}::int) n`);
  await to.db.execute(sql`
    insert into entries (id, contest_id, number, user_id, text, sha256, published_at, submitted_at, created_at)
    select 'entry-' || lpad(n::text, 5, '0'), ${contestId}, 100000 + n, 'author-' || n, repeat(md5(n::text), 30), repeat('0', 64), now(), timestamptz '2026-03-02 07:00Z' + n * interval '1 ms', now()
    from generate_series(1, ${count}::int) n`);
}

it("published entries are counted up to a hundred on the page, but all listed", async () => {
  const { creator, contestId, entryIds } = await createContestWithEntries(1);
  clock.set(JUDGING);
  await steps.choose(creator, contestId, entryIds[0]!);
  await publishMany(server, contestId, 120);
  expect(await countOf(contestId)).toBe(100);
  const first = await api.page(listPublishedEntries, { params: { contestId }, query: { limit: 100 } });
  const second = await api.page(listPublishedEntries, {
    params: { contestId },
    query: { limit: 100, cursor: first.nextCursor! },
  });
  expect([first.total, second.total, second.nextCursor]).toEqual([121, 121, null]);
  const all = [...first.items, ...second.items];
  expect(all[0]).toMatchObject({ _id: entryIds[0], isWinner: true });
  expect(all.slice(1).map(({ name }) => name)).toEqual(
    Array.from({ length: 120 }, (_, before) => `Author ${before + 1}`),
  );
});

describeOnPostgres("the query plan of published entries", () => {
  const large = testServer({ needsPostgres: true });
  const largeSteps = contestSteps(large);

  it("sorts only the texts of the requested page", async () => {
    const [creator, author] = [await large.people.creator(), await large.people.user()];
    const contestId = await largeSteps.open(creator);
    await largeSteps.join(author, contestId);
    const { _id: entryId } = await largeSteps.submit(author, contestId);
    large.clock.set(JUDGING);
    await largeSteps.choose(creator, contestId, entryId);
    await publishMany(large, contestId, 3000);
    await large.db.execute(sql`vacuum analyze`);
    const querySpy = jest.spyOn(pg.Client.prototype, "query");
    await large.api.page(listPublishedEntries, { params: { contestId }, query: { limit: 10 } });
    const statements = (querySpy.mock.calls as unknown as [{ text?: string }, unknown[]?][]).filter(([{ text = "" }]) =>
      text.includes('"entries"."text"'),
    );
    querySpy.mockRestore();
    expect(statements).toHaveLength(1);
    const [{ text }, values = []] = statements[0]!;
    const written = text!.replace(/\$(\d+)/g, (_, number) => pg.escapeLiteral(String(values[Number(number) - 1])));
    const { rows } = await large.db.execute<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
      sql.raw(`explain (analyze, timing off, format json) ${written}`),
    );
    const sorts = sortsOf(rows[0]!["QUERY PLAN"][0].Plan);
    expect(sorts.length).toBeGreaterThan(0);
    for (const sort of sorts)
      if (sort["Plan Width"] > 500) expect(sort.Plans![0]!["Actual Rows"]).toBeLessThanOrEqual(11);
  });
});

interface PlanNode {
  "Node Type": string;
  "Plan Width": number;
  "Actual Rows": number;
  Plans?: PlanNode[];
}

const sortsOf = (node: PlanNode): PlanNode[] => [
  ...(node["Node Type"].endsWith("Sort") ? [node] : []),
  ...(node.Plans ?? []).flatMap(sortsOf),
];

describe("with cached responses for visitors", () => {
  const cachingServer = testServer({ config: { publicAnswersKeptMs: 3_600_000 } });
  const cachingSteps = contestSteps(cachingServer);

  it("shows authors their change at once", async () => {
    const creator = await cachingServer.people.creator();
    const contestId = await cachingSteps.open(creator);
    const [winner, other] = [await cachingServer.people.user(), await cachingServer.people.user()];
    const entryIds: string[] = [];
    for (const person of [winner, other]) {
      await cachingSteps.join(person, contestId);
      cachingServer.clock.advance(1);
      entryIds.push((await cachingSteps.submit(person, contestId))._id);
    }
    cachingServer.clock.set(JUDGING);
    await cachingSteps.choose(creator, contestId, entryIds[0]!);
    const seenBy = async (caller: Pick<typeof cachingServer.api, "call">) => {
      const shown = await caller.call(listPublishedEntries, { params: { contestId } });
      const { publishedEntryCount } = await caller.call(getContestDetails, { params: { id: contestId } });
      return [shown.length, publishedEntryCount];
    };
    expect(await seenBy(cachingServer.api)).toEqual([1, 1]);
    await cachingServer.api.as(other).call(publishEntry, { params: { contestId }, body: { isPublished: true } });
    expect(await seenBy(cachingServer.api.as(other))).toEqual([2, 2]);
    expect(await seenBy(cachingServer.api)).toEqual([1, 1]);
    await cachingServer.api.as(other).call(publishEntry, { params: { contestId }, body: { isPublished: false } });
    expect(await seenBy(cachingServer.api.as(other))).toEqual([1, 1]);
  });
});
