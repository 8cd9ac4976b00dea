import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { Endpoint, InputOf } from "@conquest/shared/contracts/http/endpoint";
import { leaveContest } from "@conquest/shared/contracts/participation";
import { updateContest } from "@conquest/shared/contracts/publishing";
import { joinWaitingList, leaveWaitingList } from "@conquest/shared/contracts/waiting-list";
import { users } from "../../database/schema/people";
import { waitingList } from "../../database/schema/waiting-list";
import { verifyDerivedData } from "../../database/verify-derived-data";
import type { HttpError } from "../../platform/errors";
import { contestSteps } from "../../testing/contest-steps";
import { contestRow, inLockOrder } from "../../testing/races";
import { testApi } from "../../testing/test-api";
import { DAY } from "../../testing/test-clock";
import { describeOnPostgres, testServer, type Person } from "../../testing/test-server";
import { joinContest } from "../participation/join-contest";
import { passSpotsOn } from "./pass-spots-on";

describeOnPostgres("the waiting list under concurrent requests", () => {
  const server = testServer({ needsPostgres: true });
  const { people, clock } = server;
  const steps = contestSteps(server);

  /** Returns "done" or the error code. */
  async function outcome<E extends Endpoint>(person: Person, contract: E, input: InputOf<E>): Promise<string> {
    const caller = testApi(() => server.app, person.cookie);
    try {
      await caller.call(contract, input);
      return "done";
    } catch (error) {
      return /"code":"(\w+)"/.exec(String(error))?.[1] ?? String(error);
    }
  }
  /** Each call is like one to a server of its own: joins of one server would be batched into one transaction. */
  async function join(person: Person, contestId: string): Promise<string> {
    const [user] = await server.db.select().from(users).where(eq(users.id, person.id));
    const joinElsewhere = joinContest({ db: server.db, clock, config: server.config });
    return joinElsewhere({ contestId, email: person.email }, { ...user!, email: person.email }).then(
      () => "done",
      (error: HttpError) => String(error.code),
    );
  }
  const leave = (person: Person, contestId: string) =>
    outcome(person, leaveContest, { body: { contestId, email: person.email } });
  const wait = (person: Person, contestId: string) => outcome(person, joinWaitingList, { params: { contestId } });
  const stopWaiting = (person: Person, contestId: string) =>
    outcome(person, leaveWaitingList, { params: { contestId } });
  const setSpots = (creator: Person, id: string, maxParticipants: number | null) =>
    outcome(creator, updateContest, { params: { id }, body: { maxParticipants } });
  const inOrder = <const Starts extends readonly (() => Promise<unknown>)[]>(id: string, ...starts: Starts) =>
    inLockOrder(server.db, contestRow(id), starts);
  const offered = (id: string) =>
    server.db.$count(
      waitingList,
      and(eq(waitingList.contestId, id), isNotNull(waitingList.offeredAt), isNull(waitingList.endedAt)),
    );

  /** A full contest with two participants, and two who wait. */
  async function fullContest() {
    const creator = await people.creator();
    const [one, two, first, second] = [
      await people.user(),
      await people.user(),
      await people.user(),
      await people.user(),
    ];
    const id = await steps.open(creator, { maxParticipants: 2, deadline: "2026-03-10T08:00:00Z" });
    for (const person of [one, two]) await steps.join(person, id);
    for (const person of [first, second]) expect(await wait(person, id)).toBe("done");
    return { id, creator, one, two, first, second };
  }

  afterEach(async () => {
    expect((await verifyDerivedData(server.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);
  });

  it("offers a spot to the first in line, not to a later stranger", async () => {
    const { id, one, first } = await fullContest();
    const stranger = await people.user();
    expect(
      await inOrder(
        id,
        () => leave(one, id),
        () => join(stranger, id),
        () => join(first, id),
      ),
    ).toEqual(["done", "full", "done"]);
    expect(await steps.stored(id)).toMatchObject({ participantCount: 2, heldSpots: 0 });
  });

  it("makes one offer for each of two spots that become free together", async () => {
    const { id, one, two, first, second } = await fullContest();
    const left = await inOrder(
      id,
      () => leave(one, id),
      () => leave(two, id),
    );
    const joined = await inOrder(
      id,
      () => join(second, id),
      () => join(first, id),
    );
    expect([left, joined]).toEqual([
      ["done", "done"],
      ["done", "done"],
    ]);
    expect(await steps.stored(id)).toMatchObject({ participantCount: 2, heldSpots: 0 });
  });

  it("offers one spot only once when two jobs run", async () => {
    const { id, one, first } = await fullContest();
    await leave(one, id);
    clock.advance(DAY);
    await Promise.all([passSpotsOn(server), passSpotsOn(server), passSpotsOn(server)]);
    expect(await offered(id)).toBe(1);
    expect(await join(first, id)).toBe("full");
  });

  it("refuses to pay once the offer has expired while the payment waited", async () => {
    const { id, one, first } = await fullContest();
    await leave(one, id);
    const outcomes = await inLockOrder(server.db, contestRow(id), [() => join(first, id)], () => clock.advance(DAY));
    expect(outcomes).toEqual(["full"]);
    expect(await steps.stored(id)).toMatchObject({ participantCount: 1, heldSpots: 1 });
  });

  it("passes the spot on if someone leaves the list while it is offered to them", async () => {
    const { id, one, first, second } = await fullContest();
    const left = await inOrder(
      id,
      () => leave(one, id),
      () => stopWaiting(first, id),
    );
    const joined = await inOrder(
      id,
      () => join(first, id),
      () => join(second, id),
    );
    expect([left, joined]).toEqual([
      ["done", "done"],
      ["full", "done"],
    ]);
  });

  it("joins the list once, even from two windows", async () => {
    const { id } = await fullContest();
    const person = await people.user();
    expect((await Promise.all([wait(person, id), wait(person, id)])).sort()).toEqual(["already_waiting", "done"]);
  });

  it("counts exactly when the limit is raised while people join and leave", async () => {
    const { id, creator, one, first, second } = await fullContest();
    const crowd = await Promise.all(Array.from({ length: 8 }, () => people.user()));
    await Promise.all([
      setSpots(creator, id, 4),
      leave(one, id),
      join(first, id),
      join(second, id),
      ...crowd.map((person) => join(person, id)),
      ...crowd.map((person) => wait(person, id)),
    ]);
    const { participantCount, heldSpots, maxParticipants } = (await steps.stored(id))!;
    expect(maxParticipants).toBe(4);
    expect(participantCount + heldSpots).toBeLessThanOrEqual(4);
    expect(await offered(id)).toBe(heldSpots);
  });
});
