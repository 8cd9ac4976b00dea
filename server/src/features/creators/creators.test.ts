import { eq } from "drizzle-orm";
import type { CreatorRecord } from "@conquest/shared/contracts/contests";
import { getCreator, listBestCreators, listCreatorContests } from "@conquest/shared/contracts/listing";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import { getContestReview, returnToReview } from "@conquest/shared/contracts/review";
import { deleteUser, updateUser } from "@conquest/shared/contracts/users";
import { contests } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import { testServer, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";
import { DAY, HOUR } from "../../testing/test-clock";
import { cancelContest } from "../cancellation/domain/end-contest";

const server = testServer();
const { api, people, clock, signInAgain } = server;
const steps = contestSteps(server);

const NOTHING: CreatorRecord = {
  run: 0,
  concluded: 0,
  cancelled: 0,
  endedWithoutWinner: 0,
  daysToResult: null,
  prizes: { delivered: 0, of: 0, days: null },
};
const creatorOf = async (contestId: string, person: Person | null = null) =>
  (await steps.details(person, contestId)).creator;
const pageOf = async (contestId: string) =>
  api.call(getCreator, { params: { id: (await creatorOf(contestId)).publicId! } });

/** Runs a contest to its result, chosen `after` milliseconds after the deadline. */
async function conclude(creator: Person, after: number, fields = {}) {
  const deadline = new Date(clock.now().getTime() + HOUR);
  const [id, winner] = [
    await steps.open(creator, { ...fields, deadline: deadline.toISOString() }),
    await people.user(),
  ];
  await steps.join(winner, id);
  const { _id } = await steps.submit(winner, id);
  clock.advance(HOUR + after);
  await steps.choose(await signInAgain(creator), id, _id);
  return id;
}

describe("a creator's record", () => {
  it("counts opened contests by their outcome", async () => {
    const creator = await people.creator();
    const pending = await steps.create(creator);
    expect(await creatorOf(pending, creator)).toEqual({
      name: creator.name,
      photo: "",
      publicId: null,
      record: NOTHING,
    });
    const open = await steps.open(creator);
    expect((await creatorOf(open)).record).toEqual({ ...NOTHING, run: 1 });
    // Deleted without participants, it no longer counts.
    await api.as(creator).call(deleteContest, { params: { id: open } });
    expect((await creatorOf(pending, creator)).record).toEqual(NOTHING);

    const cancelled = await steps.open(creator);
    const joiner = await people.user();
    await steps.join(joiner, cancelled);
    await api.as(creator).call(deleteContest, { params: { id: cancelled } });
    expect(await creatorOf(cancelled, joiner)).toMatchObject({ publicId: null, record: { ...NOTHING, cancelled: 1 } });

    await conclude(creator, 2 * DAY);
    const last = await conclude(await signInAgain(creator), 5 * DAY + 12 * HOUR);
    expect((await creatorOf(last)).record).toEqual({
      run: 2,
      concluded: 2,
      cancelled: 1,
      endedWithoutWinner: 0,
      daysToResult: 3.8,
      prizes: { delivered: 0, of: 0, days: null },
    });
    expect((await pageOf(last)).record).toEqual((await creatorOf(last)).record);
  });

  it("counts the contests listed on the page, also in a preview", async () => {
    const creator = await people.creator();
    const [kept, hidden, cancelled] = [await steps.open(creator), await steps.open(creator), await steps.open(creator)];
    await steps.join(await people.user(), cancelled);
    await api.as(creator).call(deleteContest, { params: { id: cancelled } });
    await server.db.update(contests).set({ hiddenAt: clock.now() }).where(eq(contests.id, hidden));
    const page = await pageOf(kept);
    expect([page.record.run, (await api.page(listCreatorContests, { params: { id: page._id } })).total]).toEqual([
      1, 1,
    ]);

    const pending = await steps.create(creator);
    const { asVisitors } = await api.as(await people.admin()).call(getContestReview, { params: { id: pending } });
    expect(asVisitors.creator.record).toEqual(page.record);
  });

  it("excludes hidden contests with a winner", async () => {
    const creator = await people.creator();
    const hidden = await conclude(creator, 4 * DAY);
    const kept = await conclude(await signInAgain(creator), 2 * DAY);
    expect((await creatorOf(kept)).record).toMatchObject({ run: 2, concluded: 2, daysToResult: 3 });
    await server.db.update(contests).set({ hiddenAt: clock.now() }).where(eq(contests.id, hidden));
    expect((await creatorOf(kept)).record).toEqual({ ...NOTHING, run: 1, concluded: 1, daysToResult: 2 });
  });

  it("counts contests ended automatically apart from cancelled ones", async () => {
    const creator = await people.creator();
    const [kept, unanswered, empty] = [
      await steps.open(creator, { deadline: "2026-06-02T08:00:00Z" }),
      await steps.open(creator),
      await steps.open(creator),
    ];
    await steps.join(await people.user(), unanswered);
    for (const id of [unanswered, empty]) {
      const contest = (await steps.stored(id))!;
      await server.db.transaction((tx) =>
        cancelContest(tx, clock, contest, { reason: "No winner was picked.", by: null }),
      );
    }
    expect((await creatorOf(kept)).record).toEqual({ ...NOTHING, run: 1, endedWithoutWinner: 2 });
  });

  it("excludes contests returned to review", async () => {
    const creator = await people.creator();
    const [one, back] = [await steps.open(creator), await steps.open(creator)];
    await api.as(await people.admin()).call(returnToReview, { params: { id: back } });
    expect((await creatorOf(one)).record).toEqual({ ...NOTHING, run: 1 });
  });

  it("counts the creator's own contests only", async () => {
    const [one, other] = [await people.creator(), await people.creator()];
    await conclude(one, DAY);
    const id = await steps.open(await signInAgain(other), { deadline: "2026-06-02T08:00:00Z" });
    expect((await creatorOf(id)).record).toEqual({ ...NOTHING, run: 1 });
  });
});

describe("a creator's page", () => {
  it("shows name and registration date, but nothing that identifies the account", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator);
    const page = await pageOf(id);
    const [account] = await server.db.select().from(users).where(eq(users.id, creator.id));
    expect(page).toEqual({
      _id: expect.any(String),
      name: creator.name,
      photo: "",
      since: account!.createdAt.toISOString(),
      record: { ...NOTHING, run: 1 },
    });
    for (const url of [
      `/api/creators/${page._id}`,
      `/api/creators/${page._id}/contests`,
      `/api/contest-details/${id}`,
      "/api/best-creators",
    ]) {
      const { statusCode, body } = await api.send({ url });
      expect(statusCode).toBe(200);
      for (const secret of [creator.email, creator.id, account!.uid]) expect(body).not.toContain(secret);
    }
    expect((await api.call(listBestCreators, {})).map(({ _id }) => _id)).toEqual([page._id]);
    expect(await api.expectError(getCreator, { params: { id: creator.id } })).toMatchObject({ status: 404 });
  });

  it("lists public contests: open, then awaiting a winner, then decided", async () => {
    const creator = await people.creator();
    await steps.open(await people.creator(), { name: "Another's", deadline: "2026-06-02T08:00:00Z" });
    const done = await conclude(creator, 0, { name: "Decided" });
    const owner = await signInAgain(creator);
    const soon = (hours: number) => new Date(clock.now().getTime() + hours * HOUR).toISOString();
    await steps.open(owner, { name: "Closed", deadline: soon(1) });
    await steps.open(owner, { name: "Open", deadline: soon(100) });
    clock.advance(1000);
    await steps.open(owner, { name: "Opened later", deadline: soon(90) });
    await steps.create(owner, { name: "In review", deadline: soon(90) });
    const cancelled = await steps.open(owner, { name: "Cancelled", deadline: soon(90) });
    await steps.join(await people.user(), cancelled);
    await api.as(owner).call(deleteContest, { params: { id: cancelled } });
    clock.advance(3 * HOUR);

    const { publicId } = await creatorOf(done);
    const params = { id: publicId! };
    const expected = ["Opened later", "Open", "Closed", "Decided"];
    for (const caller of [api, api.as(await signInAgain(creator)), api.as(await people.admin())]) {
      const page = await caller.page(listCreatorContests, { params });
      expect([page.items.map(({ name }) => name), page.total, page.nextCursor]).toEqual([expected, 4, null]);
    }
    const names: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await api.page(listCreatorContests, { params, query: { limit: 1, ...(cursor && { cursor }) } });
      expect(page.total).toBe(4);
      names.push(...page.items.map(({ name }) => name));
      cursor = page.nextCursor;
    } while (cursor);
    expect(names).toEqual(expected);
  });

  it("does not exist without public contests or for blocked or removed creators", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const [id, joiner] = [await steps.open(creator), await people.user()];
    await steps.join(joiner, id);
    const { publicId } = await creatorOf(id);
    const params = { id: publicId! };
    const pageExists = async () => {
      const found = await Promise.all(
        [getCreator, listCreatorContests].map((endpoint) =>
          api.send({ url: `/api${endpoint.path.replace(":id", params.id)}` }),
        ),
      );
      const [first, second] = found.map(({ statusCode }) => statusCode);
      expect(first).toBe(second);
      return first === 200;
    };
    expect(await pageExists()).toBe(true);
    await api.as(admin).call(updateUser, { params: { id: creator.id }, body: { status: "blocked" } });
    expect(await pageExists()).toBe(false);
    expect(await creatorOf(id, joiner)).toMatchObject({ publicId: null });
    await api.as(admin).call(updateUser, { params: { id: creator.id }, body: { status: "verified" } });
    expect(await pageExists()).toBe(true);
    await api.as(await signInAgain(creator)).call(deleteContest, { params: { id } });
    expect(await pageExists()).toBe(false);
    await api.as(admin).call(deleteUser, { params: { id: creator.id } });
    await server.db
      .update(contests)
      .set({ cancelledAt: null, cancelReason: null, cancelledBy: null })
      .where(eq(contests.id, id));
    expect(await pageExists()).toBe(false);
    for (const unknown of ["nothing", crypto.randomUUID(), "0".repeat(500)])
      expect(await api.expectError(getCreator, { params: { id: unknown } })).toMatchObject({
        status: 404,
        code: "not_found",
      });
  });
});
