import { sql } from "drizzle-orm";
import { deleteAccount, previewDeletion } from "@conquest/shared/contracts/account";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import { leaveContest } from "@conquest/shared/contracts/participation";
import { deleteUser } from "@conquest/shared/contracts/users";
import { ledgerEntries } from "../../database/schema/taking-part";
import { testServer, type Person } from "../../testing/test-server";
import { readAuditLog } from "../../testing/read-audit-log";
import { contestSteps } from "../../testing/contest-steps";
import { DAY, HOUR } from "../../testing/test-clock";
import { runLifecycleJobs } from "../lifecycle/run-lifecycle-jobs";

const server = testServer();
const { api, people, clock } = server;
const steps = contestSteps(server);

const audit = () => readAuditLog(server.db);
const listEntries = async () =>
  (await server.db.select().from(ledgerEntries).orderBy(ledgerEntries.number)).map(({ kind, amount, userId, at }) => [
    kind,
    amount,
    userId,
    at.toISOString(),
  ]);
const leave = (person: Person, contestId: string) =>
  api.as(person).call(leaveContest, { body: { contestId, email: person.email } });

describe("the ledger", () => {
  afterEach(async () => expect((await audit()).differences).toEqual([]));

  it("records a payment, a refund and a payment again for a returning participant", async () => {
    const person = await people.user();
    const id = await steps.open(await people.creator(), { prize: "500" });
    await steps.join(person, id);
    expect(await audit()).toEqual({
      payments: 1,
      refunds: 0,
      taken: 500,
      refunded: 0,
      held: 500,
      differenceCount: 0,
      differences: [],
    });
    clock.advance(HOUR / 2);
    await leave(person, id);
    expect(await audit()).toMatchObject({
      payments: 1,
      refunds: 1,
      taken: 500,
      refunded: 500,
      held: 0,
      differences: [],
    });
    await steps.join(person, id);
    expect(await listEntries()).toEqual([
      ["payment", 500, person.id, "2026-03-02T06:00:00.000Z"],
      ["refund", -500, person.id, "2026-03-02T06:30:00.000Z"],
      ["payment", 500, person.id, "2026-03-02T06:30:00.000Z"],
    ]);
  });

  it("records nothing for free participations", async () => {
    const person = await people.user();
    const id = await steps.open(await people.creator(), { prize: "0" });
    await steps.join(person, id);
    expect((await audit()).differences).toEqual([]);
    await leave(person, id);
    expect(await listEntries()).toEqual([]);
  });

  it("records every refund of a deleted contest and keeps the payments", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    for (const who of [creator, admin]) {
      const id = await steps.open(creator, { prize: "500" });
      for (const person of [await people.user(), await people.user()]) await steps.join(person, id);
      expect((await audit()).differences).toEqual([]);
      await api.as(who).call(deleteContest, { params: { id }, body: { reason: "It was a mistake." } });
      expect((await audit()).differences).toEqual([]);
    }
    expect(await audit()).toMatchObject({ payments: 4, refunds: 4, held: 0 });
  });

  it("records nothing for a contest deleted without payments", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator);
    expect(await api.as(await people.admin()).call(deleteContest, { params: { id }, body: {} })).toMatchObject({
      deletedCount: 1,
    });
    expect(await listEntries()).toEqual([]);
  });

  it("records one refund each for a contest without a winner", async () => {
    const id = await steps.open(await people.creator(), { prize: "500" });
    const [author, idle] = [await people.user(), await people.user()];
    for (const person of [author, idle]) await steps.join(person, id);
    await steps.submit(author, id);
    clock.advance(31 * DAY);
    await runLifecycleJobs(server);
    await runLifecycleJobs(server);
    expect(await audit()).toMatchObject({ payments: 2, refunds: 2, held: 0, differences: [] });
  });

  it("holds the payments of a contest with a winner", async () => {
    const [creator, author] = [await people.creator(), await people.user()];
    const id = await steps.open(creator, { prize: "500" });
    await steps.join(author, id);
    const { _id: entryId } = await steps.submit(author, id);
    clock.advance(3 * HOUR);
    await steps.choose(creator, id, entryId);
    expect(await audit()).toMatchObject({ held: 500, differences: [] });
  });

  it("keeps the payment of a removed user", async () => {
    const person = await people.user();
    await steps.join(person, await steps.open(await people.creator(), { prize: "500" }));
    await api.as(await people.admin()).call(deleteUser, { params: { id: person.id } });
    expect(await audit()).toMatchObject({ payments: 1, held: 500, differences: [] });
  });

  it("records the refunds caused by deleting an account", async () => {
    const [creator, other, person] = [await people.creator(), await people.creator(), await people.user()];
    const [own, others] = [await steps.open(creator, { prize: "500" }), await steps.open(other, { prize: "300" })];
    await steps.join(person, own);
    await steps.join(creator, others);
    const { ends } = await api.as(creator).call(previewDeletion, {});
    const authorization = `Bearer ${server.identity.issue({ uid: creator.uid, email: creator.email, signedInAt: clock.now() })}`;
    const answer = await api
      .as(creator)
      .send({ method: "DELETE", url: `/api${deleteAccount.path}`, headers: { authorization }, payload: ends });
    expect(answer.statusCode).toBe(200);
    expect(await audit()).toMatchObject({ payments: 2, taken: 800, refunds: 2, held: 0, differences: [] });
  });
});

