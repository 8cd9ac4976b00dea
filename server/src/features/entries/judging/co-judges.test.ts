import { getMyEntry, submitEntry } from "@conquest/shared/contracts/entries";
import {
  exportEntries,
  listContestEntries,
  rateCriterion,
  rateEntry,
} from "@conquest/shared/contracts/judging/judged-entries";
import { uploadEntryFile } from "@conquest/shared/contracts/media/entry-files";
import { extendDeadline } from "@conquest/shared/contracts/deadline-extensions";
import { stepDown, withdrawJudge } from "@conquest/shared/contracts/judging/judges";
import {
  getJudgedEntry,
  getJudging,
  listJudgedEntries,
  shortlistEntry,
} from "@conquest/shared/contracts/judging/judging";
import { listNotices } from "@conquest/shared/contracts/messages";
import { getProgress, listParticipants } from "@conquest/shared/contracts/progress";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import { declareWinner } from "@conquest/shared/contracts/winners";
import { updateUser } from "@conquest/shared/contracts/users";
import { testServer, type Person } from "../../../testing/test-server";
import { contestSteps } from "../../../testing/contest-steps";

const server = testServer();
const { api, people, clock, signInAgain } = server;
const steps = contestSteps(server);

/** From here on no entry sent before the deadline can still arrive. */
const JUDGING = "2026-03-02T08:01:00.000Z";
const OVERDUE = "2026-03-16T08:00:00.000Z";

async function createContest({ isClosed = true } = {}) {
  const creator = await people.creator();
  const contestId = await steps.open(creator, { criteria: "Two colours\nReadable" });
  const [mina, rafi] = [await people.user({ name: "Mina Das" }), await people.creator({ name: "Rafi Ahmed" })];
  const invitationIds: string[] = [];
  for (const judge of [mina, rafi]) {
    const id = await steps.invite(creator, contestId, judge.email);
    await steps.answer(judge, id);
    invitationIds.push(id);
  }
  const authors = [await people.user({ name: "Shirin Akter" }), await people.user({ name: "Tania Khan" })];
  const entryIds: string[] = [];
  let fileId = "";
  for (const author of authors) {
    await steps.join(author, contestId);
    clock.advance(1000);
    const { _id } = await api
      .as(author)
      .call(uploadEntryFile, { query: { name: `${author.name}.pdf` }, body: Buffer.from("%PDF-1.7\nA poster\n%%EOF") });
    fileId ||= _id;
    entryIds.push(
      (
        await api
          .as(author)
          .call(submitEntry, {
            params: { contestId },
            body: { text: `A kite by chance ${entryIds.length}`, files: [_id] },
          })
      )._id,
    );
  }
  if (isClosed) clock.set(JUDGING);
  return {
    creator,
    contestId,
    mina,
    rafi,
    invitationIds,
    authors: authors as [Person, Person],
    entryIds: entryIds as [string, string],
    fileId,
  };
}

const list = (
  person: Person,
  contestId: string,
  query: Parameters<typeof api.call<typeof listJudgedEntries>>[1]["query"] = {},
) => api.as(person).call(listJudgedEntries, { params: { contestId }, query });
const one = (person: Person, contestId: string, entryId: string) =>
  api.as(person).call(getJudgedEntry, { params: { contestId, entryId } });
const file = async (person: Person | null, id: string) =>
  (await (person ? api.as(person) : api).send({ url: `/api/entry-files/${id}` })).statusCode;

const noticeHrefs = async (person: Person) =>
  (await api.as(person).call(listNotices, {})).map(({ kind, href }) => [kind, href]);

