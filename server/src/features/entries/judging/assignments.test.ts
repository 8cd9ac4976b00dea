import { eq } from "drizzle-orm";
import { readEntryFile, uploadEntryFile } from "@conquest/shared/contracts/media/entry-files";
import { submitEntry } from "@conquest/shared/contracts/entries";
import { getJudgedEntry, getJudging, listJudgedEntries } from "@conquest/shared/contracts/judging/judging";
import { listContestEntries, rateEntry } from "@conquest/shared/contracts/judging/judged-entries";
import { listJudgingInvitations, stepDown, withdrawJudge } from "@conquest/shared/contracts/judging/judges";
import {
  assignEntries,
  endRecusal,
  getJudgingPlan,
  listEntryJudges,
  listRecusals,
  recuse,
  setEntryJudges,
} from "@conquest/shared/contracts/judging/planning";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import { listNextSteps } from "@conquest/shared/contracts/next-steps";
import { createTeam } from "@conquest/shared/contracts/teams";
import { deleteUser, updateUser } from "@conquest/shared/contracts/users";
import { auditEntries } from "../../../database/schema/audit";
import { entryJudges, entryRatings, entryRecusals } from "../../../database/schema/judging";
import { notices } from "../../../database/schema/messages";
import { contestSteps } from "../../../testing/contest-steps";
import { testServer, type Person } from "../../../testing/test-server";
import { assignDueEntries } from "./assign-entries";

const server = testServer();
const { api, people, clock } = server;
const steps = contestSteps(server);
const JUDGING = "2026-03-02T08:01:00.000Z";

interface Judge {
  person: Person;
  id: string;
}

async function createContest({ entryCount = 6, judgeCount = 3, fields = {} } = {}) {
  const creator = await people.creator();
  const contestId = await steps.open(creator, fields);
  const authors: Person[] = [];
  const entryIds: string[] = [];
  for (let at = 0; at < entryCount; at += 1) {
    const author = await people.user();
    await steps.join(author, contestId);
    entryIds.push((await steps.submit(author, contestId, `Poster ${at}`))._id);
    authors.push(author);
  }
  const judges: Judge[] = [];
  for (let at = 0; at < judgeCount; at += 1) judges.push(await addJudge(creator, contestId));
  return { creator, contestId, authors, entryIds, judges };
}

async function addJudge(creator: Person, contestId: string): Promise<Judge> {
  const person = await people.user();
  const id = await steps.invite(creator, contestId, person.email);
  await steps.answer(person, id);
  // Judges are listed in the order of their invitations.
  clock.advance(1);
  return { person, id };
}

async function close(...all: Person[]) {
  clock.set(JUDGING);
  for (const person of all) Object.assign(person, await server.signInAgain(person));
}

async function createJudging(options: Parameters<typeof createContest>[0] & { perEntry?: number | null } = {}) {
  const contest = await createContest(options);
  await close(contest.creator, ...contest.judges.map(({ person }) => person));
  if (options.perEntry !== null) await assign(contest.creator, contest.contestId, options.perEntry ?? 2);
  return contest;
}

const assign = (creator: Person, contestId: string, judgesPerEntry: number | null) =>
  api.as(creator).call(assignEntries, { params: { contestId }, body: { judgesPerEntry } });
const planOf = (creator: Person, contestId: string) => api.as(creator).call(getJudgingPlan, { params: { contestId } });
const entriesOf = async (person: Person, contestId: string) =>
  (await api.as(person).call(listJudgedEntries, { params: { contestId } })).map(({ _id }) => _id);
const loadsOf = async (creator: Person, contestId: string) =>
  (await planOf(creator, contestId)).judges.map(({ assignedCount }) => assignedCount);
const recuseFrom = (person: Person, contestId: string, entryId: string, reason = "I taught the author.") =>
  api.as(person).call(recuse, { params: { contestId }, body: { entryId, reason } });
const judgesOf = async (creator: Person, contestId: string, entryId: string) =>
  (await api.as(creator).call(listEntryJudges, { params: { contestId, entryId } })).judges;
