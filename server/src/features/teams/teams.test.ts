import { eq } from "drizzle-orm";
import { deleteAccount, previewDeletion } from "@conquest/shared/contracts/account";
import { listAudit } from "@conquest/shared/contracts/audit";
import { enterJoinCode } from "@conquest/shared/contracts/contest-access";
import {
  getMyEntry,
  listPublishedEntries,
  publishEntry,
  showEntryIfWins,
  submitEntry,
} from "@conquest/shared/contracts/entries";
import { listContestEntries } from "@conquest/shared/contracts/judging/judged-entries";
import { leaveContest, listParticipatedContests } from "@conquest/shared/contracts/participation";
import { listParticipants } from "@conquest/shared/contracts/progress";
import { decideReport, listReports, reportEntry } from "@conquest/shared/contracts/reports";
import { deleteContest, updateContest } from "@conquest/shared/contracts/publishing";
import {
  createTeam,
  getMyTeam,
  joinTeam,
  leaveTeam,
  removeTeamCode,
  removeTeamMember,
  renameTeam,
  renewTeamCode,
} from "@conquest/shared/contracts/teams";
import { deleteUser, updateUsers } from "@conquest/shared/contracts/users";
import { getMyStats, listWinners, listWonContests } from "@conquest/shared/contracts/winners";
import { awards } from "../../database/schema/awards";
import { sessions } from "../../database/schema/people";
import { verifyDerivedData } from "../../database/verify-derived-data";
import { contestSteps } from "../../testing/contest-steps";
import { runLifecycleJobs } from "../lifecycle/run-lifecycle-jobs";
import { testServer, type Person } from "../../testing/test-server";

const server = testServer();
const { api, people, clock, identity } = server;
const steps = contestSteps(server);

const DEADLINE = "2026-03-10T08:00:00.000Z";

const teamOf = async (person: Person, contestId: string) =>
  (await api.as(person).call(getMyTeam, { params: { contestId } })).team;
const invitationOf = async (person: Person, contestId: string) =>
  (await api.as(person).call(getMyTeam, { params: { contestId } })).invitation;
const found = (person: Person, contestId: string, name = "River Foxes") =>
  api.as(person).call(createTeam, { params: { contestId }, body: { name } });
const enter = (person: Person, code: string) => api.as(person).call(enterJoinCode, { body: { code } });
const join = (person: Person, contestId: string, withdrawsEntry = false) =>
  api.as(person).call(joinTeam, { params: { contestId }, body: { withdrawsEntry } });
const joinRefusal = (person: Person, contestId: string, withdrawsEntry = false) =>
  api.as(person).expectError(joinTeam, { params: { contestId }, body: { withdrawsEntry } });
const leave = (person: Person, contestId: string) => api.as(person).call(leaveTeam, { params: { contestId } });
const leaveContestAs = (person: Person, contestId: string, withdrawsEntry?: boolean) =>
  api
    .as(person)
    .call(leaveContest, {
      body: { contestId, email: person.email, ...(withdrawsEntry !== undefined && { withdrawsEntry }) },
    });
const entryOf = async (person: Person, contestId: string) =>
  (await api.as(person).call(getMyEntry, { params: { contestId } })).entry;

/** An open contest with teams of up to three. The captain has a team, the mate is in it, the third has joined alone. */
async function contestWithTeam(fields = {}) {
  const creator = await people.creator();
  const [captain, mate, third] = [await people.user(), await people.user(), await people.user()];
  const id = await steps.open(creator, { maxTeamSize: 3, deadline: DEADLINE, ...fields });
  for (const person of [captain, mate, third]) await steps.join(person, id);
  const { team } = await found(captain, id);
  const code = team!.code!;
  await enter(mate, code);
  await join(mate, id);
  return { id, creator, captain, mate, third, code };
}

async function joinAs(person: Person, id: string, code: string): Promise<void> {
  await enter(person, code);
  await join(person, id);
}

