import { eq } from "drizzle-orm";
import type { Endpoint, InputOf } from "@conquest/shared/contracts/http/endpoint";
import { leaveContest } from "@conquest/shared/contracts/participation";
import { updateContest } from "@conquest/shared/contracts/publishing";
import { verifyDerivedData } from "../../database/verify-derived-data";
import { users } from "../../database/schema/people";
import { ledgerEntries, participations } from "../../database/schema/taking-part";
import type { HttpError } from "../../platform/errors";
import { contestSteps } from "../../testing/contest-steps";
import { contestRow, inLockOrder } from "../../testing/races";
import { testApi } from "../../testing/test-api";
import { describeOnPostgres, testServer, type Person } from "../../testing/test-server";
import { joinContest } from "./join-contest";

describeOnPostgres("spots under concurrent requests", () => {
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
  const setSpots = (creator: Person, id: string, maxParticipants: number | null) =>
    outcome(creator, updateContest, { params: { id }, body: { maxParticipants } });
  const inOrder = <const Starts extends readonly (() => Promise<string>)[]>(id: string, ...starts: Starts) =>
    inLockOrder(server.db, contestRow(id), starts);

  afterEach(async () => {
    expect((await verifyDerivedData(server.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);
  });

  it("are given to exactly as many as there are, through two servers", async () => {
    const id = await steps.open(await people.creator(), { maxParticipants: 70 });
    const { db } = server;
    const crowd = Array.from({ length: 200 }, (_, each) => ({
      uid: `crowd-${each}`,
      email: `crowd-${each}@example.com`,
      createdAt: clock.now(),
    }));
    const members = await db.insert(users).values(crowd).returning();
    const joins = [joinContest, joinContest].map((join) => join({ db, clock, config: server.config }));
    const outcomes = await Promise.allSettled(
      members.map((user, at) => joins[at % 2]!({ contestId: id, email: user.email! }, { ...user, email: user.email! })),
    );
    const codes = outcomes.flatMap((outcome) =>
      outcome.status === "rejected" ? [(outcome.reason as HttpError).code] : [],
    );
    expect(codes).toEqual(Array(130).fill("full"));
    expect(await db.select().from(participations).where(eq(participations.contestId, id))).toHaveLength(70);
    expect(await db.select().from(ledgerEntries).where(eq(ledgerEntries.contestId, id))).toHaveLength(70);
    expect(await steps.stored(id)).toMatchObject({ participantCount: 70, paidTotal: 3_500_000 });
  });

  async function fillContest() {
    const [creator, one, two, three] = [
      await people.creator(),
      await people.user(),
      await people.user(),
      await people.user(),
    ];
    const id = await steps.open(creator, { maxParticipants: 2 });
    await steps.join(one, id);
    return { creator, id, one, two, three };
  }

  it("give the last one to the first of two", async () => {
    const { id, two, three } = await fillContest();
    expect(
      await inOrder(
        id,
        () => join(two, id),
        () => join(three, id),
      ),
    ).toEqual(["done", "full"]);
  });

  it("become free for someone who waits while another leaves", async () => {
    const { id, one, two, three } = await fillContest();
    expect(await join(two, id)).toBe("done");
    expect(
      await inOrder(
        id,
        () => leave(one, id),
        () => join(three, id),
      ),
    ).toEqual(["done", "done"]);
    expect(
      await inOrder(
        id,
        () => join(one, id),
        () => leave(two, id),
      ),
    ).toEqual(["full", "done"]);
    expect(await steps.stored(id)).toMatchObject({ participantCount: 1 });
  });

  it("can be raised while someone waits, and not lowered below participants and offers", async () => {
    const { creator, id, two, three } = await fillContest();
    expect(await join(two, id)).toBe("done");
    expect(
      await inOrder(
        id,
        () => setSpots(creator, id, 3),
        () => join(three, id),
      ),
    ).toEqual(["done", "done"]);
    expect(await setSpots(creator, id, 4)).toBe("done");
    const four = await people.user();
    expect(
      await inOrder(
        id,
        () => join(four, id),
        () => setSpots(creator, id, 3),
      ),
    ).toEqual(["done", "terms_frozen"]);
    expect(await steps.stored(id)).toMatchObject({ participantCount: 4, maxParticipants: 4 });
  });
});
