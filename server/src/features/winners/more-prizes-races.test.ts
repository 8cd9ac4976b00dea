import { asc, eq } from "drizzle-orm";
import { updateUser } from "@conquest/shared/contracts/users";
import { declareWinner } from "@conquest/shared/contracts/winners";
import { awards } from "../../database/schema/awards";
import { notices } from "../../database/schema/messages";
import { placements } from "../../database/schema/placements";
import { verifyDerivedData } from "../../database/verify-derived-data";
import { contestSteps } from "../../testing/contest-steps";
import { contestRow, inLockOrder } from "../../testing/races";
import { testApi } from "../../testing/test-api";
import { describeOnPostgres, testServer, type Person } from "../../testing/test-server";

describeOnPostgres("two windows that award the prizes", () => {
  const server = testServer({ needsPostgres: true });
  const { people, clock } = server;
  const steps = contestSteps(server);

  async function createClosedContest() {
    clock.set("2026-03-02T06:00:00Z");
    const [creator, admin] = [await people.creator(), await people.admin()];
    const authors = [await people.user(), await people.user(), await people.user()] as const;
    const id = await steps.open(creator, { morePrizes: [{ name: "Second place", amount: 100 }] });
    const entryIds: string[] = [];
    for (const author of authors) {
      await steps.join(author, id);
      entryIds.push((await steps.submit(author, id))._id);
    }
    clock.set("2026-03-02T09:00:00Z");
    return { id, creator, admin, authors, entryIds };
  }
  type Closed = Awaited<ReturnType<typeof createClosedContest>>;

  /** Returns "done" or the error code. */
  const outcome = (call: Promise<unknown>) =>
    call.then(
      () => "done",
      (error: unknown) => /"code":"(\w+)"/.exec(String(error))?.[1] ?? String(error),
    );
  const award = ({ id, creator, entryIds }: Closed, first: number, second: number) =>
    outcome(
      testApi(() => server.app, creator.cookie).call(declareWinner, {
        params: { contestId: id },
        body: { entryId: entryIds[first]!, note: "Clear.", placements: [{ place: 2, entryId: entryIds[second]! }] },
      }),
    );
  const winnersOf = async ({ id }: Closed) => [
    (await steps.stored(id))!.winnerId,
    ...(await server.db.select().from(placements).where(eq(placements.contestId, id))).map(({ winnerId }) => winnerId),
  ];
  const congratulated = async (person: Person) =>
    (await server.db.select().from(notices).where(eq(notices.userId, person.id))).filter(
      ({ kind }) => kind === "winner",
    ).length;

  afterEach(async () => {
    expect((await verifyDerivedData(server.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);
  });

  it("award them exactly once", async () => {
    const closed = await createClosedContest();
    const { id, authors } = closed;
    expect(
      await inLockOrder(server.db, contestRow(id), [
        () => award(closed, 0, 1),
        () => award(closed, 2, 0),
        () => award(closed, 0, 1),
      ]),
    ).toEqual(["done", "winner_declared", "winner_declared"]);
    expect(await winnersOf(closed)).toEqual([authors[0].id, authors[1].id]);
    expect(
      (await server.db.select().from(awards).where(eq(awards.contestId, id)).orderBy(asc(awards.place))).map(
        ({ place, winnerId }) => [place, winnerId],
      ),
    ).toEqual([
      [1, authors[0].id],
      [2, authors[1].id],
    ]);
    expect(await Promise.all(authors.map(congratulated))).toEqual([1, 1, 0]);
  });

  it("award them exactly once without a fixed order", async () => {
    for (let round = 0; round < 5; round += 1) {
      const closed = await createClosedContest();
      const outcomes = await Promise.all([award(closed, 0, 1), award(closed, 1, 2), award(closed, 2, 0)]);
      expect([...outcomes].sort()).toEqual(["done", "winner_declared", "winner_declared"]);
      const won = await winnersOf(closed);
      expect(new Set(won).size).toBe(2);
      expect((await Promise.all(closed.authors.map(congratulated))).reduce((sum, n) => sum + n, 0)).toBe(2);
    }
  });

  it("do not award a prize to someone who is being blocked", async () => {
    const closed = await createClosedContest();
    const { id, admin, authors } = closed;
    const block = () =>
      outcome(
        testApi(() => server.app, admin.cookie).call(updateUser, {
          params: { id: authors[1].id },
          body: { status: "blocked", reason: "Spam" },
        }),
      );
    const [blocked, awarded] = await Promise.all([block(), award(closed, 0, 1)]);
    expect(blocked).toBe("done");
    expect(["done", "not_eligible"]).toContain(awarded);
    expect(await winnersOf(closed)).toEqual(awarded === "done" ? [authors[0].id, authors[1].id] : [null]);
    expect(await steps.details(null, id).catch(() => null)).not.toBeNull();
  });
});
