import { eq } from "drizzle-orm";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { listNotices } from "@conquest/shared/contracts/messages";
import { confirmContest, listContestsUnfiltered, returnToReview } from "@conquest/shared/contracts/review";
import { leaveContest } from "@conquest/shared/contracts/participation";
import { contests, entries } from "../../database/schema/contests";
import { testServer, describeOnPostgres } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";

describe("returning a contest to review", () => {
  const server = testServer();
  const { api, people } = server;
  const steps = contestSteps(server);

  it("hides it, notifies its creator and allows confirming it again", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const id = await steps.open(creator);
    expect(await api.as(admin).call(returnToReview, { params: { id } })).toEqual({ modifiedCount: 1 });
    expect(await api.expectError(getContestDetails, { params: { id } })).toMatchObject({ status: 404 });
    expect(await api.as(admin).call(listContestsUnfiltered, {})).toMatchObject([
      { _id: id, status: "pending", phase: "in_review" },
    ]);
    expect((await api.as(creator).call(listNotices, {})).map(({ kind }) => kind)).toContain("back_in_review");
    expect(await api.as(admin).call(confirmContest, { params: { id }, body: { status: "open" } })).toEqual({
      modifiedCount: 1,
    });
  });

  it("is rejected once anyone has paid, even if they have left", async () => {
    const [creator, participant, admin] = [await people.creator(), await people.user(), await people.admin()];
    const id = await steps.open(creator);
    await steps.join(participant, id);
    await api.as(participant).call(leaveContest, { body: { contestId: id, email: participant.email } });
    expect(await api.as(admin).expectError(returnToReview, { params: { id } })).toMatchObject({
      status: 409,
      code: "was_paid_for",
    });
    expect(await api.call(getContestDetails, { params: { id } })).toMatchObject({ phase: "open" });
  });

  it("ignores former free participants, but not current ones or a winner", async () => {
    const [creator, participant, admin] = [await people.creator(), await people.user(), await people.admin()];
    const id = await steps.open(creator, { prize: 0 });
    await steps.join(participant, id);
    expect(await api.as(admin).expectError(returnToReview, { params: { id } })).toMatchObject({
      status: 409,
      code: "was_paid_for",
      message: "People have joined, so you can only cancel this contest.",
    });
    await api.as(participant).call(leaveContest, { body: { contestId: id, email: participant.email } });
    expect(await api.as(admin).call(returnToReview, { params: { id } })).toEqual({ modifiedCount: 1 });
    const contestId = await steps.open(creator, { prize: 0 });
    await steps.join(participant, contestId);
    await steps.submit(participant, contestId);
    server.clock.set(new Date("2026-03-03T08:00:00Z"));
    const [entry] = await server.db.select().from(entries).where(eq(entries.contestId, contestId));
    await steps.choose(await server.signInAgain(creator), contestId, entry!.id);
    expect(
      await api.as(await server.signInAgain(admin)).expectError(returnToReview, { params: { id: contestId } }),
    ).toMatchObject({ status: 409, code: "winner_declared" });
  });

  it("is rejected after the deadline, because it could not be confirmed again", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const id = await steps.open(creator);
    const statusAt = async (instant: Date) => {
      server.clock.set(instant);
      const again = api.as(await server.signInAgain(admin));
      return {
        again,
        back: (await again.call(listContestsUnfiltered, {})).find(({ _id }) => _id === id)!.may.returnToReview,
      };
    };
    const because = "You can't undo the approval after the deadline.";
    expect((await statusAt(new Date("2026-03-02T07:59:59Z"))).back).toMatchObject({ isAllowed: true });
    const { again, back } = await statusAt(new Date("2026-03-02T08:00:00Z"));
    expect(back).toEqual({ isAllowed: false, because });
    expect(await again.expectError(returnToReview, { params: { id } })).toMatchObject({
      status: 409,
      code: "deadline_passed",
      message: because,
    });
    expect(await api.call(getContestDetails, { params: { id } })).toMatchObject({ phase: "judging" });
  });

  it("is limited to admins", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator);
    expect(await api.expectError(returnToReview, { params: { id } })).toMatchObject({ status: 401 });
    for (const person of [creator, await people.user()]) {
      expect(await api.as(person).expectError(returnToReview, { params: { id } })).toMatchObject({ status: 403 });
    }
    expect(
      await api.as(await people.admin()).expectError(returnToReview, { params: { id: crypto.randomUUID() } }),
    ).toMatchObject({ status: 404 });
  });
});

describeOnPostgres("returning a contest to review during a join", () => {
  const server = testServer({ needsPostgres: true });
  const { api, people } = server;
  const steps = contestSteps(server);

  it("either succeeds before the join or is rejected after it", async () => {
    const [creator, participant, admin] = [await people.creator(), await people.user(), await people.admin()];
    for (const _ of Array.from({ length: 6 })) {
      const id = await steps.open(creator);
      const [taken, joined] = await Promise.allSettled([
        api.as(admin).call(returnToReview, { params: { id } }),
        steps.join(participant, id),
      ]);
      const [row] = await server.db.select().from(contests).where(eq(contests.id, id));
      expect([taken.status, joined.status].sort()).toEqual(["fulfilled", "rejected"]);
      expect(row).toMatchObject(
        joined.status === "fulfilled"
          ? { status: "open", participantCount: 1 }
          : { status: "pending", participantCount: 0 },
      );
    }
  });
});
