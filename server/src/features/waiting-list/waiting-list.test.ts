import { deleteAccount, previewDeletion } from "@conquest/shared/contracts/account";
import { listAudit } from "@conquest/shared/contracts/audit";
import { enterJoinCode, removeJoinCode, renewJoinCode } from "@conquest/shared/contracts/contest-access";
import { extendDeadline } from "@conquest/shared/contracts/deadline-extensions";
import { listNextSteps } from "@conquest/shared/contracts/next-steps";
import { followContest, leaveContest } from "@conquest/shared/contracts/participation";
import { getProgress } from "@conquest/shared/contracts/progress";
import { deleteContest, updateContest } from "@conquest/shared/contracts/publishing";
import { confirmContest } from "@conquest/shared/contracts/review";
import { deleteUser, updateUsers } from "@conquest/shared/contracts/users";
import {
  joinWaitingList,
  leaveWaitingList,
  listWaitingContests,
  listWaitingPeople,
} from "@conquest/shared/contracts/waiting-list";
import { and, eq, isNull } from "drizzle-orm";
import { contests } from "../../database/schema/contests";
import { notices } from "../../database/schema/messages";
import { sessions } from "../../database/schema/people";
import { waitingList } from "../../database/schema/waiting-list";
import { verifyDerivedData } from "../../database/verify-derived-data";
import { contestSteps } from "../../testing/contest-steps";
import { DAY, HOUR, MINUTE } from "../../testing/test-clock";
import { testServer, type Person } from "../../testing/test-server";
import { sendDeadlineReminders } from "../participation/participation-routes";
import { passSpotsOn } from "./pass-spots-on";

const server = testServer();
const { api, people, clock, identity } = server;
const steps = contestSteps(server);

const DEADLINE = "2026-03-10T08:00:00.000Z";

const leave = (person: Person, contestId: string) =>
  api.as(person).call(leaveContest, { body: { contestId, email: person.email } });
const wait = (person: Person, contestId: string) => api.as(person).call(joinWaitingList, { params: { contestId } });
const waitRefusal = (person: Person, contestId: string) =>
  api.as(person).expectError(joinWaitingList, { params: { contestId } });
const stopWaiting = (person: Person, contestId: string) =>
  api.as(person).call(leaveWaitingList, { params: { contestId } });
const joinRefusal = (person: Person, contestId: string) => steps.join(person, contestId).then(() => "joined", String);
const waitingOf = async (person: Person, id: string) => (await steps.details(person, id)).viewer?.waiting;
const setSpots = (creator: Person, id: string, maxParticipants: number | null) =>
  api.as(creator).call(updateContest, { params: { id }, body: { maxParticipants } });

/** A full contest with two participants, and two who wait. */
async function fullContest(fields = {}) {
  const [creator, one, two, first, second] = [
    await people.creator(),
    await people.user(),
    await people.user(),
    await people.user(),
    await people.user(),
  ];
  const id = await steps.open(creator, { maxParticipants: 2, deadline: DEADLINE, ...fields });
  await steps.join(one, id);
  await steps.join(two, id);
  await wait(first, id);
  await wait(second, id);
  return { id, creator, one, two, first, second };
}

async function deleteAccountOf(person: Person): Promise<void> {
  const { ends } = await api.as(person).call(previewDeletion, {});
  const token = identity.issue({ ...person, emailVerified: true, signedInAt: clock.now() });
  const request = { method: deleteAccount.method, url: `/api${deleteAccount.path}`, payload: ends };
  const answer = await api.as(person).send({ ...request, headers: { authorization: `Bearer ${token}` } });
  expect(answer.statusCode).toBe(200);
}

/** Sessions must survive moving the clock. */
const prolongSessions = () =>
  server.db.update(sessions).set({ createdAt: new Date("2029-12-31"), expiresAt: new Date("2030-01-01") });

const offersOf = async (person: Person) =>
  (await steps.noticesOf(person)).filter(({ kind }) => kind.startsWith("spot_")).map(({ kind }) => kind);

