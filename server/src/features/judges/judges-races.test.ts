import { eq, sql } from "drizzle-orm";
import type { Endpoint, InputOf } from "@conquest/shared/contracts/http/endpoint";
import { getMyEntry } from "@conquest/shared/contracts/entries";
import { rateEntry } from "@conquest/shared/contracts/judging/judged-entries";
import {
  MAX_JUDGES,
  answerInvitation,
  inviteJudge,
  stepDown,
  withdrawJudge,
} from "@conquest/shared/contracts/judging/judges";
import { joinContest } from "@conquest/shared/contracts/participation";
import { deleteUser } from "@conquest/shared/contracts/users";
import { declareWinner } from "@conquest/shared/contracts/winners";
import { contestJudges, entryRatings } from "../../database/schema/judging";
import { participations } from "../../database/schema/taking-part";
import { testServer, describeOnPostgres, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";
import { contestRow, inLockOrder, withRowLocked } from "../../testing/races";
import { testApi } from "../../testing/test-api";

describeOnPostgres("concurrent judge operations", () => {
  const server = testServer({ needsPostgres: true });
  const { api, people, clock } = server;
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

  const withContestLocked = <T>(contestId: string, start: () => Promise<T>, waiting: number) =>
    withRowLocked(server.db, contestRow(contestId), start, waiting);

  const accept = (person: Person, id: string) =>
    outcome(person, answerInvitation, { params: { id }, body: { accepts: true } });
  const states = async (contestId: string) =>
    (await server.db.select().from(contestJudges).where(eq(contestJudges.contestId, contestId))).map(
      ({ state }) => state,
    );

  it("notifies a user who signs up while being invited", async () => {
    const creator = await people.creator();
    const contestId = await steps.open(creator);
    const email = "newcomer@example.com";
    // Both have written their rows; the first to look does not see the other's.
    const takeAddressLock = (tx: Parameters<Parameters<typeof withRowLocked>[1]>[0]) =>
      tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`invited ${email}`}))`);
    const [invited, newcomer] = await inLockOrder(server.db, takeAddressLock, [
      () => outcome(creator, inviteJudge, { params: { contestId }, body: { email } }),
      () => people.user({ email }),
    ]);
    expect(invited).toBe("done");
    expect((await steps.noticesOf(newcomer)).map(({ kind }) => kind)).toEqual(["judge_invited"]);
  });

  it("either accepts or joins, never both", async () => {
    const creator = await people.creator();
    for (let round = 0; round < 8; round += 1) {
      const person = await people.user();
      const contestId = await steps.open(creator);
      const id = await steps.invite(creator, contestId, person.email);
      const join = () => outcome(person, joinContest, { body: { contestId, email: person.email } });
      const both = round % 2 ? () => [accept(person, id), join()] : () => [join(), accept(person, id)];
      const outcomes = await withContestLocked(contestId, () => Promise.all(both()), 2);
      expect(outcomes.filter((what) => what === "done")).toHaveLength(1);
      const hasJoined = (await server.db.$count(participations, eq(participations.contestId, contestId))) === 1;
      expect(await states(contestId)).toEqual([hasJoined ? "invited" : "accepted"]);
      expect(outcomes.find((what) => what !== "done")).toBe(hasJoined ? "takes_part" : "judges_it");
    }
  });

  it("never invites beyond the number of assignments", async () => {
    const creator = await people.creator();
    const contestId = await steps.open(creator);
    for (let at = 1; at < MAX_JUDGES; at += 1) await steps.invite(creator, contestId, `judge-${at}@example.com`);
    const outcomes = await withContestLocked(
      contestId,
      () =>
        Promise.all(
          ["one", "other", "third"].map((name) =>
            outcome(creator, inviteJudge, { params: { contestId }, body: { email: `${name}@example.com` } }),
          ),
        ),
      3,
    );
    expect(outcomes.sort()).toEqual(["done", "no_seat", "no_seat"]);
    expect(await states(contestId)).toHaveLength(MAX_JUDGES);
    expect(
      await Promise.all(
        [0, 1].map(async (at) => {
          const other = await steps.open(creator, { name: `Another ${at}` });
          return (
            await Promise.all(
              [0, 1].map(() =>
                outcome(creator, inviteJudge, { params: { contestId: other }, body: { email: "same@example.com" } }),
              ),
            )
          ).sort();
        }),
      ),
    ).toEqual([
      ["already_invited", "done"],
      ["already_invited", "done"],
    ]);
  });

  it("either delivers or rejects a rating during the choice of the winner", async () => {
    for (let round = 0; round < 6; round += 1) {
      clock.set("2026-03-02T06:00:00.000Z");
      const [creator, judge, author] = [await people.creator(), await people.user(), await people.user()];
      const contestId = await steps.open(creator);
      await steps.answer(judge, await steps.invite(creator, contestId, judge.email));
      await steps.join(author, contestId);
      const entryId = (await steps.submit(author, contestId))._id;
      clock.set("2026-03-02T08:01:00.000Z");
      const rate = () => outcome(judge, rateEntry, { params: { contestId }, body: { entryId, rating: 4 } });
      const choose = () =>
        outcome(creator, declareWinner, { params: { contestId }, body: { entryId, note: "The clearest" } });
      const [rated] = await withContestLocked(
        contestId,
        async () => {
          if (round % 2) {
            const chosen = choose();
            return [await rate(), await chosen];
          }
          return Promise.all([rate(), choose()]);
        },
        2,
      );
      const { entry } = await api.as(author).call(getMyEntry, { params: { contestId } });
      expect([rated, entry!.ratings!.length]).toEqual(rated === "done" ? ["done", 1] : ["winner_declared", 0]);
    }
  });

  it("leaves no ratings of a judge who leaves while rating", async () => {
    for (const leave of ["withdraw", "step down"] as const) {
      clock.set("2026-03-02T06:00:00.000Z");
      const [creator, judge, author] = [await people.creator(), await people.user(), await people.user()];
      const contestId = await steps.open(creator);
      const id = await steps.invite(creator, contestId, judge.email);
      await steps.answer(judge, id);
      await steps.join(author, contestId);
      const entryId = (await steps.submit(author, contestId))._id;
      clock.set("2026-03-02T08:01:00.000Z");
      const go = () =>
        leave === "withdraw"
          ? outcome(creator, withdrawJudge, { params: { id } })
          : outcome(judge, stepDown, { params: { id } });
      const [gone, rated] = await withContestLocked(
        contestId,
        () => Promise.all([go(), outcome(judge, rateEntry, { params: { contestId }, body: { entryId, rating: 4 } })]),
        2,
      );
      expect(gone).toBe("done");
      expect(["done", "judges_no_more"]).toContain(rated);
      expect(await server.db.$count(entryRatings, eq(entryRatings.judgeId, judge.id))).toBe(0);
    }
  });

  it.each([
    { late: "an answer", state: "stepped_down" },
    { late: "its withdrawal", state: "withdrawn" },
  ])("leaves no assignment of a user deleted during $late", async ({ late, state }) => {
    const admin = await people.admin();
    for (const isFirst of [true, false]) {
      const [creator, judge] = [await people.creator(), await people.user()];
      const contestId = await steps.open(creator);
      const id = await steps.invite(creator, contestId, judge.email);
      const change = () =>
        late === "an answer" ? accept(judge, id) : outcome(creator, withdrawJudge, { params: { id } });
      const remove = () => outcome(admin, deleteUser, { params: { id: judge.id } });
      const outcomes = await inLockOrder(
        server.db,
        contestRow(contestId),
        isFirst ? [change, remove] : [remove, change],
      );
      expect(outcomes).toEqual(isFirst ? ["done", "done"] : ["done", "not_found"]);
      const assignments = await server.db
        .select({ state: contestJudges.state, email: contestJudges.email })
        .from(contestJudges)
        .where(eq(contestJudges.contestId, contestId));
      expect(assignments).toEqual(isFirst ? [{ state, email: null }] : []);
    }
  });
});
