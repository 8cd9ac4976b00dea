import { sql } from "drizzle-orm";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import { joinContest, leaveContest } from "@conquest/shared/contracts/participation";
import type { Endpoint, InputOf } from "@conquest/shared/contracts/http/endpoint";
import { testServer, describeOnPostgres, type Person } from "../../testing/test-server";
import { readAuditLog } from "../../testing/read-audit-log";
import { contestSteps } from "../../testing/contest-steps";
import { DAY } from "../../testing/test-clock";
import { participationsRepository } from "../contests/participations-repository";
import { runLifecycleJobs } from "../winners/run-lifecycle-jobs";

describeOnPostgres("the ledger, when things happen at once", () => {
  const server = testServer({ needsPostgres: true });
  const { api, people, clock } = server;
  const steps = contestSteps(server);

  const tried = <E extends Endpoint>(person: Person, contract: E, input: InputOf<E>) =>
    api
      .as(person)
      .call(contract, input)
      .then(
        () => true,
        () => false,
      );
  const leave = (person: Person, contestId: string) =>
    tried(person, leaveContest, { body: { contestId, email: person.email } });
  const join = (person: Person, contestId: string) =>
    tried(person, joinContest, { body: { contestId, email: person.email } });
  const many = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make));
  const aContest = async () => steps.open(await people.creator(), { prize: "500" });

  // Whatever came of it.
  afterEach(async () => expect((await readAuditLog(server.db)).differences).toEqual([]));

  it("has one refund of one who leaves again and again", async () => {
    const [id, person] = [await aContest(), await people.user()];
    await steps.join(person, id);
    const left = await many(8, () => leave(person, id));
    expect(left.filter(Boolean)).toHaveLength(1);
    expect(await readAuditLog(server.db)).toMatchObject({ payments: 1, refunds: 1 });
  });

  it("has one refund of each who leaves while the contest is cancelled", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator, { prize: "500" });
    const joined = await many(6, () => people.user());
    for (const person of joined) await steps.join(person, id);
    await Promise.all([
      ...joined.map((person) => leave(person, id)),
      tried(creator, deleteContest, { params: { id }, body: {} }),
      ...joined.map((person) => leave(person, id)),
    ]);
    expect(await readAuditLog(server.db)).toMatchObject({ payments: 6, refunds: 6, held: 0 });
  });

  it("has one refund of each where several servers' clocks find a contest without a winner", async () => {
    const id = await aContest();
    for (const person of await many(3, () => people.user())) await steps.join(person, id);
    clock.advance(31 * DAY);
    await many(4, () => runLifecycleJobs(server));
    expect(await readAuditLog(server.db)).toMatchObject({ payments: 3, refunds: 3 });
  });

  it("has one refund of a place that two transactions give back, without any lock of the contest", async () => {
    const [id, person] = [await aContest(), await people.user()];
    await steps.join(person, id);
    const { rows } = await server.db.execute<{ id: string }>(sql`select id from participations`);
    await many(6, () => participationsRepository(server.db).refund(rows[0]!.id, clock.now()));
    const { payments, refunds } = await readAuditLog(server.db);
    expect([payments, refunds]).toEqual([1, 1]);
    await server.db.execute(sql`update contests set participant_count = 0, paid_total = 0`);
  });

  it("has a payment of each who joins together, and of nobody whom a failure kept out", async () => {
    const id = await aContest();
    const persons = await many(40, () => people.user());
    await Promise.all([...persons, ...persons].map((person) => join(person, id)));
    expect(await readAuditLog(server.db)).toMatchObject({ payments: 40, taken: 20_000, held: 20_000 });
    await server.db
      .transaction(async (tx) => {
        await participationsRepository(tx).refundAll(id, clock.now());
        throw new Error("The database goes away.");
      })
      .catch(() => undefined);
    expect(await readAuditLog(server.db)).toMatchObject({ refunds: 0, held: 20_000 });
  });

  it("adds up at every moment, while people join and leave", async () => {
    const ids = await many(3, aContest);
    const persons = await many(12, () => people.user());
    let isBusy = true;
    const busy = Promise.all(
      persons.map(async (person, at) => {
        for (let times = 0; times < 4; times += 1) {
          const id = ids[(at + times) % ids.length]!;
          await join(person, id);
          await leave(person, id);
        }
      }),
    ).finally(() => (isBusy = false));
    let audits = 0;
    for (; isBusy; audits += 1) expect((await readAuditLog(server.db)).differences).toEqual([]);
    await busy;
    expect(audits).toBeGreaterThan(0);
    expect(await readAuditLog(server.db)).toMatchObject({ payments: 48, refunds: 48, held: 0 });
  });
});
