import { and, eq } from "drizzle-orm";
import { extendDeadline } from "@conquest/shared/contracts/deadline-extensions";
import { getJudging } from "@conquest/shared/contracts/judging/judging";
import { listJudgingInvitations, stepDown } from "@conquest/shared/contracts/judging/judges";
import { assignEntries, getJudgingPlan, recuse, setRatingsDate } from "@conquest/shared/contracts/judging/planning";
import { auditEntries } from "../../../database/schema/audit";
import { contests } from "../../../database/schema/contests";
import { notices } from "../../../database/schema/messages";
import { DAY, HOUR } from "../../../testing/test-clock";
import { contestSteps } from "../../../testing/contest-steps";
import { testServer, type Person } from "../../../testing/test-server";
import { remindJudges } from "./remind-judges";

const server = testServer();
const { api, people, clock } = server;
const steps = contestSteps(server);
const DEADLINE = new Date("2026-03-02T08:00:00.000Z");
const after = (days: number, ms = 0) => new Date(DEADLINE.getTime() + days * DAY + ms).toISOString();

async function createContest() {
  const creator = await people.creator();
  const contestId = await steps.open(creator);
  const entryIds: string[] = [];
  for (let at = 0; at < 2; at += 1) {
    const author = await people.user();
    await steps.join(author, contestId);
    entryIds.push((await steps.submit(author, contestId))._id);
  }
  const judges = [await people.user(), await people.user()] as const;
  const seats: string[] = [];
  for (const judge of judges) {
    seats.push(await steps.invite(creator, contestId, judge.email));
    await steps.answer(judge, seats.at(-1)!);
  }
  return { creator, contestId, entryIds, judges, seats };
}

const setDate = (creator: Person, contestId: string, ratingsDueAt: string | null) =>
  api.as(creator).call(setRatingsDate, { params: { contestId }, body: { ratingsDueAt } });
const rejectedDate = (creator: Person, contestId: string, ratingsDueAt: string) =>
  api.as(creator).expectError(setRatingsDate, { params: { contestId }, body: { ratingsDueAt } });
const remindAt = (instant: string) => {
  clock.set(instant);
  return remindJudges(server);
};
const remindersOf = async (person: Person) =>
  (
    await server.db
      .select({ text: notices.text })
      .from(notices)
      .where(and(eq(notices.userId, person.id), eq(notices.kind, "judging_open")))
      .orderBy(notices.createdAt)
  ).map(({ text }) => text);

describe("reminding judges", () => {
  it("happens at half time and one day before, once, if entries are unrated", async () => {
    const { creator, contestId, entryIds, judges } = await createContest();
    await setDate(creator, contestId, after(10));
    expect(await remindAt(after(5, -1))).toBe(0);
    expect(await remindAt(after(5))).toBe(1);
    expect(await remindAt(after(5, HOUR))).toBe(0);
    const [rina, mina] = [await server.signInAgain(judges[0]), await server.signInAgain(judges[1])];
    await steps.rate(mina, contestId, entryIds[0]!, { rating: 4 });
    for (const entryId of entryIds) await steps.rate(rina, contestId, entryId, { rating: 3 });
    expect(await remindAt(after(9))).toBe(1);
    expect(await remindAt(after(9, HOUR))).toBe(0);
    expect(await remindAt(after(10))).toBe(0);
    const name = "“Poster for a river festival”";
    const due = "Its creator asks for all ratings by 12 Mar 2026, 08:00 UTC.";
    expect(await remindersOf(rina)).toEqual([`You've rated 0 of 2 entries of ${name}. ${due}`]);
    expect(await remindersOf(mina)).toEqual([
      `You've rated 0 of 2 entries of ${name}. ${due}`,
      `You've rated 1 of 2 entries of ${name}. ${due}`,
    ]);
    expect(await remindersOf(creator)).toEqual([]);
  });

  it("counts only assigned entries, without recusals", async () => {
    const [assigned, recused] = [await createContest(), await createContest()];
    const params = { contestId: assigned.contestId };
    await api.as(assigned.creator).call(assignEntries, { params, body: { judgesPerEntry: 1 } });
    for (const { creator, contestId } of [assigned, recused]) await setDate(creator, contestId, after(4));
    clock.set(after(1));
    const judge = await server.signInAgain(recused.judges[0]);
    for (const entryId of recused.entryIds)
      await api
        .as(judge)
        .call(recuse, { params: { contestId: recused.contestId }, body: { entryId, reason: "My students" } });
    await remindAt(after(2));
    for (const person of assigned.judges)
      expect(await remindersOf(person)).toEqual([expect.stringContaining("0 of 1 entry")]);
    expect(await remindersOf(judge)).toEqual([]);
    expect(await remindersOf(recused.judges[1])).toHaveLength(1);
  });

  it("does not happen after the decision, while hidden, to former judges or without a date", async () => {
    const [decided, hidden, left, cleared] = [
      await createContest(),
      await createContest(),
      await createContest(),
      await createContest(),
    ];
    for (const { creator, contestId } of [decided, hidden, left, cleared]) await setDate(creator, contestId, after(4));
    await setDate(cleared.creator, cleared.contestId, null);
    clock.set(after(0, 60_000));
    await steps.choose(await server.signInAgain(decided.creator), decided.contestId, decided.entryIds[0]!);
    await server.db.update(contests).set({ hiddenAt: clock.now() }).where(eq(contests.id, hidden.contestId));
    await api.as(await server.signInAgain(left.judges[0])).call(stepDown, { params: { id: left.seats[0]! } });
    await remindAt(after(2));
    await remindAt(after(3));
    for (const { judges } of [decided, hidden, cleared])
      for (const judge of judges) expect(await remindersOf(judge)).toEqual([]);
    expect(await remindersOf(left.judges[0])).toEqual([]);
    expect(await remindersOf(left.judges[1])).toHaveLength(2);
  });

  it("sends one reminder after an outage, and none after the date", async () => {
    const [late, over] = [await createContest(), await createContest()];
    await setDate(late.creator, late.contestId, after(10));
    await setDate(over.creator, over.contestId, after(3));
    await remindAt(after(9, HOUR));
    expect(await remindersOf(late.judges[0])).toHaveLength(1);
    expect(await remindersOf(over.judges[0])).toEqual([]);
    expect(await remindAt(after(9, 2 * HOUR))).toBe(0);
  });
});

