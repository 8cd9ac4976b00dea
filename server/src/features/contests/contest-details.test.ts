import { eq } from "drizzle-orm";
import { getContestDetails, listContests } from "@conquest/shared/contracts/listing";
import { leaveContest } from "@conquest/shared/contracts/participation";
import { updateContest } from "@conquest/shared/contracts/publishing";
import { reportContest } from "@conquest/shared/contracts/reports";
import { contests } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import { participations } from "../../database/schema/taking-part";
import { testServer } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";

const server = testServer();
const { api, people } = server;
const steps = contestSteps(server);
const { details } = steps;

const unknownId = crypto.randomUUID();

describe("a contest's details", () => {
  it("are hidden from others while the contest is pending", async () => {
    const creator = await people.creator();
    const id = await steps.create(creator);
    for (const stranger of [null, await people.user(), await people.creator()]) {
      const caller = stranger ? api.as(stranger) : api;
      expect(await caller.expectError(getContestDetails, { params: { id } })).toMatchObject({ status: 404 });
    }
    expect(await details(creator, id)).toMatchObject({ phase: "in_review", viewer: { isOwner: true } });
    expect(await details(await people.admin(), id)).toMatchObject({ phase: "in_review", viewer: { isOwner: false } });
  });

  it.each([
    ["a malformed id", "no-id"],
    ["an unknown id", unknownId],
    ["a very long id", "0".repeat(500)],
  ])("respond 404 for %s", async (_, id) => {
    expect(await api.expectError(getContestDetails, { params: { id } })).toMatchObject({
      status: 404,
      code: "not_found",
    });
  });

  it("contain a Markdown brief, and its beginning without markup for lists", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator, { description: "# River\n**Draw** it.", task: "One poster.\nA2." });
    expect(await details(null, id)).toMatchObject({
      description: "# River\n**Draw** it.",
      summary: "River\nDraw it.",
      brief: { description: expect.arrayContaining([{ tag: "h4" }]) as unknown },
    });
    expect((await details(null, id)).brief).not.toHaveProperty("task");
    const [card] = await api.call(listContests, {});
    expect(card).toMatchObject({ description: "# River\n**Draw** it.", summary: "River\nDraw it." });
  });

  it("have neither for plain texts", async () => {
    const id = await steps.open(await people.creator(), {
      description: "Draw a river.\nAny river.",
      task: "One poster.",
    });
    const { body } = await api.send({ url: `/api/contest-details/${id}` });
    expect(JSON.parse(body)).not.toHaveProperty("brief");
    expect(JSON.parse(body)).not.toHaveProperty("summary");
  });

  it("show texts from before Markdown as they were until they change", async () => {
    const creator = await people.creator();
    const id = await steps.create(creator);
    const before = { description: "# 1 river", task: "# 1 poster" };
    await server.db.update(contests).set(before).where(eq(contests.id, id));
    const update = (body: object) => api.as(creator).call(updateContest, { params: { id }, body });
    await update({ ...before, name: "Rivers" });
    expect(await details(creator, id)).not.toHaveProperty("brief");
    await update({ ...before, task: "# 2 posters" });
    expect((await details(creator, id)).brief).toEqual({ task: [{ tag: "h4" }, { text: "2 posters" }, {}] });
    await update({ description: "- 1 river", task: "2 posters" });
    expect(await details(creator, id)).toMatchObject({
      summary: "1 river",
      brief: { description: [{ tag: "ul" }, { tag: "li" }, { text: "1 river" }, {}, {}] },
    });
  });

  it("say that the caller left and what was refunded, until they join again", async () => {
    const [creator, participant] = [await people.creator(), await people.user()];
    const id = await steps.open(creator);
    const { receiptNumber } = await steps.join(participant, id);
    expect((await details(participant, id)).viewer).toMatchObject({ left: null });
    const at = server.clock.now().toISOString();
    await api.as(participant).call(leaveContest, { body: { contestId: id, email: participant.email } });
    expect((await details(participant, id)).viewer).toMatchObject({ left: { at, amount: 50_000, receiptNumber } });
    expect((await details(creator, id)).viewer).toMatchObject({ left: null });
    await steps.join(participant, id);
    expect((await details(participant, id)).viewer).toMatchObject({ left: null });
  });

  it("say whether the caller reported the contest", async () => {
    const reporter = await people.user();
    const id = await steps.open(await people.creator());
    await api
      .as(reporter)
      .call(reportContest, { params: { contestId: id }, body: { reason: "stolen", word: "The picture is mine." } });
    expect((await details(reporter, id)).viewer).toMatchObject({ hasReported: true });
    expect((await details(await people.user(), id)).viewer).toMatchObject({ hasReported: false });
  });

  it("describe the caller's relation to the contest", async () => {
    const [creator, participant] = [await people.creator(), await people.user()];
    const id = await steps.open(creator);
    expect((await details(null, id)).viewer).toBeNull();
    expect((await details(participant, id)).viewer).toEqual({
      isOwner: false,
      isJudge: false,
      hasJoined: false,
      paidAmount: null,
      hasSubmitted: false,
      leavesUntil: null,
      isWinner: false,
      isFollowing: false,
      acceptedRules: null,
      hasReported: false,
      waiting: null,
      left: null,
    });
    await steps.join(participant, id);
    expect((await details(participant, id)).viewer).toMatchObject({
      hasJoined: true,
      paidAmount: 50000,
      hasSubmitted: false,
    });
    await steps.submit(participant, id);
    expect((await details(participant, id)).viewer).toMatchObject({ hasJoined: true, hasSubmitted: true });
    expect((await details(creator, id)).viewer).toMatchObject({ isOwner: true, hasJoined: false });
  });

  it("contain no email address or account id", async () => {
    const [creator, participant] = [await people.creator(), await people.user()];
    const id = await steps.open(creator);
    await steps.join(participant, id);
    for (const url of [
      `/api/contest-details/${id}`,
      "/api/all-contests",
      "/api/popular-contests",
      "/api/popular-contests-no-limit",
    ]) {
      const { body } = await api.send({ url });
      expect(body).toContain(id);
      for (const secret of [creator.email, participant.email, participant.id, creator.id])
        expect(body).not.toContain(secret);
    }
  });

  it("are hidden while the creator is blocked, except from admins and participants", async () => {
    const [creator, participant] = [await people.creator(), await people.user()];
    const id = await steps.open(creator);
    await steps.join(participant, id);
    await server.db.update(users).set({ status: "blocked" }).where(eq(users.id, creator.id));
    expect(await api.expectError(getContestDetails, { params: { id } })).toMatchObject({ status: 404 });
    expect(await api.as(await people.user()).expectError(getContestDetails, { params: { id } })).toMatchObject({
      status: 404,
    });
    expect(await details(participant, id)).toMatchObject({ isPublic: false, viewer: { hasJoined: true } });
    expect(await details(await people.admin(), id)).toMatchObject({ _id: id, isPublic: false });
    await server.db.update(users).set({ status: "verified" }).where(eq(users.id, creator.id));
    expect(await details(null, id)).toMatchObject({ _id: id, isPublic: true });
  });
});