const actsOf = async (contestId: string) =>
  (
    await server.db.select({ act: auditEntries.act }).from(auditEntries).where(eq(auditEntries.contestId, contestId))
  ).map(({ act }) => act);

const newEntriesOf = async ({ id }: Person) =>
  (
    await server.db.select({ subject: notices.subject, text: notices.text }).from(notices).where(eq(notices.userId, id))
  ).filter(({ subject }) => subject.startsWith("More entries"));

describe("notifying judges of further entries", () => {
  it("happens once a day if a judge recused themselves or the creator chose them", async () => {
    const { creator, contestId, judges } = await createJudging({
      entryCount: 2,
      judgeCount: 2,
      fields: {},
      perEntry: 1,
    });
    const [first, second] = judges as [Judge, Judge];
    const [entryId] = await entriesOf(first.person, contestId);
    const [other] = await entriesOf(second.person, contestId);
    expect(await newEntriesOf(first.person)).toEqual([]);
    await recuseFrom(first.person, contestId, entryId!);
    expect(await assignDueEntries(server)).toBe(1);
    expect(await newEntriesOf(second.person)).toEqual([
      {
        subject: "More entries to judge: “Poster for a river festival”",
        text: "1 more entry of “Poster for a river festival” is assigned to you. Read and rate it.",
      },
    ]);
    await api
      .as(creator)
      .call(setEntryJudges, { params: { contestId, entryId: other! }, body: { judgeIds: [first.id, second.id] } });
    await assignDueEntries(server);
    expect(await newEntriesOf(first.person)).toHaveLength(1);
    expect(await newEntriesOf(second.person)).toHaveLength(1);
  });
});

