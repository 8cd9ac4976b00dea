import { eq } from "drizzle-orm";
import {
  commentOnContest,
  confirmContest,
  getContestReview,
  listContestsUnfiltered,
} from "@conquest/shared/contracts/review";
import { updateUser } from "@conquest/shared/contracts/users";
import { listMyContests } from "@conquest/shared/contracts/publishing";
import { listContests } from "@conquest/shared/contracts/listing";
import { users } from "../../database/schema/people";
import { testServer } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";

const server = testServer();
const { api, people, clock } = server;
const steps = contestSteps(server);
const { details, noticesOf, stored } = steps;

const DEADLINE = "2026-03-02T08:00:00.000Z";
const unknownId = crypto.randomUUID();

describe("the unfiltered contest list", () => {
  it("is limited to admins", async () => {
    expect(await api.expectError(listContestsUnfiltered, {})).toMatchObject({ status: 401 });
    for (const person of [await people.user(), await people.creator()]) {
      expect(await api.as(person).expectError(listContestsUnfiltered, {})).toMatchObject({
        status: 403,
        code: "wrong_role",
      });
    }
  });

  it("lists contests in review first and is searchable by creator", async () => {
    const [creator, admin] = [await people.creator({ name: "Rahima" }), await people.admin()];
    const waiting = await steps.create(creator);
    clock.advance(1);
    const open = await steps.open(await people.creator(), { name: "Open" });
    const list = await api.as(admin).page(listContestsUnfiltered, {});
    expect(list.items.map(({ _id }) => _id)).toEqual([waiting, open]);
    expect(list.items[0]?.creator).toEqual({ _id: creator.id, name: "Rahima", email: creator.email, photo: "" });
    for (const q of ["rahima", creator.email]) {
      expect((await api.as(admin).call(listContestsUnfiltered, { query: { q } })).map(({ _id }) => _id)).toEqual([
        waiting,
      ]);
    }
    expect(
      (await api.as(admin).call(listContestsUnfiltered, { query: { phase: "open" } })).map(({ _id }) => _id),
    ).toEqual([open]);
  });
});

describe("a contest that is not public", () => {
  it("is marked in the list", async () => {
    const [admin, blocked] = [await people.admin(), await people.creator()];
    const [unseen, seen] = [await steps.open(blocked), await steps.open(await people.creator())];
    await server.db.update(users).set({ status: "blocked" }).where(eq(users.id, blocked.id));
    const list = await api.as(admin).call(listContestsUnfiltered, {});
    expect(list.map(({ _id, isPublic }) => [_id, isPublic]).sort()).toEqual(
      [
        [unseen, false],
        [seen, true],
      ].sort(),
    );
  });
});

describe("confirming a contest", () => {
  const confirm = { status: "open" } as const;

  it("opens it to the public and notifies the creator", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const id = await steps.create(creator);
    expect(await api.as(admin).call(confirmContest, { params: { id }, body: confirm })).toEqual({ modifiedCount: 1 });
    expect(await details(null, id)).toMatchObject({ status: "open", phase: "open" });
    expect(await stored(id)).toMatchObject({ openedAt: clock.now() });
    expect((await api.call(listContests, {})).map(({ _id }) => _id)).toEqual([id]);
    expect(await noticesOf(creator)).toEqual([
      { kind: "contest_confirmed", text: "“Poster for a river festival” was approved and is open." },
    ]);
  });

  it("changes nothing the second time", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const id = await steps.open(creator);
    expect(await api.as(admin).call(confirmContest, { params: { id }, body: confirm })).toEqual({ modifiedCount: 0 });
    expect(await noticesOf(creator)).toHaveLength(1);
  });

  it("is possible until the instant of the deadline", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const [early, late] = [await steps.create(creator), await steps.create(creator)];
    clock.set(new Date(Date.parse(DEADLINE) - 1));
    expect(await api.as(admin).call(confirmContest, { params: { id: early }, body: confirm })).toEqual({
      modifiedCount: 1,
    });
    clock.set(DEADLINE);
    expect(await api.as(admin).expectError(confirmContest, { params: { id: late }, body: confirm })).toMatchObject({
      status: 409,
      code: "deadline_passed",
    });
    expect(await stored(late)).toMatchObject({ status: "pending", openedAt: null });
  });

  it.each(["user", "admin", "creator"] as const)("depends on the current role of its creator: %s", async (role) => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const id = await steps.create(creator);
    await api.as(admin).call(updateUser, { params: { id: creator.id }, body: { role } });
    const { may } = (await api.as(admin).call(getContestReview, { params: { id } })).contest;
    if (role !== "user") {
      expect(may.confirm).toEqual({ isAllowed: true, because: "" });
      return expect(await api.as(admin).call(confirmContest, { params: { id }, body: confirm })).toEqual({
        modifiedCount: 1,
      });
    }
    const because =
      "Its creator is now a user and can't run contests. Make them a creator again, or reject the contest.";
    expect(may).toMatchObject({ confirm: { isAllowed: false, because }, decide: { isAllowed: true } });
    expect(await api.as(admin).expectError(confirmContest, { params: { id }, body: confirm })).toMatchObject({
      status: 409,
      code: "creator_is_user",
      message: because,
    });
    expect(await stored(id)).toMatchObject({ status: "pending", openedAt: null });
    await api.as(admin).call(updateUser, { params: { id: creator.id }, body: { status: "blocked" } });
    expect(await api.as(admin).expectError(confirmContest, { params: { id }, body: confirm })).toMatchObject({
      code: "creator_is_user",
    });
    await api.as(admin).call(updateUser, { params: { id: creator.id }, body: { status: "verified" } });
    await api.as(admin).call(updateUser, { params: { id: creator.id }, body: { role: "creator" } });
    expect(await api.as(admin).call(confirmContest, { params: { id }, body: confirm })).toEqual({ modifiedCount: 1 });
  });

  it("rejects any other status", async () => {
    const id = await steps.open(await people.creator());
    const response = await api
      .as(await people.admin())
      .send({ method: "PUT", url: `/api/update-contest-status/${id}`, payload: { status: "pending" } });
    expect(response.statusCode).toBe(422);
    expect(await stored(id)).toMatchObject({ status: "open" });
  });

  it("is limited to admins and existing contests", async () => {
    const creator = await people.creator();
    const id = await steps.create(creator);
    expect(await api.expectError(confirmContest, { params: { id }, body: confirm })).toMatchObject({ status: 401 });
    for (const person of [creator, await people.user()]) {
      expect(await api.as(person).expectError(confirmContest, { params: { id }, body: confirm })).toMatchObject({
        status: 403,
        code: "wrong_role",
      });
    }
    expect(await stored(id)).toMatchObject({ status: "pending" });
    expect(
      await api.as(await people.admin()).expectError(confirmContest, { params: { id: unknownId }, body: confirm }),
    ).toMatchObject({ status: 404 });
  });
});

