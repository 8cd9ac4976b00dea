import { eq } from "drizzle-orm";
import { getMyEntry, submitEntry } from "@conquest/shared/contracts/entries";
import { listContestEntries } from "@conquest/shared/contracts/judging/judged-entries";
import { uploadEntryFile } from "@conquest/shared/contracts/media/entry-files";
import {
  getJudgedEntry,
  getJudging,
  listJudgedEntries,
  shortlistEntry,
} from "@conquest/shared/contracts/judging/judging";
import { deleteContest, listMyContests, updateContest } from "@conquest/shared/contracts/publishing";
import { leaveContest } from "@conquest/shared/contracts/participation";
import { declareWinner } from "@conquest/shared/contracts/winners";
import { entries } from "../../../database/schema/contests";
import { participations } from "../../../database/schema/taking-part";
import { testServer, type Person } from "../../../testing/test-server";
import { contestSteps } from "../../../testing/contest-steps";

const server = testServer();
const { api, people, clock, signInAgain } = server;
const steps = contestSteps(server);

/** From here on no entry sent before the deadline can still arrive. */
const JUDGING = "2026-03-02T08:01:00.000Z";
const OVERDUE = "2026-03-16T08:00:00.000Z";
const PDF = Buffer.from("%PDF-1.7\nA poster\n%%EOF");

const read = (person: Person, contestId: string) => api.as(person).call(getJudging, { params: { contestId } });
const list = (
  person: Person,
  contestId: string,
  query: Parameters<typeof api.call<typeof listJudgedEntries>>[1]["query"] = {},
) => api.as(person).page(listJudgedEntries, { params: { contestId }, query });
const one = (person: Person, contestId: string, entryId: string) =>
  api.as(person).call(getJudgedEntry, { params: { contestId, entryId } });
const setShortlisted = (person: Person, contestId: string, entryId: string, isShortlisted = true) =>
  api.as(person).call(shortlistEntry, { params: { contestId }, body: { entryId, isShortlisted } });

/** Creates a contest with three entries, each with a file named after its author. */
async function createContest({
  hidesNames = true,
  isClosed = true,
}: { hidesNames?: boolean; isClosed?: boolean } = {}) {
  const creator = await people.creator();
  const contestId = await steps.open(creator, { hidesNames });
  const authors: Person[] = [];
  for (const name of ["Shirin Akter", "Rafi Ahmed", "Mina Das"])
    authors.push(await people.user({ name, picture: `https://faces.example/${name.split(" ")[0]}.png` }));
  const entryIds: string[] = [];
  for (const author of authors) await steps.join(author, contestId);
  for (const author of authors) {
    clock.advance(1000);
    const file = await api.as(author).call(uploadEntryFile, { query: { name: `${author.name}.pdf` }, body: PDF });
    const entry = await api
      .as(author)
      .call(submitEntry, {
        params: { contestId },
        body: { text: `A kite number ${entryIds.length}`, files: [file._id] },
      });
    entryIds.push(entry._id);
  }
  if (isClosed) clock.set(JUDGING);
  return {
    creator,
    contestId,
    authors: authors as [Person, Person, Person],
    entryIds: entryIds as [string, string, string],
  };
}

function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, each]) => [key, ...textsIn(each)]);
  return [String(value)];
}

/** Returns all strings, including headers, of every response a judge can request. */
async function collectResponses(judge: Person, contestId: string): Promise<string[]> {
  const entriesPath = `/api/judging/${contestId}/entries`;
  const ids = (await list(judge, contestId)).items.map(({ _id }) => _id);
  const addresses = [
    `/api/judging/${contestId}`,
    ...["", "?sort=newest", "?sort=rating", "?sort=unrated", "?limit=1", "?q=kite", "?rated=no"].map(
      (query) => `${entriesPath}${query}`,
    ),
    ...ids.map((id) => `${entriesPath}/${id}`),
    `/api/contest-entries/${contestId}`,
    `/api/contest-details/${contestId}`,
    `/api/my-contests/${judge.email}`,
    `/api/my-entry/${contestId}`,
    `/api/published-entries/${contestId}`,
    "/api/notices",
  ];
  const texts: string[] = [];
  for (const url of addresses) {
    const answer = await api.as(judge).send({ url });
    expect(answer.statusCode).toBe(200);
    texts.push(...textsIn(answer.json()), JSON.stringify(answer.headers));
  }
  for (const entryId of ids) {
    const { files } = await one(judge, contestId, entryId);
    for (const { _id } of files)
      texts.push(JSON.stringify((await api.as(judge).send({ url: `/api/entry-files/${_id}` })).headers));
  }
  return texts;
}

