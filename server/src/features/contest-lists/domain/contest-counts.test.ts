import { eq, sql } from "drizzle-orm";
import type { Phase } from "@conquest/shared/contracts/contests";
import { listContests } from "@conquest/shared/contracts/listing";
import { deleteContest, updateContest } from "@conquest/shared/contracts/publishing";
import { listContestsUnfiltered } from "@conquest/shared/contracts/review";
import type { Tag } from "@conquest/shared/contracts/tags";
import { leaveContest } from "@conquest/shared/contracts/participation";
import { verifyDerivedData } from "../../../database/verify-derived-data";
import { contestTally } from "../../../database/schema/contest-lists";
import { contests } from "../../../database/schema/contests";
import { users } from "../../../database/schema/people";
import { STAGE } from "../../../database/stages";
import { testServer, describeOnPostgres, type TestServer } from "../../../testing/test-server";
import { aContestForm, contestSteps } from "../../../testing/contest-steps";
import { DAY, HOUR } from "../../../testing/test-clock";
import { compactCounts, countFromTally } from "./contest-counts";
import { moveStages } from "../contest-lists-routes";

const isConsistent = async (server: TestServer) =>
  (await verifyDerivedData(server.db)).filter(({ wrong }) => wrong.length > 0).length === 0;

describe("contest counts", () => {
  const server = testServer();
  const { api, people, clock } = server;
  const steps = contestSteps(server);
  const rowsOfTally = () => server.db.$count(contestTally);

  const countOf = async (list: Parameters<typeof countFromTally>[0]) =>
    Number((await server.db.execute<{ count: number }>(sql`select ${countFromTally(list)} as count`)).rows[0]!.count);

  it("are correct at any time, even with stale stages", async () => {
    const creator = await people.creator();
    await steps.open(creator, { tags: "Book Review" });
    await steps.open(creator, { tags: "Movie Review" });
    const of = async (phase: Phase, tag?: Tag) => countOf({ sees: "public", filter: { phase, tag }, now: clock.now() });
    const each = async () => [
      await of("open"),
      await of("judging"),
      await of("overdue"),
      await of("open", "Book Review"),
      await of("overdue", "Movie Review"),
    ];
    expect(await each()).toEqual([2, 0, 0, 1, 0]);
    clock.advance(2 * HOUR - 1);
    expect(await each()).toEqual([2, 0, 0, 1, 0]);
    clock.advance(1);
    expect(await each()).toEqual([0, 2, 0, 0, 0]);
    clock.advance(14 * DAY);
    expect(await each()).toEqual([0, 0, 2, 0, 1]);
    await moveStages(server);
    clock.advance(-14 * DAY);
    expect(await each()).toEqual([0, 2, 0, 0, 0]);
    clock.advance(-1);
    expect(await each()).toEqual([2, 0, 0, 1, 0]);
    expect(await isConsistent(server)).toBe(true);
  });

  it("differ between visitors and admins", async () => {
    const admin = await people.admin();
    const [creator, blocked] = [await people.creator(), await people.creator()];
    await steps.open(creator);
    await steps.open(blocked);
    await steps.create(creator);
    await server.db.update(users).set({ status: "blocked" }).where(eq(users.id, blocked.id));
    const totals = async (phase?: Phase) => {
      const query = phase ? { phase } : {};
      return [
        (await api.page(listContests, { query })).total,
        (await api.as(admin).page(listContestsUnfiltered, { query })).total,
      ];
    };
    expect([await totals(), await totals("open"), await totals("in_review"), await totals("cancelled")]).toEqual([
      [1, 3],
      [1, 2],
      [0, 1],
      [0, 0],
    ]);
    clock.advance(3 * HOUR);
    const signedIn = await server.signInAgain(admin);
    expect((await api.as(signedIn).page(listContestsUnfiltered, { query: { phase: "judging" } })).total).toBe(2);
    expect((await api.page(listContests, { query: { phase: "judging" } })).total).toBe(1);
  });

  it("are not affected by joining or leaving", async () => {
    const id = await steps.open(await people.creator());
    const user = await people.user();
    const before = await rowsOfTally();
    await steps.join(user, id);
    await api.as(user).call(leaveContest, { body: { contestId: id, email: user.email } });
    expect(await rowsOfTally()).toBe(before);
  });

  it("stay correct after edits, cancellation and deletion", async () => {
    const creator = await people.creator();
    const [changed, cancelled, unpublished] = [
      await steps.open(creator),
      await steps.open(creator),
      await steps.create(creator),
    ];
    await api
      .as(creator)
      .call(updateContest, {
        params: { id: changed },
        body: { ...aContestForm(), tags: "Article Writing", deadline: "2026-03-04T08:00:00Z" },
      });
    await api.as(creator).call(deleteContest, { params: { id: cancelled } });
    await server.db.delete(contests).where(eq(contests.id, unpublished));
    expect(await isConsistent(server)).toBe(true);
    expect(await countOf({ sees: "all", filter: {}, now: clock.now() })).toBe(await server.db.$count(contests));
  });

  it("are compacted without change above the row threshold", async () => {
    const creator = await people.creator();
    const ids = await Promise.all(Array.from({ length: 4 }, () => steps.open(creator)));
    const few = await rowsOfTally();
    await compactCounts(server.db);
    expect(await rowsOfTally()).toBe(few);
    for (let turn = 0; turn < 70; turn += 1)
      await server.db.update(contests).set({ stage: turn % 2 === 0 ? STAGE.judging : STAGE.open });
    expect(await rowsOfTally()).toBeGreaterThan(500);
    await compactCounts(server.db);
    expect(await server.db.select().from(contestTally)).toEqual([
      { stage: STAGE.open, tag: aContestForm().tags, change: ids.length },
    ]);
    expect(await isConsistent(server)).toBe(true);
  });
});

describeOnPostgres("contest counts under concurrency", () => {
  const server = testServer({ needsPostgres: true });
  const { people } = server;
  const steps = contestSteps(server);

  it("do not block changes to other contests in any order", async () => {
    const creator = await people.creator();
    const [one, other] = [
      await steps.open(creator, { tags: "Book Review" }),
      await steps.open(creator, { tags: "Movie Review" }),
    ];
    const change = (db: typeof server.db, id: string, tag: Tag) =>
      db.update(contests).set({ tag }).where(eq(contests.id, id));
    await server.db.transaction(async (tx) => {
      await tx.execute(sql`set local lock_timeout = '5s'`);
      await change(tx, one, "Movie Review");
      await server.db.transaction(async (another) => {
        await another.execute(sql`set local lock_timeout = '5s'`);
        await change(another, other, "Book Review");
      });
      await change(tx, one, "Book Review");
      await change(tx, one, "Movie Review");
    });
    expect(await isConsistent(server)).toBe(true);
  });

  it("are compacted once by concurrent servers", async () => {
    await steps.open(await people.creator());
    for (let turn = 0; turn < 300; turn += 1)
      await server.db.update(contests).set({ stage: turn % 2 === 0 ? STAGE.judging : STAGE.open });
    await Promise.all(Array.from({ length: 4 }, () => compactCounts(server.db)));
    expect(await server.db.$count(contestTally)).toBe(1);
    expect(await isConsistent(server)).toBe(true);
  });
});