describe("moving the date after a reminder", () => {
  async function createReminded() {
    const contest = await createContest();
    await setDate(contest.creator, contest.contestId, after(10));
    await remindAt(after(5));
    const move = async (days: number, ms = 0) =>
      setDate(await server.signInAgain(contest.creator), contest.contestId, after(days, ms));
    const count = async () => (await remindersOf(contest.judges[0])).length;
    return { move, count };
  }

  it("repeats no reminder if it moved by a day or earlier", async () => {
    const { move, count } = await createReminded();
    await move(11);
    await remindAt(after(5.5));
    expect(await count()).toBe(1);
    await move(10, HOUR);
    await remindAt(after(9, HOUR));
    expect(await count()).toBe(2);
    await move(10, 2 * HOUR);
    await remindAt(after(9, 2 * HOUR));
    expect(await count()).toBe(2);
  });

  it("repeats a reminder if it moved later by more than a day", async () => {
    const { move, count } = await createReminded();
    await move(13);
    await remindAt(after(6.5));
    expect(await count()).toBe(2);
    await remindAt(after(12));
    expect(await count()).toBe(3);
  });
});

describe("the date for ratings", () => {
  it("is shown to judges and moves with the deadline", async () => {
    const { creator, contestId, judges } = await createContest();
    await setDate(creator, contestId, after(6));
    const [invitation] = await api.as(judges[0]).call(listJudgingInvitations, {});
    expect(invitation!.contest.ratingsDueAt).toBe(after(6));
    await api
      .as(creator)
      .call(extendDeadline, { params: { id: contestId }, body: { deadline: after(2), reason: "Rain" } });
    expect(await api.as(creator).call(getJudgingPlan, { params: { contestId } })).toMatchObject({
      ratingsDueAt: after(8),
    });
    expect((await steps.stored(contestId))?.judgeReminderAt).toEqual(new Date(after(5)));
    clock.set(after(2, 60_000));
    const judging = await api.as(await server.signInAgain(judges[0])).call(getJudging, { params: { contestId } });
    expect(judging.ratingsDueAt).toBe(after(8));
  });

  it("lies between the deadline and the day when the winner is due", async () => {
    const { creator, contestId } = await createContest();
    const between = "Choose a date from 2 Mar 2026, 08:00 UTC to 16 Mar 2026, 08:00 UTC, when the winner is due.";
    expect(await rejectedDate(creator, contestId, "2026-02-20T08:00:00Z")).toMatchObject({
      status: 422,
      fields: { ratingsDueAt: "Choose a date in the future." },
    });
    for (const date of [after(0), after(14, 1000)])
      expect(await rejectedDate(creator, contestId, date)).toMatchObject({
        status: 422,
        fields: { ratingsDueAt: between },
      });
    expect(await rejectedDate(creator, contestId, "tomorrow")).toMatchObject({ status: 422 });
    await setDate(creator, contestId, after(14));
    await setDate(creator, contestId, after(14));
    const acts = await server.db
      .select({ act: auditEntries.act, to: auditEntries.toValue })
      .from(auditEntries)
      .where(and(eq(auditEntries.contestId, contestId), eq(auditEntries.act, "ratings_date_changed")));
    expect(acts).toEqual([{ act: "ratings_date_changed", to: after(14) }]);
  });
});
