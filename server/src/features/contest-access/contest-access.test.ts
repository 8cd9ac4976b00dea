import { eq, isNotNull } from "drizzle-orm";
import * as contract from "@conquest/shared/contracts/contest-access";
import { formatJoinCode } from "@conquest/shared/contracts/join-codes";
import { listAudit } from "@conquest/shared/contracts/audit";
import { readUnsubscribe, unsubscribeByLink } from "@conquest/shared/contracts/email-preferences";
import { followContest, joinContest, leaveContest } from "@conquest/shared/contracts/participation";
import { deleteContest, updateContest } from "@conquest/shared/contracts/publishing";
import { answerQuestion, askQuestion } from "@conquest/shared/contracts/questions";
import { decideReport, listReports, reportContest } from "@conquest/shared/contracts/reports";
import { confirmContest } from "@conquest/shared/contracts/review";
import { deleteUser } from "@conquest/shared/contracts/users";
import { contestGuests, contestInvitations, invitationEmails, joinCodes } from "../../database/schema/contest-access";
import type { AddressedEmail } from "../../platform/email/transport";
import { sendEmails } from "../../platform/email/send-emails";
import { contestSteps } from "../../testing/contest-steps";
import { DAY, HOUR } from "../../testing/test-clock";
import { testServer, type Person } from "../../testing/test-server";

const server = testServer();
const { api, people, clock } = server;
const steps = contestSteps(server);

const openPrivate = async () => {
  const owner = await people.creator();
  return { owner, id: await steps.open(owner, { name: "Class 8 science", visibility: "private" }) };
};
const accessOf = (owner: Person, contestId: string) =>
  api.as(owner).call(contract.getContestAccess, { params: { contestId } });
const invite = (owner: Person, contestId: string, addresses: string) =>
  api.as(owner).call(contract.inviteToContest, { params: { contestId }, body: { addresses } });
const refusedInvite = (owner: Person, contestId: string, addresses: string) =>
  api.as(owner).expectError(contract.inviteToContest, { params: { contestId }, body: { addresses } });
const renew = async (owner: Person, contestId: string) =>
  (await api.as(owner).call(contract.renewJoinCode, { params: { contestId } })).code!;
const enter = (person: Person, code: string) => api.as(person).call(contract.enterJoinCode, { body: { code } });
const refusedEntry = (person: Person, code: string) =>
  api.as(person).expectError(contract.enterJoinCode, { body: { code } });
const sees = async (person: Person | null, id: string) =>
  (await (person ? api.as(person) : api).send({ url: `/api/contest-details/${id}` })).statusCode === 200;

async function sentEmails(): Promise<AddressedEmail[]> {
  const sent: AddressedEmail[] = [];
  await sendEmails(server, {
    transport: { send: async (email) => void sent.push(email), close: () => undefined },
    reportOutcome: () => undefined,
  });
  return sent;
}

