import type { ContestFormInput } from "@conquest/shared/contracts/contests";
import { getMyEntry } from "@conquest/shared/contracts/entries";
import { listContestEntries, rateCriterion, rateEntry } from "@conquest/shared/contracts/judging/judged-entries";
import { getJudging, listJudgedEntries } from "@conquest/shared/contracts/judging/judging";
import { listParticipatedContests } from "@conquest/shared/contracts/participation";
import { entryRatings } from "../../database/schema/judging";
import { TEST_NOW, testServer, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";

const server = testServer();
const { api, people, clock, signInAgain } = server;
const steps = contestSteps(server);

/** From here on no entry sent before the deadline can still arrive. */
const JUDGING = "2026-03-02T08:01:00.000Z";
const JUST_BEFORE = "2026-03-02T07:59:59.999Z";
const OVERDUE = "2026-03-16T08:00:00.000Z";
const CRITERIA = "Seen from across the river\nTwo colours\nReadable";

async function createClosedContest(fields: Partial<ContestFormInput> = { criteria: CRITERIA }) {
  const creator = await people.creator();
  const contestId = await steps.open(creator, fields);
  const authors = [await people.user(), await people.user()] as const;
  const entryIds: string[] = [];
  for (const author of authors) {
    await steps.join(author, contestId);
    entryIds.push((await steps.submit(author, contestId))._id);
    clock.advance(1);
  }
  clock.set(JUDGING);
  return { creator, contestId, authors, entryIds: entryIds as [string, string] };
}

type Body = { entryId: string; position: number; rating: number | null };
const rateBy = (person: Person, contestId: string, body: Body) =>
  api.as(person).call(rateCriterion, { params: { contestId }, body });
const rejectedRating = (person: Person, contestId: string, body: Body) =>
  api.as(person).expectError(rateCriterion, { params: { contestId }, body });
const listOwnRatings = async (judge: Person, contestId: string) =>
  (await api.as(judge).call(listContestEntries, { params: { contestId } })).map(({ ownRating, ownCriteria }) => [
    ownRating,
    ownCriteria,
  ]);
const rowsOf = () =>
  server.db
    .select({
      entryId: entryRatings.entryId,
      judgeId: entryRatings.judgeId,
      rating: entryRatings.rating,
      word: entryRatings.word,
    })
    .from(entryRatings);
const NOTHING = [null, [null, null, null]];

/** Inserts an overall rating, as earlier versions allowed in addition to criteria. */
const insertOverallRating = (judge: Person, entryId: string, rating: number, word = "") =>
  server.db.insert(entryRatings).values({ entryId, judgeId: judge.id, rating, word, updatedAt: clock.now() });

describe("rating an entry by criteria", () => {
  it("sets the mean with one decimal once all criteria are rated", async () => {
    const { creator, contestId, entryIds } = await createClosedContest();
    const rate = (position: number, rating: number | null) =>
      rateBy(creator, contestId, { entryId: entryIds[0], position, rating });
    expect(await listOwnRatings(creator, contestId)).toEqual([NOTHING, NOTHING]);
    expect(await rate(1, 2)).toEqual({ ownCriteria: [null, 2, null] });
    expect(await rate(0, 5)).toEqual({ ownCriteria: [5, 2, null] });
    expect(await listOwnRatings(creator, contestId)).toEqual([[null, [5, 2, null]], NOTHING]);
    expect(await rowsOf()).toEqual([]);
    expect(await rate(2, 4)).toEqual({ ownCriteria: [5, 2, 4] });
    expect(await listOwnRatings(creator, contestId)).toEqual([[{ rating: 3.7, word: "" }, [5, 2, 4]], NOTHING]);
    expect(await rate(1, 3)).toEqual({ ownCriteria: [5, 3, 4] });
    expect(await rowsOf()).toEqual([{ entryId: entryIds[0], judgeId: creator.id, rating: 4, word: "" }]);
    expect(await rate(0, null)).toEqual({ ownCriteria: [null, 3, 4] });
    expect(await listOwnRatings(creator, contestId)).toEqual([[null, [null, 3, 4]], NOTHING]);
    expect(await rowsOf()).toEqual([]);
  });

  it("keeps the comment regardless of the rating", async () => {
    const { creator, contestId, entryIds } = await createClosedContest();
    expect(await steps.rate(creator, contestId, entryIds[0], { word: "Calm" })).toEqual({ rating: null, word: "Calm" });
    await steps.rateBy(creator, contestId, entryIds[0], [4, 4, 5]);
    expect(await rowsOf()).toMatchObject([{ rating: 4.3, word: "Calm" }]);
    expect(await steps.rate(creator, contestId, entryIds[0], { word: "Calmer" })).toEqual({
      rating: 4.3,
      word: "Calmer",
    });
    await rateBy(creator, contestId, { entryId: entryIds[0], position: 2, rating: null });
    expect(await rowsOf()).toMatchObject([{ rating: null, word: "Calmer" }]);
    await rateBy(creator, contestId, { entryId: entryIds[0], position: 2, rating: null });
    expect(await listOwnRatings(creator, contestId)).toEqual([
      [{ rating: null, word: "Calmer" }, [4, 4, null]],
      NOTHING,
    ]);
  });

  it("rejects an overall rating, and clears all criteria at once", async () => {
    const { creator, contestId, entryIds } = await createClosedContest();
    const whole = (body: { rating: number | null; word?: string }) =>
      api.as(creator).expectError(rateEntry, { params: { contestId }, body: { entryId: entryIds[0], ...body } });
    await steps.rateBy(creator, contestId, entryIds[0], [4, 4, 5]);
    await steps.rateBy(creator, contestId, entryIds[1], [1, 1, 1]);
    for (const body of [{ rating: 5 }, { rating: 5, word: "Neither is kept" }]) {
      expect(await whole(body)).toMatchObject({
        status: 409,
        code: "rated_by_criteria",
        message: "Rate entries to this contest by its judging criteria.",
      });
    }
    expect(await listOwnRatings(creator, contestId)).toEqual([
      [{ rating: 4.3, word: "" }, [4, 4, 5]],
      [{ rating: 1, word: "" }, [1, 1, 1]],
    ]);
    expect(await steps.rate(creator, contestId, entryIds[0], { rating: null })).toEqual({ rating: null, word: "" });
    expect(await listOwnRatings(creator, contestId)).toEqual([NOTHING, [{ rating: 1, word: "" }, [1, 1, 1]]]);
    await steps.rate(creator, contestId, entryIds[0], { word: "Calm" });
    await rateBy(creator, contestId, { entryId: entryIds[0], position: 1, rating: 2 });
    expect(await steps.rate(creator, contestId, entryIds[0], { rating: null })).toEqual({ rating: null, word: "Calm" });
    expect(await listOwnRatings(creator, contestId)).toEqual([
      [{ rating: null, word: "Calm" }, [null, null, null]],
      [{ rating: 1, word: "" }, [1, 1, 1]],
    ]);
  });

  it("keeps an earlier overall rating until all criteria are rated", async () => {
    const { creator, contestId, entryIds } = await createClosedContest();
    await insertOverallRating(creator, entryIds[0], 5, "Calm");
    const rate = (position: number, rating: number | null) =>
      rateBy(creator, contestId, { entryId: entryIds[0], position, rating });
    await rate(0, 1);
    await rate(1, 2);
    await rate(1, null);
    expect(await listOwnRatings(creator, contestId)).toEqual([[{ rating: 5, word: "Calm" }, [1, null, null]], NOTHING]);
    expect(await steps.rate(creator, contestId, entryIds[0], { word: "Calmer" })).toEqual({
      rating: 5,
      word: "Calmer",
    });
    await rate(1, 2);
    await rate(2, 2);
    expect(await listOwnRatings(creator, contestId)).toEqual([[{ rating: 1.7, word: "Calmer" }, [1, 2, 2]], NOTHING]);
    await rate(2, null);
    expect(await listOwnRatings(creator, contestId)).toEqual([
      [{ rating: null, word: "Calmer" }, [1, 2, null]],
      NOTHING,
    ]);
    await insertOverallRating(creator, entryIds[1], 3);
    await steps.rate(creator, contestId, entryIds[1], { rating: null });
    expect((await listOwnRatings(creator, contestId))[1]).toEqual(NOTHING);
  });

  it("is separate for each judge", async () => {
    const { creator, contestId, entryIds } = await createClosedContest();
    const admin = await people.admin();
    await steps.rateBy(creator, contestId, entryIds[0], [5, 5, 5]);
    clock.set(OVERDUE);
    const [adminNow, creatorNow] = [await signInAgain(admin), await signInAgain(creator)];
    await steps.rateBy(adminNow, contestId, entryIds[0], [1, 2, 2]);
    await steps.rate(adminNow, contestId, entryIds[0], { rating: null });
    expect(await listOwnRatings(creatorNow, contestId)).toEqual([[{ rating: 5, word: "" }, [5, 5, 5]], NOTHING]);
    expect(await listOwnRatings(adminNow, contestId)).toEqual([NOTHING, NOTHING]);
  });

  it("is counted, sorted and filtered with its decimal", async () => {
    const { creator, contestId, entryIds } = await createClosedContest();
    const list = async (query: Parameters<typeof api.call<typeof listJudgedEntries>>[1]["query"]) =>
      (await api.as(creator).call(listJudgedEntries, { params: { contestId }, query })).map(
        ({ _id, rating, ratedCriteria, mean }) => [entryIds.indexOf(_id), rating, ratedCriteria, mean],
      );
    await steps.rateBy(creator, contestId, entryIds[0], [4, 4, 5]);
    await steps.rateBy(creator, contestId, entryIds[1], [4, null, 5]);
    expect(await list({})).toEqual([
      [0, 4.3, 3, 4.3],
      [1, null, 2, null],
    ]);
    expect(await list({ rated: "yes" })).toEqual([[0, 4.3, 3, 4.3]]);
    expect(await list({ rated: "no" })).toEqual([[1, null, 2, null]]);
    expect(await api.as(creator).call(getJudging, { params: { contestId } })).toMatchObject({ ratedCount: 1 });
    await steps.rateBy(creator, contestId, entryIds[1], [4, 5, 5]);
    for (const sort of ["rating", "mean"] as const) {
      expect(await list({ sort })).toEqual([
        [1, 4.7, 3, 4.7],
        [0, 4.3, 3, 4.3],
      ]);
      const first = await api.as(creator).page(listJudgedEntries, { params: { contestId }, query: { sort, limit: 1 } });
      expect(await list({ sort, limit: 1, cursor: first.nextCursor! })).toEqual([[0, 4.3, 3, 4.3]]);
    }
  });

  it("rejects unknown criteria and invalid ratings", async () => {
    const { creator, contestId, entryIds } = await createClosedContest();
    expect(await rejectedRating(creator, contestId, { entryId: entryIds[0], position: 3, rating: 4 })).toMatchObject({
      status: 422,
      fields: { position: "This contest doesn't have that judging criterion." },
    });
    for (const rating of [0, 6, 2.5])
      expect(await rejectedRating(creator, contestId, { entryId: entryIds[0], position: 0, rating })).toMatchObject({
        status: 422,
      });
    expect(
      await rejectedRating(creator, contestId, { entryId: crypto.randomUUID(), position: 0, rating: 4 }),
    ).toMatchObject({ status: 404 });
    expect(await listOwnRatings(creator, contestId)).toEqual([NOTHING, NOTHING]);
    clock.set(TEST_NOW);
    const plain = await createClosedContest({});
    expect(
      await rejectedRating(plain.creator, plain.contestId, { entryId: plain.entryIds[0], position: 0, rating: 4 }),
    ).toMatchObject({ status: 422 });
  });

  it("is limited to judges until the choice", async () => {
    const { creator, contestId, authors, entryIds } = await createClosedContest();
    const body = { entryId: entryIds[0], position: 0, rating: 4 };
    expect(await rejectedRating(await people.admin(), contestId, body)).toMatchObject({
      status: 409,
      code: "not_overdue",
    });
    for (const other of [await people.creator(), authors[0]])
      expect(await rejectedRating(other, contestId, body)).toMatchObject({ status: 404 });
    expect(await api.expectError(rateCriterion, { params: { contestId }, body })).toMatchObject({ status: 401 });
    clock.set(JUST_BEFORE);
    expect(await rejectedRating(creator, contestId, body)).toMatchObject({ status: 409, code: "not_closed" });
    clock.set(JUDGING);
    await steps.choose(creator, contestId, entryIds[1]);
    expect(await rejectedRating(creator, contestId, body)).toMatchObject({ status: 409, code: "winner_declared" });
  });

  it("becomes visible to the author after the choice, by criterion and combined", async () => {
    const { creator, contestId, authors, entryIds } = await createClosedContest();
    await steps.rateBy(creator, contestId, entryIds[0], [4, 4, 5]);
    await steps.rateBy(creator, contestId, entryIds[1], [null, 5, null]);
    const ratingsFor = async (person: Person) =>
      (await api.as(person).call(getMyEntry, { params: { contestId } })).entry?.ratings;
    expect(await ratingsFor(authors[0])).toBeNull();
    await steps.choose(creator, contestId, entryIds[1]);
    const criteria = CRITERIA.split("\n").map((criterion, at) => ({ criterion, rating: [4, 4, 5][at] }));
    expect(await ratingsFor(authors[0])).toEqual([{ rating: 4.3, word: "", by: "creator", name: "", criteria }]);
    expect(
      (await api.as(authors[0]).call(listParticipatedContests, { params: { email: authors[0].email } }))[0],
    ).toMatchObject({ answer: { rating: 4.3, hasWord: false } });
    expect(await steps.noticesOf(authors[0])).toContainEqual(
      expect.objectContaining({ text: expect.stringMatching(/ Your entry was rated 4\.3 out of 5\.$/) as string }),
    );
    expect(await ratingsFor(authors[1])).toEqual([]);
  });
});