describe("assigning entries", () => {
  it("gives each entry its judges, who see only their own entries", async () => {
    const { creator, contestId, entryIds, judges } = await createJudging();
    const seen = await Promise.all(judges.map(({ person }) => entriesOf(person, contestId)));
    expect(seen.map(({ length }) => length)).toEqual([4, 4, 4]);
    for (const id of entryIds) expect(seen.filter((each) => each.includes(id))).toHaveLength(2);
    expect(await entriesOf(creator, contestId)).toHaveLength(6);
    expect(await planOf(creator, contestId)).toMatchObject({ judgesPerEntry: 2, shortCount: 0, recusalCount: 0 });
    const [first] = judges;
    expect(await api.as(first!.person).call(getJudging, { params: { contestId } })).toMatchObject({ entryCount: 4 });
    expect(await api.as(first!.person).call(listContestEntries, { params: { contestId } })).toHaveLength(4);
    const [invitation] = await api.as(first!.person).call(listJudgingInvitations, {});
    expect(invitation!.contest.entryCount).toBe(4);
  });

  it("hides entries of others and refuses to rate them", async () => {
    const { contestId, entryIds, judges } = await createJudging();
    const { person } = judges[0]!;
    const mine = await entriesOf(person, contestId);
    const entryId = entryIds.find((id) => !mine.includes(id))!;
    const as = api.as(person);
    const params = { contestId };
    expect(await as.expectError(getJudgedEntry, { params: { contestId, entryId } })).toMatchObject({ status: 404 });
    const refusal = {
      status: 409,
      code: "assigned_to_others",
      message: "This entry is now assigned to another judge.",
    };
    expect(await as.expectError(rateEntry, { params, body: { entryId, rating: 4 } })).toMatchObject(refusal);
    expect(await as.expectError(recuse, { params, body: { entryId, reason: "A friend" } })).toMatchObject(refusal);
    expect(
      await as.expectError(rateEntry, { params, body: { entryId: crypto.randomUUID(), rating: 4 } }),
    ).toMatchObject({ status: 404 });
  });

  it("happens at the deadline if it was planned before", async () => {
    const { creator, contestId, judges } = await createContest();
    await assign(creator, contestId, 1);
    expect(await loadsOf(creator, contestId)).toEqual([0, 0, 0]);
    expect(await assignDueEntries(server)).toBe(0);
    await close(creator, ...judges.map(({ person }) => person));
    expect(await entriesOf(judges[0]!.person, contestId)).toHaveLength(2);
    expect(await loadsOf(creator, contestId)).toEqual([2, 2, 2]);
    expect(await assignDueEntries(server)).toBe(0);
  });

  it("is completed by the job if no one reads", async () => {
    const { creator, contestId, judges } = await createContest();
    await assign(creator, contestId, 2);
    clock.set(JUDGING);
    expect(await assignDueEntries(server)).toBe(1);
    expect(await assignDueEntries(server)).toBe(0);
    expect(await server.db.$count(entryJudges, eq(entryJudges.judgeId, judges[0]!.person.id))).toBe(4);
    expect((await steps.stored(contestId))?.assignedAt).toEqual(new Date(JUDGING));
  });

  it("keeps given ratings, also beyond the number per entry and when it is switched off", async () => {
    const { creator, contestId, entryIds, judges } = await createJudging({ entryCount: 3, perEntry: null });
    for (const { person } of judges) await steps.rate(person, contestId, entryIds[0]!, { rating: 4 });
    await assign(creator, contestId, 1);
    for (const { person } of judges) expect(await entriesOf(person, contestId)).toContain(entryIds[0]);
    expect(await loadsOf(creator, contestId)).toEqual(expect.arrayContaining([1, 2, 2]));
    await assign(creator, contestId, null);
    expect(await server.db.$count(entryRatings)).toBeGreaterThanOrEqual(3);
    expect(await entriesOf(judges[1]!.person, contestId)).toHaveLength(3);
    expect((await actsOf(contestId)).filter((act) => act === "entries_assigned")).toHaveLength(2);
  });

  it("shares entries again when a judge accepts, steps down or is removed", async () => {
    const { creator, contestId, judges } = await createJudging();
    const fourth = await addJudge(creator, contestId);
    expect(await loadsOf(creator, contestId)).toEqual([3, 3, 3, 3]);
    await api.as(fourth.person).call(stepDown, { params: { id: fourth.id } });
    expect(await loadsOf(creator, contestId)).toEqual([4, 4, 4]);
    await api.as(creator).call(withdrawJudge, { params: { id: judges[0]!.id } });
    expect(await planOf(creator, contestId)).toMatchObject({
      shortCount: 0,
      judges: [{ assignedCount: 6 }, { assignedCount: 6 }],
    });
    await api.as(creator).call(withdrawJudge, { params: { id: judges[1]!.id } });
    expect(await planOf(creator, contestId)).toMatchObject({ shortCount: 6, judges: [{ assignedCount: 6 }] });
  });

  it("gives unrated entries of a blocked judge to others", async () => {
    const { creator, contestId, judges } = await createJudging();
    const { person } = judges[0]!;
    const [rated] = await entriesOf(person, contestId);
    await steps.rate(person, contestId, rated!, { rating: 2 });
    const admin = await people.admin();
    const set = (status: "blocked" | "verified") =>
      api.as(admin).call(updateUser, { params: { id: person.id }, body: { status } });
    await set("blocked");
    expect((await planOf(creator, contestId)).judges).toMatchObject([
      { assignedCount: 1, ratedCount: 1 },
      { assignedCount: expect.any(Number) },
      { assignedCount: expect.any(Number) },
    ]);
    expect((await planOf(creator, contestId)).shortCount).toBe(0);
    await set("verified");
    expect((await loadsOf(creator, contestId)).reduce((sum, each) => sum + each, 0)).toBe(12);
    expect((await loadsOf(creator, contestId))[0]).toBe(4);
  });

  it("is refused to others, before approval and once the contest is decided", async () => {
    const { creator, contestId, entryIds, judges } = await createJudging({ perEntry: null });
    const body = { judgesPerEntry: 2 };
    const params = { contestId };
    for (const person of [judges[0]!.person, await people.admin(), await people.user()])
      expect(await api.as(person).expectError(assignEntries, { params, body })).toMatchObject({ status: 404 });
    for (const judgesPerEntry of [0, 31, 1.5])
      expect(await api.as(creator).expectError(assignEntries, { params, body: { judgesPerEntry } })).toMatchObject({
        status: 422,
      });
    const pending = await steps.create(creator, { deadline: "2026-04-02T08:00:00Z" });
    expect(await api.as(creator).expectError(assignEntries, { params: { contestId: pending }, body })).toMatchObject({
      status: 409,
      code: "not_open",
    });
    await steps.choose(creator, contestId, entryIds[0]!);
    expect(await api.as(creator).expectError(assignEntries, { params, body })).toMatchObject({
      status: 409,
      code: "winner_declared",
    });
    const cancelled = await steps.open(creator, { deadline: "2026-04-02T08:00:00Z" });
    await steps.join(await people.user(), cancelled);
    await api.as(creator).call(deleteContest, { params: { id: cancelled } });
    expect(await api.as(creator).expectError(assignEntries, { params: { contestId: cancelled }, body })).toMatchObject({
      status: 409,
      code: "cancelled",
    });
  });

  it("counts only assigned entries in next steps", async () => {
    const { contestId, judges } = await createJudging();
    const { person } = judges[0]!;
    const missing = async () =>
      (await api.as(person).call(listNextSteps, { query: { kinds: "all" } })).find(
        ({ kind }) => kind === "ratings_missing",
      );
    expect(await missing()).toMatchObject({ entryCount: 4, ratedCount: 0 });
    for (const id of await entriesOf(person, contestId)) await steps.rate(person, contestId, id, { rating: 3 });
    expect(await missing()).toBeUndefined();
  });
});

