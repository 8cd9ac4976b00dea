import { enterJoinCode } from "@conquest/shared/contracts/contest-access";
import { submitEntry } from "@conquest/shared/contracts/entries";
import type { Endpoint, InputOf } from "@conquest/shared/contracts/http/endpoint";
import { leaveContest } from "@conquest/shared/contracts/participation";
import {
  createTeam,
  getMyTeam,
  joinTeam,
  leaveTeam,
  removeTeamMember,
  renewTeamCode,
} from "@conquest/shared/contracts/teams";
import { updateUsers } from "@conquest/shared/contracts/users";
import { declareWinner } from "@conquest/shared/contracts/winners";
import { sessions } from "../../database/schema/people";
import { verifyDerivedData } from "../../database/verify-derived-data";
import { contestSteps } from "../../testing/contest-steps";
import { contestRow, inLockOrder, withRowLocked } from "../../testing/races";
import { testApi } from "../../testing/test-api";
import { describeOnPostgres, testServer, type Person } from "../../testing/test-server";

describeOnPostgres("teams under concurrent requests", () => {
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
  const join = (person: Person, contestId: string) =>
    outcome(person, joinTeam, { params: { contestId }, body: { withdrawsEntry: false } });
  const leave = (person: Person, contestId: string) => outcome(person, leaveTeam, { params: { contestId } });
  const submit = (person: Person, contestId: string, text: string) =>
    outcome(person, submitEntry, { params: { contestId }, body: { text, replaces: null } });
  const found = (person: Person, contestId: string, name: string) =>
    outcome(person, createTeam, { params: { contestId }, body: { name } });
  const teamOf = async (person: Person, contestId: string) =>
    (await api.as(person).call(getMyTeam, { params: { contestId } })).team;
  const atOnce = (id: string, ...starts: (() => Promise<string>)[]) =>
    withRowLocked(server.db, contestRow(id), () => Promise.all(starts.map((start) => start())), starts.length);
  const inOrder = (id: string, ...starts: (() => Promise<string>)[]) => inLockOrder(server.db, contestRow(id), starts);

  /** A team of two of a contest with teams of up to three, and two participants with its code. */
  async function contestWithTeam() {
    const creator = await people.creator();
    const [captain, mate, one, two] = [
      await people.user(),
      await people.user(),
      await people.user(),
      await people.user(),
    ];
    const id = await steps.open(creator, { maxTeamSize: 3, deadline: "2026-03-10T08:00:00Z" });
    for (const person of [captain, mate, one, two]) await steps.join(person, id);
    expect(await found(captain, id, "River Foxes")).toBe("done");
    const code = (await teamOf(captain, id))!.code!;
    for (const person of [mate, one, two]) await api.as(person).call(enterJoinCode, { body: { code } });
    expect(await join(mate, id)).toBe("done");
    return { id, creator, captain, mate, one, two };
  }

  afterEach(async () => {
    expect((await verifyDerivedData(server.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);
  });

  it("give the last place to one of two people", async () => {
    const { id, one, two, captain } = await contestWithTeam();
    expect(
      (
        await atOnce(
          id,
          () => join(one, id),
          () => join(two, id),
        )
      ).sort(),
    ).toEqual(["done", "team_full"]);
    expect((await teamOf(captain, id))!.members).toHaveLength(3);
  });

  it("let a person into only one of two teams", async () => {
    const { id, one, two } = await contestWithTeam();
    expect(await found(two, id, "Night Owls")).toBe("done");
    const outcomes = await atOnce(
      id,
      () => join(one, id),
      () => found(one, id, "Lone Wolf"),
    );
    expect(outcomes.sort()).toEqual(["done", "in_team"]);
  });

  it("create one of two teams with the same name", async () => {
    const { id, one, two } = await contestWithTeam();
    const outcomes = await atOnce(
      id,
      () => found(one, id, "Night Owls"),
      () => found(two, id, "night owls"),
    );
    expect(outcomes.sort()).toEqual(["bad_input", "done"]);
  });

  it("save one of two first entries, and warn the other member", async () => {
    const { id, captain, mate } = await contestWithTeam();
    const outcomes = await atOnce(
      id,
      () => submit(captain, id, "One"),
      () => submit(mate, id, "Two"),
    );
    expect(outcomes.sort()).toEqual(["changed_elsewhere", "done"]);
    expect(await steps.stored(id)).toMatchObject({ entryCount: 1 });
  });

  it("keep the entry of someone who leaves just after submitting it", async () => {
    const { id, captain, mate } = await contestWithTeam();
    expect(
      await inOrder(
        id,
        () => submit(mate, id, "Ours"),
        () => leave(mate, id),
      ),
    ).toEqual(["done", "done"]);
    expect(await teamOf(captain, id)).toMatchObject({ hasSubmitted: true });
  });

  it("make the entry of someone who has just left their own", async () => {
    const { id, captain, mate } = await contestWithTeam();
    expect(
      await inOrder(
        id,
        () => leave(mate, id),
        () => submit(mate, id, "Mine"),
      ),
    ).toEqual(["done", "done"]);
    expect(await teamOf(captain, id)).toMatchObject({ hasSubmitted: false });
  });

  it("delete a team that both members leave at once", async () => {
    const { id, captain, mate } = await contestWithTeam();
    expect(await submit(captain, id, "Ours")).toBe("done");
    const leaveContestAs = () => outcome(mate, leaveContest, { body: { contestId: id, email: mate.email } });
    expect(await inOrder(id, () => leave(captain, id), leaveContestAs)).toEqual(["done", "already_submitted"]);
    expect(await leave(mate, id)).toBe("done");
    expect(await steps.stored(id)).toMatchObject({ entryCount: 1 });
  });

  it("refuse a code that the captain has just renewed", async () => {
    const { id, captain, one } = await contestWithTeam();
    const renew = () => outcome(captain, renewTeamCode, { params: { contestId: id } });
    expect(await inOrder(id, renew, () => join(one, id))).toEqual(["done", "no_invitation"]);
  });

  it("remove a member who leaves at the same time once", async () => {
    const { id, captain, mate } = await contestWithTeam();
    const member = (await teamOf(captain, id))!.members[1]!._id;
    const remove = () => outcome(captain, removeTeamMember, { params: { contestId: id, id: member } });
    expect(await inOrder(id, () => leave(mate, id), remove)).toEqual(["done", "not_found"]);
  });

  it("award the team although its captain is blocked at the same time", async () => {
    const { id, creator, captain, mate } = await contestWithTeam();
    const { _id } = await steps.submit(captain, id);
    await server.db.update(sessions).set({ createdAt: new Date("2029-12-31"), expiresAt: new Date("2030-01-01") });
    clock.set("2026-03-11T08:00:00.000Z");
    const admin = await people.admin();
    const block = () => outcome(admin, updateUsers, { body: { ids: [captain.id], act: "block", reason: "Spam" } });
    const choose = () =>
      outcome(creator, declareWinner, { params: { contestId: id }, body: { entryId: _id, note: "The clearest." } });
    expect(await atOnce(id, block, choose)).toEqual(["done", "done"]);
    expect((await steps.details(mate, id)).viewer).toMatchObject({ isWinner: true });
  });

  it("never leave a blocked captain with someone who joins at the same time", async () => {
    const { id, captain, mate, one } = await contestWithTeam();
    expect(await leave(mate, id)).toBe("done");
    expect(await submit(captain, id, "Ours")).toBe("done");
    const admin = await people.admin();
    const block = () => outcome(admin, updateUsers, { body: { ids: [captain.id], act: "block", reason: "Spam" } });
    expect(await atOnce(id, block, () => join(one, id))).toEqual(["done", "done"]);
    expect((await teamOf(one, id))!.members[0]).toMatchObject({ name: one.name, isCaptain: true });
  });

  it("refuse to leave once the contest has closed", async () => {
    const { id, creator, captain, mate } = await contestWithTeam();
    const { _id } = await steps.submit(captain, id);
    await server.db.update(sessions).set({ createdAt: new Date("2029-12-31"), expiresAt: new Date("2030-01-01") });
    clock.set("2026-03-11T08:00:00.000Z");
    const choose = () =>
      outcome(creator, declareWinner, { params: { contestId: id }, body: { entryId: _id, note: "The clearest." } });
    expect(await atOnce(id, choose, () => leave(mate, id))).toEqual(["done", "contest_closed"]);
  });
});