describe("the cost of joining", () => {
  const feeServer = testServer({ config: { joinAmount: "registrationPrice" } });
  const feeSteps = contestSteps(feeServer);

  it("is the entry fee if configured, before and after paying", async () => {
    const id = await feeSteps.open(await feeServer.people.creator());
    expect(await feeServer.api.call(getContestDetails, { params: { id } })).toMatchObject({ amountDue: 200 });
    expect(await feeSteps.join(await feeServer.people.user(), id)).toMatchObject({ amount: 200 });
  });

  it("keeps the amount paid before a configuration change", async () => {
    const participant = await people.user();
    const id = await steps.open(await people.creator());
    await steps.join(participant, id);
    await server.db.update(participations).set({ amount: 200 }).where(eq(participations.contestId, id));
    expect(await details(participant, id)).toMatchObject({ amountDue: 50000, viewer: { paidAmount: 200 } });
    for (const other of [await people.user(), await people.admin()])
      expect((await details(other, id)).viewer).toMatchObject({ paidAmount: null });
    expect(await api.as(participant).call(leaveContest, { body: { contestId: id, email: participant.email } })).toEqual(
      { refundedTotal: 200 },
    );
    expect((await details(participant, id)).viewer).toMatchObject({ hasJoined: false, paidAmount: null });
  });
});
