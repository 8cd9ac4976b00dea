import { eq } from "drizzle-orm";
import type { Endpoint, InputOf } from "@conquest/shared/contracts/http/endpoint";
import { rateEntry } from "@conquest/shared/contracts/judging/judged-entries";
import { listJudgedEntries } from "@conquest/shared/contracts/judging/judging";
import { stepDown } from "@conquest/shared/contracts/judging/judges";
import { assignEntries, recuse, setEntryJudges } from "@conquest/shared/contracts/judging/planning";
import { entryJudges, entryRatings, entryRecusals } from "../../../database/schema/judging";
import { notices } from "../../../database/schema/messages";
import { contests } from "../../../database/schema/contests";
import { contestSteps } from "../../../testing/contest-steps";
import { contestRow, inLockOrder, withRowLocked } from "../../../testing/races";
import { testApi } from "../../../testing/test-api";
import { describeOnPostgres, testServer, type Person } from "../../../testing/test-server";
import { assignDueEntries } from "./assign-entries";
import { remindJudges } from "./remind-judges";

describeOnPostgres("concurrent changes of assignments", () => {
  const server = testServer({ needsPostgres: true });
  const { people, clock } = server;
  const steps = contestSteps(server);

  /** Returns "done" or the error code. */
  async function outcome<E extends Endpoint>(person: Person, contract: E, input: InputOf<E>): Promise<string> {
    try {
      await testApi(() => server.app, person.cookie).call(contract, input);
      return "done";
    } catch (error) {
      return /"code":"(\w+)"/.exec(String(error))?.[1] ?? String(error);
    }
  }

  async function createJudging() {
    clock.set("2026-03-02T06:00:00Z");
    const creator = await people.creator();
    const contestId = await steps.open(creator);
    const entryIds: string[] = [];
    for (let at = 0; at < 4; at += 1) {
      const author = await people.user();
      await steps.join(author, contestId);
      entryIds.push((await steps.submit(author, contestId))._id);
    }
    const judges: { person: Person; id: string }[] = [];
    for (let at = 0; at < 3; at += 1) {
      const person = await people.user();
      const id = await steps.invite(creator, contestId, person.email);
      await steps.answer(person, id);
      judges.push({ person, id });
    }
    clock.set("2026-03-02T08:01:00.000Z");
    for (const person of [creator, ...judges.map((judge) => judge.person)])
      Object.assign(person, await server.signInAgain(person));
    return { creator, contestId, entryIds, judges };
  }

  const assign = (creator: Person, contestId: string, judgesPerEntry: number) =>
    outcome(creator, assignEntries, { params: { contestId }, body: { judgesPerEntry } });
  const list = (person: Person, contestId: string) => outcome(person, listJudgedEntries, { params: { contestId } });
  const rate = (person: Person, contestId: string, entryId: string) =>
    outcome(person, rateEntry, { params: { contestId }, body: { entryId, rating: 4 } });
  const leave = (person: Person, contestId: string, entryId: string) =>
    outcome(person, recuse, { params: { contestId }, body: { entryId, reason: "A friend" } });
  const perEntry = async (entryIds: readonly string[]) =>
    Promise.all(entryIds.map((entryId) => server.db.$count(entryJudges, eq(entryJudges.entryId, entryId))));

  it("assign each entry once if judges read at the same time", async () => {
    const { creator, contestId, entryIds, judges } = await createJudging();
    await server.db.update(contests).set({ judgesPerEntry: 2 }).where(eq(contests.id, contestId));
    const outcomes = await withRowLocked(
      server.db,
      contestRow(contestId),
      () => Promise.all([creator, ...judges.map(({ person }) => person)].map((person) => list(person, contestId))),
      4,
    );
    expect(new Set(outcomes)).toEqual(new Set(["done"]));
    expect(await perEntry(entryIds)).toEqual([2, 2, 2, 2]);
    expect(await assignDueEntries(server)).toBe(0);
  });

  it("apply the last of two settings", async () => {
    const { creator, contestId, entryIds } = await createJudging();
    const outcomes = await inLockOrder(server.db, contestRow(contestId), [
      () => assign(creator, contestId, 1),
      () => assign(creator, contestId, 3),
    ]);
    expect(outcomes).toEqual(["done", "done"]);
    expect(await perEntry(entryIds)).toEqual([3, 3, 3, 3]);
  });

  it("leave nothing to a judge who steps down at the same time", async () => {
    for (const isFirst of [true, false]) {
      const { creator, contestId, entryIds, judges } = await createJudging();
      await assign(creator, contestId, 1);
      const { person, id } = judges[0]!;
      const entryId = entryIds[0]!;
      const step = () => outcome(person, stepDown, { params: { id } });
      const choose = () =>
        outcome(creator, setEntryJudges, { params: { contestId, entryId }, body: { judgeIds: [id] } });
      const outcomes = await inLockOrder(server.db, contestRow(contestId), isFirst ? [step, choose] : [choose, step]);
      expect(outcomes).toEqual(isFirst ? ["done", "not_a_judge"] : ["done", "done"]);
      expect(await server.db.$count(entryJudges, eq(entryJudges.judgeId, person.id))).toBe(0);
      await list(creator, contestId);
      expect(await perEntry(entryIds)).toEqual([1, 1, 1, 1]);
    }
  });

  it("keep no rating of a judge who recuses themselves at the same time", async () => {
    for (const isFirst of [true, false]) {
      const { contestId, entryIds, judges } = await createJudging();
      const { person } = judges[0]!;
      const entryId = entryIds[0]!;
      const attempts = [() => leave(person, contestId, entryId), () => rate(person, contestId, entryId)];
      const outcomes = await inLockOrder(server.db, contestRow(contestId), isFirst ? attempts : attempts.toReversed());
      expect(outcomes).toEqual(isFirst ? ["done", "recused"] : ["done", "done"]);
      expect(await server.db.$count(entryRatings, eq(entryRatings.entryId, entryId))).toBe(0);
      expect(await server.db.$count(entryRecusals, eq(entryRecusals.entryId, entryId))).toBe(1);
    }
  });

  it("recuse once if sent twice", async () => {
    const { contestId, entryIds, judges } = await createJudging();
    const attempt = () => leave(judges[0]!.person, contestId, entryIds[0]!);
    expect(await inLockOrder(server.db, contestRow(contestId), [attempt, attempt])).toEqual(["done", "recused"]);
  });

  it("remind each judge once if two servers run the job", async () => {
    const { contestId, judges } = await createJudging();
    clock.set("2026-03-05T08:00:00.000Z");
    await server.db
      .update(contests)
      .set({ ratingsDueAt: new Date("2026-03-08T08:00:00.000Z"), judgeReminderAt: clock.now() })
      .where(eq(contests.id, contestId));
    const counts = await Promise.all([remindJudges(server), remindJudges(server), remindJudges(server)]);
    expect(counts.reduce((sum, each) => sum + each, 0)).toBe(1);
    expect(await server.db.$count(notices, eq(notices.userId, judges[0]!.person.id))).toBe(2);
  });
});