async function identifyingTexts(authors: readonly Person[], contestId: string): Promise<string[]> {
  const participationRows = await server.db
    .select()
    .from(participations)
    .where(eq(participations.contestId, contestId));
  return [
    ...authors.flatMap(({ id, uid, email, name }) => [
      id,
      uid,
      email,
      name,
      encodeURIComponent(name),
      name.split(" ")[0]!,
    ]),
    "faces.example",
    ...participationRows.map(({ id }) => id),
  ];
}

describe("while names are hidden", () => {
  it.each(["before the deadline", "after it", "overdue", "after it was cancelled"])(
    "no response to judges identifies an author: %s",
    async (when) => {
      const { creator, contestId, authors } = await createContest({ isClosed: when !== "before the deadline" });
      const admin = await people.admin();
      if (when === "overdue") clock.set(OVERDUE);
      const judges = [await signInAgain(creator), await signInAgain(admin)];
      if (when === "after it was cancelled")
        await api.as(judges[0]!).call(deleteContest, { params: { id: contestId }, body: {} });
      const secrets = await identifyingTexts(authors, contestId);
      for (const judge of judges) {
        const texts = await collectResponses(judge, contestId);
        expect(texts.length).toBeGreaterThan(100);
        for (const secret of secrets) expect(texts.filter((text) => text.includes(secret))).toEqual([]);
      }
    },
  );

  it("entries and files have a stable label, and names are not searchable", async () => {
    const { creator, contestId, authors, entryIds } = await createContest();
    expect((await read(creator, contestId)).areNamesHidden).toBe(true);
    const { items } = await list(creator, contestId);
    expect(items.map(({ _id }) => _id)).toEqual(entryIds);
    for (const { label } of items) expect(label).toMatch(/^Entry \d{3}$/);
    expect(new Set(items.map(({ label }) => label)).size).toBe(3);
    expect((await list(creator, contestId, { sort: "newest" })).items.map(({ label }) => label)).toEqual(
      items.map(({ label }) => label).reverse(),
    );
    const { label, files, name, photo } = await one(creator, contestId, entryIds[0]);
    expect({ label, name, photo }).toEqual({ label: items[0]!.label, name: "", photo: "" });
    expect(files.map((file) => file.name)).toEqual([`${label}, file 1.pdf`]);
    const saved = await api.as(creator).send({ url: `/api/entry-files/${files[0]!._id}` });
    expect(saved.headers["content-disposition"]).toBe(
      `attachment; filename="${label}, file 1.pdf"; filename*=UTF-8''${encodeURIComponent(`${label}, file 1.pdf`)}`,
    );
    const search = async (q: string) => (await list(creator, contestId, { q })).items.map(({ _id }) => _id);
    for (const q of ["Shirin", "shireen akhter"]) expect(await search(q)).toEqual([]);
    expect(await search(label.replace("Entry ", ""))).toEqual([entryIds[0]]);
    const own = (await api.as(await signInAgain(authors[0])).call(getMyEntry, { params: { contestId } })).entry!;
    expect(own.files.map((file) => file.name)).toEqual(["Shirin Akter.pdf"]);
    expect(own).not.toHaveProperty("label");
  });

  it("names appear after the choice in lists, files and searches", async () => {
    const { creator, contestId, entryIds } = await createContest();
    await steps.choose(creator, contestId, entryIds[1]);
    expect((await read(creator, contestId)).areNamesHidden).toBe(false);
    const entry = await one(creator, contestId, entryIds[0]);
    expect(entry).toMatchObject({
      label: "Shirin Akter",
      name: "Shirin Akter",
      photo: "https://faces.example/Shirin.png",
    });
    expect(entry.files[0]!.name).toBe("Shirin Akter.pdf");
    expect((await list(creator, contestId, { q: "shirin" })).items.map(({ _id }) => _id)).toEqual([entryIds[0]]);
    expect((await api.as(creator).call(listContestEntries, { params: { contestId } })).map(({ name }) => name)).toEqual(
      ["Shirin Akter", "Rafi Ahmed", "Mina Das"],
    );
  });

  it("entry numbers are random", async () => {
    const { contestId } = await createContest();
    const creator = await people.creator();
    const another = await steps.open(creator, { deadline: "2026-03-20T08:00:00Z" });
    for (let count = 0; count < 12; count += 1) {
      const person = await people.user();
      await steps.join(person, another);
      clock.advance(1);
      await steps.submit(person, another);
    }
    const numbers = async (id: string) =>
      (
        await server.db
          .select({ number: entries.number })
          .from(entries)
          .where(eq(entries.contestId, id))
          .orderBy(entries.submittedAt)
      ).map(({ number }) => number);
    const drawn = await numbers(another);
    expect(new Set(drawn).size).toBe(12);
    // Twelve random numbers are sorted with a probability of one in 479 million.
    expect([...drawn].sort((one, other) => one - other)).not.toEqual(drawn);
    for (const number of [...drawn, ...(await numbers(contestId))]) expect(number).toBeGreaterThan(99);
  });
});