describe("choosing the judges of an entry", () => {
  it("replaces them, and keeps the choice when entries are shared again", async () => {
    const { creator, contestId, entryIds, judges } = await createJudging({ judgeCount: 4, perEntry: 1 });
    const entryId = entryIds[0]!;
    const set = (...judgeIds: string[]) =>
      api.as(creator).call(setEntryJudges, { params: { contestId, entryId }, body: { judgeIds } });
    await set(judges[3]!.id, judges[2]!.id);
    await addJudge(creator, contestId);
    const states = (await judgesOf(creator, contestId, entryId)).map(({ state }) => state);
    expect(states).toEqual(["none", "none", "assigned", "assigned", "none"]);
    const loads = await loadsOf(creator, contestId);
    expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1);
    await set(judges[0]!.id);
    expect((await judgesOf(creator, contestId, entryId)).map(({ state }) => state)).toEqual([
      "assigned",
      "none",
      "none",
      "none",
      "none",
    ]);
    expect(await actsOf(contestId)).toEqual(expect.arrayContaining(["entry_assigned", "entry_unassigned"]));
  });

  it("is refused for rated entries, too few judges, strangers and without assignments", async () => {
    const { creator, contestId, entryIds, judges } = await createJudging({ judgeCount: 2, perEntry: 1 });
    const mine = await entriesOf(judges[0]!.person, contestId);
    const entryId = mine[0]!;
    const attempt = (judgeIds: string[], id = entryId) =>
      api.as(creator).expectError(setEntryJudges, { params: { contestId, entryId: id }, body: { judgeIds } });
    expect(await attempt([])).toMatchObject({ status: 422, fields: { judgeIds: "Choose at least 1 judge." } });
    expect(await attempt([crypto.randomUUID()])).toMatchObject({ status: 409, code: "not_a_judge" });
    expect(await attempt([judges[1]!.id], crypto.randomUUID())).toMatchObject({ status: 404 });
    await steps.rate(judges[0]!.person, contestId, entryId, { word: "Well drawn." });
    expect(await attempt([judges[1]!.id])).toMatchObject({ status: 409, code: "already_rated" });
    const other = mine[1]!;
    await recuseFrom(judges[0]!.person, contestId, other);
    expect(await attempt([judges[0]!.id], other)).toMatchObject({ status: 409, code: "recused" });
    await assign(creator, contestId, null);
    expect(await attempt([judges[0]!.id], entryIds[0])).toMatchObject({ status: 409, code: "not_assigned" });
  });
});