describe("ledger_entries table", () => {
  it.each([
    ["update", sql`update ledger_entries set amount = amount`],
    ["delete", sql`delete from ledger_entries where false`],
    ["truncate", sql`truncate ledger_entries`],
    [
      "update",
      sql`insert into ledger_entries (participation_id, kind, contest_id, user_id, amount, at) values ('p', 'payment', 'c', 'u', 1, now()) on conflict (participation_id, kind) do update set amount = 2`,
    ],
  ])("rejects an %s, even of no row", async (act, statement) => {
    await expect(server.db.execute(statement)).rejects.toMatchObject({
      cause: { message: `Entries of the ledger are only added: ${act} refused`, code: "23001" },
    });
  });

  it.each([
    ["payment", 0],
    ["payment", -5],
    ["refund", 5],
    ["prize", 5],
  ])("rejects a %s of %i", async (kind, amount) => {
    const entry = sql`insert into ledger_entries (participation_id, kind, contest_id, user_id, amount, at) values ('p', ${kind}, 'c', 'u', ${amount}, now())`;
    await expect(server.db.execute(entry)).rejects.toMatchObject({ cause: { constraint: "ledger_entries_amount" } });
  });

  it("rejects a second payment or refund of one participation", async () => {
    const again = sql`insert into ledger_entries (participation_id, kind, contest_id, user_id, amount, at) values ('p', 'refund', 'c', 'u', -1, now())`;
    await server.db.execute(again);
    await expect(server.db.execute(again)).rejects.toMatchObject({ cause: { code: "23505" } });
  });

  it("adds no second refund if a refunded participation is updated", async () => {
    const person = await people.user();
    const id = await steps.open(await people.creator());
    await steps.join(person, id);
    await leave(person, id);
    await server.db.execute(sql`update participations set last4 = '4242'`);
    expect(await audit()).toMatchObject({ payments: 1, refunds: 1, differences: [] });
  });

  it("adds both entries for a participation inserted as refunded", async () => {
    const [creator, person] = [await people.creator(), await people.user()];
    const id = await steps.open(creator);
    await server.db.execute(
      sql`insert into participations (id, contest_id, user_id, amount, last4, state, paid_at, refunded_at) values ('p', ${id}, ${person.id}, 70, '4242', 'refunded', now(), now())`,
    );
    expect(await audit()).toMatchObject({ payments: 1, refunds: 1, taken: 70, held: 0, differences: [] });
  });
});
