import { eq } from "drizzle-orm";
import { deleteAccount } from "@conquest/shared/contracts/account";
import { exportEntries } from "@conquest/shared/contracts/judging/judged-entries";
import { extendDeadline } from "@conquest/shared/contracts/deadline-extensions";
import { answerInvitation, inviteJudge, stepDown, withdrawJudge } from "@conquest/shared/contracts/judging/judges";
import { exportParticipants } from "@conquest/shared/contracts/progress";
import { updateContest } from "@conquest/shared/contracts/publishing";
import { deleteUser } from "@conquest/shared/contracts/users";
import { auditEntries } from "../../database/schema/audit";
import { testServer, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";

const server = testServer();
const { api, people, clock } = server;
const steps = contestSteps(server);

const DEADLINE = "2026-03-02T08:00:00.000Z";
const LATER = "2026-03-09T08:00:00.000Z";
const REASON = "The hall is free a week later.";

/** Returns the contest's audit entries after its confirmation, in insertion order. */
async function auditEntriesOf(contestId: string) {
  const rows = await server.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.contestId, contestId))
    .orderBy(auditEntries.number);
  return rows.flatMap(({ act, actorId, actorRole, userId, fromValue, toValue, reason }) =>
    act === "contest_confirmed" ? [] : [{ act, actorId, actorRole, userId, from: fromValue, to: toValue, reason }],
  );
}

async function createContestWithEntry() {
  const [creator, author] = [await people.creator(), await people.user()];
  const id = await steps.open(creator);
  await steps.join(author, id);
  const { _id: entryId } = await steps.submit(author, id);
  return {
    creator,
    author,
    id,
    entryId,
    by: { actorId: creator.id, actorRole: "creator", userId: null, from: "", to: "", reason: "" },
  };
}

const extend = { deadline: LATER.replace(".000", ""), reason: REASON };
const get = (person: Person | null, path: string, contestId: string, query = "") =>
  (person ? api.as(person) : api).send({ url: `/api${path.replace(":contestId", contestId)}${query}` });

describe("audit entries for deadlines", () => {
  it("record an extension with both deadlines and reason, but no rejected one", async () => {
    const { creator, id, by } = await createContestWithEntry();
    await api.as(await people.creator()).expectError(extendDeadline, { params: { id }, body: extend });
    await api.as(await people.admin()).expectError(extendDeadline, { params: { id }, body: extend });
    await api.as(creator).expectError(extendDeadline, { params: { id }, body: { ...extend, from: LATER } });
    await api
      .as(creator)
      .expectError(extendDeadline, { params: { id }, body: { ...extend, deadline: "2026-03-02T07:00:00Z" } });
    expect(await auditEntriesOf(id)).toEqual([]);
    await api.as(creator).call(extendDeadline, { params: { id }, body: { ...extend, from: DEADLINE } });
    await api.as(creator).expectError(extendDeadline, { params: { id }, body: extend });
    expect(await auditEntriesOf(id)).toEqual([
      { act: "deadline_extended", ...by, from: DEADLINE, to: LATER, reason: REASON },
    ]);
  });

  it("record a deadline moved by form, but not without participants", async () => {
    const { creator, id, by } = await createContestWithEntry();
    const empty = await steps.open(creator);
    for (const each of [id, id, empty])
      await api.as(creator).call(updateContest, { params: { id: each }, body: { deadline: extend.deadline } });
    expect(await auditEntriesOf(id)).toEqual([{ act: "deadline_extended", ...by, from: DEADLINE, to: LATER }]);
    expect(await auditEntriesOf(empty)).toEqual([]);
  });
});

