import { sql } from "drizzle-orm";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import { joinContest, leaveContest } from "@conquest/shared/contracts/participation";
import type { Endpoint, InputOf } from "@conquest/shared/contracts/http/endpoint";
import { testServer, describeOnPostgres, type Person } from "../../testing/test-server";
import { readAuditLog } from "../../testing/read-audit-log";
import { contestSteps } from "../../testing/contest-steps";
import { DAY } from "../../testing/test-clock";
import { participationsRepository } from "../participation/domain/participations-repository";
import { runLifecycleJobs } from "../lifecycle/run-lifecycle-jobs";

describeOnPostgres("concurrent ledger writes", () => {
  const server = testServer({ needsPostgres: true });
  const { api, people, clock } = server;
  const steps = contestSteps(server);

  const succeeds = <E extends Endpoint>(person: Person, contract: E, input: InputOf<E>) =>
    api
      .as(person)
      .call(contract, input)
      .then(
        () => true,
        () => false,
      );
  const leave = (person: Person, contestId: string) =>
    succeeds(person, leaveContest, { body: { contestId, email: person.email } });
  const join = (person: Person, contestId: string) =>
    succeeds(person, joinContest, { body: { contestId, email: person.email } });
  const repeatConcurrently = <T>(count: number, make: () => Promise<T>) =>
    Promise.all(Array.from({ length: count }, make));
  const openContest = async () => steps.open(await people.creator(), { prize: "500" });

  afterEach(async () => expect((await readAuditLog(server.db)).differences).toEqual([]));

  it("refund a participant who leaves repeatedly only once", async () => {
    const [id, person] = [await openContest(), await people.user()];
    await steps.join(person, id);
    const left = await repeatConcurrently(8, () => leave(person, id));
    expect(left.filter(Boolean)).toHaveLength(1);
    expect(await readAuditLog(server.db)).toMatchObject({ payments: 1, refunds: 1 });
  });

  it("refund each participant once if they leave while the contest is cancelled", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator, { prize: "500" });
    const joined = await repeatConcurrently(6, () => people.user());
    for (const person of joined) await steps.join(person, id);
    await Promise.all([
      ...joined.map((person) => leave(person, id)),
      succeeds(creator, deleteContest, { params: { id }, body: {} }),
      ...joined.map((person) => leave(person, id)),
    ]);
    expect(await readAuditLog(server.db)).toMatchObject({ payments: 6, refunds: 6, held: 0 });
  });

  it("refund each participant once if several servers run the lifecycle jobs", async () => {
    const id = await openContest();
    for (const person of await repeatConcurrently(3, () => people.user())) await steps.join(person, id);
    clock.advance(31 * DAY);
    await repeatConcurrently(4, () => runLifecycleJobs(server));
    expect(await readAuditLog(server.db)).toMatchObject({ payments: 3, refunds: 3 });
  });

  it("refund a participation once without a lock on the contest", async () => {
    const [id, person] = [await openContest(), await people.user()];
    await steps.join(person, id);
    const { rows } = await server.db.execute<{ id: string }>(sql`select id from participations`);
    await repeatConcurrently(6, () => participationsRepository(server.db).refund(rows[0]!.id, clock.now()));
    const { payments, refunds } = await readAuditLog(server.db);
    expect([payments, refunds]).toEqual([1, 1]);
    await server.db.execute(sql`update contests set participant_count = 0, paid_total = 0`);
  });

  it("record one payment per concurrent join, and no rolled-back refund", async () => {
    const id = await openContest();
    const persons = await repeatConcurrently(40, () => people.user());
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

  it("add up at any time while users join and leave", async () => {
    const ids = await repeatConcurrently(3, openContest);
    const persons = await repeatConcurrently(12, () => people.user());
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