describe("invitations", () => {
  it("let in the people with these verified addresses, in any spelling", async () => {
    const { owner, id } = await openPrivate();
    const [one, other] = [await people.user(), await people.user()];
    const { invitations } = await invite(owner, id, ` ${one.email.toUpperCase()} \r\n\n${other.email}; ${one.email},`);
    expect(invitations.map(({ email, hasJoined }) => [email, hasJoined])).toEqual([
      [one.email, false],
      [other.email, false],
    ]);
    expect([await sees(one, id), await sees(other, id), await sees(await people.user(), id)]).toEqual([
      true,
      true,
      false,
    ]);
    await steps.join(one, id);
    expect((await accessOf(owner, id)).invitations.map(({ hasJoined }) => hasJoined)).toEqual([true, false]);
  });

  it("do not let in an account that has not verified its address", async () => {
    const { owner, id } = await openPrivate();
    const unverified = await people.user({ email: "late@example.com", emailVerified: false });
    await invite(owner, id, unverified.email);
    expect(await sees(unverified, id)).toBe(false);
    expect(await steps.noticesOf(unverified)).toEqual([]);
    const verified = { ...unverified, cookie: await server.signIn({ email: unverified.email, uid: unverified.uid }) };
    expect(await sees(verified, id)).toBe(true);
  });

  it.each([
    ["ann@example.com\nann.example.com\nbo@example.com, also wrong", /Line 2: “ann.example.com”/],
    ["", /Enter at least one/],
    [" \n ,;", /Enter at least one/],
    ["a\u0000b@example.com", /can't save/],
    [Array.from({ length: 201 }, (_, at) => `p${at}@example.com`).join("\n"), /at most 200/],
  ])("reject %j and add nothing", async (addresses, because) => {
    const { owner, id } = await openPrivate();
    const refused = await refusedInvite(owner, id, addresses);
    expect(refused.status).toBe(422);
    expect(refused.fields["addresses"]).toMatch(because);
    expect((await accessOf(owner, id)).invitations).toEqual([]);
  });

  it("are at most 200 in all", async () => {
    const { owner, id } = await openPrivate();
    await invite(owner, id, Array.from({ length: 199 }, (_, at) => `p${at}@example.com`).join("\n"));
    const refused = await refusedInvite(owner, id, "a@example.com\nb@example.com");
    expect(refused.fields["addresses"]).toMatch(/1 is left/);
    await invite(owner, id, "p0@example.com\na@example.com");
    expect((await accessOf(owner, id)).invitations).toHaveLength(200);
  });

  it("stop at 300 emails a day", async () => {
    const owner = await people.creator();
    const ids = [
      await steps.open(owner, { visibility: "private", deadline: "2026-03-09T08:00:00Z" }),
      await steps.open(owner, { visibility: "private", deadline: "2026-03-09T08:00:00Z" }),
    ] as const;
    const addresses = (count: number) => Array.from({ length: count }, (_, at) => `p${at}@example.com`).join("\n");
    await invite(owner, ids[0], addresses(200));
    expect(await refusedInvite(owner, ids[1], addresses(101))).toMatchObject({ code: "too_many_invitations" });
    await invite(owner, ids[1], addresses(100));
    clock.advance(DAY + 1);
    await invite(await server.signInAgain(owner), ids[1], addresses(101));
  });

  it("email each address once, also after it was removed and invited again", async () => {
    const { owner, id } = await openPrivate();
    const member = await people.user();
    const { invitations } = await invite(owner, id, `${member.email}\nann@example.com`);
    const emails = await sentEmails();
    expect(emails.map(({ to }) => to.address).sort()).toEqual(["ann@example.com", member.email]);
    const toAnn = emails.find(({ to }) => to.address === "ann@example.com")!;
    expect(toAnn.subject).toBe("Private contest: “Class 8 science”");
    expect(toAnn.text).toContain(`/contest-details/${id}`);
    expect(toAnn.headers["List-Unsubscribe-Post"]).toBeDefined();
    for (const { _id } of invitations)
      await api.as(owner).call(contract.removeContestInvitation, { params: { id: _id } });
    await invite(owner, id, `${member.email}\nann@example.com`);
    clock.advance(HOUR + 1);
    expect(await sentEmails()).toEqual([]);
    expect((await steps.noticesOf(member)).filter(({ kind }) => kind === "contest_invited")).toHaveLength(1);
    expect(await server.db.select({ email: invitationEmails.email }).from(invitationEmails)).toEqual([
      { email: null },
      { email: null },
    ]);
  });

  it("send at most one email an hour to an address without an account", async () => {
    const [one, other] = [await openPrivate(), await openPrivate()];
    await invite(one.owner, one.id, "ann@example.com");
    await invite(other.owner, other.id, "ann@example.com");
    expect(await sentEmails()).toHaveLength(1);
    clock.advance(HOUR + 1);
    expect(await sentEmails()).toHaveLength(1);
  });

  it("are not emailed to someone who wants none", async () => {
    const [one, other] = [await openPrivate(), await openPrivate()];
    await invite(one.owner, one.id, "ann@example.com");
    await sentEmails();
    const [stored] = await server.db.select().from(invitationEmails);
    const params = { token: stored!.stopToken };
    expect(await api.call(readUnsubscribe, { params })).toMatchObject({
      title: "Contest invitations",
      email: "a•••@e•••.com",
      isWanted: true,
    });
    expect(await api.call(unsubscribeByLink, { params })).toMatchObject({ isWanted: false });
    expect(await api.call(readUnsubscribe, { params })).toMatchObject({ isWanted: false });
    await invite(other.owner, other.id, "ann@example.com\nbo@example.com");
    clock.advance(HOUR + 1);
    expect((await sentEmails()).map(({ to }) => to.address)).toEqual(["bo@example.com"]);
    const toBo = await server.db.select().from(invitationEmails).where(isNotNull(invitationEmails.sentAt));
    const token = toBo.find(({ stopToken }) => stopToken !== stored!.stopToken)!.stopToken;
    expect(await api.call(readUnsubscribe, { params: { token } })).toMatchObject({ isWanted: true });
  });

  it("end access when removed, but not for those who joined or left", async () => {
    const { owner, id } = await openPrivate();
    const [joined, left, waiting] = [await people.user(), await people.user(), await people.user()];
    const { invitations } = await invite(owner, id, [joined, left, waiting].map(({ email }) => email).join("\n"));
    for (const person of [joined, left]) await steps.join(person, id);
    await api.as(left).call(leaveContest, { body: { contestId: id, email: left.email } });
    for (const { _id } of invitations)
      await api.as(owner).call(contract.removeContestInvitation, { params: { id: _id } });
    expect([await sees(joined, id), await sees(left, id), await sees(waiting, id)]).toEqual([true, true, false]);
    const refused = await api.as(waiting).expectError(joinContest, { body: { contestId: id, email: waiting.email } });
    expect(refused.status).toBe(404);
    const audit = await api.as(await people.admin()).call(listAudit, { query: { act: "invitation_removed" } });
    expect(audit).toHaveLength(3);
    expect(JSON.stringify(audit.map(({ from, to }) => [from, to]))).not.toContain(waiting.email);
  });

  it.each([
    ["a public contest", { visibility: "public" }, "not_private"],
    ["a contest after its deadline", { visibility: "private" }, "contest_closed"],
  ] as const)("are refused for %s", async (_, fields, code) => {
    const owner = await people.creator();
    const id = await steps.open(owner, fields);
    if (code === "contest_closed") clock.advance(3 * HOUR);
    const caller = await server.signInAgain(owner);
    expect(await refusedInvite(caller, id, "ann@example.com")).toMatchObject({ status: 409, code });
    expect((await steps.details(caller, id)).may.managePrivateAccess?.isAllowed).toBe(false);
  });

  it("are deleted with the contest and with the account of either side", async () => {
    const { owner, id } = await openPrivate();
    const deleted = await openPrivate();
    const guest = await people.user();
    const admin = await people.admin();
    for (const each of [{ owner, id }, deleted]) {
      await invite(each.owner, each.id, `${guest.email}\nann@example.com`);
      await enter(guest, await renew(each.owner, each.id));
    }
    await api.as(deleted.owner).call(deleteContest, { params: { id: deleted.id } });
    expect(await server.db.select().from(contestInvitations)).toHaveLength(2);
    await api.as(admin).call(deleteUser, { params: { id: guest.id } });
    expect(await server.db.select().from(contestInvitations)).toMatchObject([{ email: "ann@example.com" }]);
    expect(await server.db.select().from(contestGuests)).toEqual([]);
    await api.as(admin).call(deleteUser, { params: { id: owner.id } });
    for (const table of [contestInvitations, joinCodes, invitationEmails])
      expect(await server.db.select().from(table)).toEqual([]);
  });
});

it("is in the exported data of both sides, addresses only in that of the creator", async () => {
  const { owner, id } = await openPrivate();
  const guest = await people.user();
  await invite(owner, id, guest.email);
  await enter(guest, await renew(owner, id));
  const dataOf = async (person: Person) =>
    JSON.parse((await api.as(person).send({ url: "/api/my-data" })).body) as Record<string, unknown>;
  const now = clock.now().toISOString();
  expect(await dataOf(owner)).toMatchObject({
    contests: [{ id, visibility: "private" }],
    peopleInvited: [{ contestId: id, email: guest.email, invitedAt: now }],
  });
  expect(await dataOf(guest)).toMatchObject({
    contestInvitations: [{ contest: "Class 8 science", contestId: id, invitedAt: now }],
    joinCodesEntered: [{ contestId: id, enteredAt: now }],
    peopleInvited: [],
  });
});

it("is in the exported data without name and answers once access has ended", async () => {
  const { owner, id } = await openPrivate();
  const guest = await people.user();
  await enter(guest, await renew(owner, id));
  await api.as(guest).call(followContest, { params: { contestId: id }, body: { isFollowing: true } });
  const asked = await api.as(guest).call(askQuestion, { params: { contestId: id }, body: { text: "How long?" } });
  await renew(owner, id);
  await api.as(owner).call(answerQuestion, { params: { id: asked._id }, body: { text: "Two pages." } });
  const { body } = await api.as(guest).send({ url: "/api/my-data" });
  expect(JSON.parse(body)).toMatchObject({
    follows: [{ contest: null, contestId: id }],
    questionsAsked: [{ contest: null, text: "How long?", answer: null, answeredAt: null }],
  });
  expect(body).not.toMatch(/Class 8 science|Two pages/);
  const own = await api.as(owner).send({ url: "/api/my-data" });
  expect(JSON.parse(own.body)).toMatchObject({
    questionsToContests: [{ contest: "Class 8 science", answer: "Two pages." }],
  });
});

it.each([true, false])("tells a reporter the outcome, with the name only if they can see it: %p", async (hasAccess) => {
  const { owner, id } = await openPrivate();
  const [guest, admin] = [await people.user(), await people.admin()];
  await enter(guest, await renew(owner, id));
  await api
    .as(guest)
    .call(reportContest, { params: { contestId: id }, body: { reason: "spam", word: "Not a contest." } });
  if (!hasAccess) await renew(owner, id);
  const [report] = await api.as(admin).call(listReports, {});
  await api
    .as(admin)
    .call(decideReport, {
      params: { id: report!._id },
      body: { decision: "dismiss", note: "Class 8 may have contests." },
    });
  const ended = (await steps.noticesOf(guest)).filter(({ kind }) => kind === "report_ended");
  expect(ended).toMatchObject([
    hasAccess
      ? { text: expect.stringContaining("Class 8") as string }
      : { text: "Your report about a contest that you can no longer see was reviewed." },
  ]);
});

describe("the join code", () => {
  it("lets people in who enter it, in any spelling", async () => {
    const { owner, id } = await openPrivate();
    const code = await renew(owner, id);
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
    const guest = await people.user();
    const typed = formatJoinCode(code).toLowerCase().replaceAll("0", "o").replaceAll("1", "l");
    expect(await enter(guest, ` ${typed} `)).toEqual({ contestId: id });
    await enter(guest, code);
    expect(await sees(guest, id)).toBe(true);
    expect(await accessOf(owner, id)).toMatchObject({ code, codeUses: 1 });
    await steps.join(guest, id);
  });

  it.each([
    ["renewed", (owner: Person, id: string) => renew(owner, id)],
    [
      "removed",
      (owner: Person, id: string) => api.as(owner).call(contract.removeJoinCode, { params: { contestId: id } }),
    ],
  ])("when %s stops working and ends the access of those who did not join", async (_, end) => {
    const { owner, id } = await openPrivate();
    const code = await renew(owner, id);
    const [joined, waiting] = [await people.user(), await people.user()];
    for (const person of [joined, waiting]) await enter(person, code);
    await steps.join(joined, id);
    await end(owner, id);
    expect([await sees(joined, id), await sees(waiting, id)]).toEqual([true, false]);
    expect(await refusedEntry(waiting, code)).toMatchObject({ status: 404 });
  });

  it("opens a contest that is not private any more, without adding a guest", async () => {
    const { owner, id } = await openPrivate();
    const code = await renew(owner, id);
    await api.as(owner).call(updateContest, { params: { id }, body: { visibility: "unlisted" } });
    await api.as(await people.admin()).call(confirmContest, { params: { id }, body: { status: "open" } });
    expect(await enter(await people.user(), code)).toEqual({ contestId: id });
    expect(await server.db.select().from(contestGuests)).toEqual([]);
  });

  it("tells nothing about contests that it does not open", async () => {
    const { owner, id } = await openPrivate();
    const stranger = await people.user();
    const unknown = await refusedEntry(stranger, "0".repeat(12));
    const code = await renew(owner, id);
    await api.as(owner).call(deleteContest, { params: { id } });
    expect(await refusedEntry(stranger, code)).toEqual(unknown);
    expect(await refusedEntry(stranger, "too short")).toMatchObject({ status: 422 });
  });

  it("can be tried ten times a minute", async () => {
    const stranger = await people.user();
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect((await refusedEntry(stranger, "0".repeat(12))).status).toBe(404);
    expect((await refusedEntry(stranger, "0".repeat(12))).status).toBe(429);
  });

  it("is only shown to the creator", async () => {
    const { owner, id } = await openPrivate();
    const code = await renew(owner, id);
    const guest = await people.user();
    await enter(guest, code);
    for (const person of [guest, await people.admin()]) {
      expect(await api.as(person).expectError(contract.getContestAccess, { params: { contestId: id } })).toMatchObject({
        status: 404,
      });
      expect(JSON.stringify(await steps.details(person, id))).not.toContain(code);
    }
    const [row] = await server.db.select().from(joinCodes).where(eq(joinCodes.contestId, id));
    expect(row!.code).toBe(code);
  });
});
