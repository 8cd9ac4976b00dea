import { eq } from "drizzle-orm";
import { createContest, deleteContest, updateContest } from "@conquest/shared/contracts/publishing";
import { duplicateContest, getDraft } from "@conquest/shared/contracts/drafts";
import { followContest, joinContest, leaveContest } from "@conquest/shared/contracts/participation";
import { listNotices } from "@conquest/shared/contracts/messages";
import { contests } from "../../database/schema/contests";
import { participations } from "../../database/schema/taking-part";
import { aContestForm, contestSteps } from "../../testing/contest-steps";
import { testServer, type Person } from "../../testing/test-server";
import { sendDeadlineReminders } from "./participation-routes";

const server = testServer();
const { api, people } = server;
const steps = contestSteps(server);

const FULL = "This contest is full. A spot becomes free if someone leaves.";
const joinRefusal = (person: Person, contestId: string) =>
  api.as(person).expectError(joinContest, { body: { contestId, email: person.email } });
const leave = (person: Person, contestId: string) =>
  api.as(person).call(leaveContest, { body: { contestId, email: person.email } });
const setSpots = (creator: Person, id: string, maxParticipants: number | null) => ({
  call: () => api.as(creator).call(updateContest, { params: { id }, body: { maxParticipants } }),
  refusal: () => api.as(creator).expectError(updateContest, { params: { id }, body: { maxParticipants } }),
});

async function fillContest(fields = {}) {
  const [creator, one, two] = [await people.creator(), await people.user(), await people.user()];
  const id = await steps.open(creator, { maxParticipants: "2", ...fields });
  await steps.join(one, id);
  await steps.join(two, id);
  return { creator, id, one, two };
}

describe("a contest with a limit", () => {
  it.each(["50000", "0"])("refuses to join once it is full, for a price of %s", async (prize) => {
    const { id } = await fillContest({ prize });
    const late = await people.user();
    expect(await joinRefusal(late, id)).toMatchObject({ status: 409, code: "full", message: FULL });
    expect(await server.db.select().from(participations)).toHaveLength(2);
    expect(await steps.stored(id)).toMatchObject({ participantCount: 2 });
    expect((await steps.details(late, id)).may.join).toEqual({ isAllowed: false, because: FULL });
  });

  it("has a free spot once someone left", async () => {
    const { id, one } = await fillContest();
    await leave(one, id);
    expect(await steps.details(null, id)).toMatchObject({ maxParticipants: 2, participantCount: 1 });
    expect(await steps.join(await people.user(), id)).toMatchObject({ participantCount: 2 });
    expect(await joinRefusal(one, id)).toMatchObject({ code: "full" });
  });

  it("is marked as full on its page and in lists, and only then", async () => {
    const { id, one } = await fillContest();
    const listed = async () =>
      (await api.send({ url: "/api/all-contests" })).json<{ _id: string; spotsLeft?: number }[]>()[0]?.spotsLeft;
    expect([(await steps.details(null, id)).spotsLeft, await listed()]).toEqual([0, 0]);
    await leave(one, id);
    server.clock.advance(2000);
    expect([(await steps.details(null, id)).spotsLeft, await listed()]).toEqual([1, 1]);
  });

  it("fills its last spots exactly when many join together", async () => {
    const id = await steps.open(await people.creator(), { maxParticipants: 5 });
    const crowd = await Promise.all(Array.from({ length: 12 }, () => people.user()));
    const answers = await Promise.all(
      crowd.map((person) =>
        api
          .as(person)
          .send({ method: "PUT", url: "/api/join-contest", payload: { contestId: id, email: person.email } }),
      ),
    );
    const codes = answers.map(({ statusCode }) => statusCode);
    expect([codes.filter((code) => code === 200).length, codes.filter((code) => code === 409).length]).toEqual([5, 7]);
    expect(await steps.stored(id)).toMatchObject({ participantCount: 5, paidTotal: 250_000 });
  });

  it("names other reasons before being full", async () => {
    const { creator, id, one } = await fillContest();
    expect(await joinRefusal(creator, id)).toMatchObject({ code: "own_contest" });
    expect(await joinRefusal(one, id)).toMatchObject({ code: "already_joined" });
    await api.as(creator).call(deleteContest, { params: { id } });
    expect((await joinRefusal(await people.user(), id)).code).not.toBe("full");
  });

  it("cannot be overfilled by a server that does not know the limit", async () => {
    const { id } = await fillContest();
    await expect(
      server.db.update(contests).set({ participantCount: 3 }).where(eq(contests.id, id)),
    ).rejects.toMatchObject({ cause: expect.objectContaining({ constraint: "contests_not_overfull" }) as Error });
  });

  it("does not ask its followers to join while it is full", async () => {
    const { id, one } = await fillContest();
    const follower = await people.user();
    await api.as(follower).call(followContest, { params: { contestId: id }, body: { isFollowing: true } });
    await sendDeadlineReminders(server);
    const [notice] = await api.as(follower).call(listNotices, {});
    expect(notice?.text).not.toMatch(/join/i);
    expect(one.email).not.toBe(follower.email);
  });
});

describe("the limit", () => {
  it("is optional, and accepts Bangla digits", async () => {
    const creator = await people.creator();
    expect((await steps.details(creator, await steps.create(creator))).maxParticipants).toBeNull();
    const id = await steps.create(creator, { maxParticipants: "২৫" });
    expect((await steps.details(creator, id)).maxParticipants).toBe(25);
  });

  it.each(["1", "0", "100001", "2.5", "many", -2])("is rejected as %j", async (maxParticipants) => {
    const creator = await people.creator();
    const body = aContestForm({ maxParticipants });
    expect(await api.as(creator).expectError(createContest, { body })).toMatchObject({
      status: 422,
      fields: { maxParticipants: "Enter a whole number from 2 to 1,00,000" },
    });
    expect(await server.db.select().from(contests)).toEqual([]);
  });

  it("can be raised or removed after people joined, without a new review", async () => {
    const { creator, id } = await fillContest();
    expect(await setSpots(creator, id, 3).call()).toMatchObject({ modifiedCount: 1 });
    expect(await steps.join(await people.user(), id)).toMatchObject({ participantCount: 3 });
    await setSpots(creator, id, null).call();
    expect(await steps.join(await people.user(), id)).toMatchObject({ participantCount: 4 });
    expect(await steps.stored(id)).toMatchObject({ status: "open", maxParticipants: null });
  });

  it("can be lowered to the number of participants, but not below", async () => {
    const { creator, id } = await fillContest({ maxParticipants: 50 });
    await steps.join(await people.user(), id);
    expect(await setSpots(creator, id, 2).refusal()).toMatchObject({
      status: 409,
      fields: { maxParticipants: "3 people have joined or were offered a spot. Enter 3 or more." },
    });
    expect(await steps.stored(id)).toMatchObject({ maxParticipants: 50 });
    expect(await setSpots(creator, id, 3).call()).toMatchObject({ modifiedCount: 1 });
  });

  it("is copied with a contest", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator, { maxParticipants: 40 });
    const { _id } = await api.as(creator).call(duplicateContest, { params: { id } });
    expect((await api.as(creator).call(getDraft, { params: { id: _id } })).form.maxParticipants).toBe("40");
  });
});
