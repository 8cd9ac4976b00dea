import { eq } from "drizzle-orm";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { declareWinner, getMyStats, listWinners, listWonContests } from "@conquest/shared/contracts/winners";
import { listContestEntries, rateEntry } from "@conquest/shared/contracts/judging/judged-entries";
import { shortlistEntry } from "@conquest/shared/contracts/judging/judging";
import { leaveContest, listParticipatedContests } from "@conquest/shared/contracts/participation";
import { countUnreadNotices } from "@conquest/shared/contracts/messages";
import { updateUser } from "@conquest/shared/contracts/users";
import { submitEntry } from "@conquest/shared/contracts/entries";
import { uploadEntryFile } from "@conquest/shared/contracts/media/entry-files";
import { entries } from "../../database/schema/contests";
import { letters, notices } from "../../database/schema/messages";
import { users } from "../../database/schema/people";
import { testServer, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";
import { ONE_PIXEL_PNG } from "../../testing/safety/all-roles";
import { runLifecycleJobs } from "../lifecycle/run-lifecycle-jobs";

const server = testServer();
const { api, people, clock, signInAgain } = server;
const steps = contestSteps(server);
const { noticesOf, stored } = steps;

const DEADLINE = "2026-03-02T08:00:00.000Z";
const JUST_BEFORE = "2026-03-02T07:59:59.999Z";
const OVERDUE = "2026-03-16T08:00:00.000Z";

async function createJoinedContest() {
  const [creator, participant] = [await people.creator(), await people.user()];
  const contestId = await steps.open(creator);
  await steps.join(participant, contestId);
  return { creator, participant, contestId };
}

describe("choosing the winner", () => {
  const declare = (person: Person, contestId: string, entryId: string, note = "The clearest of all.") =>
    api.as(person).call(declareWinner, { params: { contestId }, body: { entryId, note } });
  const rejectedChoice = (person: Person, contestId: string, entryId: string) =>
    api
      .as(person)
      .expectError(declareWinner, { params: { contestId }, body: { entryId, note: "The clearest of all." } });

  it("is possible for the owner after the deadline, and visible everywhere", async () => {
    const { creator, participant, contestId } = await createJoinedContest();
    const other = await people.user();
    await steps.join(other, contestId);
    const { _id: entryId } = await steps.submit(participant, contestId);
    clock.set(DEADLINE);
    expect(await declare(creator, contestId, entryId, "Bold colours.")).toEqual({ modifiedCount: 1 });

    expect(await api.call(getContestDetails, { params: { id: contestId } })).toMatchObject({
      phase: "completed",
      winner: { name: participant.name, note: "Bold colours.", at: DEADLINE },
    });
    expect(await api.as(participant).call(getContestDetails, { params: { id: contestId } })).toMatchObject({
      viewer: { isWinner: true },
    });
    expect(await api.as(participant).call(listWonContests, {})).toEqual([
      {
        id: contestId,
        image: "https://pictures.example/poster.png",
        name: "Poster for a river festival",
        dateWon: DEADLINE,
        prize: 50000,
        prizeName: null,
        hasMorePrizes: false,
        team: null,
        note: "Bold colours.",
        isPublic: true,
        award: expect.objectContaining({ place: 1, state: "to_send", prize: 50000 }),
      },
    ]);
    expect(await api.as(other).call(listWonContests, {})).toEqual([]);
    expect(await api.as(participant).call(listParticipatedContests, { params: { email: participant.email } })).toEqual([
      expect.objectContaining({ _id: contestId, phase: "completed", entryState: "winner" }),
    ]);
    expect(await api.call(listWinners, {})).toEqual([
      {
        _id: participant.id,
        name: participant.name,
        photo: "",
        email: "u•••@e•••.com",
        timesWon: 1,
        lastContest: {
          _id: contestId,
          name: "Poster for a river festival",
          work: { picture: null, text: "My poster" },
        },
        placements: [],
      },
    ]);
    expect(await api.as(creator).call(listContestEntries, { params: { contestId } })).toEqual([
      expect.objectContaining({ _id: entryId, isWinner: true }),
    ]);
    expect(await noticesOf(participant)).toContainEqual({
      kind: "winner",
      text: "Congratulations, you won “Poster for a river festival”! Payments and prizes are simulated.",
    });
    expect(await noticesOf(participant)).not.toContainEqual(expect.objectContaining({ kind: "result" }));
    expect(await noticesOf(other)).toContainEqual({
      kind: "result",
      text: `“Poster for a river festival” has a winner: ${participant.name}.`,
    });
    const stats = (person: Person) => api.as(person).call(getMyStats, { params: { email: person.email } });
    expect(await stats(participant)).toEqual({ joined: 1, left: 0, finished: 1, won: 1 });
    expect(await stats(other)).toEqual({ joined: 1, left: 0, finished: 1, won: 0 });
    expect(await stats(creator)).toEqual({ joined: 0, left: 0, finished: 0, won: 0 });
  });

  it.each([
    ["1200", "৳1,200"],
    ["0", null],
  ])("emails the winner of a prize of %s the amount %s", async (prize, amount) => {
    const [creator, participant] = [await people.creator(), await people.user()];
    const contestId = await steps.open(creator, { prize });
    await steps.join(participant, contestId);
    const { _id: entryId } = await steps.submit(participant, contestId);
    clock.set(DEADLINE);
    await declare(creator, contestId, entryId);
    const written = await server.db
      .select({ amount: letters.amount })
      .from(letters)
      .innerJoin(notices, eq(notices.id, letters.noticeId))
      .where(eq(notices.kind, "winner"));
    expect(written).toEqual([{ amount }]);
  });

  it("is not possible before the deadline", async () => {
    const { creator, participant, contestId } = await createJoinedContest();
    const { _id: entryId } = await steps.submit(participant, contestId);
    clock.set(JUST_BEFORE);
    expect(await rejectedChoice(creator, contestId, entryId)).toMatchObject({ status: 409, code: "not_closed" });
    expect(await stored(contestId)).toMatchObject({ winnerId: null });
  });

  it("is final", async () => {
    const { creator, participant, contestId } = await createJoinedContest();
    const other = await people.user();
    await steps.join(other, contestId);
    const [one, two] = [await steps.submit(participant, contestId), await steps.submit(other, contestId)];
    clock.set(DEADLINE);
    await declare(creator, contestId, one._id);
    for (const entryId of [one._id, two._id]) {
      expect(await rejectedChoice(creator, contestId, entryId)).toMatchObject({ status: 409, code: "winner_declared" });
    }
    expect(await stored(contestId)).toMatchObject({ winnerId: participant.id });
  });

  it("passes to admins exactly fourteen days after the deadline", async () => {
    const { creator, participant, contestId } = await createJoinedContest();
    const { _id: entryId } = await steps.submit(participant, contestId);
    const admin = await people.admin();
    clock.set("2026-03-16T07:59:59.999Z");
    expect(await rejectedChoice(await signInAgain(admin), contestId, entryId)).toMatchObject({
      status: 409,
      code: "not_overdue",
    });
    clock.set(OVERDUE);
    expect(await declare(await signInAgain(admin), contestId, entryId)).toEqual({ modifiedCount: 1 });
    expect(await noticesOf(await signInAgain(creator))).toContainEqual({
      kind: "result",
      text: `An admin picked the winner of “Poster for a river festival”: ${participant.name}.`,
    });
    expect((await api.call(getContestDetails, { params: { id: contestId } })).winner).toMatchObject({ byAdmin: true });
  });

  it("passes to admins while the creator is blocked, and back afterwards", async () => {
    const { creator, participant, contestId } = await createJoinedContest();
    const { _id: entryId } = await steps.submit(participant, contestId);
    const [admin, rival] = [await people.admin(), await people.admin()];
    await steps.join(rival, contestId);
    const set = (status: "blocked" | "verified") =>
      api.as(admin).call(updateUser, { params: { id: creator.id }, body: { status } });
    const may = async (person: Person) => {
      const { may: permissions, adminsChoose } = await api
        .as(person)
        .call(getContestDetails, { params: { id: contestId } });
      return [adminsChoose, permissions.declareWinner.isAllowed, permissions.rateEntries.isAllowed];
    };
    const rate = { params: { contestId }, body: { entryId, rating: 4 } };
    const shortlistInput = { params: { contestId }, body: { entryId, isShortlisted: true } };
    await set("blocked");
    clock.set(JUST_BEFORE);
    expect(await rejectedChoice(admin, contestId, entryId)).toMatchObject({ status: 409, code: "not_closed" });
    clock.set(DEADLINE);
    const before = (await api.as(admin).call(countUnreadNotices, {})).unread;
    // Jobs wait until earlier submissions have arrived.
    clock.advance(60_000);
    await runLifecycleJobs(server);
    expect((await api.as(admin).call(countUnreadNotices, {})).unread).toBe(before + 1);
    expect(await may(admin)).toEqual([true, true, true]);
    expect(await may(participant)).toEqual([true, false, false]);
    await api.as(admin).call(rateEntry, rate);
    await api.as(admin).call(shortlistEntry, shortlistInput);
    expect(await rejectedChoice(rival, contestId, entryId)).toMatchObject({ status: 409, code: "takes_part" });
    expect(await rejectedChoice(participant, contestId, entryId)).toMatchObject({ status: 404 });

    await set("verified");
    expect((await api.as(admin).call(countUnreadNotices, {})).unread).toBe(before);
    expect(await may(admin)).toEqual([false, false, false]);
    expect(await rejectedChoice(admin, contestId, entryId)).toMatchObject({ status: 409, code: "not_overdue" });
    expect(await api.as(admin).expectError(rateEntry, rate)).toMatchObject({ status: 409, code: "not_overdue" });
    expect(await api.as(admin).expectError(shortlistEntry, shortlistInput)).toMatchObject({
      status: 409,
      code: "not_overdue",
    });

    await set("blocked");
    expect(await declare(admin, contestId, entryId)).toEqual({ modifiedCount: 1 });
    expect(await stored(contestId)).toMatchObject({ winnerId: participant.id });
  });

  it("stays possible for the owner when overdue", async () => {
    const { creator, participant, contestId } = await createJoinedContest();
    const { _id: entryId } = await steps.submit(participant, contestId);
    clock.set(OVERDUE);
    expect(await declare(await signInAgain(creator), contestId, entryId)).toEqual({ modifiedCount: 1 });
  });

  it("is denied to participating admins, even for a rival's entry", async () => {
    const { participant, contestId } = await createJoinedContest();
    const admin = await people.admin();
    await steps.join(admin, contestId);
    const [own, rival] = [await steps.submit(admin, contestId), await steps.submit(participant, contestId)];
    clock.set(OVERDUE);
    for (const { _id } of [own, rival])
      expect(await rejectedChoice(await signInAgain(admin), contestId, _id)).toMatchObject({
        status: 409,
        code: "takes_part",
      });
  });

  it("accepts only timely entries of active users in this contest", async () => {
    const { creator, participant, contestId } = await createJoinedContest();
    const elsewhere = await createJoinedContest();
    const foreign = await steps.submit(elsewhere.participant, elsewhere.contestId);
    const { _id: entryId } = await steps.submit(participant, contestId);
    clock.set(DEADLINE);
    for (const unknown of [foreign._id, crypto.randomUUID(), "no-id"]) {
      expect(await rejectedChoice(creator, contestId, unknown)).toMatchObject({ status: 404 });
    }
    await server.db
      .update(entries)
      .set({ submittedAt: new Date(DEADLINE) })
      .where(eq(entries.id, entryId));
    expect(await rejectedChoice(creator, contestId, entryId)).toMatchObject({ status: 409, code: "not_eligible" });
    await server.db
      .update(entries)
      .set({ submittedAt: new Date(JUST_BEFORE) })
      .where(eq(entries.id, entryId));
    const tombstone = { removedAt: clock.now(), email: null, name: "", image: "" };
    for (const gone of [{ status: "blocked" } as const, tombstone]) {
      await server.db.update(users).set(gone).where(eq(users.id, participant.id));
      expect(await rejectedChoice(creator, contestId, entryId)).toMatchObject({ status: 409, code: "not_eligible" });
    }
    expect(await stored(contestId)).toMatchObject({ winnerId: null });
  });

  it("is rejected for a cancelled contest", async () => {
    const { creator, participant, contestId } = await createJoinedContest();
    const { _id: entryId } = await steps.submit(participant, contestId);
    clock.set(DEADLINE);
    await api.as(creator).call(deleteContest, { params: { id: contestId } });
    expect(await rejectedChoice(creator, contestId, entryId)).toMatchObject({ status: 409, code: "cancelled" });
  });

  it("is denied to everyone else", async () => {
    const { participant, contestId } = await createJoinedContest();
    const { _id: entryId } = await steps.submit(participant, contestId);
    clock.set(DEADLINE);
    expect(
      await api.expectError(declareWinner, { params: { contestId }, body: { entryId, note: "The clearest of all." } }),
    ).toMatchObject({ status: 401 });
    for (const person of [participant, await people.user(), await people.creator()]) {
      expect(await rejectedChoice(person, contestId, entryId)).toMatchObject({ status: 404 });
    }
    expect(await stored(contestId)).toMatchObject({ winnerId: null });
  });
});

describe("the list of winners", () => {
  async function createWin(creator: Person, winner: Person, name: string) {
    const contestId = await steps.open(creator, {
      name,
      deadline: new Date(clock.now().getTime() + 1000).toISOString(),
    });
    await steps.join(winner, contestId);
    const { _id: entryId } = await steps.submit(winner, contestId);
    clock.advance(1000);
    await api
      .as(creator)
      .call(declareWinner, { params: { contestId }, body: { entryId, note: "The clearest of all." } });
    return contestId;
  }

  it("shows the winning entry's first picture, and nothing of a private entry", async () => {
    const { creator, participant, contestId } = await createJoinedContest();
    const picture = await api
      .as(participant)
      .call(uploadEntryFile, { query: { name: "kite.png" }, body: ONE_PIXEL_PNG });
    const { _id: entryId } = await api
      .as(participant)
      .call(submitEntry, { params: { contestId }, body: { text: "x".repeat(300), files: [picture._id] } });
    clock.set(DEADLINE);
    await steps.choose(creator, contestId, entryId);
    const work = async () => (await api.call(listWinners, {}))[0]!.lastContest.work;
    expect(await work()).toEqual({ text: "x".repeat(240), picture: `/api/entry-files/${picture._id}?w=720` });
    await server.db.update(entries).set({ publishedAt: null });
    expect(await work()).toBeNull();
  });

  it("ranks users by wins, each with their latest", async () => {
    const [creator, once, twice] = [await people.creator(), await people.user(), await people.user()];
    await createWin(creator, twice, "One");
    const last = await createWin(creator, twice, "Two");
    await createWin(creator, once, "Three");
    expect(
      (await api.call(listWinners, {})).map(({ _id, timesWon, lastContest }) => ({ _id, timesWon, lastContest })),
    ).toEqual([
      { _id: twice.id, timesWon: 2, lastContest: expect.objectContaining({ _id: last, name: "Two" }) },
      expect.objectContaining({ _id: once.id, timesWon: 1 }),
    ]);
  });

  it("excludes blocked and deleted users, and contests of blocked creators", async () => {
    const [creator, winner] = [await people.creator(), await people.user()];
    const contestId = await createWin(creator, winner, "One");
    const set = (id: string, fields: Partial<typeof users.$inferInsert>) =>
      server.db.update(users).set(fields).where(eq(users.id, id));
    await set(winner.id, { status: "blocked" });
    expect(await api.call(listWinners, {})).toEqual([]);
    await set(winner.id, { status: "verified" });
    expect(await api.call(listWinners, {})).toHaveLength(1);
    await set(creator.id, { status: "blocked" });
    expect(await api.call(listWinners, {})).toEqual([]);
    await set(creator.id, { status: "verified" });
    await set(winner.id, { removedAt: clock.now(), email: null, name: "", image: "" });
    expect(await api.call(listWinners, {})).toEqual([]);
    expect(await api.call(getContestDetails, { params: { id: contestId } })).toMatchObject({
      winner: { name: "Deleted user" },
    });
  });
});

describe("a user's statistics", () => {
  it("are visible only to the user and to admins", async () => {
    const { participant } = await createJoinedContest();
    const call = { params: { email: participant.email } };
    expect(await api.expectError(getMyStats, call)).toMatchObject({ status: 401 });
    expect(await api.as(await people.user()).expectError(getMyStats, call)).toMatchObject({ status: 404 });
    for (const person of [participant, await people.admin()]) {
      expect(await api.as(person).call(getMyStats, call)).toEqual({ joined: 1, left: 0, finished: 0, won: 0 });
    }
  });

  it("count cancelled contests as joined, but not those that were left", async () => {
    const { creator, participant, contestId } = await createJoinedContest();
    await api.as(participant).call(leaveContest, { body: { contestId, email: participant.email } });
    const call = { params: { email: participant.email } };
    expect(await api.as(participant).call(getMyStats, call)).toEqual({ joined: 0, left: 1, finished: 0, won: 0 });
    const cancelled = await steps.open(creator);
    await steps.join(participant, cancelled);
    await api.as(creator).call(deleteContest, { params: { id: cancelled } });
    expect(await api.as(participant).call(getMyStats, call)).toEqual({ joined: 1, left: 1, finished: 0, won: 0 });
  });

  it("need a session, like won contests", async () => {
    expect(await api.expectError(listWonContests, {})).toMatchObject({ status: 401 });
  });
});