describe("hiding names", () => {
  it("is the default, and can be changed until someone has joined", async () => {
    const creator = await people.creator();
    const contestId = await steps.open(creator, { hidesNames: undefined });
    expect(await steps.details(null, contestId)).toMatchObject({ hidesNames: true });
    const change = (hidesNames: boolean) =>
      api.as(creator).call(updateContest, { params: { id: contestId }, body: { hidesNames } });
    expect((await change(false)).contest).toMatchObject({ hidesNames: false, status: "open" });
    const person = await people.user();
    await steps.join(person, contestId);
    const refusal = await api
      .as(creator)
      .expectError(updateContest, { params: { id: contestId }, body: { hidesNames: true } });
    expect(refusal).toMatchObject({
      status: 409,
      code: "terms_frozen",
      fields: { hidesNames: expect.stringContaining("after people join") as string },
    });
    expect(await steps.details(null, contestId)).toMatchObject({ hidesNames: false });
    await api.as(person).call(leaveContest, { body: { contestId, email: person.email } });
    expect((await change(true)).contest.hidesNames).toBe(true);
  });

  it("can be disabled by the creator", async () => {
    const { creator, contestId, entryIds } = await createContest({ hidesNames: false });
    expect((await read(creator, contestId)).areNamesHidden).toBe(false);
    expect(await one(creator, contestId, entryIds[2])).toMatchObject({
      label: "Mina Das",
      files: [{ name: "Mina Das.pdf" }],
    });
    expect((await list(creator, contestId, { q: "mina" })).total).toBe(1);
    expect(await list(creator, contestId, { q: "(Mina)" })).toMatchObject({ total: 1, resultsFor: ["mina"] });
    expect((await list(creator, contestId, { q: "shireen" })).items.map(({ _id }) => _id)).toEqual([entryIds[0]]);
  });
});