describe("a co-judge", () => {
  it("reads entries and files anonymously from the deadline on, and rates them", async () => {
    const { contestId, mina, authors, entryIds, fileId } = await createContest();
    expect(await api.as(mina).call(getJudging, { params: { contestId } })).toEqual({
      entryCount: 2,
      ratedCount: 0,
      shortlistedCount: 0,
      areNamesHidden: true,
      seesJudges: false,
      events: [],
      eventCounts: {},
    });
    const entry = await one(mina, contestId, entryIds[0]);
    expect(entry).toMatchObject({
      label: expect.stringMatching(/^Entry \d{3}$/) as string,
      name: "",
      sha256: "",
      judges: null,
    });
    expect(entry.files.map(({ name }) => name)).toEqual([`${entry.label}, file 1.pdf`]);
    expect(await file(mina, fileId)).toBe(200);
    const answers = JSON.stringify([
      entry,
      await list(mina, contestId),
      await api.as(mina).call(listContestEntries, { params: { contestId } }),
      await steps.details(mina, contestId),
    ]);
    for (const { name, email, id } of authors)
      for (const secret of [name, email, id]) expect(answers).not.toContain(secret);
    expect(await list(mina, contestId, { q: "Shirin" })).toEqual([]);
    expect(await steps.rate(mina, contestId, entryIds[0], { word: "Calm" })).toEqual({ rating: null, word: "Calm" });
    await steps.rateBy(mina, contestId, entryIds[0], [4, 5]);
    expect((await one(mina, contestId, entryIds[0])).ownRating).toEqual({ rating: 4.5, word: "Calm" });
    expect((await list(mina, contestId, { rated: "yes" })).map(({ _id }) => _id)).toEqual([entryIds[0]]);
    const { may, viewer } = await steps.details(mina, contestId);
    expect(viewer).toMatchObject({ isJudge: true, isOwner: false });
    expect(Object.entries(may).flatMap(([act, { isAllowed }]) => (isAllowed ? [act] : []))).toEqual([
      "readEntries",
      "rateEntries",
      "recuse",
      "report",
      "ask",
    ]);
  });

  it("reads nothing before the deadline", async () => {
    const { creator, contestId, mina, invitationIds, entryIds, fileId } = await createContest({ isClosed: false });
    const params = { contestId, entryId: entryIds[0] };
    for (const contract of [getJudging, listJudgedEntries, getJudgedEntry, listContestEntries] as const) {
      expect(await api.as(mina).expectError(contract, { params })).toMatchObject({ status: 409, code: "not_closed" });
      await api.as(creator).call(contract, { params });
    }
    expect(
      await api.as(mina).expectError(rateEntry, { params, body: { entryId: entryIds[0], rating: 4 } }),
    ).toMatchObject({ status: 409, code: "not_closed" });
    expect(await file(mina, fileId)).toBe(404);
    expect((await steps.details(mina, contestId)).may.readEntries.isAllowed).toBe(false);
    await api.as(mina).call(stepDown, { params: { id: invitationIds[0]! } });
    await steps.join(mina, contestId);
  });

  it("is denied every other operation on the contest", async () => {
    const { contestId, mina, rafi, entryIds } = await createContest();
    const params = { contestId, id: contestId };
    for (const judge of [mina, rafi]) {
      const caller = api.as(judge);
      expect(
        await caller.expectError(declareWinner, { params, body: { entryId: entryIds[0], note: "Mine" } }),
      ).toMatchObject({ status: 404 });
      expect(
        await caller.expectError(shortlistEntry, { params, body: { entryId: entryIds[0], isShortlisted: true } }),
      ).toMatchObject({ status: 404 });
      for (const contract of [listParticipants, getProgress] as const)
        expect(await caller.expectError(contract, { params })).toMatchObject({ status: 404 });
      for (const as of ["csv", "zip"])
        expect(
          (await caller.send({ url: `/api${exportEntries.path.replace(":contestId", contestId)}?as=${as}` }))
            .statusCode,
        ).toBe(404);
      expect(await caller.expectError(deleteContest, { params, body: {} })).toMatchObject({ status: 404 });
    }
    expect(
      await api
        .as(rafi)
        .expectError(extendDeadline, { params, body: { deadline: "2026-03-10T08:00:00Z", reason: "Later" } }),
    ).toMatchObject({ status: 404 });
  });

  it("cannot read other contests, nor can outsiders read this one", async () => {
    const first = await createContest();
    clock.set("2026-03-02T06:00:00.000Z");
    const other = await createContest();
    const params = { contestId: other.contestId, entryId: other.entryIds[0] };
    const invited = await people.user();
    await steps.invite(other.creator, other.contestId, invited.email);
    for (const person of [first.mina, invited, other.authors[0], await people.creator()]) {
      for (const contract of [getJudging, listJudgedEntries, getJudgedEntry] as const)
        expect(await api.as(person).expectError(contract, { params })).toMatchObject({ status: 404 });
      expect(
        await api.as(person).expectError(rateEntry, { params, body: { entryId: params.entryId, rating: 1 } }),
      ).toMatchObject({ status: 404 });
      if (person !== other.authors[0]) expect(await file(person, other.fileId)).toBe(404);
    }
    expect(await file(null, other.fileId)).toBe(404);
    expect(
      await api
        .as(first.mina)
        .expectError(rateEntry, {
          params: { contestId: first.contestId },
          body: { entryId: params.entryId, rating: 1 },
        }),
    ).toMatchObject({ status: 404 });
  });

  it("judges while overdue, and only reads, with names, after the choice", async () => {
    const { creator, contestId, mina, entryIds, fileId } = await createContest();
    clock.set(OVERDUE);
    const [judge, owner] = [await signInAgain(mina), await signInAgain(creator)];
    await steps.rateBy(judge, contestId, entryIds[1], [2, 2]);
    await steps.choose(owner, contestId, entryIds[0]);
    expect(await one(judge, contestId, entryIds[0])).toMatchObject({
      name: "Shirin Akter",
      isWinner: true,
      ownRating: null,
    });
    expect(await file(judge, fileId)).toBe(200);
    expect(
      await api.as(judge).expectError(rateEntry, { params: { contestId }, body: { entryId: entryIds[1], rating: 3 } }),
    ).toMatchObject({ status: 409, code: "winner_declared" });
    expect(await steps.noticesOf(judge)).toContainEqual({
      kind: "result",
      text: "“Poster for a river festival” has a winner: Shirin Akter.",
    });
  });

  it("learns why access ended, unlike strangers and mere invitees", async () => {
    const { creator, contestId, mina, rafi, invitationIds, entryIds, fileId } = await createContest();
    const [declined, invited] = [await people.user(), await people.user()];
    await steps.answer(declined, await steps.invite(creator, contestId, declined.email), false);
    await steps.invite(creator, contestId, invited.email);
    await api.as(creator).call(withdrawJudge, { params: { id: invitationIds[0]! } });
    await api.as(rafi).call(stepDown, { params: { id: invitationIds[1]! } });
    const params = { contestId, entryId: entryIds[0] };
    const refusalsOf = async (person: Person) => [
      ...(await Promise.all(
        ([getJudging, listJudgedEntries, getJudgedEntry] as const).map((contract) =>
          api.as(person).expectError(contract, { params }),
        ),
      )),
      await api.as(person).expectError(rateEntry, { params, body: { entryId: entryIds[0], word: "Calm" } }),
    ];
    for (const refusal of await refusalsOf(mina))
      expect(refusal).toMatchObject({
        status: 409,
        code: "judges_no_more",
        message: expect.stringContaining("The creator removed you as a judge") as string,
      });
    for (const refusal of await refusalsOf(rafi))
      expect(refusal).toMatchObject({
        status: 409,
        code: "judges_no_more",
        message: expect.stringContaining("You stepped down") as string,
      });
    for (const person of [declined, invited, await people.user(), await people.creator()])
      for (const refusal of await refusalsOf(person)) expect(refusal).toMatchObject({ status: 404 });
    for (const person of [mina, rafi]) expect(await file(person, fileId)).toBe(404);
    expect(await noticeHrefs(mina)).toContainEqual(["judge_ended", `/dashboard/judging/${contestId}`]);
  });

  it("learns that the contest is cancelled or hidden", async () => {
    const first = await createContest();
    await api
      .as(await people.admin())
      .call(updateUser, { params: { id: first.creator.id }, body: { status: "blocked" } });
    expect(await api.as(first.mina).expectError(getJudging, { params: { contestId: first.contestId } })).toMatchObject({
      status: 409,
      code: "not_public",
    });
    expect(
      await api.as(await people.user()).expectError(getJudging, { params: { contestId: first.contestId } }),
    ).toMatchObject({ status: 404 });
    expect(await file(first.mina, first.fileId)).toBe(404);
    clock.set("2026-03-02T06:00:00.000Z");
    const second = await createContest();
    await api.as(second.creator).call(deleteContest, { params: { id: second.contestId }, body: {} });
    expect(
      await api.as(second.mina).expectError(getJudging, { params: { contestId: second.contestId } }),
    ).toMatchObject({ status: 409, code: "cancelled" });
    expect(await noticeHrefs(second.mina)).toContainEqual(["judge_ended", `/dashboard/judging/${second.contestId}`]);
    expect(
      await api
        .as(second.mina)
        .expectError(rateEntry, {
          params: { contestId: second.contestId },
          body: { entryId: second.entryIds[0], rating: 3 },
        }),
    ).toMatchObject({ status: 409, code: "cancelled" });
    expect(await file(second.mina, second.fileId)).toBe(404);
  });
});

