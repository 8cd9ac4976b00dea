import { and, eq, isNull } from "drizzle-orm";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { listNotices } from "@conquest/shared/contracts/messages";
import { listMyContests } from "@conquest/shared/contracts/publishing";
import {
  commentOnContest,
  confirmContest,
  listContestsUnfiltered,
  returnToReview,
} from "@conquest/shared/contracts/review";
import { leaveContest } from "@conquest/shared/contracts/participation";
import { auditEntries } from "../../database/schema/audit";
import { contests, entries } from "../../database/schema/contests";
import { notices } from "../../database/schema/messages";
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

  describe("that was decided before its approval", () => {
    async function approveAfter(decision: "changes_requested" | "rejected") {
      const [creator, admin] = [await people.creator(), await people.admin()];
      const id = await steps.create(creator, { name: "Kites" });
      await api.as(admin).call(commentOnContest, { params: { id }, body: { text: "Name the size.", decision } });
      const approve = () => api.as(admin).call(confirmContest, { params: { id }, body: { status: "open" } });
      await approve();
      server.clock.set(new Date(server.clock.now().getTime() + 60_000));
      const undo = (reason?: string) => api.as(admin).call(returnToReview, { params: { id }, body: { reason } });
      const own = async () =>
        (await api.as(creator).call(listMyContests, { params: { email: creator.email } })).find(
          ({ _id }) => _id === id,
        )!;
      const openRequests = () =>
        server.db.$count(notices, and(eq(notices.asks, `changes:${id}`), isNull(notices.readAt)));
      return { id, creator, approve, undo, own, openRequests };
    }

    it.each([
      ["changes_requested", "“Kites” needs changes again before it can open. An admin undid its approval.", 1],
      ["rejected", "“Kites” is rejected again. An admin undid its approval.", 0],
    ] as const)("restores %s without a reason", async (decision, text, requestCount) => {
      const { id, creator, undo, own, openRequests } = await approveAfter(decision);
      await undo();
      expect(await own()).toMatchObject({
        status: "pending",
        phase: decision,
        comments: [{ text: "Name the size.", decision }],
      });
      expect((await steps.noticesOf(creator))[0]).toEqual({ kind: decision, text });
      expect(await openRequests()).toBe(requestCount);
      expect(await server.db.select().from(auditEntries).where(eq(auditEntries.act, "contest_returned"))).toMatchObject(
        [{ contestId: id, fromValue: "approved", toValue: decision }],
      );
    });

    it("restores the same state after each of two approvals", async () => {
      const { approve, undo, own } = await approveAfter("rejected");
      await undo();
      await approve();
      expect(await own()).toMatchObject({ phase: "open" });
      await undo();
      expect(await own()).toMatchObject({ phase: "rejected" });
    });

    it("is in review with a reason, also after the next undo", async () => {
      const { approve, undo, own } = await approveAfter("rejected");
      await undo("Who may take part?");
      expect(await own()).toMatchObject({ phase: "in_review" });
      await approve();
      await undo();
      expect(await own()).toMatchObject({ phase: "in_review" });
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
