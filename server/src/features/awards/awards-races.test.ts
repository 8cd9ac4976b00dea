import { eq } from "drizzle-orm";
import { confirmPrize, reportPrize, sendPrize, settlePrize } from "@conquest/shared/contracts/awards";
import type { Endpoint, InputOf } from "@conquest/shared/contracts/http/endpoint";
import { deleteUser } from "@conquest/shared/contracts/users";
import { awards } from "../../database/schema/awards";
import { notices } from "../../database/schema/messages";
import { verifyDerivedData } from "../../database/verify-derived-data";
import { contestSteps } from "../../testing/contest-steps";
import { contestRow, inLockOrder } from "../../testing/races";
import { testApi } from "../../testing/test-api";
import { DAY } from "../../testing/test-clock";
import { describeOnPostgres, testServer, type Person } from "../../testing/test-server";
import { runAwardSteps } from "./run-award-steps";

describeOnPostgres("concurrent actions on a prize", () => {
  const server = testServer({ needsPostgres: true });
  const { api, people, clock } = server;
  const steps = contestSteps(server);

  async function createSentPrize() {
    clock.set("2026-03-02T06:00:00Z");
    const [creator, winner, admin] = [await people.creator(), await people.user(), await people.admin()];
    const id = await steps.open(creator);
    await steps.join(winner, id);
    const { _id: entryId } = await steps.submit(winner, id);
    clock.set("2026-03-02T09:00:00Z");
    await steps.choose(creator, id, entryId);
    await api.as(creator).call(sendPrize, { params: { contestId: id }, body: { on: "2026-03-02" } });
    return { id, creator, winner, admin, params: { contestId: id } };
  }

  /** Returns "done" or the error code. */
  async function outcome<E extends Endpoint>(person: Person, contract: E, input: InputOf<E>): Promise<string> {
    try {
      await testApi(() => server.app, person.cookie).call(contract, input);
      return "done";
    } catch (error) {
      return /"code":"(\w+)"/.exec(String(error))?.[1] ?? String(error);
    }
  }

  const stateOf = async (id: string) =>
    (await server.db.select().from(awards).where(eq(awards.contestId, id)))[0]!.state;
  const kinds = async (person: Person, kind: "prize_news" | "prize_to_settle") =>
    (await server.db.select().from(notices).where(eq(notices.userId, person.id))).filter((each) => each.kind === kind)
      .length;

  afterEach(async () => {
    expect((await verifyDerivedData(server.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);
  });

  it("let a confirmation and a report follow each other in the order of the lock", async () => {
    const won = await createSentPrize();
    const { id, winner, creator, params } = won;
    const confirm = () => outcome(winner, confirmPrize, { params, body: {} });
    const report = () => outcome(winner, reportPrize, { params, body: { text: "Nothing came." } });
    expect(await inLockOrder(server.db, contestRow(id), [confirm, report])).toEqual(["done", "delivered"]);
    expect([await stateOf(id), await kinds(creator, "prize_news")]).toEqual(["delivered", 1]);

    const other = await createSentPrize();
    const body = { text: "Nothing came." };
    expect(
      await inLockOrder(server.db, contestRow(other.id), [
        () => outcome(other.winner, reportPrize, { params: other.params, body }),
        () => outcome(other.winner, reportPrize, { params: other.params, body }),
        () => outcome(other.winner, confirmPrize, { params: other.params, body: {} }),
      ]),
    ).toEqual(["done", "already_reported", "done"]);
    expect([await stateOf(other.id), await kinds(other.admin, "prize_to_settle")]).toEqual(["delivered", 1]);
  });

  it("accept one of two confirmations", async () => {
    const { id, winner, creator, params } = await createSentPrize();
    const confirm = () => outcome(winner, confirmPrize, { params, body: {} });
    expect(await inLockOrder(server.db, contestRow(id), [confirm, confirm])).toEqual(["done", "delivered"]);
    expect(await kinds(creator, "prize_news")).toBe(1);
  });

  it("accept one of two decisions, and none after a confirmation", async () => {
    const first = await createSentPrize();
    await api.as(first.winner).call(reportPrize, { params: first.params, body: { text: "It broke." } });
    const rival = await people.admin();
    const decide = (admin: Person, decision: "delivered" | "returned") => () =>
      outcome(admin, settlePrize, { params: first.params, body: { revision: 3, decision, note: "So." } });
    expect(
      await inLockOrder(server.db, contestRow(first.id), [decide(first.admin, "returned"), decide(rival, "delivered")]),
    ).toEqual(["done", "not_escalated"]);
    expect(await stateOf(first.id)).toBe("to_send");

    const second = await createSentPrize();
    await api.as(second.winner).call(reportPrize, { params: second.params, body: { text: "It broke." } });
    expect(
      await inLockOrder(server.db, contestRow(second.id), [
        () => outcome(second.winner, confirmPrize, { params: second.params, body: {} }),
        () =>
          outcome(second.admin, settlePrize, {
            params: second.params,
            body: { revision: 3, decision: "returned", note: "So." },
          }),
      ]),
    ).toEqual(["done", "delivered"]);
  });

  it("run a due step once on several servers, and not while the winner confirms", async () => {
    const { id, winner, admin, params } = await createSentPrize();
    clock.advance(14 * DAY);
    const [confirmed, processed] = await inLockOrder(server.db, contestRow(id), [
      async () => outcome(await server.signInAgain(winner), confirmPrize, { params, body: {} }),
    ]).then(async ([done]) => [done, await runAwardSteps(server)] as const);
    expect([confirmed, processed, await stateOf(id)]).toEqual(["done", 0, "delivered"]);

    const other = await createSentPrize();
    clock.advance(14 * DAY);
    await Promise.all([runAwardSteps(server), runAwardSteps(server), runAwardSteps(server)]);
    expect(await stateOf(other.id)).toBe("unconfirmed");
    expect([await kinds(other.admin, "prize_to_settle"), await kinds(admin, "prize_to_settle")]).toEqual([1, 1]);
  });

  it("survive the deletion of the winner's account", async () => {
    for (const isDeletedFirst of [true, false]) {
      const { id, creator, winner, admin, params } = await createSentPrize();
      const remove = () => outcome(admin, deleteUser, { params: { id: winner.id }, body: { reason: "" } });
      const correct = () => outcome(creator, sendPrize, { params, body: { on: "2026-03-02", note: "Parcel 7" } });
      const order = isDeletedFirst ? ([remove, correct] as const) : ([correct, remove] as const);
      expect([...(await inLockOrder(server.db, contestRow(id), order))].sort()).toEqual(
        isDeletedFirst ? ["done", "void"] : ["done", "done"],
      );
      expect((await server.db.select().from(awards).where(eq(awards.contestId, id)))[0]).toMatchObject({
        state: "void",
        sentNote: "",
      });
    }
  });
});