async function close(): Promise<void> {
  await server.db.update(sessions).set({ createdAt: new Date("2029-12-31"), expiresAt: new Date("2030-01-01") });
  clock.set("2026-03-11T08:00:00.000Z");
}

async function deleteAccountOf(person: Person): Promise<void> {
  const { ends } = await api.as(person).call(previewDeletion, {});
  const token = identity.issue({ ...person, emailVerified: true, signedInAt: clock.now() });
  const request = { method: deleteAccount.method, url: `/api${deleteAccount.path}`, payload: ends };
  const answer = await api.as(person).send({ ...request, headers: { authorization: `Bearer ${token}` } });
  expect(answer.statusCode).toBe(200);
}

const kindsOf = async (person: Person) => (await steps.noticesOf(person)).map(({ kind }) => kind);

afterEach(async () => {
  expect((await verifyDerivedData(server.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);
});

describe("a team", () => {
  it("is created by a participant and joined by code", async () => {
    const { id, captain, mate, third, code } = await contestWithTeam();
    const team = await teamOf(mate, id);
    expect(team).toMatchObject({ name: "River Foxes", code, hasSubmitted: false });
    expect(team!.members.map(({ name, isCaptain, isViewer }) => [name, isCaptain, isViewer])).toEqual([
      [captain.name, true, false],
      [mate.name, false, true],
    ]);
    expect(await kindsOf(captain)).toContain("team_changed");
    expect(await teamOf(third, id)).toBeNull();
    expect((await steps.details(mate, id)).may).toMatchObject({
      createTeam: { isAllowed: false },
      leaveTeam: { isAllowed: true },
      manageTeam: { isAllowed: false },
    });
    const admin = await people.admin();
    expect((await api.as(admin).call(listAudit, { query: {} })).map(({ act, to }) => [act, to])).toEqual(
      expect.arrayContaining([
        ["team_created", "River Foxes"],
        ["team_joined", "River Foxes"],
      ]),
    );
  });

  it("does not exist in a contest without teams", async () => {
    const [creator, person] = [await people.creator(), await people.user()];
    const id = await steps.open(creator, { deadline: DEADLINE });
    await steps.join(person, id);
    expect(
      await api.as(person).expectError(createTeam, { params: { contestId: id }, body: { name: "A" } }),
    ).toMatchObject({ code: "no_teams" });
  });

  it("has a name that no other team of the contest has", async () => {
    const { id, third } = await contestWithTeam();
    for (const name of ["river foxes", "River  Foxes", "River\u200B\u00A0Foxes"])
      expect(await api.as(third).expectError(createTeam, { params: { contestId: id }, body: { name } })).toMatchObject({
        fields: { name: expect.any(String) },
      });
    expect((await found(third, id, "Night Owls")).team).toMatchObject({ name: "Night Owls" });
  });

  it("accepts only participants, while the contest is open", async () => {
    const { id, creator, code } = await contestWithTeam();
    const [stranger, late] = [await people.user(), await people.user()];
    await steps.join(late, id);
    for (const person of [stranger, late]) await enter(person, code);
    expect(await api.as(creator).expectError(enterJoinCode, { body: { code } })).toMatchObject({ code: "own_contest" });
    expect(await joinRefusal(stranger, id)).toMatchObject({ code: "not_joined" });
    expect(await joinRefusal(creator, id)).toMatchObject({ code: "not_joined" });
    await steps.join(stranger, id);
    expect((await join(stranger, id)).team!.members).toHaveLength(3);
    await close();
    expect(await joinRefusal(late, id)).toMatchObject({ code: "contest_closed" });
    expect(await api.as(stranger).expectError(leaveTeam, { params: { contestId: id } })).toMatchObject({
      code: "contest_closed",
    });
  });

  it("keeps an invitation until its invitee has joined the contest", async () => {
    const { id, code, captain } = await contestWithTeam();
    const stranger = await people.user();
    expect(await enter(stranger, code)).toEqual({ contestId: id, isOfTeam: true });
    expect(await invitationOf(stranger, id)).toEqual({
      name: "River Foxes",
      captain: captain.name,
      memberCount: 2,
      isFull: false,
      withdrawsEntry: false,
    });
    await steps.join(stranger, id);
    await join(stranger, id);
    expect(await invitationOf(stranger, id)).toBeNull();
  });

  it("never has more members than the contest allows", async () => {
    const { id, third, code, mate } = await contestWithTeam();
    const fourth = await people.user();
    await steps.join(fourth, id);
    await joinAs(third, id, code);
    expect((await teamOf(mate, id))!.code).toBeNull();
    await enter(fourth, code);
    expect(await invitationOf(fourth, id)).toMatchObject({ isFull: true });
    expect(await joinRefusal(fourth, id)).toMatchObject({ code: "team_full" });
    await leave(third, id);
    await join(fourth, id);
  });

  it("is the only one of its members in the contest", async () => {
    const { id, mate, third } = await contestWithTeam();
    const { team } = await found(third, id, "Night Owls");
    await enter(mate, team!.code!);
    expect(await joinRefusal(mate, id)).toMatchObject({ code: "in_team" });
    await leave(mate, id);
    await join(mate, id);
    expect(await teamOf(mate, id)).toMatchObject({ name: "Night Owls" });
  });

  it("has a size that cannot change after people join", async () => {
    const { id, creator } = await contestWithTeam();
    const input = { params: { id }, body: { maxTeamSize: "2" } };
    expect(await api.as(creator).expectError(updateContest, input)).toMatchObject({
      code: "terms_frozen",
      fields: { maxTeamSize: "You can't change the size of teams after people join." },
    });
    for (const maxTeamSize of ["0", "11", "two"])
      expect(await api.as(creator).expectError(updateContest, { params: { id }, body: { maxTeamSize } })).toMatchObject(
        { fields: { maxTeamSize: "Enter a whole number from 1 to 10" } },
      );
  });
});

describe("the name of a team", () => {
  it("is changed only by the captain, to one that is free", async () => {
    const { id, captain, mate, third } = await contestWithTeam();
    const rename = (name: string) => ({ params: { contestId: id }, body: { name } });
    expect(await api.as(mate).expectError(renameTeam, rename("Day Owls"))).toMatchObject({ code: "not_captain" });
    expect(await api.as(third).expectError(renameTeam, rename("Day Owls"))).toMatchObject({ code: "not_in_team" });
    await api.as(third).call(createTeam, { params: { contestId: id }, body: { name: "Blue Herons" } });
    const { name } = (await teamOf(captain, id))!;
    expect(await api.as(captain).expectError(renameTeam, rename("blue  herons"))).toMatchObject({
      fields: { name: "Another team of this contest has this name. Choose a different one." },
    });
    expect(await teamOf(captain, id)).toMatchObject({ name });
    expect(await api.as(captain).call(renameTeam, rename(name.toUpperCase()))).toMatchObject({
      team: { name: name.toUpperCase() },
    });
    await api.as(captain).call(renameTeam, rename(" Day  Owls "));
    expect(await teamOf(mate, id)).toMatchObject({ name: "Day Owls" });
    const [participation] = await api
      .as(mate)
      .call(listParticipatedContests, { params: { email: mate.email }, query: {} });
    expect(participation).toMatchObject({ teamName: "Day Owls" });
  });

  it("cannot change after the deadline", async () => {
    const { id, captain } = await contestWithTeam();
    await close();
    const input = { params: { contestId: id }, body: { name: "Day Owls" } };
    expect(await api.as(captain).expectError(renameTeam, input)).toMatchObject({ status: 409 });
  });
});

describe("the code of a team", () => {
  it("is renewed and removed only by the captain, with the invitations it made", async () => {
    const { id, captain, mate, third, code } = await contestWithTeam();
    const params = { contestId: id };
    expect(await api.as(mate).expectError(renewTeamCode, { params })).toMatchObject({ code: "not_captain" });
    expect(await api.as(third).expectError(removeTeamCode, { params })).toMatchObject({ code: "not_in_team" });
    await enter(third, code);
    const { team } = await api.as(captain).call(renewTeamCode, { params });
    expect(team!.code).not.toBe(code);
    expect(await api.as(third).expectError(enterJoinCode, { body: { code } })).toMatchObject({ code: "not_found" });
    expect(await joinRefusal(third, id)).toMatchObject({ code: "no_invitation" });
    await api.as(captain).call(removeTeamCode, { params });
    expect(await api.as(third).expectError(enterJoinCode, { body: { code: team!.code! } })).toMatchObject({
      code: "not_found",
    });
  });

  it("lets no one into a private contest", async () => {
    const { id, creator, code } = await contestWithTeam();
    await api.as(creator).call(updateContest, { params: { id }, body: { visibility: "private" } });
    const stranger = await people.user();
    expect(await api.as(stranger).expectError(enterJoinCode, { body: { code } })).toMatchObject({ code: "not_found" });
    expect(await api.as(stranger).expectError(getMyTeam, { params: { contestId: id } })).toMatchObject({
      code: "not_found",
    });
  });
});

describe("the entry of a team", () => {
  it("is edited by every member, with a warning about newer versions", async () => {
    const { id, captain, mate } = await contestWithTeam();
    const first = await steps.submit(mate, id, "Draft of the mate");
    expect(first).toMatchObject({ savedBy: mate.name });
    expect(await entryOf(captain, id)).toEqual(first);
    expect(await kindsOf(captain)).toEqual(expect.arrayContaining(["team_changed", "team_changed"]));
    const change = (text: string, replaces: string) => ({ params: { contestId: id }, body: { text, replaces } });
    const second = await api.as(captain).call(submitEntry, change("By the captain", first.sha256));
    expect(second).toMatchObject({ _id: first._id, savedBy: captain.name });
    expect(await api.as(mate).expectError(submitEntry, change("Older", first.sha256))).toMatchObject({
      code: "changed_elsewhere",
      message: "Another member of your team changed the entry. Review that version before you replace it.",
    });
    expect(await steps.details(mate, id)).toMatchObject({ viewer: { hasSubmitted: true, hasTeammates: true } });
    expect(await steps.stored(id)).toMatchObject({ entryCount: 1 });
    const participated = await api
      .as(captain)
      .call(listParticipatedContests, { params: { email: captain.email }, query: {} });
    expect(participated).toMatchObject([{ entryState: "submitted", group: "waiting" }]);
  });

  it("is that of its founder, and those who join withdraw their own", async () => {
    const { id, third, code } = await contestWithTeam();
    await steps.submit(third, id, "Alone");
    await enter(third, code);
    expect(await invitationOf(third, id)).toMatchObject({ withdrawsEntry: true });
    expect(await joinRefusal(third, id)).toMatchObject({ code: "entry_changed" });
    await join(third, id, true);
    expect(await entryOf(third, id)).toBeNull();
    expect(await joinRefusal(third, id, true)).toMatchObject({ code: "in_team" });

    const founder = await people.user();
    await steps.join(founder, id);
    const own = await steps.submit(founder, id, "Mine first");
    await found(founder, id, "Night Owls");
    expect(await entryOf(founder, id)).toMatchObject({ _id: own._id, savedBy: founder.name });
  });

  it("stays with the others when a member leaves, and with the last one", async () => {
    const { id, captain, mate } = await contestWithTeam();
    const { _id } = await steps.submit(captain, id);
    await leave(captain, id);
    expect(await entryOf(captain, id)).toBeNull();
    expect(await entryOf(mate, id)).toMatchObject({ _id });
    expect((await teamOf(mate, id))!.members).toMatchObject([{ name: mate.name, isCaptain: true }]);
    await leave(mate, id);
    expect(await teamOf(mate, id)).toBeNull();
    expect(await entryOf(mate, id)).toMatchObject({ _id });
    expect(await entryOf(mate, id)).not.toHaveProperty("savedBy");
    await found(captain, id);
  });

  it("is shown to judges and the public with the team's name", async () => {
    const { id, creator, captain, mate } = await contestWithTeam({ hidesNames: false });
    const { _id } = await steps.submit(mate, id);
    await close();
    const listed = await api.as(creator).call(listContestEntries, { params: { contestId: id }, query: {} });
    expect(JSON.stringify(listed)).toContain("River Foxes");
    await steps.choose(creator, id, _id);
    const details = await steps.details(mate, id);
    expect(details.winner).toMatchObject({ name: "River Foxes", members: [captain.name, mate.name] });
    expect(details.viewer).toMatchObject({ isWinner: true });
    const published = await api.call(listPublishedEntries, { params: { contestId: id }, query: {} });
    expect(published).toMatchObject([{ name: "River Foxes", photo: "", isWinner: true }]);
    expect(
      await api.as(mate).expectError(publishEntry, { params: { contestId: id }, body: { isPublished: false } }),
    ).toMatchObject({ code: "shown_as_winner" });
  });
});

describe("leaving", () => {
  it("the contest leaves the team, which keeps the entry", async () => {
    const { id, captain, mate } = await contestWithTeam();
    await steps.submit(captain, id);
    await leaveContestAs(captain, id, false);
    expect((await teamOf(mate, id))!.members).toHaveLength(1);
    expect(await entryOf(mate, id)).not.toBeNull();
    expect(await api.as(mate).expectError(leaveContest, { body: { contestId: id, email: mate.email } })).toMatchObject({
      code: "already_submitted",
    });
  });

  it("a team without an entry deletes it with its last member", async () => {
    const { id, captain, mate } = await contestWithTeam();
    await leave(mate, id);
    await leaveContestAs(captain, id);
    expect((await found(mate, id)).team!.members).toHaveLength(1);
  });

  it("happens to a member whom the captain removes, with the code", async () => {
    const { id, captain, mate, code } = await contestWithTeam();
    const { members } = (await teamOf(captain, id))!;
    const remove = (position: number) => ({ params: { contestId: id, id: members[position]!._id } });
    expect(await api.as(mate).expectError(removeTeamMember, remove(0))).toMatchObject({ code: "not_captain" });
    expect(await api.as(captain).expectError(removeTeamMember, remove(0))).toMatchObject({ code: "own_membership" });
    const { team } = await api.as(captain).call(removeTeamMember, remove(1));
    expect(team).toMatchObject({ code: null, members: [{ isCaptain: true }] });
    expect(await api.as(captain).expectError(removeTeamMember, remove(1))).toMatchObject({ code: "not_found" });
    expect(await api.as(mate).expectError(enterJoinCode, { body: { code } })).toMatchObject({ code: "not_found" });
    expect(await kindsOf(mate)).toContain("team_changed");
  });

  it("is not needed when a contest is cancelled", async () => {
    const { id, creator, mate } = await contestWithTeam();
    await api.as(creator).call(deleteContest, { params: { id } });
    expect(await teamOf(mate, id)).toMatchObject({ name: "River Foxes", code: null });
  });
});

describe("the last member in good standing", () => {
  it.each([
    [
      "blocked",
      (mate: Person, admin: Person) =>
        api.as(admin).call(updateUsers, { body: { ids: [mate.id], act: "block", reason: "Spam" } }),
    ],
    ["deleted", (mate: Person, admin: Person) => api.as(admin).call(deleteUser, { params: { id: mate.id } })],
  ])("stays with the entry beside a %s mate, without a refund", async (_, end) => {
    const { id, captain, mate } = await contestWithTeam();
    await steps.submit(captain, id);
    await end(mate, await people.admin());
    const input = { body: { contestId: id, email: captain.email, withdrawsEntry: false } };
    expect(await api.as(captain).expectError(leaveContest, input)).toMatchObject({ code: "already_submitted" });
    expect(await api.as(captain).expectError(leaveTeam, { params: { contestId: id } })).toMatchObject({
      code: "last_active_member",
    });
    const { members } = (await teamOf(captain, id))!;
    await api.as(captain).call(removeTeamMember, { params: { contestId: id, id: members[1]!._id } });
    await leave(captain, id);
    expect(await entryOf(captain, id)).not.toBeNull();
  });
});

describe("a removed member", () => {
  it("who edits the team's entry submits none of their own unasked", async () => {
    const { id, captain, mate } = await contestWithTeam();
    const { sha256: replaces } = await steps.submit(captain, id);
    const { members } = (await teamOf(captain, id))!;
    await api.as(captain).call(removeTeamMember, { params: { contestId: id, id: members[1]!._id } });
    const params = { contestId: id };
    expect(await api.as(mate).expectError(submitEntry, { params, body: { text: "Mine", replaces } })).toMatchObject({
      code: "changed_elsewhere",
    });
    expect(await steps.stored(id)).toMatchObject({ entryCount: 1 });
    await api.as(mate).call(submitEntry, { params, body: { text: "Mine", replaces: null } });
    expect(await steps.stored(id)).toMatchObject({ entryCount: 2 });
  });
});

describe("a captain's account", () => {
  it("that is blocked makes another member the captain", async () => {
    const { id, captain, mate, creator } = await contestWithTeam();
    const { _id } = await steps.submit(captain, id);
    const admin = await people.admin();
    await api.as(admin).call(updateUsers, { body: { ids: [captain.id], act: "block", reason: "Spam" } });
    expect((await teamOf(mate, id))!.members).toMatchObject([{ name: mate.name, isCaptain: true }, {}]);
    await close();
    await steps.choose(creator, id, _id);
    expect((await steps.details(null, id)).winner).toMatchObject({ members: [mate.name, "Name withheld"] });
  });

  it("that is unblocked takes over from a blocked one", async () => {
    const { id, captain, mate, creator } = await contestWithTeam();
    const { _id } = await steps.submit(captain, id);
    const admin = await people.admin();
    for (const person of [mate, captain])
      await api.as(admin).call(updateUsers, { body: { ids: [person.id], act: "block", reason: "Spam" } });
    await api.as(admin).call(updateUsers, { body: { ids: [mate.id], act: "unblock", reason: "" } });
    await close();
    await steps.choose(creator, id, _id);
    expect((await steps.details(null, id)).winner).toMatchObject({ members: [mate.name, "Name withheld"] });
  });

  it("that is deleted before the deadline leaves the team", async () => {
    const { id, captain, mate } = await contestWithTeam();
    await steps.submit(captain, id);
    expect(await api.as(captain).call(previewDeletion, {})).toMatchObject({
      leaves: { count: 1 },
      entryCount: 0,
      lastEntryCount: 0,
    });
    await deleteAccountOf(captain);
    expect((await teamOf(mate, id))!.members).toMatchObject([{ name: mate.name, isCaptain: true }]);
    expect(await entryOf(mate, id)).not.toBeNull();
  });

  it("that is deleted after the deadline keeps its place without a name", async () => {
    const { id, captain, mate, creator } = await contestWithTeam();
    const { _id } = await steps.submit(captain, id);
    await close();
    const admin = await people.admin();
    await api.as(admin).call(deleteUser, { params: { id: captain.id } });
    await steps.choose(creator, id, _id);
    expect((await steps.details(null, id)).winner).toMatchObject({ members: [mate.name, "Deleted user"] });
  });

  it("that is deleted passes a prize on its way to another member", async () => {
    const { id, captain, mate, creator } = await contestWithTeam();
    const { _id } = await steps.submit(captain, id);
    await close();
    await steps.choose(creator, id, _id);
    const admin = await people.admin();
    await api.as(admin).call(deleteUser, { params: { id: captain.id } });
    expect(await server.db.select().from(awards).where(eq(awards.contestId, id))).toMatchObject([
      { winnerId: mate.id, state: "to_send" },
    ]);
    expect((await steps.details(mate, id)).may).toMatchObject({ readAwards: { isAllowed: true } });
  });
});

describe("a captain who can't win", () => {
  const change = async (act: "block" | "unblock", ...them: Person[]) =>
    api
      .as(await people.admin())
      .call(updateUsers, {
        body: { ids: them.map((person) => person.id), act, reason: act === "block" ? "Spam" : "" },
      });
  const remove = async (person: Person) => api.as(await people.admin()).call(deleteUser, { params: { id: person.id } });
  const captainOf = async (person: Person, id: string) =>
    (await teamOf(person, id))!.members.find(({ isCaptain }) => isCaptain)!.name;
  const awardOf = (id: string) => server.db.select().from(awards).where(eq(awards.contestId, id));

  it.each([
    ["blocked", (captain: Person) => change("block", captain), "Name withheld"],
    ["deleted", remove, "Deleted user"],
  ])("because they were %s hands over to the next who joins", async (_, end, shownName) => {
    const { id, creator, captain, mate, third, code } = await contestWithTeam();
    await leave(mate, id);
    const { _id } = await steps.submit(captain, id);
    await enter(third, code);
    await end(captain);
    expect(await invitationOf(third, id)).toMatchObject({ captain: shownName });
    await join(third, id);
    expect(await captainOf(third, id)).toBe(third.name);
    expect(await kindsOf(third)).toContain("team_changed");
    await close();
    await steps.choose(creator, id, _id);
    expect((await steps.details(third, id)).viewer).toMatchObject({ isWinner: true });
  });

  it("because they were deleted hands over to a blocked member until the refund date", async () => {
    const { id, creator, captain, mate } = await contestWithTeam();
    const { _id } = await steps.submit(captain, id);
    await close();
    await change("block", mate);
    await remove(captain);
    await runLifecycleJobs(server);
    expect(await steps.stored(id)).toMatchObject({ cancelledAt: null });
    await change("unblock", mate);
    await steps.choose(creator, id, _id);
    expect(await steps.stored(id)).toMatchObject({ winnerId: mate.id });
  });

  it("because they were deleted leaves an open prize to a blocked member, without their data", async () => {
    const { id, creator, captain, mate } = await contestWithTeam();
    const { _id } = await steps.submit(captain, id);
    await close();
    await steps.choose(creator, id, _id);
    await server.db.update(awards).set({ sentNote: "To the captain's address" }).where(eq(awards.contestId, id));
    await change("block", mate);
    await remove(captain);
    await change("unblock", mate);
    expect(await awardOf(id)).toMatchObject([{ winnerId: mate.id, state: "to_send", sentNote: "" }]);
  });

  it.each([
    ["blocked", (captain: Person) => change("block", captain)],
    ["deleted", remove],
  ])("because they were %s leaves a public entry and an open prize to others", async (_, end) => {
    const { id, creator, captain, mate } = await contestWithTeam();
    const { _id } = await steps.submit(captain, id);
    await close();
    await steps.choose(creator, id, _id);
    await end(captain);
    expect(await awardOf(id)).toMatchObject([{ winnerId: mate.id, state: "to_send" }]);
    const published = await api.call(listPublishedEntries, { params: { contestId: id }, query: {} });
    expect(published).toMatchObject([{ _id, name: "River Foxes", isWinner: true }]);
  });

  it("because they were deleted leaves a public entry without a prize to a mate", async () => {
    const { id, creator, captain, mate, third } = await contestWithTeam({ prize: "0" });
    await steps.submit(captain, id);
    const { _id } = await steps.submit(third, id);
    await close();
    await steps.choose(creator, id, _id);
    await api.as(mate).call(publishEntry, { params: { contestId: id }, body: { isPublished: true } });
    await remove(captain);
    expect(await api.call(listPublishedEntries, { params: { contestId: id }, query: {} })).toHaveLength(2);
    await change("block", mate);
    expect(await api.call(listPublishedEntries, { params: { contestId: id }, query: {} })).toHaveLength(1);
  });
});

describe("winning as a team", () => {
  it("counts for every member", async () => {
    const { id, captain, mate, third, creator } = await contestWithTeam();
    const { _id } = await steps.submit(mate, id);
    await close();
    await steps.choose(creator, id, _id);
    for (const person of [captain, mate]) {
      expect(await api.as(person).call(listWonContests, {})).toMatchObject([{ id, team: "River Foxes" }]);
      expect(await kindsOf(person)).toContain("winner");
      expect(await api.as(person).call(getMyStats, { params: { email: person.email } })).toMatchObject({ won: 1 });
      const certificate = await api.as(person).send({ url: `/api/certificates/${id}` });
      expect(certificate.headers["content-type"]).toBe("application/pdf");
    }
    expect(await api.as(third).call(listWonContests, {})).toEqual([]);
    const { text } = (await steps.noticesOf(third)).find(({ kind }) => kind === "result")!;
    expect(text).toContain("River Foxes");
    const winners = await api.call(listWinners, {});
    expect(winners.filter(({ timesWon }) => timesWon === 1).map(({ _id }) => _id)).toEqual(
      expect.arrayContaining([captain.id, mate.id]),
    );
  });

  it("with an entry that isn't public lets others report the team's name", async () => {
    const { id, captain, mate, third, creator } = await contestWithTeam({ hidesNames: false });
    const { _id } = await steps.submit(mate, id);
    await api.as(mate).call(showEntryIfWins, { params: { contestId: id }, body: { showIfWins: false } });
    const params = { entryId: _id };
    const body = { reason: "offensive" as const, word: "The team's name." };
    expect(await api.as(third).expectError(reportEntry, { params, body })).toMatchObject({ code: "not_found" });
    await close();
    await steps.choose(creator, id, _id);
    expect((await steps.details(third, id)).winner).toMatchObject({
      reportable: { entryId: _id, hasReported: false, may: { report: { isAllowed: true } } },
    });
    expect((await steps.details(captain, id)).winner!.reportable!.may.report.isAllowed).toBe(false);
    await api.as(third).call(reportEntry, { params, body });
    expect((await steps.details(third, id)).winner!.reportable!.hasReported).toBe(true);
    const admin = await people.admin();
    const [reported] = await api.as(admin).call(listReports, { query: {} });
    const hidden = { decision: "hide" as const, note: "Offensive name" };
    await api.as(admin).call(decideReport, { params: { id: reported!._id }, body: hidden });
    const { winner } = await steps.details(third, id);
    expect(winner).toMatchObject({ name: "Unnamed team" });
    expect(winner).not.toHaveProperty("reportable");
    const judged = { params: { contestId: id }, query: {} };
    expect(await api.as(creator).call(listContestEntries, judged)).toMatchObject([{ label: "Unnamed team" }]);
    expect(await api.as(admin).call(listContestEntries, judged)).toMatchObject([{ label: "River Foxes" }]);
  });

  it("appears with the team in the list of participants and its table", async () => {
    const { id, creator } = await contestWithTeam();
    const listed = await api.as(creator).call(listParticipants, { params: { contestId: id }, query: {} });
    expect(listed.map(({ team }) => team).sort()).toEqual(["River Foxes", "River Foxes", undefined]);
    const { payload } = await api.as(creator).send({ url: `/api/joiners/${id}/table` });
    expect(payload.split("\r\n")[0]).toMatch(/Team"?$/);
  });

  it("is in the data file of every member", async () => {
    const { id, mate } = await contestWithTeam();
    await steps.submit(mate, id);
    const { payload } = await api.as(mate).send({ url: "/api/my-data" });
    expect(JSON.parse(payload)).toMatchObject({
      teams: [{ name: "River Foxes", isCaptain: false }],
      entries: [{ team: "River Foxes" }],
    });
  });
});