describe("the list of entries", () => {
  it("is sorted, filtered and counted by the caller's ratings, in pages", async () => {
    const { creator, contestId, entryIds } = await createContest();
    await steps.rate(creator, contestId, entryIds[0], { rating: 2 });
    await steps.rate(creator, contestId, entryIds[2], { rating: 5, word: "A calm river" });
    await steps.rate(creator, contestId, entryIds[1], { word: "Only a word" });
    const order = async (query: Parameters<typeof list>[2]) =>
      (await list(creator, contestId, query)).items.map(({ _id }) => entryIds.indexOf(_id));
    expect(await order({ sort: "rating" })).toEqual([2, 0, 1]);
    expect(await order({ sort: "unrated" })).toEqual([1, 0, 2]);
    expect(await order({ rated: "yes" })).toEqual([0, 2]);
    expect(await order({ rated: "no", sort: "newest" })).toEqual([1]);
    expect(await order({ q: "NUMBER 1" })).toEqual([1]);
    expect(await order({ q: "number %" })).toEqual([]);
    expect(await read(creator, contestId)).toEqual({
      entryCount: 3,
      ratedCount: 2,
      shortlistedCount: 0,
      areNamesHidden: true,
      seesJudges: false,
      events: [],
      eventCounts: {},
    });
    expect((await list(creator, contestId)).items[1]).toMatchObject({
      excerpt: "A kite number 1",
      fileCount: 1,
      rating: null,
      hasWord: true,
    });
    for (const sort of ["oldest", "newest", "rating", "unrated"] as const) {
      const pages: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await list(creator, contestId, { sort, limit: 1, ...(cursor && { cursor }) });
        pages.push(...page.items.map(({ _id }) => _id));
        cursor = page.nextCursor;
      }
      expect(pages.map((id) => entryIds.indexOf(id))).toEqual(await order({ sort }));
    }
    const { items } = await api.as(creator).page(listMyContests, { params: { email: creator.email } });
    expect(items[0]).toMatchObject({ entryCount: 3, ratedCount: 2 });
    expect(
      (await api.as(await people.admin()).call(listMyContests, { params: { email: creator.email } }))[0],
    ).toMatchObject({ ratedCount: 0 });
  });

  it("strips directional marks from excerpts", async () => {
    const { creator, contestId, entryIds } = await createContest();
    const text = "A \u202ekite by night\u202c, ملصق";
    await server.db.update(entries).set({ text }).where(eq(entries.id, entryIds[0]));
    expect((await list(creator, contestId)).items[0]).toMatchObject({ excerpt: "A kite by night, ملصق" });
    expect((await one(creator, contestId, entryIds[0])).text).toBe(text);
  });

  it("is limited to the owner and admins who do not participate", async () => {
    const { creator, contestId, authors, entryIds } = await createContest({ isClosed: false });
    const rival = await people.admin();
    await steps.join(rival, contestId);
    const params = { contestId, entryId: entryIds[0] };
    for (const contract of [getJudging, listJudgedEntries, getJudgedEntry] as const) {
      expect(await api.expectError(contract, { params })).toMatchObject({ status: 401 });
      for (const person of [authors[0], await people.user(), await people.creator()])
        expect(await api.as(person).expectError(contract, { params })).toMatchObject({ status: 404 });
      expect(await api.as(rival).expectError(contract, { params })).toMatchObject({ status: 409, code: "takes_part" });
      for (const person of [creator, await people.admin()]) await api.as(person).call(contract, { params });
    }
    const { contestId: other } = await createContest();
    expect(
      await api
        .as(creator)
        .expectError(getJudgedEntry, {
          params: {
            contestId,
            entryId: (await server.db.select().from(entries).where(eq(entries.contestId, other)))[0]!.id,
          },
        }),
    ).toMatchObject({ status: 404 });
  });
});

describe("the shortlist", () => {
  it("is shared by all who may choose, and hidden from others", async () => {
    const { creator, contestId, authors, entryIds } = await createContest();
    const admin = await people.admin();
    const seen = async (person: Person) =>
      (await list(person, contestId)).items.map(({ isShortlisted }) => isShortlisted);
    const refusal = (person: Person) =>
      api
        .as(person)
        .expectError(shortlistEntry, { params: { contestId }, body: { entryId: entryIds[0], isShortlisted: true } });
    expect(await setShortlisted(creator, contestId, entryIds[1])).toEqual({ isShortlisted: true });
    await setShortlisted(creator, contestId, entryIds[1]);
    expect(await seen(creator)).toEqual([false, true, false]);
    expect((await list(creator, contestId, { shortlisted: "yes" })).items.map(({ _id }) => _id)).toEqual([entryIds[1]]);
    expect(await seen(admin)).toEqual([false, false, false]);
    expect((await one(admin, contestId, entryIds[1])).isShortlisted).toBe(false);
    expect((await list(admin, contestId, { shortlisted: "yes" })).total).toBe(0);
    expect((await read(admin, contestId)).shortlistedCount).toBe(0);
    expect(await refusal(admin)).toMatchObject({ status: 409, code: "not_overdue" });
    for (const person of [authors[0], await people.creator()])
      expect(await refusal(person)).toMatchObject({ status: 404 });

    clock.set(OVERDUE);
    const [adminNow, creatorNow, author] = [
      await signInAgain(admin),
      await signInAgain(creator),
      await signInAgain(authors[1]),
    ];
    expect(await seen(adminNow)).toEqual([false, true, false]);
    await setShortlisted(adminNow, contestId, entryIds[0]);
    await setShortlisted(adminNow, contestId, entryIds[1], false);
    expect(await seen(creatorNow)).toEqual([true, false, false]);
    expect(JSON.stringify(await api.as(author).call(getMyEntry, { params: { contestId } }))).not.toMatch(/shortlist/i);
    await steps.choose(creatorNow, contestId, entryIds[0]);
    expect(await refusal(creatorNow)).toMatchObject({ status: 409, code: "winner_declared" });
    expect(await seen(creatorNow)).toEqual([true, false, false]);
    expect(await seen(adminNow)).toEqual([false, false, false]);
  });

  it("requires a passed deadline and an entry of the contest", async () => {
    const { creator, contestId, entryIds } = await createContest({ isClosed: false });
    expect(
      await api
        .as(creator)
        .expectError(shortlistEntry, { params: { contestId }, body: { entryId: entryIds[0], isShortlisted: true } }),
    ).toMatchObject({ status: 409, code: "not_closed" });
    const other = await createContest();
    expect(
      await api
        .as(creator)
        .expectError(shortlistEntry, {
          params: { contestId },
          body: { entryId: other.entryIds[0], isShortlisted: true },
        }),
    ).toMatchObject({ status: 404 });
    expect(await server.db.$count(entries, eq(entries.isShortlisted, true))).toBe(0);
  });
});

