import { asc, eq } from "drizzle-orm";
import { exportMyData } from "@conquest/shared/contracts/account";
import { listAwards, sendPrize } from "@conquest/shared/contracts/awards";
import { listPublishedEntries, publishEntry } from "@conquest/shared/contracts/entries";
import { exportEntries } from "@conquest/shared/contracts/judging/judged-entries";
import { listNextSteps } from "@conquest/shared/contracts/next-steps";
import { getMyOverview } from "@conquest/shared/contracts/overview";
import { listParticipatedContests } from "@conquest/shared/contracts/participation";
import { createContest, updateContest } from "@conquest/shared/contracts/publishing";
import { createDraft, duplicateContest, getDraft, previewDraft } from "@conquest/shared/contracts/drafts";
import { deleteUser, updateUser } from "@conquest/shared/contracts/users";
import { declareWinner, getMyStats, listWinners, listWonContests } from "@conquest/shared/contracts/winners";
import { auditEntries } from "../../database/schema/audit";
import { awards } from "../../database/schema/awards";
import { contests } from "../../database/schema/contests";
import { letters, notices } from "../../database/schema/messages";
import { placements } from "../../database/schema/placements";
import { verifyDerivedData } from "../../database/verify-derived-data";
import { aContestForm, contestSteps } from "../../testing/contest-steps";
import { pdfTexts } from "../../testing/pdf-texts";
import { DAY } from "../../testing/test-clock";
import { testServer, type Person } from "../../testing/test-server";

const server = testServer();
const { api, people, clock, signInAgain } = server;
const steps = contestSteps(server);

const SECOND = { name: "Second place", amount: 12_000 };
const MENTION = { name: "Honourable mention", amount: 0 };
const CLOSED = "2026-03-02T08:00:00.000Z";

/** A contest with two further prizes, closed with an entry of each author. */
async function createClosedContest(authorCount: number, morePrizes = [SECOND, MENTION]) {
  clock.set("2026-03-02T06:00:00Z");
  const creator = await people.creator();
  const id = await steps.open(creator, { morePrizes });
  const authors: Person[] = [];
  const entryIds: string[] = [];
  for (let n = 0; n < authorCount; n += 1) {
    const author = await people.user();
    await steps.join(author, id);
    entryIds.push((await steps.submit(author, id, `Entry ${n}`))._id);
    authors.push(author);
  }
  clock.set(CLOSED);
  return { id, creator, authors, entryIds, params: { contestId: id } };
}
type Closed = Awaited<ReturnType<typeof createClosedContest>>;

const bodyOf = ({ entryIds }: Closed, ...places: [place: number, author: number][]) => ({
  entryId: entryIds[0]!,
  note: "The clearest of all.",
  placements: places.map(([place, author]) => ({ place, entryId: entryIds[author]! })),
});
const award = (closed: Closed, ...places: [place: number, author: number][]) =>
  api.as(closed.creator).call(declareWinner, { params: closed.params, body: bodyOf(closed, ...places) });
const refuse = (closed: Closed, body: ReturnType<typeof bodyOf>, person = closed.creator) =>
  api.as(person).expectError(declareWinner, { params: closed.params, body });
const storedPlacements = (id: string) =>
  server.db.select().from(placements).where(eq(placements.contestId, id)).orderBy(asc(placements.place));
const isUndecided = async ({ id }: Closed) => {
  expect(await steps.stored(id)).toMatchObject({ winnerId: null, winnerAt: null });
  expect(await storedPlacements(id)).toEqual([]);
  expect(await server.db.select().from(awards).where(eq(awards.contestId, id))).toEqual([]);
};