describe("a blocked judge", () => {
  it("can't be chosen for an entry and doesn't count among its judges", async () => {
    const { creator, contestId, entryIds, judges } = await createJudging({ judgeCount: 3, perEntry: 3 });
    const [blocked, second, third] = judges as [Judge, Judge, Judge];
    const [entryId, ratedId] = entryIds as [string, string];
    await steps.rate(blocked.person, contestId, ratedId, { rating: 2 });
    await api
      .as(await people.admin())
      .call(updateUser, { params: { id: blocked.person.id }, body: { status: "blocked" } });
    const idsOf = async (id: string) => (await judgesOf(creator, contestId, id)).map(({ _id }) => _id);
    expect(await idsOf(entryId)).toEqual([second.id, third.id]);
    expect(await idsOf(ratedId)).toEqual([blocked.id, second.id, third.id]);
    const set = (id: string, ...judgeIds: string[]) => ({ params: { contestId, entryId: id }, body: { judgeIds } });
    const as = api.as(creator);
    expect(await as.expectError(setEntryJudges, set(entryId, blocked.id, second.id, third.id))).toMatchObject({
      status: 409,
      code: "not_a_judge",
    });
    expect(await as.expectError(setEntryJudges, set(entryId, second.id))).toMatchObject({
      status: 422,
      fields: { judgeIds: "Choose at least 2 judges." },
    });
    await as.call(setEntryJudges, set(entryId, second.id, third.id));
    await as.call(setEntryJudges, set(ratedId, blocked.id, second.id, third.id));
  });
});

