import { exportEntries } from "@conquest/shared/contracts/judging/judged-entries";
import { getJudgedEntry, getJudging, listJudgedEntries } from "@conquest/shared/contracts/judging/judging";
import { assignEntries } from "@conquest/shared/contracts/judging/planning";
import { entryRatings } from "../../../database/schema/judging";
import { contestSteps } from "../../../testing/contest-steps";
import { testServer, type Person } from "../../../testing/test-server";

const server = testServer();
const { api, people, clock } = server;
const steps = contestSteps(server);

/** Rates entries by position; null leaves an entry unrated. */
type Ratings = readonly (number | null)[];

async function createRatedContest(ratings: readonly Ratings[]) {
  const creator = await people.creator();
  const contestId = await steps.open(creator);
  const entryIds: string[] = [];
  for (let at = 0; at < ratings[0]!.length; at += 1) {
    const author = await people.user();
    await steps.join(author, contestId);
    entryIds.push((await steps.submit(author, contestId, `Poster ${at}`))._id);
    clock.advance(1);
  }
  const judges: Person[] = [];
  for (const given of ratings) {
    const judge = await people.user();
    await steps.answer(judge, await steps.invite(creator, contestId, judge.email));
    judges.push(judge);
    const rows = given.flatMap((rating, at) =>
      rating === null ? [] : [{ entryId: entryIds[at]!, judgeId: judge.id, rating, word: "", updatedAt: clock.now() }],
    );
    if (rows.length > 0) await server.db.insert(entryRatings).values(rows);
  }
  clock.set("2026-03-02T08:01:00.000Z");
  return { creator: await server.signInAgain(creator), contestId, entryIds, judges };
}

type Contest = Awaited<ReturnType<typeof createRatedContest>>;
const listOf = async ({ creator, contestId }: Contest, sort?: "mean" | "corrected") =>
  api.as(creator).call(listJudgedEntries, { params: { contestId }, query: sort ? { sort } : {} });
const seesCorrected = async (person: Person, contestId: string) =>
  (await api.as(person).call(getJudging, { params: { contestId } })).seesCorrected;

const STRICT: Ratings = [1, 1, 2, 2, 3, null];
const GENEROUS: Ratings = [null, 3, 4, 4, 5, 5];

describe("the average corrected for strictness", () => {
  it("raises what a strict judge rated and lowers what a generous one did", async () => {
    const contest = await createRatedContest([STRICT, GENEROUS]);
    const rows = await listOf(contest);
    expect(rows.map(({ mean }) => mean)).toEqual([1, 2, 3, 3, 4, 5]);
    const corrected = rows.map((row) => row.corrected!);
    // Only the strict judge saw the first entry, and only the generous one the last.
    expect(corrected[0]).toBeGreaterThan(1);
    expect(corrected[5]).toBeLessThan(5);
    expect(await seesCorrected(contest.creator, contest.contestId)).toBe(true);
  });

  it("is the z-score of each judge in the scale of all ratings", async () => {
    const contest = await createRatedContest([STRICT, GENEROUS]);
    const all = [...STRICT, ...GENEROUS].filter((each) => each !== null);
    const mean = (of: readonly number[]) => of.reduce((sum, each) => sum + each, 0) / of.length;
    const spread = (of: readonly number[]) => Math.sqrt(mean(of.map((each) => (each - mean(of)) ** 2)));
    const rows = await listOf(contest);
    for (const [at, row] of rows.entries()) {
      const given = [STRICT, GENEROUS].flatMap((ratings) => {
        const own = ratings.filter((each) => each !== null);
        const rating = ratings[at];
        if (rating === null || rating === undefined) return [];
        const inScale = mean(all) + ((rating - mean(own)) / spread(own)) * spread(all);
        return [Math.min(5, Math.max(1, inScale))];
      });
      expect(row.corrected).toBeCloseTo(mean(given), 1);
    }
  });

  it("counts ratings of judges with few or equal ratings as given", async () => {
    const contest = await createRatedContest([STRICT, GENEROUS, [4, 4, 4, 4, 4, 4], [5, null, null, null, null, null]]);
    const { creator, contestId, entryIds } = contest;
    const { judges } = await api.as(creator).call(getJudgedEntry, { params: { contestId, entryId: entryIds[0]! } });
    expect(judges).toMatchObject({ ratingCount: 3, uncorrectedCount: 2 });
  });

  it.each<[string, Ratings[]]>([
    ["without ratings", [[null], [null]]],
    ["with a single judge", [STRICT]],
    [
      "if no judge rated five entries",
      [
        [1, 2, 3, 4],
        [2, 3, 4, 5],
      ],
    ],
    [
      "if all judges gave the same to all",
      [
        [3, 3, 3, 3, 3],
        [4, 4, 4, 4, 4],
      ],
    ],
  ])("is missing %s", async (_, ratings) => {
    const contest = await createRatedContest(ratings);
    expect((await listOf(contest)).every((row) => !("corrected" in row))).toBe(true);
    expect(await seesCorrected(contest.creator, contest.contestId)).toBeUndefined();
    expect((await listOf(contest, "corrected")).length).toBe(ratings[0]!.length);
  });

  it("sorts entries for the creator, and reveals nothing to judges", async () => {
    const contest = await createRatedContest([
      [1, 1, 2, 2, 2, null],
      [null, null, 4, 4, 5, 3],
      [2, 3, 3, 4, 5, 4],
    ]);
    const rows = await listOf(contest, "corrected");
    const corrected = rows.map((row) => row.corrected!);
    expect(corrected).toEqual([...corrected].sort((one, other) => other - one));
    const judge = await server.signInAgain(contest.judges[0]!);
    const seen = await api
      .as(judge)
      .call(listJudgedEntries, { params: { contestId: contest.contestId }, query: { sort: "corrected" } });
    expect(seen.map(({ _id }) => _id)).toEqual(contest.entryIds);
    expect(seen.every((row) => row.mean === null && !("corrected" in row))).toBe(true);
    expect(await seesCorrected(judge, contest.contestId)).toBeUndefined();
  });

  it("is a column of the exported table, beside the numbers of judges", async () => {
    const contest = await createRatedContest([STRICT, GENEROUS]);
    const { creator, contestId } = contest;
    const table = async () =>
      (await api.as(creator).send({ url: `/api${exportEntries.path.replace(":contestId", contestId)}` })).payload;
    expect((await table()).split("\r\n")[0]).toMatch(
      /"Average rating","Judges who rated it","Average corrected for strictness"$/,
    );
    await api.as(creator).call(assignEntries, { params: { contestId }, body: { judgesPerEntry: 2 } });
    const [head, first] = (await table()).split("\r\n");
    expect(head).toMatch(/"Judges asked to rate it","Judges who recused themselves"$/);
    expect(first).toMatch(/,"?2"?,"?0"?$/);
  });

  it("is not a column without two judges", async () => {
    const { creator, contestId } = await createRatedContest([STRICT]);
    const url = `/api${exportEntries.path.replace(":contestId", contestId)}`;
    const { payload } = await api.as(creator).send({ url });
    expect(payload).not.toContain("strictness");
  });
});