afterEach(async () => {
  expect((await verifyDerivedData(server.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);
});

describe("further prizes of a contest", () => {
  it("are stored and answered in their order, as a list or a text", async () => {
    const creator = await people.creator();
    for (const morePrizes of [[SECOND, MENTION], "Second place\t১২০০০\n\t\nHonourable mention\t0"]) {
      const { insertedId, contest } = await api.as(creator).call(createContest, { body: aContestForm({ morePrizes }) });
      expect(contest.morePrizes).toEqual([SECOND, MENTION]);
      expect(await steps.details(creator, insertedId)).toMatchObject({
        morePrizes: [SECOND, MENTION],
        prize: 50_000,
        amountDue: 50_000,
        placements: [],
      });
    }
  });

  it("are none if they are left out", async () => {
    const creator = await people.creator();
    const id = await steps.create(creator);
    expect(await steps.details(creator, id)).toMatchObject({ morePrizes: [], placements: [] });
  });

  it.each([
    [[{ name: " ", amount: 5 }], "Enter a name for prize 2"],
    [[SECOND, { name: "x".repeat(61), amount: 5 }], "Use at most 60 characters for the name of prize 3"],
    [[{ name: "Second\u202e", amount: 5 }], "Remove line breaks and hidden control characters"],
    [[{ name: "Second\nplace", amount: 5 }], "Remove line breaks and hidden control characters"],
    [[{ name: "Second", amount: -1 }], "Enter a whole number of taka for prize 2, from 0 to 99,99,99,999"],
    [[{ name: "Second", amount: 1.5 }], "Enter a whole number of taka for prize 2, from 0 to 99,99,99,999"],
    [[{ name: "Second", amount: 1_000_000_000 }], "Enter a whole number of taka for prize 2, from 0 to 99,99,99,999"],
    ["Second", "Enter a whole number of taka for prize 2, from 0 to 99,99,99,999"],
    ["Second\ttwo", "Enter a whole number of taka for prize 2, from 0 to 99,99,99,999"],
    [[SECOND, { name: "second PLACE", amount: 5 }], "Give each prize a different name"],
    [
      [
        { name: "Straße", amount: 1 },
        { name: "ＳＴＲＡＳＳＥ", amount: 5 },
      ],
      "Give each prize a different name",
    ],
    [[SECOND, { name: "Second\u00a0 place", amount: 5 }], "Give each prize a different name"],
    [Array.from({ length: 10 }, (_, n) => ({ name: `Prize ${n}`, amount: 1 })), "Add at most 9 more prizes"],
  ])("rejects %j", async (morePrizes, because) => {
    const creator = await people.creator();
    expect(await api.as(creator).expectError(createContest, { body: aContestForm({ morePrizes }) })).toMatchObject({
      status: 422,
      fields: { morePrizes: because },
    });
    expect(await server.db.select().from(contests)).toEqual([]);
  });

  it("reports the row and part of each bad one", async () => {
    const creator = await people.creator();
    const morePrizes = "Second place\t100\n\t\n\tmuch\nSECOND PLACE\t5";
    expect(await api.as(creator).expectError(createContest, { body: aContestForm({ morePrizes }) })).toMatchObject({
      status: 422,
      fields: {
        morePrizes: "Enter a name for prize 4",
        "morePrizes.2.name": "Enter a name for prize 4",
        "morePrizes.2.amount": "Enter a whole number of taka for prize 4, from 0 to 99,99,99,999",
        "morePrizes.3.name": "Give each prize a different name",
      },
    });
  });

  it("accepts nine, with names of 60 characters", async () => {
    const morePrizes = Array.from({ length: 9 }, (_, n) => ({ name: `${n}${"x".repeat(59)}`, amount: 999_999_999 }));
    const creator = await people.creator();
    const id = await steps.create(creator, { morePrizes });
    expect((await steps.details(creator, id)).morePrizes).toEqual(morePrizes);
  });

  it("stay if an update leaves them out, and are reviewed again if changed", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator, { morePrizes: [SECOND] });
    const update = (body: object) => api.as(creator).call(updateContest, { params: { id }, body });
    expect(await update({ description: "Another text, which is long enough to explain it all." })).toMatchObject({
      modifiedCount: 1,
      contest: { morePrizes: [SECOND], phase: "open" },
    });
    expect(await update({ morePrizes: "Second place\t12000" })).toMatchObject({ modifiedCount: 0 });
    expect(await update({ morePrizes: [] })).toMatchObject({ contest: { morePrizes: [], phase: "in_review" } });
  });

  it("cannot be changed after someone joined", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator, { morePrizes: [SECOND] });
    await steps.join(await people.user(), id);
    for (const morePrizes of [[], [MENTION], [SECOND, MENTION]])
      expect(await api.as(creator).expectError(updateContest, { params: { id }, body: { morePrizes } })).toMatchObject({
        status: 409,
        code: "terms_frozen",
        fields: { morePrizes: "You can't change the prizes after people join." },
      });
    expect((await steps.details(creator, id)).may.edit.frozen).toHaveProperty("morePrizes");
    expect(await steps.stored(id)).toMatchObject({ morePrizes: [SECOND] });
  });

  it("are part of drafts, previews and copies", async () => {
    const creator = await people.creator();
    const { deadline, ...form } = aContestForm();
    const morePrizes = "Second place\t12000";
    const { _id } = await api
      .as(creator)
      .call(createDraft, { body: { form: { ...form, deadline, criteria: "", morePrizes } as never } });
    expect(await api.as(creator).call(previewDraft, { params: { id: _id } })).toMatchObject({
      contest: { morePrizes: [SECOND] },
      missing: {},
    });
    const id = await steps.create(creator, { morePrizes: [SECOND, MENTION] });
    const copy = await api.as(creator).call(duplicateContest, { params: { id } });
    expect((await api.as(creator).call(getDraft, { params: { id: copy._id } })).form.morePrizes).toBe(
      "Second place\t12000\nHonourable mention\t0",
    );
  });
});