afterEach(async () => {
  expect((await verifyDerivedData(server.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);
});

describe("the waiting list", () => {
  it("tells people their position", async () => {
    const { id, first, second } = await fullContest();
    expect(await steps.details(second, id)).toMatchObject({
      spotsLeft: 0,
      waitingCount: 2,
      viewer: { waiting: { position: 2, offerEndsAt: null } },
      may: { joinWaitingList: { isAllowed: false }, leaveWaitingList: { isAllowed: true } },
    });
    expect(await waitingOf(first, id)).toMatchObject({ position: 1 });
    const visitor = await steps.details(null, id);
    expect(visitor).toMatchObject({ waitingCount: 2, viewer: null, may: { joinWaitingList: { isAllowed: true } } });
    expect(
      (await api.as(first).call(listWaitingContests, {})).map(({ _id, waiting }) => [_id, waiting.position]),
    ).toEqual([[id, 1]]);
  });

  it("offers a spot to the first in line, and to no one else", async () => {
    const { id, one, first, second } = await fullContest();
    await leave(one, id);
    expect(await waitingOf(first, id)).toMatchObject({ position: null, offerEndsAt: "2026-03-03T06:00:00.000Z" });
    expect(await waitingOf(second, id)).toMatchObject({ position: 1, offerEndsAt: null });
    expect([await offersOf(first), await offersOf(second)]).toEqual([["spot_offered"], []]);
    for (const person of [one, second, await people.user()])
      expect(await joinRefusal(person, id)).toContain("This contest is full.");
    expect(await steps.details(null, id)).toMatchObject({ spotsLeft: 0, participantCount: 1, waitingCount: 1 });
    expect(await api.as(first).call(listNextSteps, { query: { kinds: "all" } })).toContainEqual(
      expect.objectContaining({ kind: "spot_offered", offerEndsAt: "2026-03-03T06:00:00.000Z" }),
    );
    expect(await api.as(first).call(listNextSteps, {})).not.toContainEqual(
      expect.objectContaining({ kind: "spot_offered" }),
    );
  });

  it("ends for those who join, by paying as everyone does", async () => {
    const { id, one, first, second } = await fullContest();
    await leave(one, id);
    expect(await steps.join(first, id)).toMatchObject({ participantCount: 2, amount: 50_000 });
    expect(await waitingOf(first, id)).toBeNull();
    expect(await api.as(first).call(listWaitingContests, {})).toEqual([]);
    expect(await waitRefusal(first, id)).toMatchObject({ status: 409, code: "already_joined" });
    expect(await waitingOf(second, id)).toMatchObject({ position: 1 });
    expect(await steps.stored(id)).toMatchObject({ participantCount: 2, heldSpots: 0 });
  });

  it("passes an expired offer on, by the job and to both people's notifications", async () => {
    const { id, one, first, second } = await fullContest();
    await leave(one, id);
    await prolongSessions();
    clock.advance(DAY - MINUTE);
    await passSpotsOn(server);
    expect(await offersOf(second)).toEqual([]);
    clock.advance(MINUTE);
    await passSpotsOn(server);
    await passSpotsOn(server);
    expect((await offersOf(first)).sort()).toEqual(["spot_offer_ended", "spot_offered"]);
    expect(await offersOf(second)).toEqual(["spot_offered"]);
    expect(await waitingOf(first, id)).toBeNull();
    expect(await wait(first, id)).toMatchObject({ position: 1 });
  });

  it("passes an expired offer on when a page or someone who joins needs it", async () => {
    const { id, one, first, second } = await fullContest();
    await leave(one, id);
    await prolongSessions();
    clock.advance(DAY);
    expect(await joinRefusal(first, id)).toContain("This contest is full.");
    expect(await waitingOf(second, id)).toMatchObject({ offerEndsAt: "2026-03-04T06:00:00.000Z" });
    clock.advance(DAY);
    expect(await steps.details(null, id)).toMatchObject({ spotsLeft: 1, waitingCount: 0 });
    expect(await steps.join(await people.user(), id)).toMatchObject({ participantCount: 2 });
  });

  it("never holds a spot past the deadline, and ends with it", async () => {
    const { id, one, first, second } = await fullContest({ deadline: "2026-03-02T08:00:00.000Z" });
    await leave(one, id);
    expect(await waitingOf(first, id)).toMatchObject({ offerEndsAt: "2026-03-02T08:00:00.000Z" });
    clock.advance(2 * HOUR);
    expect(await joinRefusal(first, id)).toContain("Its deadline has passed");
    await passSpotsOn(server);
    expect([await offersOf(first), await offersOf(second)]).toEqual([["spot_offered"], []]);
    expect(await waitingOf(second, id)).toBeNull();
    expect(await server.db.select({ ending: waitingList.ending }).from(waitingList)).toEqual([
      { ending: "closed" },
      { ending: "closed" },
    ]);
  });

  it("can be left at any time, which passes an offer on", async () => {
    const { id, one, two, first, second } = await fullContest();
    await leave(one, id);
    expect(await stopWaiting(first, id)).toEqual({ isWaiting: false });
    expect(await waitingOf(first, id)).toBeNull();
    expect(await offersOf(second)).toEqual(["spot_offered"]);
    expect(await api.as(first).expectError(leaveWaitingList, { params: { contestId: id } })).toMatchObject({
      status: 409,
      code: "not_waiting",
    });
    await stopWaiting(second, id);
    await leave(two, id);
    expect(await steps.details(null, id)).toMatchObject({ spotsLeft: 2, waitingCount: 0 });
  });

  it("refuses the creator, judges, participants, and anyone while a spot is free", async () => {
    const { id, creator, one, first } = await fullContest();
    const judge = await people.user();
    await steps.answer(judge, await steps.invite(creator, id, judge.email));
    expect((await waitRefusal(creator, id)).code).toBe("own_contest");
    expect((await waitRefusal(judge, id)).code).toBe("judges_it");
    expect((await waitRefusal(one, id)).code).toBe("already_joined");
    expect((await waitRefusal(first, id)).code).toBe("already_waiting");
    const unlimited = await steps.open(creator, { deadline: DEADLINE });
    expect((await waitRefusal(first, unlimited)).code).toBe("not_full");
    const pending = await steps.create(creator, { maxParticipants: 2 });
    expect((await waitRefusal(first, pending)).status).toBe(404);
  });

  it("offers as many spots as the limit is raised by, and all without a limit", async () => {
    const { id, creator, first, second } = await fullContest();
    const third = await people.user();
    await wait(third, id);
    await setSpots(creator, id, 3);
    expect([await offersOf(first), await offersOf(second)]).toEqual([["spot_offered"], []]);
    const refused = await api.as(creator).expectError(updateContest, { params: { id }, body: { maxParticipants: 2 } });
    expect(refused.fields).toEqual({
      maxParticipants: "3 people have joined or were offered a spot. Enter 3 or more.",
    });
    await setSpots(creator, id, null);
    expect([await offersOf(second), await offersOf(third)]).toEqual([["spot_offered"], ["spot_offered"]]);
    expect(await steps.join(third, id)).toMatchObject({ participantCount: 3 });
    expect(await steps.stored(id)).toMatchObject({ heldSpots: 2, maxParticipants: null });
    const events = await api
      .as(await people.admin())
      .call(listAudit, { query: { act: "spots_changed", sort: "oldest" } });
    expect(events.map(({ from, to }) => [from, to])).toEqual([
      ["2", "3"],
      ["3", ""],
    ]);
  });

  it("skips blocked users, and offers them a spot again once they are unblocked", async () => {
    const { id, one, first, second } = await fullContest();
    const admin = await people.admin();
    const change = (act: "block" | "unblock") =>
      api.as(admin).call(updateUsers, { body: { ids: [first.id], act, reason: "A test" } });
    await leave(one, id);
    await change("block");
    expect(await offersOf(second)).toEqual(["spot_offered"]);
    await stopWaiting(second, id);
    await change("unblock");
    expect(await steps.details(null, id)).toMatchObject({ spotsLeft: 1 });
    expect(
      await server.db.select({ ending: waitingList.ending }).from(waitingList).where(eq(waitingList.userId, first.id)),
    ).toEqual([{ ending: "barred" }]);
  });

  it("passes the spots of deleted and removed accounts on", async () => {
    const { id, one, first, second } = await fullContest();
    await deleteAccountOf(one);
    expect(await offersOf(first)).toEqual(["spot_offered"]);
    const admin = await people.admin();
    await api.as(admin).call(deleteUser, { params: { id: first.id }, body: { reason: "A test" } });
    expect(await offersOf(second)).toEqual(["spot_offered"]);
    expect(await server.db.$count(waitingList)).toBe(1);
    expect(await steps.stored(id)).toMatchObject({ heldSpots: 1, participantCount: 1 });
  });

  it("ends when the contest is cancelled", async () => {
    const { id, creator, one, first, second } = await fullContest();
    await leave(one, id);
    await api.as(first).call(followContest, { params: { contestId: id }, body: { isFollowing: true } });
    await api.as(creator).call(deleteContest, { params: { id }, body: { reason: "Too few people" } });
    for (const person of [first, second])
      expect((await steps.noticesOf(person)).filter(({ kind }) => kind === "follow_ended")).toEqual([
        expect.objectContaining({
          text: expect.stringMatching(/on the waiting list, was cancelled: Too few/) as string,
        }),
      ]);
    expect(await steps.stored(id)).toMatchObject({ heldSpots: 0, participantCount: 0 });
    expect(await api.as(first).call(listWaitingContests, {})).toEqual([]);
  });

  it("notifies only people with access when a private contest is cancelled", async () => {
    const { id, creator, first, second } = await fullContest();
    await api.as(creator).call(updateContest, { params: { id }, body: { visibility: "private" } });
    const { code } = await api.as(creator).call(renewJoinCode, { params: { contestId: id } });
    await api.as(second).call(enterJoinCode, { body: { code: code! } });
    await api.as(creator).call(deleteContest, { params: { id }, body: { reason: "Too few people" } });
    const endings = async (person: Person) =>
      (await steps.noticesOf(person)).filter(({ kind }) => kind === "follow_ended").length;
    expect([await endings(first), await endings(second)]).toEqual([0, 1]);
    expect(await server.db.$count(waitingList, eq(waitingList.ending, "closed"))).toBe(2);
  });

  it("withdraws offers when changed terms are reviewed, and offers spots again after approval", async () => {
    const { id, creator, one, two, first, second } = await fullContest();
    const third = await people.user();
    await wait(third, id);
    await leave(one, id);
    await leave(two, id);
    expect(await steps.stored(id)).toMatchObject({ participantCount: 0, heldSpots: 2 });
    await api.as(creator).call(updateContest, { params: { id }, body: { prize: 70_000 } });
    expect(await steps.stored(id)).toMatchObject({ review: "in_review", heldSpots: 0 });
    const [withdrawn] = (await steps.noticesOf(first)).filter(({ kind }) => kind === "spot_offer_ended");
    expect(withdrawn).toMatchObject({ text: expect.stringMatching(/You keep your place/) as string });
    const pending = await server.db.$count(notices, and(eq(notices.kind, "spot_offered"), isNull(notices.readAt)));
    expect(pending).toBe(0);
    await passSpotsOn(server);
    const listed = async (person: Person) =>
      (await api.as(person).call(listWaitingContests, {})).map(({ phase, waiting }) => [phase, waiting.position]);
    expect([await listed(first), await listed(third)]).toEqual([[["in_review", 1]], [["in_review", 3]]]);
    expect(await joinRefusal(first, id)).toContain("We couldn't find that contest");
    expect(await stopWaiting(second, id)).toEqual({ isWaiting: false });
    clock.advance(MINUTE);
    await api.as(await people.admin()).call(confirmContest, { params: { id }, body: { status: "open" } });
    await passSpotsOn(server);
    expect((await offersOf(first)).sort()).toEqual(["spot_offer_ended", "spot_offered", "spot_offered"]);
    expect(await offersOf(third)).toEqual(["spot_offered"]);
    expect(await steps.join(first, id)).toMatchObject({ amount: 70_000 });
  });

  it.each(["extension", "edit"])("prolongs offers that the old deadline shortened, by an %s", async (by) => {
    const { id, creator, one, two, first } = await fullContest({ deadline: "2026-03-02T08:00:00.000Z" });
    await leave(one, id);
    expect(await waitingOf(first, id)).toMatchObject({ offerEndsAt: "2026-03-02T08:00:00.000Z" });
    if (by === "edit") {
      await leave(two, id);
      await api.as(creator).call(updateContest, { params: { id }, body: { deadline: DEADLINE } });
    } else {
      const body = { deadline: DEADLINE, reason: "More time" };
      await api.as(creator).call(extendDeadline, { params: { id }, body });
    }
    expect(await waitingOf(first, id)).toMatchObject({ offerEndsAt: "2026-03-03T06:00:00.000Z" });
  });

  it("counts only people who could take an offer, and the reader", async () => {
    const { id, creator, first, second } = await fullContest();
    const third = await people.user();
    await wait(third, id);
    const admin = await people.admin();
    await api.as(admin).call(updateUsers, { body: { ids: [first.id], act: "block", reason: "A test" } });
    expect(await steps.details(third, id)).toMatchObject({ waitingCount: 2, viewer: { waiting: { position: 2 } } });
    const listed = await api.as(creator).call(listWaitingPeople, { params: { contestId: id } });
    expect(listed.map(({ name, position }) => [name, position])).toEqual([
      [second.name, 1],
      [third.name, 2],
    ]);
    expect(await api.as(creator).call(getProgress, { params: { contestId: id } })).toMatchObject({
      spots: { offered: 0, waiting: 2 },
    });
    expect(await wait(await people.user(), id)).toMatchObject({ position: 3 });
  });

  it("ends for those who become judges", async () => {
    const { id, creator, first, second } = await fullContest();
    await steps.answer(first, await steps.invite(creator, id, first.email));
    expect(await steps.details(second, id)).toMatchObject({ waitingCount: 1, viewer: { waiting: { position: 1 } } });
    expect(await server.db.$count(waitingList, eq(waitingList.ending, "barred"))).toBe(1);
  });

  it("pauses while the contest is hidden", async () => {
    const { id, one, first } = await fullContest();
    await server.db.update(contests).set({ hiddenAt: clock.now() }).where(eq(contests.id, id));
    await leave(one, id);
    await passSpotsOn(server);
    expect(await offersOf(first)).toEqual([]);
    await server.db.update(contests).set({ hiddenAt: null }).where(eq(contests.id, id));
    expect(await joinRefusal(await people.user(), id)).toContain("This contest is full.");
    expect(await offersOf(first)).toEqual(["spot_offered"]);
  });

  it("offers the spots of a private contest only to people with access", async () => {
    const { id, creator, one, first, second } = await fullContest();
    await api.as(creator).call(updateContest, { params: { id }, body: { visibility: "private" } });
    await leave(one, id);
    expect([await offersOf(first), await offersOf(second)]).toEqual([[], []]);
    const { code } = await api.as(creator).call(renewJoinCode, { params: { contestId: id } });
    await api.as(second).call(enterJoinCode, { body: { code: code! } });
    await passSpotsOn(server);
    expect([await offersOf(first), await offersOf(second)]).toEqual([[], ["spot_offered"]]);
    await api.as(creator).call(removeJoinCode, { params: { contestId: id } });
    await passSpotsOn(server);
    expect(await steps.details(creator, id)).toMatchObject({ spotsLeft: 1, waitingCount: 0 });
  });

  it("is shown in order to its creator and admins, and as a table", async () => {
    const { id, creator, one, first, second } = await fullContest();
    await leave(one, id);
    for (const manager of [creator, await people.admin()]) {
      const listed = await api.as(manager).call(listWaitingPeople, { params: { contestId: id } });
      expect(listed.map(({ name, position, offerEndsAt }) => [name, position, offerEndsAt])).toEqual([
        [first.name, null, "2026-03-03T06:00:00.000Z"],
        [second.name, 1, null],
      ]);
    }
    expect(await api.as(creator).call(getProgress, { params: { contestId: id } })).toMatchObject({
      spots: { max: 2, offered: 1, waiting: 1 },
    });
    const table = await api.as(creator).send({ url: `/api/waiting-list/${id}/table` });
    expect(table.body.split("\r\n").slice(0, 3).join("\n")).toBe(
      `\ufeff"Position","Name","On the list since (UTC)","Offer ends (UTC)"\n"","${first.name}","2026-03-02T06:00:00.000Z","2026-03-03T06:00:00.000Z"\n1,"${second.name}","2026-03-02T06:00:00.000Z",""`,
    );
  });

  it("is in the data that a user downloads", async () => {
    const { first } = await fullContest();
    const data = (await api.as(first).send({ url: "/api/my-data" })).json<{ waitingLists: object[] }>();
    expect(data.waitingLists).toEqual([
      expect.objectContaining({ joinedAt: "2026-03-02T06:00:00.000Z", endedAt: null, ending: null }),
    ]);
  });

  it("does not ask followers to join while every spot is held", async () => {
    const { id, one } = await fullContest({ deadline: "2026-03-03T05:00:00Z" });
    await leave(one, id);
    const follower = await people.user();
    await api.as(follower).call(followContest, { params: { contestId: id }, body: { isFollowing: true } });
    await sendDeadlineReminders(server);
    const [reminder] = await steps.noticesOf(follower);
    expect(reminder).toMatchObject({ kind: "deadline_near", text: expect.not.stringMatching(/join/i) as string });
  });
});