describe("recusing oneself", () => {
  it("removes the rating, hides the entry and finds another judge", async () => {
    const { creator, contestId, judges } = await createJudging({ judgeCount: 3, perEntry: 1 });
    const { person, id } = judges[0]!;
    const entryId = (await entriesOf(person, contestId))[0]!;
    await steps.rate(person, contestId, entryId, { rating: 5, word: "My favourite." });
    await recuseFrom(person, contestId, entryId);
    expect(await server.db.$count(entryRatings)).toBe(0);
    expect(await entriesOf(person, contestId)).not.toContain(entryId);
    const states = (await judgesOf(creator, contestId, entryId)).map(({ state, reason }) => [state, reason]);
    expect(states[0]).toEqual(["recused", "I taught the author."]);
    expect(
      states
        .slice(1)
        .map(([state]) => state)
        .sort(),
    ).toEqual(["assigned", "none"]);
    const plan = await planOf(creator, contestId);
    expect(plan).toMatchObject({ recusalCount: 1, shortCount: 0 });
    expect(plan.judges[0]).toMatchObject({ _id: id, recusedCount: 1, ratedCount: 0 });
    const { label, ...recusal } = (await api.as(creator).call(listRecusals, { params: { contestId } }))[0]!;
    expect(recusal).toMatchObject({ entryId, judgeId: id, reason: "I taught the author." });
    expect(label).toMatch(/^Entry \d{3}$/);
    expect(await steps.noticesOf(creator)).toContainEqual({
      kind: "judge_answered",
      text: "A judge of “Poster for a river festival” recused themselves from an entry. Their reason is in the list of judges.",
    });
    expect(await actsOf(contestId)).toContain("judge_recused");
  });

  it("refuses files of the entry, and is not shown to the author", async () => {
    const { creator, contestId, authors, entryIds, judges } = await createContest({ entryCount: 2, judgeCount: 2 });
    const author = authors[0]!;
    const { _id: fileId } = await api
      .as(author)
      .call(uploadEntryFile, { query: { name: "poster.txt" }, body: Buffer.from("A poster") });
    const { _id: entryId } = await api
      .as(author)
      .call(submitEntry, { params: { contestId }, body: { text: "With a file", files: [fileId] } });
    await close(creator, ...judges.map(({ person }) => person));
    const read = async ({ person }: Judge) =>
      (await api.as(person).send({ url: `/api${readEntryFile.path.replace(":id", fileId)}` })).statusCode;
    expect(await read(judges[0]!)).toBe(200);
    await recuseFrom(judges[0]!.person, contestId, entryId);
    expect([await read(judges[0]!), await read(judges[1]!)]).toEqual([404, 200]);
    await steps.choose(creator, contestId, entryIds[1]!);
    expect(JSON.stringify(await steps.noticesOf(await server.signInAgain(author)))).not.toContain("taught");
    expect(await read(judges[0]!)).toBe(404);
  });

  it("is listed with the team's name where names are shown", async () => {
    const { creator, contestId, judges, authors } = await createContest({
      entryCount: 1,
      judgeCount: 1,
      fields: { hidesNames: false, maxTeamSize: 3 },
    });
    const captain = await people.user();
    await steps.join(captain, contestId);
    await api.as(captain).call(createTeam, { params: { contestId }, body: { name: "River Foxes" } });
    await steps.submit(captain, contestId);
    const { person } = judges[0]!;
    await close(creator, person);
    for (const entryId of await entriesOf(person, contestId)) await recuseFrom(person, contestId, entryId);
    const labels = (await api.as(creator).call(listRecusals, { params: { contestId } })).map(({ label }) => label);
    expect(labels.sort()).toEqual(["River Foxes", authors[0]!.name].sort());
  });

  it("is refused the second time", async () => {
    const { contestId, entryIds, judges } = await createJudging({ perEntry: null });
    const { person } = judges[0]!;
    const entryId = entryIds[0]!;
    await recuseFrom(person, contestId, entryId);
    const body = { entryId, reason: "Again" };
    expect(await api.as(person).expectError(recuse, { params: { contestId }, body })).toMatchObject({
      status: 409,
      code: "recused",
    });
    expect(await server.db.select({ reason: entryRecusals.reason }).from(entryRecusals)).toEqual([
      { reason: "I taught the author." },
    ]);
  });

  it.each([1, null])("and assignments bind an admin who is a judge, with %s per entry", async (perEntry) => {
    const { creator, contestId, entryIds } = await createContest({ judgeCount: 1 });
    const admin = await people.admin();
    await steps.answer(admin, await steps.invite(creator, contestId, admin.email));
    await close(creator, admin);
    await assign(creator, contestId, perEntry);
    const [entryId, ...others] = await entriesOf(admin, contestId);
    expect(others).toHaveLength(perEntry === null ? 5 : 2);
    await recuseFrom(admin, contestId, entryId!);
    const mine = await entriesOf(admin, contestId);
    expect(mine).not.toContain(entryId);
    const left = entryIds.filter((id) => !mine.includes(id));
    for (const id of left) {
      const attempts = [
        await api.as(admin).expectError(rateEntry, { params: { contestId }, body: { entryId: id, rating: 4 } }),
        await api.as(admin).expectError(recuse, { params: { contestId }, body: { entryId: id, reason: "Again" } }),
      ];
      for (const error of attempts)
        expect(error).toMatchObject({ status: 409, code: id === entryId ? "recused" : "assigned_to_others" });
      expect(await api.as(admin).expectError(getJudgedEntry, { params: { contestId, entryId: id } })).toMatchObject({
        status: 404,
      });
    }
    await steps.rate(admin, contestId, mine[0]!, { rating: 4 });
    expect(await api.as(admin).call(getJudging, { params: { contestId } })).toMatchObject({
      entryCount: mine.length,
      ratedCount: 1,
    });
    clock.set("2026-03-17T08:01:00.000Z");
    const again = await server.signInAgain(admin);
    expect(await entriesOf(again, contestId)).toHaveLength(6);
    for (const id of left)
      expect(
        await api.as(again).expectError(rateEntry, { params: { contestId }, body: { entryId: id, rating: 4 } }),
      ).toMatchObject({ status: 409 });
  });

  it("can be ended by the creator only", async () => {
    const { creator, contestId, entryIds, judges } = await createJudging({ perEntry: null });
    const { person, id } = judges[0]!;
    const entryId = entryIds[0]!;
    await recuseFrom(person, contestId, entryId);
    expect(await loadsOf(creator, contestId)).toEqual([5, 6, 6]);
    const body = { entryId, judgeId: id };
    expect(await api.as(person).expectError(endRecusal, { params: { contestId }, body })).toMatchObject({
      status: 404,
    });
    const end = () => api.as(creator).call(endRecusal, { params: { contestId }, body });
    expect([await end(), await end()]).toEqual([{ modifiedCount: 1 }, { modifiedCount: 0 }]);
    await steps.rate(person, contestId, entryId, { rating: 3 });
    expect(await actsOf(contestId)).toContain("recusal_ended");
  });

  it("assigns the entry again when ended in a contest that assigns entries", async () => {
    const { creator, contestId, judges } = await createJudging({ perEntry: 1 });
    const { person, id } = judges[0]!;
    const entryId = (await entriesOf(person, contestId))[0]!;
    await recuseFrom(person, contestId, entryId);
    await api.as(creator).call(endRecusal, { params: { contestId }, body: { entryId, judgeId: id } });
    expect(await entriesOf(person, contestId)).toContain(entryId);
  });

  it("needs a reason, a judge and open judging", async () => {
    const { creator, contestId, entryIds, judges } = await createContest({ judgeCount: 1 });
    const entryId = entryIds[0]!;
    const { person } = judges[0]!;
    const attempt = (caller: Person, reason = "A friend") =>
      api.as(caller).expectError(recuse, { params: { contestId }, body: { entryId, reason } });
    expect(await attempt(person)).toMatchObject({ status: 409, code: "not_closed" });
    await close(creator, person);
    for (const reason of ["", "  ", "x".repeat(501)])
      expect(await attempt(person, reason)).toMatchObject({ status: 422 });
    expect(await attempt(creator)).toMatchObject({ status: 409, code: "not_a_judge" });
    expect(await attempt(await people.admin())).toMatchObject({ status: 409, code: "not_a_judge" });
    expect(await attempt(await people.user())).toMatchObject({ status: 404 });
    await steps.choose(creator, contestId, entryId);
    expect(await attempt(person)).toMatchObject({ status: 409, code: "winner_declared" });
    expect(await server.db.$count(entryRecusals)).toBe(0);
  });

  it("still holds for a judge who steps down and accepts again", async () => {
    const { creator, contestId, judges } = await createJudging({ perEntry: null });
    const { person, id } = judges[0]!;
    const [entryId] = await entriesOf(person, contestId);
    await recuseFrom(person, contestId, entryId!);
    await api.as(person).call(stepDown, { params: { id } });
    expect(await planOf(creator, contestId)).toMatchObject({ recusalCount: 0 });
    await steps.answer(person, await steps.invite(creator, contestId, person.email));
    expect(await entriesOf(person, contestId)).not.toContain(entryId);
  });

  it("is in the judge's data export, and deleted with the account", async () => {
    const { creator, contestId, judges } = await createJudging({ perEntry: 1 });
    const { person } = judges[0]!;
    const [entryId] = await entriesOf(person, contestId);
    await recuseFrom(person, contestId, entryId!);
    await entriesOf(person, contestId);
    const { body } = await api.as(person).send({ url: "/api/my-data" });
    const data = JSON.parse(body) as Record<string, unknown[]>;
    expect(data["recusals"]).toMatchObject([{ reason: "I taught the author." }]);
    expect(data["entriesToJudge"]).toHaveLength(2);
    const { body: ofCreator } = await api.as(creator).send({ url: "/api/my-data" });
    expect(ofCreator).toContain('"judgesPerEntry":1');
    expect(ofCreator).not.toContain("I taught the author.");
    await api.as(await people.admin()).call(deleteUser, { params: { id: person.id } });
    expect(await server.db.$count(entryRecusals)).toBe(0);
    expect(await server.db.$count(entryJudges, eq(entryJudges.judgeId, person.id))).toBe(0);
    expect(await loadsOf(creator, contestId)).toEqual([3, 3]);
  });
});