describe("awarding all prizes", () => {
  it("gives every prize its winner in one step", async () => {
    const closed = await createClosedContest(4);
    const { id, creator, authors, entryIds } = closed;
    const [first, second, mentioned, other] = authors as [Person, Person, Person, Person];
    expect(await award(closed, [2, 1], [3, 2])).toEqual({ modifiedCount: 1 });

    const placed = [
      { place: 2, prizeName: "Second place", prize: 12_000, name: second.name, photo: "", isViewer: false },
      { place: 3, prizeName: "Honourable mention", prize: 0, name: mentioned.name, photo: "", isViewer: false },
    ];
    expect(await steps.details(null, id)).toMatchObject({
      phase: "completed",
      winner: { name: first.name },
      placements: placed,
    });
    expect(await steps.details(second, id)).toMatchObject({
      placements: [{ isViewer: true }, { isViewer: false }],
      viewer: { isWinner: false },
      may: { readAwards: { isAllowed: true }, publishEntry: { isAllowed: false } },
    });
    // Only prizes that are worth something are handed over.
    const handed = await api.as(creator).call(listAwards, { params: { contestId: id } });
    expect(handed.map(({ place, prizeName, prize, winner }) => [place, prizeName, prize, winner.name])).toEqual([
      [1, null, 50_000, first.name],
      [2, "Second place", 12_000, second.name],
    ]);
    expect(await api.as(second).call(listAwards, { params: { contestId: id } })).toMatchObject([
      { place: 2, may: { confirmPrize: { isAllowed: true } } },
    ]);
    expect(await api.as(mentioned).expectError(listAwards, { params: { contestId: id } })).toMatchObject({
      status: 404,
    });
    const published = await api.call(listPublishedEntries, { params: { contestId: id } });
    expect(published.map(({ _id, isWinner, prizeName }) => [_id, isWinner, prizeName])).toEqual([
      [entryIds[0], true, null],
      [entryIds[1], false, "Second place"],
      [entryIds[2], false, "Honourable mention"],
    ]);
    const won = (person: Person) => api.as(person).call(listWonContests, {});
    expect(await won(first)).toMatchObject([
      { id, prize: 50_000, prizeName: null, hasMorePrizes: true, award: { place: 1 } },
    ]);
    expect(await won(second)).toMatchObject([{ id, prize: 12_000, prizeName: "Second place", award: { place: 2 } }]);
    expect(await won(mentioned)).toMatchObject([{ id, prize: 0, prizeName: "Honourable mention", award: null }]);
    expect(await won(other)).toEqual([]);
    expect(await api.as(second).call(listParticipatedContests, { params: { email: second.email } })).toMatchObject([
      { entryState: "submitted", prizeName: "Second place" },
    ]);
    expect(await api.as(second).call(getMyOverview, {})).toMatchObject({ wonCount: 1 });
    // The win rate counts first places only.
    expect(await api.as(second).call(getMyStats, { params: { email: second.email } })).toMatchObject({ won: 0 });
  });

  it("notifies and emails each winner about their prize, and the others once", async () => {
    const closed = await createClosedContest(4);
    const [first, second, mentioned, other] = closed.authors as [Person, Person, Person, Person];
    await award(closed, [2, 1], [3, 2]);
    const texts = async (person: Person) =>
      (await steps.noticesOf(person)).filter(({ kind }) => kind === "winner" || kind === "result");
    const name = "Poster for a river festival";
    expect(await texts(first)).toEqual([
      { kind: "winner", text: `Congratulations, you won “${name}”! Payments and prizes are simulated.` },
    ]);
    expect(await texts(second)).toEqual([
      {
        kind: "winner",
        text: `Congratulations, you won “Second place” in “${name}”! Payments and prizes are simulated.`,
      },
    ]);
    expect(await texts(mentioned)).toEqual([
      { kind: "winner", text: `Congratulations, you won “Honourable mention” in “${name}”!` },
    ]);
    const result = `“${name}” has a winner: ${first.name}. The contest's page lists the winners of all prizes.`;
    expect(await texts(other)).toEqual([{ kind: "result", text: expect.stringContaining(result) }]);
    expect(await texts(closed.creator)).toEqual([]);
    const emailed = await server.db
      .select({ to: notices.userId, amount: letters.amount })
      .from(letters)
      .innerJoin(notices, eq(notices.id, letters.noticeId))
      .where(eq(notices.kind, "winner"));
    expect(new Map(emailed.map(({ to, amount }) => [to, amount]))).toEqual(
      new Map([
        [first.id, "৳50,000"],
        [second.id, "৳12,000"],
        [mentioned.id, null],
      ]),
    );
  });

  it("certifies each prize by name", async () => {
    const closed = await createClosedContest(4);
    await award(closed, [2, 1], [3, 2]);
    const certificate = async (n: number) =>
      pdfTexts((await api.as(closed.authors[n]!).send({ url: `/api/certificates/${closed.id}` })).rawPayload).join(
        "\n",
      );
    expect(await certificate(0)).toContain("for winning\n");
    expect(await certificate(1)).toMatch(/Certificate of Achievement[^]*for winning “Second place” in[^]*৳12,000/u);
    const mention = await certificate(2);
    expect(mention).toMatch(/Certificate of Achievement[^]*for winning “Honourable mention” in/u);
    expect(mention).not.toContain("৳");
    expect(await certificate(3)).toMatch(/Certificate of Participation/u);
  });

  it("counts first places in Winner's Circle and lists the others as placements", async () => {
    const first = await createClosedContest(2, [SECOND]);
    await award(first, [2, 1]);
    const [champion, runnerUp] = first.authors as [Person, Person];
    expect(await api.call(listWinners, {})).toEqual([
      expect.objectContaining({ _id: champion.id, timesWon: 1, placements: [] }),
    ]);
    // The runner-up wins another contest.
    clock.set("2026-03-02T06:00:00Z");
    const creator = await people.creator();
    const id = await steps.open(creator);
    const again = await signInAgain(runnerUp);
    await steps.join(again, id);
    const { _id: entryId } = await steps.submit(again, id);
    clock.set(CLOSED);
    await steps.choose(creator, id, entryId);
    const people_ = await api.call(listWinners, {});
    expect(people_.find(({ _id }) => _id === runnerUp.id)).toMatchObject({
      timesWon: 1,
      placements: [{ contest: { _id: first.id, name: "Poster for a river festival" }, prizeName: "Second place" }],
    });
  });

  it("leaves prizes without a winner only if entries are missing", async () => {
    const closed = await createClosedContest(2);
    expect(await refuse(closed, bodyOf(closed))).toMatchObject({
      status: 409,
      code: "prizes_unassigned",
      message:
        "Pick winners for 1 more prize: there are entries that can win. Reload the page if it shows only one prize.",
    });
    await isUndecided(closed);
    await award(closed, [2, 1]);
    expect(await steps.details(null, closed.id)).toMatchObject({ placements: [{ place: 2 }] });

    const alone = await createClosedContest(1);
    expect(await award(alone)).toEqual({ modifiedCount: 1 });
    expect(await storedPlacements(alone.id)).toEqual([]);
  });

  it("leaves only the last prizes without a winner", async () => {
    const closed = await createClosedContest(2);
    expect(await refuse(closed, bodyOf(closed, [3, 1]))).toMatchObject({
      status: 409,
      code: "prizes_out_of_order",
      message: "Pick a winner for “Second place” first: only the last prizes can stay without a winner.",
    });
    await isUndecided(closed);
  });

  it("refuses a call of an older page that knows only one prize", async () => {
    const closed = await createClosedContest(3);
    const body = { entryId: closed.entryIds[0]!, note: "The clearest of all." };
    expect(await api.as(closed.creator).expectError(declareWinner, { params: closed.params, body })).toMatchObject({
      status: 409,
      code: "prizes_unassigned",
    });
    await isUndecided(closed);
  });

  it("refuses a second prize for an entry, a prize twice, and unknown prizes and entries", async () => {
    const closed = await createClosedContest(3);
    const other = await createClosedContest(2, [SECOND]);
    const placementsError = (because: string) => ({ status: 422, fields: { placements: because } });
    expect(await refuse(closed, bodyOf(closed, [2, 0], [3, 1]))).toMatchObject(
      placementsError("An entry can win only one prize."),
    );
    expect(await refuse(closed, bodyOf(closed, [2, 1], [3, 1]))).toMatchObject(
      placementsError("An entry can win only one prize."),
    );
    expect(await refuse(closed, bodyOf(closed, [2, 1], [2, 2]))).toMatchObject(
      placementsError("Each prize can have only one winner."),
    );
    expect(await refuse(closed, bodyOf(closed, [2, 1], [4, 2]))).toMatchObject(
      placementsError("This contest doesn't have that prize."),
    );
    expect(await refuse(closed, bodyOf(closed, [1, 1], [3, 2]))).toMatchObject({ status: 422 });
    const foreign = { ...bodyOf(closed, [2, 1]), placements: [{ place: 2, entryId: other.entryIds[1]! }] };
    expect(await refuse(closed, foreign)).toMatchObject({ status: 404 });
    await isUndecided(closed);

    const plain = await createClosedContest(2, []);
    expect(await refuse(plain, bodyOf(plain, [2, 1]))).toMatchObject(
      placementsError("This contest doesn't have that prize."),
    );
    await isUndecided(plain);
  });

  it("refuses entries of blocked and removed authors, and does not require them", async () => {
    const closed = await createClosedContest(3);
    const admin = await people.admin();
    await api
      .as(admin)
      .call(updateUser, { params: { id: closed.authors[2]!.id }, body: { status: "blocked", reason: "Spam" } });
    expect(await refuse(closed, bodyOf(closed, [2, 1], [3, 2]))).toMatchObject({ status: 409, code: "not_eligible" });
    await isUndecided(closed);
    expect(await award(closed, [2, 1])).toEqual({ modifiedCount: 1 });
  });

  it("is final, and only for the creator until it is overdue", async () => {
    const closed = await createClosedContest(3);
    const body = bodyOf(closed, [2, 1], [3, 2]);
    const admin = await people.admin();
    expect(await api.expectError(declareWinner, { params: closed.params, body })).toMatchObject({ status: 401 });
    for (const person of [closed.authors[0]!, await people.user(), await people.creator()])
      expect(await refuse(closed, body, person)).toMatchObject({ status: 404 });
    expect(await refuse(closed, body, admin)).toMatchObject({ status: 409, code: "not_overdue" });
    await isUndecided(closed);
    await award(closed, [2, 1], [3, 2]);
    expect(await refuse(closed, body)).toMatchObject({ status: 409, code: "winner_declared" });
    expect((await storedPlacements(closed.id)).map(({ winnerId }) => winnerId)).toEqual([
      closed.authors[1]!.id,
      closed.authors[2]!.id,
    ]);
  });

  it("is the same step for admins once overdue, audited by prize", async () => {
    const closed = await createClosedContest(3);
    clock.advance(15 * DAY);
    const admin = await people.admin();
    const body = bodyOf(closed, [2, 1], [3, 2]);
    expect(await refuse(closed, { ...body, placements: [] }, admin)).toMatchObject({ code: "prizes_unassigned" });
    await api.as(admin).call(declareWinner, { params: closed.params, body });
    const rows = await server.db
      .select({ userId: auditEntries.userId, to: auditEntries.toValue, actorId: auditEntries.actorId })
      .from(auditEntries)
      .where(eq(auditEntries.act, "winner_chosen"))
      .orderBy(asc(auditEntries.number));
    expect(rows).toEqual([
      { userId: closed.authors[0]!.id, to: "", actorId: admin.id },
      { userId: closed.authors[1]!.id, to: "Second place", actorId: admin.id },
      { userId: closed.authors[2]!.id, to: "Honourable mention", actorId: admin.id },
    ]);
    const creator = await signInAgain(closed.creator);
    expect((await steps.noticesOf(creator)).find(({ kind }) => kind === "result")?.text).toBe(
      `An admin picked the winner of “Poster for a river festival”: ${closed.authors[0]!.name}. The contest's page lists the winners of all prizes.`,
    );
  });

  it("publishes only the entries of winners who agreed", async () => {
    const closed = await createClosedContest(2, [SECOND]);
    await server.db.execute(`update entries set show_if_wins = false where id = '${closed.entryIds[1]}'`);
    await award(closed, [2, 1]);
    const published = () => api.call(listPublishedEntries, { params: { contestId: closed.id } });
    expect(await published()).toMatchObject([{ _id: closed.entryIds[0] }]);
    // Unlike one that agreed, its author may publish it now.
    await api.as(closed.authors[1]!).call(publishEntry, { params: closed.params, body: { isPublished: true } });
    expect(await published()).toMatchObject([{ isWinner: true }, { prizeName: "Second place" }]);
    const agreed = await createClosedContest(2, [SECOND]);
    await award(agreed, [2, 1]);
    expect(
      await api
        .as(agreed.authors[1]!)
        .expectError(publishEntry, { params: agreed.params, body: { isPublished: false } }),
    ).toMatchObject({ status: 409, code: "shown_as_winner" });
  });

  it("names the prize in its handover and next steps", async () => {
    const closed = await createClosedContest(2, [SECOND]);
    const [, second] = closed.authors as [Person, Person];
    await award(closed, [2, 1]);
    expect(await api.as(closed.creator).call(listNextSteps, { query: { kinds: "all" } })).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: "prize_to_send", prizeName: null }),
        expect.objectContaining({ kind: "prize_to_send", prizeName: "Second place" }),
      ]),
    );
    const body = { place: 2, on: "2026-03-02" };
    await api.as(closed.creator).call(sendPrize, { params: closed.params, body });
    expect(await steps.noticesOf(second)).toContainEqual({
      kind: "prize_sent",
      text: expect.stringContaining("Your prize for “Poster for a river festival · Second place” was sent."),
    });
    expect(await server.db.select().from(awards).orderBy(asc(awards.place))).toMatchObject([
      { place: 1, state: "to_send" },
      { place: 2, state: "sent" },
    ]);
  });

  it("is part of the tables and of everyone's own data", async () => {
    const closed = await createClosedContest(2, [SECOND]);
    await award(closed, [2, 1]);
    const url = `/api${exportEntries.path.replace(":contestId", closed.id)}`;
    const [head, ...lines] = (await api.as(closed.creator).send({ url })).body.trim().split("\r\n");
    const column = head!.split(",").indexOf('"Other prize"');
    expect(lines.map((line) => line.split(",")[column]).sort()).toEqual(['""', '"Second place"']);

    const plain = await createClosedContest(1, []);
    const plainUrl = `/api${exportEntries.path.replace(":contestId", plain.id)}`;
    expect((await api.as(plain.creator).send({ url: plainUrl })).body).not.toContain("Other prize");

    const dataOf = async (person: Person) =>
      JSON.parse((await api.as(person).send({ url: `/api${exportMyData.path}` })).body) as Record<string, object[]>;
    expect(await dataOf(closed.authors[1]!)).toMatchObject({
      entries: [{ prizeName: "Second place", hasWon: false }],
      prizesWon: [{ place: 2, prizeName: "Second place" }],
    });
    expect(await dataOf(closed.creator)).toMatchObject({
      contests: [{ morePrizes: [SECOND] }],
      prizesToHandOver: [{ prizeName: null }, { prizeName: "Second place" }],
    });
  });

  it("keeps a deleted winner's placement without their name", async () => {
    const closed = await createClosedContest(3);
    await award(closed, [2, 1], [3, 2]);
    const admin = await people.admin();
    for (const author of closed.authors.slice(0, 2))
      await api.as(admin).call(deleteUser, { params: { id: author.id }, body: { reason: "" } });
    expect(await steps.details(null, closed.id)).toMatchObject({
      winner: { name: "Deleted user" },
      placements: [{ name: "Deleted user", photo: "" }, { name: closed.authors[2]!.name }],
    });
    expect(await server.db.select({ state: awards.state }).from(awards).orderBy(asc(awards.place))).toEqual([
      { state: "void" },
      { state: "void" },
    ]);
    expect((await steps.noticesOf(closed.creator)).map(({ text }) => text)).toContainEqual(
      "The winner of “Poster for a river festival · Second place” deleted their account, so you don't need to do anything about the prize.",
    );
  });

  it("keeps the sentence about all prizes when a winner's name is removed", async () => {
    const closed = await createClosedContest(3, [SECOND]);
    await award(closed, [2, 1]);
    await api
      .as(await people.admin())
      .call(deleteUser, { params: { id: closed.authors[0]!.id }, body: { reason: "" } });
    expect(await steps.noticesOf(closed.authors[2]!)).toContainEqual({
      kind: "result",
      text: expect.stringMatching(/has a winner: Deleted user\. The contest's page lists the winners of all prizes\./),
    });
  });

  it("withholds the name and picture of a blocked winner", async () => {
    const closed = await createClosedContest(2, [SECOND]);
    await award(closed, [2, 1]);
    const admin = await people.admin();
    await api
      .as(admin)
      .call(updateUser, { params: { id: closed.authors[1]!.id }, body: { status: "blocked", reason: "Spam" } });
    expect(await steps.details(null, closed.id)).toMatchObject({ placements: [{ name: "Name withheld", photo: "" }] });
  });

  it("fails in older servers, which would leave the prizes without winners", async () => {
    const closed = await createClosedContest(2, [SECOND]);
    const pick = () =>
      server.db
        .update(contests)
        .set({
          winnerId: closed.authors[0]!.id,
          winnerEntryId: closed.entryIds[0]!,
          winnerNote: "",
          winnerAt: clock.now(),
          winnerDeclaredBy: closed.creator.id,
        })
        .where(eq(contests.id, closed.id));
    await expect(pick()).rejects.toThrow();
    await isUndecided(closed);
  });
});
