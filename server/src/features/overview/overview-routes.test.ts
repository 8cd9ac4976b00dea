import { createDraft, draftForm } from "@conquest/shared/contracts/drafts";
import { getCreatorOverview, getMyOverview, getSiteOverview } from "@conquest/shared/contracts/overview";
import { followContest, leaveContest } from "@conquest/shared/contracts/participation";
import { confirmContest } from "@conquest/shared/contracts/review";
import { reportContest } from "@conquest/shared/contracts/reports";
import { updatePreferences } from "@conquest/shared/contracts/users";
import { users } from "../../database/schema/people";
import { testServer, type Person } from "../../testing/test-server";
import { aContestForm, contestSteps } from "../../testing/contest-steps";
import { DAY } from "../../testing/test-clock";

const server = testServer();
const { api, people, clock, signInAgain } = server;
const steps = contestSteps(server);

/** Tests advance the clock by days, so sessions expire. */
const mine = async (person: Person) => api.as(await signInAgain(person)).call(getMyOverview, {});
const creators = async (person: Person) => api.as(await signInAgain(person)).call(getCreatorOverview, {});
const sites = async (person: Person, query = {}) => api.as(await signInAgain(person)).call(getSiteOverview, { query });

const on = (day: number) => `2026-03-${String(day).padStart(2, "0")}T08:00:00.000Z`;
const leave = (person: Person, contestId: string) =>
  api.as(person).call(leaveContest, { body: { contestId, email: person.email } });

describe("access to overviews", () => {
  it("is refused to visitors", async () => {
    for (const endpoint of [getMyOverview, getCreatorOverview, getSiteOverview])
      expect(await api.expectError(endpoint, {})).toMatchObject({ status: 401 });
  });

  it("is limited to the role that an overview is for", async () => {
    const [user, creator, admin] = [await people.user(), await people.creator(), await people.admin()];
    for (const person of [user, admin])
      expect(await api.as(person).expectError(getCreatorOverview, {})).toMatchObject({ status: 403 });
    for (const person of [user, creator])
      expect(await api.as(person).expectError(getSiteOverview, {})).toMatchObject({ status: 403 });
    for (const person of [user, creator, admin]) expect((await mine(person)).joinedCount).toBe(0);
  });
});

describe("a participant's overview", () => {
  const follow = (person: Person, contestId: string) =>
    api.as(person).call(followContest, { params: { contestId }, body: { isFollowing: true } });

  async function createScenario() {
    const creator = await people.creator();
    const open = async (name: string, day: number) => steps.open(creator, { name, deadline: on(day) });
    const ids = {
      followedFirst: await open("Followed first", 3),
      submitted: await open("Submitted", 4),
      missing: await open("Missing", 5),
      followedLast: await open("Followed last", 6),
    };
    const person = await people.user();
    for (const id of [ids.submitted, ids.missing]) await steps.join(person, id);
    await steps.submit(person, ids.submitted);
    for (const id of [ids.followedFirst, ids.followedLast, ids.missing]) await follow(person, id);
    return { creator, person, ids };
  }

  it("has counts and the coming deadlines of joined and followed contests", async () => {
    const { person, ids } = await createScenario();
    const submitted = {
      contest: { _id: ids.submitted, name: "Submitted" },
      deadline: on(4),
      relation: "joined",
      hasSubmitted: true,
    };
    expect(await mine(person)).toEqual({
      joinedCount: 2,
      leftCount: 0,
      toSubmitCount: 1,
      wonCount: 0,
      hasSubmitted: true,
      isFollowing: true,
      next: submitted,
      upcoming: [
        {
          contest: { _id: ids.followedFirst, name: "Followed first" },
          deadline: on(3),
          relation: "followed",
          hasSubmitted: false,
        },
        submitted,
        { contest: { _id: ids.missing, name: "Missing" }, deadline: on(5), relation: "joined", hasSubmitted: false },
        {
          contest: { _id: ids.followedLast, name: "Followed last" },
          deadline: on(6),
          relation: "followed",
          hasSubmitted: false,
        },
      ],
      upcomingCount: 4,
    });
  });

  it("counts a contest that was left separately", async () => {
    const { person, ids } = await createScenario();
    await leave(person, ids.missing);
    const overview = await mine(person);
    expect(overview).toMatchObject({ joinedCount: 1, leftCount: 1, toSubmitCount: 0, upcomingCount: 4 });
    expect(overview.upcoming[2]).toMatchObject({ contest: { _id: ids.missing }, relation: "followed" });
  });

  it("omits contests whose deadline has passed, and counts wins", async () => {
    const { creator, person, ids } = await createScenario();
    clock.set("2026-03-05T09:00:00Z");
    const overview = await mine(person);
    expect(overview).toMatchObject({ toSubmitCount: 0, wonCount: 0, next: null, upcomingCount: 1 });
    expect(overview.upcoming.map(({ contest }) => contest._id)).toEqual([ids.followedLast]);
    const judge = await signInAgain(creator);
    const entries = await api.as(judge).send({ url: `/api/contest-entries/${ids.submitted}` });
    await steps.choose(judge, ids.submitted, entries.json<{ _id: string }[]>()[0]!._id);
    expect(await mine(person)).toMatchObject({ joinedCount: 2, wonCount: 1 });
  });

  it("is empty for a new account", async () => {
    expect(await mine(await people.user())).toEqual({
      joinedCount: 0,
      leftCount: 0,
      toSubmitCount: 0,
      wonCount: 0,
      hasSubmitted: false,
      isFollowing: false,
      next: null,
      upcoming: [],
      upcomingCount: 0,
    });
  });
});