describe("an admin's comment", () => {
  it("notifies the creator and is listed newest first with its author", async () => {
    const [creator, admin] = [await people.creator(), await people.admin({ name: "Anika" })];
    const id = await steps.create(creator);
    await api.as(admin).call(commentOnContest, { params: { id }, body: { text: "Nice idea." } });
    clock.advance(1000);
    const answer = await api
      .as(admin)
      .call(commentOnContest, { params: { id }, body: { text: "Please add rules.", decision: "changes_requested" } });
    const [contest] = await api.as(creator).call(listMyContests, { params: { email: creator.email } });
    expect(contest).toMatchObject({ phase: "changes_requested" });
    expect(contest?.comments).toEqual([
      answer,
      expect.objectContaining({ text: "Nice idea.", decision: "comment", author: "Anika" }),
    ]);
    expect(answer).toMatchObject({
      text: "Please add rules.",
      decision: "changes_requested",
      author: "Anika",
      at: clock.now().toISOString(),
    });
    expect(await noticesOf(creator)).toEqual([
      {
        kind: "changes_requested",
        text: "“Poster for a river festival” needs changes before it can open: Please add rules.",
      },
      { kind: "comment", text: "An admin commented on “Poster for a river festival”: Nice idea." },
    ]);
  });

  it("can reject a pending contest, which can still be confirmed", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const id = await steps.create(creator);
    await api
      .as(admin)
      .call(commentOnContest, { params: { id }, body: { text: "Not for this site.", decision: "rejected" } });
    expect(await details(creator, id)).toMatchObject({ phase: "rejected" });
    await api.as(admin).call(confirmContest, { params: { id }, body: { status: "open" } });
    expect(await details(null, id)).toMatchObject({ phase: "open" });
  });

  it("can be added to an open contest, but without a decision", async () => {
    const admin = await people.admin();
    const id = await steps.open(await people.creator());
    for (const decision of ["changes_requested", "rejected"] as const) {
      expect(
        await api.as(admin).expectError(commentOnContest, { params: { id }, body: { text: "No.", decision } }),
      ).toMatchObject({ status: 409, code: "already_open" });
    }
    await api.as(admin).call(commentOnContest, { params: { id }, body: { text: "Well done." } });
    expect(await details(null, id)).toMatchObject({ phase: "open" });
  });

  it("requires text", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const id = await steps.create(creator);
    const refusal = await api
      .as(admin)
      .expectError(commentOnContest, { params: { id }, body: { text: "  ", decision: "rejected" } });
    expect(refusal).toMatchObject({ status: 422, fields: { text: "This field is required" } });
    expect(await details(creator, id)).toMatchObject({ phase: "in_review" });
  });

  it("is limited to admins", async () => {
    const creator = await people.creator();
    const id = await steps.create(creator);
    const call = { params: { id }, body: { text: "Mine." } };
    expect(await api.expectError(commentOnContest, call)).toMatchObject({ status: 401 });
    expect(await api.as(creator).expectError(commentOnContest, call)).toMatchObject({ status: 403 });
    expect(await api.as(await people.user()).expectError(commentOnContest, call)).toMatchObject({ status: 403 });
    expect(
      await api.as(await people.admin()).expectError(commentOnContest, { ...call, params: { id: unknownId } }),
    ).toMatchObject({ status: 404 });
  });
});