describe("audit entries for judges", () => {
  it("record each change of an invitation once, but no rejected or repeated one", async () => {
    const { creator, author, id, by } = await createContestWithEntry();
    const [judge, other] = [await people.user(), await people.user()];
    const invitationId = await steps.invite(creator, id, judge.email);
    await api.as(creator).expectError(inviteJudge, { params: { contestId: id }, body: { email: judge.email } });
    await api.as(creator).expectError(inviteJudge, { params: { contestId: id }, body: { email: creator.email } });
    await api.as(other).expectError(inviteJudge, { params: { contestId: id }, body: { email: other.email } });
    await steps.answer(judge, invitationId, false);
    await steps.answer(judge, invitationId);
    await steps.answer(judge, invitationId);
    await api.as(author).expectError(answerInvitation, { params: { id: invitationId }, body: { accepts: true } });
    await api.as(judge).call(stepDown, { params: { id: invitationId } });
    await api.as(judge).expectError(stepDown, { params: { id: invitationId } });
    await api.as(creator).expectError(withdrawJudge, { params: { id: invitationId } });
    await steps.answer(judge, await steps.invite(creator, id, judge.email));
    await api.as(other).expectError(withdrawJudge, { params: { id: invitationId } });
    await api.as(creator).call(withdrawJudge, { params: { id: invitationId } });
    const aboutJudge = { ...by, userId: judge.id };
    const own = { ...aboutJudge, actorId: judge.id, actorRole: "user" };
    expect(await auditEntriesOf(id)).toEqual([
      { act: "judge_invited", ...aboutJudge },
      { act: "judge_accepted", ...own },
      { act: "judge_stepped_down", ...own },
      { act: "judge_invited", ...aboutJudge },
      { act: "judge_accepted", ...own },
      { act: "judge_withdrawn", ...aboutJudge, from: "accepted", to: "withdrawn" },
    ]);
  });

  it("mask the address of an invited person without a verified account", async () => {
    const { creator, id, by } = await createContestWithEntry();
    const claimant = await people.user({ email: "claimed@example.com", emailVerified: false });
    for (const email of ["nobody@example.com", claimant.email]) {
      const invitationId = await steps.invite(creator, id, email);
      await api.as(creator).call(withdrawJudge, { params: { id: invitationId } });
    }
    expect(await auditEntriesOf(id)).toEqual(
      ["n•••@e•••.com", "c•••@e•••.com"].flatMap((address) => [
        { act: "judge_invited", ...by, to: address },
        { act: "judge_withdrawn", ...by, from: `invited ${address}`, to: "withdrawn" },
      ]),
    );
    expect(JSON.stringify(await server.db.select().from(auditEntries))).not.toMatch(/example\.com/);
  });

  it("record judges who leave the site", async () => {
    const { creator, id } = await createContestWithEntry();
    const [leaving, removed, admin] = [await people.user(), await people.user(), await people.admin()];
    for (const judge of [leaving, removed]) await steps.answer(judge, await steps.invite(creator, id, judge.email));
    const before = (await auditEntriesOf(id)).length;
    const token = server.identity.issue({ uid: leaving.uid, email: leaving.email, signedInAt: clock.now() });
    const payload = { contestCount: 0, refundedCount: 0, refundedTotal: 0 };
    expect(
      (
        await api
          .as(leaving)
          .send({
            method: "DELETE",
            url: `/api${deleteAccount.path}`,
            headers: { authorization: `Bearer ${token}` },
            payload,
          })
      ).statusCode,
    ).toBe(200);
    await api.as(admin).call(deleteUser, { params: { id: removed.id } });
    expect((await auditEntriesOf(id)).slice(before)).toMatchObject([
      { act: "judge_stepped_down", actorId: leaving.id, userId: leaving.id, reason: "They deleted their account" },
      { act: "judge_stepped_down", actorId: admin.id, userId: removed.id, reason: "Their account was removed" },
    ]);
  });
});

describe("audit entries for exports", () => {
  it("record every export by owner and admins, but no rejected or HEAD request", async () => {
    const { creator, author, id, by } = await createContestWithEntry();
    const admin = await people.admin();
    for (const [path, query] of [
      [exportParticipants.path, ""],
      [exportEntries.path, ""],
      [exportEntries.path, "?as=zip"],
    ] as const) {
      expect((await get(null, path, id, query)).statusCode).toBe(401);
      for (const person of [author, await people.creator()])
        expect((await get(person, path, id, query)).statusCode).toBe(404);
      expect(
        (await api.as(creator).send({ method: "HEAD", url: `/api${path.replace(":contestId", id)}${query}` }))
          .statusCode,
      ).toBe(200);
    }
    expect((await get(creator, exportEntries.path, id, "?as=html")).statusCode).toBe(422);
    expect(await auditEntriesOf(id)).toEqual([]);
    await get(creator, exportParticipants.path, id);
    await get(creator, exportEntries.path, id);
    await get(creator, exportEntries.path, id);
    await get(admin, exportEntries.path, id, "?as=zip");
    await get(admin, exportParticipants.path, id);
    const byAdmin = { ...by, actorId: admin.id, actorRole: "admin" };
    expect(await auditEntriesOf(id)).toEqual([
      { act: "joiners_exported", ...by, to: "csv" },
      { act: "entries_exported", ...by, to: "csv" },
      { act: "entries_exported", ...by, to: "csv" },
      { act: "entries_exported", ...byAdmin, to: "zip" },
      { act: "joiners_exported", ...byAdmin, to: "csv" },
    ]);
  });
});

it("includes decisions about and by a user in their data export", async () => {
  const { creator, id } = await createContestWithEntry();
  const judge = await people.user();
  await steps.answer(judge, await steps.invite(creator, id, judge.email));
  await api.as(creator).call(extendDeadline, { params: { id }, body: extend });
  const data = async (person: Person) =>
    JSON.parse((await api.as(person).send({ url: "/api/my-data" })).body) as Record<string, Record<string, unknown>[]>;
  const actions = (rows: Record<string, unknown>[] | undefined) => rows?.map(({ act }) => act);
  const [theirs, own] = [await data(judge), await data(creator)];
  expect(actions(theirs["decisionsAboutMe"])).toEqual(["judge_invited"]);
  expect(actions(theirs["decisionsTaken"])).toEqual(["judge_accepted"]);
  expect(actions(own["decisionsTaken"])).toEqual(["judge_invited", "deadline_extended"]);
  expect(JSON.stringify(own)).not.toContain(judge.id);
});