describe("a creator's overview", () => {
  async function createScenario() {
    const creator = await people.creator();
    const joined = await steps.open(creator, { name: "Joined", deadline: on(5) });
    const judged = await steps.open(creator, { name: "Judged", deadline: on(2) });
    const empty = await steps.open(creator, { name: "Empty", deadline: on(20) });
    await steps.create(creator, { name: "In review", deadline: on(21) });
    const [rafi, mina] = [await people.user(), await people.user()];
    for (const id of [joined, judged]) {
      await steps.join(rafi, id);
      await steps.submit(rafi, id);
    }
    clock.set("2026-03-03T07:30:00Z");
    const late = await signInAgain(mina);
    await steps.join(late, joined);
    return { creator, joined, judged, empty, mina: late };
  }

  it("has counts, joins by day and coming dates", async () => {
    const { creator, joined, judged, empty } = await createScenario();
    await steps.open(await people.creator(), { name: "Of another creator", deadline: on(9) });
    const none = Array.from({ length: 28 }, () => 0);
    expect(await creators(creator)).toEqual({
      openCount: 2,
      entryCount: 2,
      collected: 150_000,
      toJudgeCount: 1,
      overdueCount: 0,
      hasDraft: false,
      hasContest: true,
      hasOpened: true,
      since: "2026-02-02",
      openContests: [
        { _id: joined, name: "Joined", deadline: on(5), participantCount: 2, entryCount: 1, joins: [...none, 1, 1] },
        { _id: empty, name: "Empty", deadline: on(20), participantCount: 0, entryCount: 0, joins: [...none, 0, 0] },
      ],
      dates: [
        { contest: { _id: joined, name: "Joined" }, kind: "closes", at: on(5) },
        { contest: { _id: judged, name: "Judged" }, kind: "winner_due", at: on(16) },
        { contest: { _id: empty, name: "Empty" }, kind: "closes", at: on(20) },
      ],
      dateCount: 3,
    });
  });

  it("has joins by day of the creator's time zone", async () => {
    const { creator } = await createScenario();
    await api.as(await signInAgain(creator)).call(updatePreferences, { body: { timeZone: "America/Los_Angeles" } });
    const { since, openContests } = await creators(creator);
    // There, both joins were on the evening before, and today is 2 March.
    expect([since, openContests[0]!.joins.slice(-2)]).toEqual(["2026-02-01", [1, 1]]);
  });

  it("keeps joins of those who left in the chart, but not their payments", async () => {
    const { creator, joined, mina } = await createScenario();
    await leave(mina, joined);
    const { collected, openContests } = await creators(creator);
    expect(collected).toBe(100_000);
    expect(openContests[0]).toMatchObject({ _id: joined, participantCount: 1 });
    expect(openContests[0]!.joins.slice(-2)).toEqual([1, 1]);
  });

  it("counts an overdue winner, and names the date of the refund", async () => {
    const { creator, judged } = await createScenario();
    clock.set("2026-03-17T09:00:00Z");
    const overview = await creators(creator);
    expect(overview).toMatchObject({ toJudgeCount: 2, overdueCount: 1 });
    expect(overview.dates.find(({ contest }) => contest._id === judged)).toMatchObject({
      kind: "refund",
      at: "2026-04-01T08:00:00.000Z",
    });
  });

  it("shows new creators how far they are", async () => {
    const creator = await people.creator();
    const facts = async () => {
      const { hasDraft, hasContest, hasOpened } = await creators(creator);
      return [hasDraft, hasContest, hasOpened];
    };
    expect(await facts()).toEqual([false, false, false]);
    await api.as(creator).call(createDraft, { body: { form: draftForm.parse(aContestForm()) } });
    expect(await facts()).toEqual([true, false, false]);
    const id = await steps.create(creator);
    expect(await facts()).toEqual([true, true, false]);
    await api.as(await people.admin()).call(confirmContest, { params: { id }, body: { status: "open" } });
    expect(await facts()).toEqual([false, true, true]);
  });
});