describe("ratings of several judges", () => {
  async function createRatedContest() {
    const contest = await createContest();
    const { creator, contestId, mina, rafi, entryIds } = contest;
    await steps.rateBy(creator, contestId, entryIds[0], [1, 2]);
    await steps.rate(mina, contestId, entryIds[0], { word: "A calm river" });
    await steps.rateBy(mina, contestId, entryIds[0], [4, 5]);
    await steps.rateBy(rafi, contestId, entryIds[1], [5, 5]);
    await api
      .as(rafi)
      .call(rateCriterion, { params: { contestId }, body: { entryId: entryIds[0], position: 0, rating: 2 } });
    return contest;
  }

  it("are shown to the creator with their mean, and sortable by it", async () => {
    const { creator, contestId, entryIds } = await createRatedContest();
    expect(await api.as(creator).call(getJudging, { params: { contestId } })).toMatchObject({
      ratedCount: 1,
      seesJudges: true,
    });
    const { ownRating, judges } = await one(creator, contestId, entryIds[0]);
    expect(ownRating).toEqual({ rating: 1.5, word: "" });
    // A judge who rated a single criterion counts only for that one.
    expect(judges).toMatchObject({ mean: 3, ratingCount: 2, criteriaMeans: [2.3, 3.5] });
    expect(judges!.others).toHaveLength(2);
    expect(judges!.others).toEqual(
      expect.arrayContaining([
        { by: "judge", name: "Mina Das", rating: 4.5, word: "A calm river", criteria: [4, 5] },
        { by: "judge", name: "Rafi Ahmed", rating: null, word: "", criteria: [2, null] },
      ]),
    );
    const means = async (query: Parameters<typeof list>[2]) =>
      (await list(creator, contestId, query)).map(({ _id, mean }) => [entryIds.indexOf(_id), mean]);
    expect(await means({ sort: "mean" })).toEqual([
      [1, 5],
      [0, 3],
    ]);
    expect(await means({ sort: "oldest" })).toEqual([
      [0, 3],
      [1, 5],
    ]);
    expect((await list(creator, contestId, { sort: "mean", limit: 1 })).map(({ _id }) => _id)).toEqual([entryIds[1]]);
  });

  it("include those of an admin for a single criterion", async () => {
    const [creator, author, admin] = [await people.creator(), await people.user(), await people.admin()];
    const contestId = await steps.open(creator, { criteria: "Two colours\nReadable" });
    await steps.join(author, contestId);
    const { _id } = await steps.submit(author, contestId);
    clock.set(OVERDUE);
    const [owner, judging] = [await signInAgain(creator), await signInAgain(admin)];
    const seesJudges = async () => (await api.as(owner).call(getJudging, { params: { contestId } })).seesJudges;
    expect(await seesJudges()).toBe(false);
    await steps.rateBy(judging, contestId, _id, [3]);
    expect(await seesJudges()).toBe(true);
  });

  it("are hidden from co-judges and admins who may not choose yet", async () => {
    const { creator, contestId, mina, entryIds } = await createRatedContest();
    const admin = await people.admin();
    for (const person of [mina, admin]) {
      expect((await one(person, contestId, entryIds[0])).judges).toBeNull();
      const sorted = await list(person, contestId, { sort: "mean" });
      expect(sorted.map(({ _id }) => _id)).toEqual(entryIds);
      expect(sorted.map(({ mean }) => mean)).toEqual([null, null]);
      expect((await api.as(person).call(getJudging, { params: { contestId } })).seesJudges).toBe(false);
    }
    clock.set(OVERDUE);
    const now = await signInAgain(admin);
    expect((await one(now, contestId, entryIds[0])).judges).toMatchObject({
      mean: 3,
      others: [{ by: "creator", name: "", rating: 1.5 }, { by: "judge" }, { by: "judge" }],
    });
    await steps.choose(await signInAgain(creator), contestId, entryIds[0]);
    expect((await one(now, contestId, entryIds[0])).judges).toBeNull();
  });

  it("are in the author's data export, and nameless while the judge is blocked", async () => {
    const { creator, contestId, mina, authors, entryIds } = await createRatedContest();
    await steps.choose(creator, contestId, entryIds[1]);
    await api.as(await people.admin()).call(updateUser, { params: { id: mina.id }, body: { status: "blocked" } });
    const { entry } = await api.as(authors[0]).call(getMyEntry, { params: { contestId } });
    expect(entry!.ratings).toMatchObject([{ by: "creator" }, { by: "judge", name: "Name withheld", rating: 4.5 }]);
    expect((await api.as(authors[0]).send({ url: "/api/my-data" })).body).toMatch(/"by":\s*"judge"/);
  });

  it("reach only the author, with the choice of the winner", async () => {
    const { creator, contestId, authors, entryIds } = await createRatedContest();
    const getOwnRatings = async (author: Person) =>
      (await api.as(author).call(getMyEntry, { params: { contestId } })).entry!.ratings;
    expect(await getOwnRatings(authors[0])).toBeNull();
    await steps.choose(creator, contestId, entryIds[1]);
    expect(await getOwnRatings(authors[0])).toEqual([
      {
        by: "creator",
        name: "",
        rating: 1.5,
        word: "",
        criteria: [
          { criterion: "Two colours", rating: 1 },
          { criterion: "Readable", rating: 2 },
        ],
      },
      {
        by: "judge",
        name: "Mina Das",
        rating: 4.5,
        word: "A calm river",
        criteria: [
          { criterion: "Two colours", rating: 4 },
          { criterion: "Readable", rating: 5 },
        ],
      },
    ]);
    expect(await steps.noticesOf(authors[0])).toContainEqual(
      expect.objectContaining({
        text: expect.stringContaining("Your entry was rated 3 out of 5, with feedback.") as string,
      }),
    );
    expect(JSON.stringify(await getOwnRatings(authors[1]))).not.toContain("A calm river");
  });
});
