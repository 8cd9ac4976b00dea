import type { ContestFormInput } from "@conquest/shared/contracts/contests";
import { getMyEntry, listPublishedEntries, publishEntry } from "@conquest/shared/contracts/entries";
import { listContestEntries, rateEntry } from "@conquest/shared/contracts/judging/judged-entries";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import { listParticipatedContests } from "@conquest/shared/contracts/participation";
import { deleteUser } from "@conquest/shared/contracts/users";
import { entryRatings } from "../../database/schema/judging";
import { notices } from "../../database/schema/messages";
import { TEST_NOW, testServer, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";

const server = testServer();
const { api, people, clock, signInAgain } = server;
const steps = contestSteps(server);

/** From here on no entry sent before the deadline can still arrive. */
const JUDGING = "2026-03-02T08:01:00.000Z";
const JUST_BEFORE = "2026-03-02T07:59:59.999Z";
const JUST_NOT_OVERDUE = "2026-03-16T07:59:59.999Z";
const OVERDUE = "2026-03-16T08:00:00.000Z";

async function createClosedContest(fields: Partial<ContestFormInput> = {}) {
  const creator = await people.creator();
  const contestId = await steps.open(creator, fields);
  const authors = [await people.user(), await people.user()] as const;
  const idle = await people.user();
  for (const person of [...authors, idle]) await steps.join(person, contestId);
  const one = await steps.submit(authors[0], contestId);
  clock.advance(1);
  const two = await steps.submit(authors[1], contestId);
  clock.set(JUDGING);
  return { creator, contestId, authors, idle, entryIds: [one._id, two._id] as const };
}

const rowsOf = () =>
  server.db
    .select({
      entryId: entryRatings.entryId,
      judgeId: entryRatings.judgeId,
      rating: entryRatings.rating,
      word: entryRatings.word,
    })
    .from(entryRatings);
const rejectedRating = (
  person: Person,
  contestId: string,
  body: { entryId: string; rating?: number | null; word?: string },
) => api.as(person).expectError(rateEntry, { params: { contestId }, body });
const ratingsFor = async (person: Person, contestId: string) =>
  (await api.as(person).call(getMyEntry, { params: { contestId } })).entry?.ratings;
const ownRatings = async (judge: Person, contestId: string) =>
  (await api.as(judge).call(listContestEntries, { params: { contestId } })).map(({ ownRating }) => ownRating);

describe("rating an entry", () => {
  it("stores one rating and comment per judge, changed and cleared separately", async () => {
    const { creator, contestId, entryIds } = await createClosedContest();
    const rate = (said: { rating?: number | null; word?: string }) => steps.rate(creator, contestId, entryIds[0], said);
    expect(await rate({ rating: 4 })).toEqual({ rating: 4, word: "" });
    expect(await rate({ word: "  A calm river.\nMore of it. " })).toEqual({
      rating: 4,
      word: "A calm river.\nMore of it.",
    });
    expect(await rate({ rating: 5 })).toEqual({ rating: 5, word: "A calm river.\nMore of it." });
    expect(await ownRatings(creator, contestId)).toEqual([{ rating: 5, word: "A calm river.\nMore of it." }, null]);
    expect(await rowsOf()).toEqual([
      { entryId: entryIds[0], judgeId: creator.id, rating: 5, word: "A calm river.\nMore of it." },
    ]);
    expect(await rate({ rating: null })).toEqual({ rating: null, word: "A calm river.\nMore of it." });
    expect(await ownRatings(creator, contestId)).toEqual([{ rating: null, word: "A calm river.\nMore of it." }, null]);
    expect(await rate({ word: "" })).toEqual({ rating: null, word: "" });
    expect(await ownRatings(creator, contestId)).toEqual([null, null]);
    expect(await rowsOf()).toEqual([]);
  });

  it("is possible from the deadline until the choice", async () => {
    const { creator, contestId, entryIds } = await createClosedContest();
    clock.set(JUST_BEFORE);
    expect(await rejectedRating(creator, contestId, { entryId: entryIds[0], rating: 4 })).toMatchObject({
      status: 409,
      code: "not_closed",
    });
    clock.set(JUDGING);
    await steps.rate(creator, contestId, entryIds[0], { rating: 4 });
    await steps.choose(creator, contestId, entryIds[1]);
    for (const entryId of entryIds)
      expect(await rejectedRating(creator, contestId, { entryId, rating: 1 })).toMatchObject({
        status: 409,
        code: "winner_declared",
      });
    expect(await rowsOf()).toHaveLength(1);
  });

  it("is open to admins once overdue, each seeing their own", async () => {
    const { creator, contestId, entryIds, authors } = await createClosedContest();
    const admin = await people.admin();
    await steps.rate(creator, contestId, entryIds[0], { rating: 4, word: "From the creator" });
    clock.set(JUST_NOT_OVERDUE);
    expect(
      await rejectedRating(await signInAgain(admin), contestId, { entryId: entryIds[0], rating: 1 }),
    ).toMatchObject({ status: 409, code: "not_overdue" });
    clock.set(OVERDUE);
    const [adminNow, creatorNow] = [await signInAgain(admin), await signInAgain(creator)];
    await steps.rate(adminNow, contestId, entryIds[0], { rating: 3 });
    await steps.rate(creatorNow, contestId, entryIds[1], { rating: 2 });
    expect(await ownRatings(adminNow, contestId)).toEqual([{ rating: 3, word: "" }, null]);
    expect(await ownRatings(creatorNow, contestId)).toEqual([
      { rating: 4, word: "From the creator" },
      { rating: 2, word: "" },
    ]);
    await steps.choose(adminNow, contestId, entryIds[1]);
    const author = await signInAgain(authors[0]);
    expect(await ratingsFor(author, contestId)).toEqual([
      { rating: 4, word: "From the creator", by: "creator", name: "", criteria: [] },
      { rating: 3, word: "", by: "admin", name: "", criteria: [] },
    ]);
    expect(await steps.noticesOf(author)).toContainEqual(
      expect.objectContaining({
        text: expect.stringMatching(/ Your entry was rated 3\.5 out of 5, with feedback\.$/) as string,
      }),
    );
  });

  it("is denied to everyone else", async () => {
    const { contestId, authors, idle, entryIds } = await createClosedContest();
    const body = { entryId: entryIds[0], rating: 5 };
    expect(await api.expectError(rateEntry, { params: { contestId }, body })).toMatchObject({ status: 401 });
    for (const person of [...authors, idle, await people.user(), await people.creator()]) {
      expect(await rejectedRating(person, contestId, body)).toMatchObject({ status: 404 });
    }
    expect(await rejectedRating(await people.admin(), contestId, body)).toMatchObject({
      status: 409,
      code: "not_overdue",
    });
    expect(await rowsOf()).toEqual([]);
  });

  it("is denied to participating admins, as is reading rival entries", async () => {
    const { creator, contestId, entryIds } = await createClosedContest();
    clock.set(TEST_NOW);
    const admin = await people.admin();
    await steps.join(admin, contestId);
    const read = async () =>
      api.as(await signInAgain(admin)).expectError(listContestEntries, { params: { contestId } });
    expect(await read()).toMatchObject({ status: 409, code: "takes_part" });
    expect((await steps.details(admin, contestId)).may.readEntries.isAllowed).toBe(false);
    clock.set(OVERDUE);
    expect(await read()).toMatchObject({ status: 409, code: "takes_part" });
    expect(
      await rejectedRating(await signInAgain(admin), contestId, { entryId: entryIds[0], rating: 5 }),
    ).toMatchObject({ status: 409, code: "takes_part" });
    expect(await rowsOf()).toEqual([]);
    await steps.choose(await signInAgain(creator), contestId, entryIds[0]);
    expect(await ownRatings(await signInAgain(admin), contestId)).toEqual([null, null]);
  });

  it("requires an entry of this contest", async () => {
    const elsewhere = await createClosedContest();
    clock.set(TEST_NOW);
    const { creator, contestId } = await createClosedContest();
    for (const entryId of [elsewhere.entryIds[0], crypto.randomUUID(), "no-id"]) {
      expect(await rejectedRating(creator, contestId, { entryId, rating: 5 })).toMatchObject({ status: 404 });
    }
    expect(await rowsOf()).toEqual([]);
  });

  it("is rejected for a cancelled contest, whose authors learn nothing", async () => {
    const { creator, contestId, authors, entryIds } = await createClosedContest();
    await steps.rate(creator, contestId, entryIds[0], { rating: 4 });
    await api.as(creator).call(deleteContest, { params: { id: contestId } });
    expect(await rejectedRating(creator, contestId, { entryId: entryIds[0], rating: 5 })).toMatchObject({
      status: 409,
      code: "cancelled",
    });
    expect(await ratingsFor(authors[0], contestId)).toBeNull();
  });

  it.each([
    ["nothing", {}, "rating"],
    ["a rating of 0", { rating: 0 }, "rating"],
    ["a rating of 6", { rating: 6 }, "rating"],
    ["half a rating", { rating: 2.5 }, "rating"],
    ["a comment that is too long", { word: "x".repeat(1001) }, "word"],
    ["a comment that cannot be stored", { word: "a\u0000b" }, "word"],
  ])("rejects %s and keeps the existing rating", async (_, said, field) => {
    const { creator, contestId, entryIds } = await createClosedContest();
    await steps.rate(creator, contestId, entryIds[0], { rating: 4, word: "x".repeat(1000) });
    expect(await rejectedRating(creator, contestId, { entryId: entryIds[0], ...said })).toMatchObject({
      status: 422,
      fields: { [field]: expect.any(String) as string },
    });
    expect(await ownRatings(creator, contestId)).toEqual([{ rating: 4, word: "x".repeat(1000) }, null]);
  });
});

describe("ratings of an entry", () => {
  it("are visible only to the author, and only after the choice", async () => {
    const { creator, contestId, authors, idle, entryIds } = await createClosedContest();
    await steps.rate(creator, contestId, entryIds[0], { rating: 2, word: "Too loud for a river." });
    expect(await ratingsFor(authors[0], contestId)).toBeNull();
    const participated = async (asker: Person, person: Person) =>
      (await api.as(asker).call(listParticipatedContests, { params: { email: person.email } }))[0];
    expect(await participated(authors[0], authors[0])).toMatchObject({ answer: null });

    await steps.choose(creator, contestId, entryIds[1]);
    expect(await ratingsFor(authors[0], contestId)).toEqual([
      { rating: 2, word: "Too loud for a river.", by: "creator", name: "", criteria: [] },
    ]);
    expect(await ratingsFor(authors[1], contestId)).toEqual([]);
    expect(await ratingsFor(idle, contestId)).toBeUndefined();
    expect(await participated(authors[0], authors[0])).toMatchObject({ answer: { rating: 2, hasWord: true } });
    expect(await participated(authors[1], authors[1])).toMatchObject({ answer: { rating: null, hasWord: false } });
    expect(await participated(idle, idle)).toMatchObject({ answer: null });

    const admin = await people.admin();
    expect(await participated(admin, authors[0])).toMatchObject({
      entryState: "submitted",
      answer: null,
      may: { publishEntry: { isAllowed: false } },
    });
    expect(await ownRatings(admin, contestId)).toEqual([null, null]);
    // No response to others contains it, even if the entry is published.
    await api.as(authors[0]).call(publishEntry, { params: { contestId }, body: { isPublished: true } });
    const urls = [
      `/api/contest-details/${contestId}`,
      `/api/published-entries/${contestId}`,
      "/api/all-contests",
      "/api/winners",
    ];
    for (const person of [null, authors[1], idle, admin, await people.user()]) {
      for (const url of [
        ...urls,
        ...(person
          ? [
              `/api/my-entry/${contestId}`,
              `/api/participated-contests/${authors[0].email}`,
              `/api/contest-entries/${contestId}`,
              "/api/notices",
            ]
          : []),
      ]) {
        const { body } = await (person ? api.as(person) : api).send({ url });
        expect(body).not.toMatch(/Too loud|"rating":2|rated 2 of 5/);
      }
    }
  });

  it("are included in the notification of the result, which links to the entry", async () => {
    const { creator, contestId, authors, idle, entryIds } = await createClosedContest();
    const third = await people.user();
    clock.set(JUST_BEFORE);
    await steps.join(third, contestId);
    await steps.submit(third, contestId);
    clock.set(JUDGING);
    await steps.rate(creator, contestId, entryIds[0], { rating: 4 });
    await steps.rate(creator, contestId, entryIds[1], { rating: 5, word: "Bold." });
    await steps.choose(creator, contestId, entryIds[1]);
    const listNotifications = async (person: Person) => {
      const rows = await server.db.select().from(notices);
      return rows
        .filter(({ userId, kind }) => userId === person.id && (kind === "winner" || kind === "result"))
        .map(({ kind, text, href }) => ({ kind, text, href }));
    };
    const news = `“Poster for a river festival” has a winner: ${authors[1].name}.`;
    const page = `/contest-details/${contestId}`;
    expect(await listNotifications(authors[0])).toEqual([
      { kind: "result", text: `${news} Your entry was rated 4 out of 5.`, href: `${page}#entry` },
    ]);
    expect(await listNotifications(third)).toEqual([
      { kind: "result", text: `${news} No one rated your entry.`, href: `${page}#entry` },
    ]);
    expect(await listNotifications(idle)).toEqual([{ kind: "result", text: news, href: page }]);
    expect(await listNotifications(authors[1])).toEqual([
      {
        kind: "winner",
        text: "Congratulations, you won “Poster for a river festival”! Payments and prizes are simulated. Your entry was rated 5 out of 5, with feedback.",
        href: `${page}#entry`,
      },
    ]);

    const admin = await people.admin();
    await api.as(admin).call(deleteUser, { params: { id: authors[1].id } });
    const anonymous = "“Poster for a river festival” has a winner: Deleted user.";
    expect(await listNotifications(authors[0])).toEqual([
      { kind: "result", text: `${anonymous} Your entry was rated 4 out of 5.`, href: `${page}#entry` },
    ]);
    expect(await listNotifications(third)).toEqual([
      { kind: "result", text: `${anonymous} No one rated your entry.`, href: `${page}#entry` },
    ]);
    expect(await listNotifications(idle)).toEqual([{ kind: "result", text: anonymous, href: page }]);
  });

  it("are announced even if there is only a comment", async () => {
    const { creator, contestId, authors, entryIds } = await createClosedContest();
    await steps.rate(creator, contestId, entryIds[0], { word: "I came back to this one three times." });
    await steps.choose(creator, contestId, entryIds[1]);
    expect(await steps.noticesOf(authors[0])).toContainEqual(
      expect.objectContaining({ text: expect.stringMatching(/\. You have feedback on your entry\.$/) as string }),
    );
    expect(await ratingsFor(authors[0], contestId)).toEqual([
      { rating: null, word: "I came back to this one three times.", by: "creator", name: "", criteria: [] },
    ]);
  });

  it("do not bind the choice", async () => {
    const { creator, contestId, entryIds } = await createClosedContest();
    await steps.rate(creator, contestId, entryIds[0], { rating: 5 });
    await steps.rate(creator, contestId, entryIds[1], { rating: 1 });
    expect(await steps.choose(creator, contestId, entryIds[1])).toEqual({ modifiedCount: 1 });
    expect(await api.call(listPublishedEntries, { params: { contestId } })).toEqual([
      expect.objectContaining({ _id: entryIds[1], isWinner: true }),
    ]);
    expect(await api.call(getContestDetails, { params: { id: contestId } })).toMatchObject({ publishedEntryCount: 1 });
  });
});