describe("the site's overview", () => {
  async function createScenario() {
    const [admin, creator, rafi] = [await people.admin(), await people.creator(), await people.user()];
    const joined = await steps.open(creator, { deadline: on(5) });
    await steps.create(creator, { deadline: on(21) });
    await steps.join(rafi, joined);
    const registered = await server.db.$count(users);
    clock.set("2026-03-03T07:30:00Z");
    const mina = await people.user();
    await steps.join(mina, joined);
    return { admin, rafi, joined, mina, registered };
  }

  it("has joins, registrations, payments and refunds of each day", async () => {
    const { admin, joined, mina, registered } = await createScenario();
    await leave(mina, joined);
    const { days } = await sites(admin);
    expect(days).toHaveLength(30);
    expect(days[0]).toEqual({ day: "2026-02-02", joins: 0, registrations: 0, collected: 0, refunded: 0 });
    expect(days.slice(-2)).toEqual([
      { day: "2026-03-02", joins: 1, registrations: registered, collected: 50_000, refunded: 0 },
      { day: "2026-03-03", joins: 1, registrations: 1, collected: 50_000, refunded: 50_000 },
    ]);
  });

  it("covers 90 days on request, and nothing older", async () => {
    const { admin } = await createScenario();
    clock.advance(40 * DAY);
    const sum = ({ days }: Awaited<ReturnType<typeof sites>>) => days.reduce((total, { joins }) => total + joins, 0);
    const [month, quarter] = [await sites(admin), await sites(admin, { period: "90d" })];
    expect([month.days.length, sum(month)]).toEqual([30, 0]);
    expect([quarter.days.length, sum(quarter), quarter.days.at(-1)!.day]).toEqual([90, 2, "2026-04-12"]);
    expect(
      await api.as(await signInAgain(admin)).expectError(getSiteOverview, { query: { period: "1y" as "90d" } }),
    ).toMatchObject({ status: 422 });
  });

  it("counts the review queue, open reports and overdue winners", async () => {
    const { admin, joined, rafi } = await createScenario();
    await api
      .as(await signInAgain(rafi))
      .call(reportContest, { params: { contestId: joined }, body: { reason: "spam", word: "An advertisement." } });
    expect(await sites(admin)).toMatchObject({
      inReviewCount: 1,
      oldestInReviewAt: "2026-03-02T06:00:00.000Z",
      openReportCount: 1,
      overdueWinnerCount: 0,
    });
    clock.set("2026-03-20T09:00:00Z");
    expect(await sites(admin)).toMatchObject({ overdueWinnerCount: 1 });
  });

  it("has no age of an empty review queue", async () => {
    expect(await sites(await people.admin())).toMatchObject({ inReviewCount: 0, oldestInReviewAt: null });
  });
});
