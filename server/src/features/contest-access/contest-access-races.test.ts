import * as contract from "@conquest/shared/contracts/contest-access";
import type { Endpoint, InputOf } from "@conquest/shared/contracts/http/endpoint";
import { joinContest } from "@conquest/shared/contracts/participation";
import { updateContest } from "@conquest/shared/contracts/publishing";
import { verifyDerivedData } from "../../database/verify-derived-data";
import { contestGuests } from "../../database/schema/contest-access";
import { participations } from "../../database/schema/taking-part";
import { contestSteps } from "../../testing/contest-steps";
import { contestRow, inLockOrder } from "../../testing/races";
import { testApi } from "../../testing/test-api";
import { describeOnPostgres, testServer, type Person } from "../../testing/test-server";

describeOnPostgres("access that changes while someone uses it", () => {
  const server = testServer({ needsPostgres: true });
  const { api, people } = server;
  const steps = contestSteps(server);

  /** Returns "done" or the status. */
  async function outcome<E extends Endpoint>(person: Person, endpoint: E, input: InputOf<E>): Promise<string> {
    const caller = testApi(() => server.app, person.cookie);
    try {
      await caller.call(endpoint, input);
      return "done";
    } catch (error) {
      return /was refused: (\d+)/.exec(String(error))?.[1] ?? String(error);
    }
  }
  const join = (person: Person, contestId: string) =>
    outcome(person, joinContest, { body: { contestId, email: person.email } });
  const enter = (person: Person, code: string) => outcome(person, contract.enterJoinCode, { body: { code } });

  async function begin() {
    const [owner, guest] = [await people.creator(), await people.user()];
    const id = await steps.open(owner, { visibility: "private" });
    const { code } = await api.as(owner).call(contract.renewJoinCode, { params: { contestId: id } });
    const { invitations } = await api
      .as(owner)
      .call(contract.inviteToContest, { params: { contestId: id }, body: { addresses: guest.email } });
    const renew = () => outcome(owner, contract.renewJoinCode, { params: { contestId: id } });
    const remove = () => outcome(owner, contract.removeContestInvitation, { params: { id: invitations[0]!._id } });
    return { owner, guest, id, code: code!, renew, remove };
  }

  afterEach(async () => {
    expect((await verifyDerivedData(server.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);
  });

  it("refuses a code that is renewed while it is entered", async () => {
    const { id, code, renew } = await begin();
    const stranger = await people.user();
    const ends = await inLockOrder(server.db, contestRow(id), [renew, () => enter(stranger, code)]);
    expect(ends).toEqual(["done", "404"]);
    expect(await server.db.select().from(contestGuests)).toEqual([]);
  });

  it("ends the access of someone who enters a code just before it is renewed", async () => {
    const { id, code, renew } = await begin();
    const stranger = await people.user();
    const ends = await inLockOrder(server.db, contestRow(id), [() => enter(stranger, code), renew]);
    expect(ends).toEqual(["done", "done"]);
    expect(await server.db.select().from(contestGuests)).toEqual([]);
  });

  it("refuses to join after the invitation was removed while waiting", async () => {
    const { id, guest, remove } = await begin();
    const ends = await inLockOrder(server.db, contestRow(id), [remove, () => join(guest, id)]);
    expect(ends).toEqual(["done", "404"]);
    expect(await server.db.select().from(participations)).toEqual([]);
  });

  it("keeps a spot that was taken just before the invitation was removed", async () => {
    const { id, guest, remove } = await begin();
    const ends = await inLockOrder(server.db, contestRow(id), [() => join(guest, id), remove]);
    expect(ends).toEqual(["done", "done"]);
    expect(await server.db.select().from(participations)).toHaveLength(1);
    expect((await steps.details(guest, id)).viewer?.hasJoined).toBe(true);
  });

  it("refuses a stranger's join of a contest that becomes private while waiting", async () => {
    const [owner, stranger] = [await people.creator(), await people.user()];
    const id = await steps.open(owner);
    const hide = () => outcome(owner, updateContest, { params: { id }, body: { visibility: "private" } });
    const ends = await inLockOrder(server.db, contestRow(id), [hide, () => join(stranger, id)]);
    expect(ends).toEqual(["done", "404"]);
    expect(await server.db.select().from(participations)).toEqual([]);
  });
});