describe("choosing the winner", () => {
  it.each([undefined, "", "  \n "])("requires a note, not %j", async (note) => {
    const { creator, contestId, entryIds } = await createContest();
    const answer = await api
      .as(creator)
      .send({
        method: "PUT",
        url: `/api/declare-winner/${contestId}`,
        payload: { entryId: entryIds[0], ...(note !== undefined && { note }) },
      });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ error: { fields: { note: "This field is required" } } });
    expect((await steps.details(null, contestId)).winner).toBeNull();
    await api
      .as(creator)
      .call(declareWinner, { params: { contestId }, body: { entryId: entryIds[0], note: "  The calmest. " } });
    expect((await steps.details(null, contestId)).winner).toMatchObject({ note: "The calmest." });
  });
});

describe("contests sorted by due date", () => {
  it("list contests awaiting a winner first, then open, in review and finished ones", async () => {
    const creator = await people.creator();
    const open = (name: string, deadline: string) => steps.open(creator, { name, deadline });
    const closing = async (name: string, deadline: string) => {
      const contestId = await open(name, deadline);
      const author = await people.user();
      await steps.join(author, contestId);
      return { contestId, entryId: (await steps.submit(author, contestId))._id };
    };
    await open("open, later", "2026-04-20T08:00:00Z");
    await closing("judged, later", "2026-03-08T08:00:00Z");
    const done = await closing("done", "2026-03-05T08:00:00Z");
    await closing("judged, sooner", "2026-03-03T08:00:00Z");
    await open("open, sooner", "2026-04-02T08:00:00Z");
    await steps.create(creator, { name: "in review", deadline: "2026-04-01T08:00:00Z" });
    clock.set("2026-03-10T08:00:00Z");
    const now = await signInAgain(creator);
    await steps.choose(now, done.contestId, done.entryId);
    const names = async (query: { limit?: number; q?: string; cursor?: string }) =>
      api.as(now).page(listMyContests, { params: { email: now.email }, query: { sort: "due", ...query } });
    const all = ["judged, sooner", "judged, later", "open, sooner", "open, later", "in review", "done"];
    const whole = await names({});
    expect(whole.items.map(({ name }) => name)).toEqual(all);
    expect(whole.total).toBe(6);
    expect(whole.items[0]!.winnerDueAt).toBe("2026-03-17T08:00:00.000Z");
    const [first, rest] = [
      await names({ limit: 4 }),
      await names({ limit: 4, cursor: (await names({ limit: 4 })).nextCursor! }),
    ];
    expect([...first.items, ...rest.items].map(({ name }) => name)).toEqual(all);
    expect((await names({ q: "judged" })).items.map(({ name }) => name)).toEqual(all.slice(0, 2));
  });
});
