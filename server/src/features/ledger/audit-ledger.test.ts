import { sql, type SQL } from "drizzle-orm";
import { leaveContest } from "@conquest/shared/contracts/participation";
import { ledgerEntries } from "../../database/schema/taking-part";
import { testServer, type Person } from "../../testing/test-server";
import { readAuditLog } from "../../testing/read-audit-log";
import { contestSteps } from "../../testing/contest-steps";
import { withoutAppendOnlyTriggers } from "../../testing/test-database";

const server = testServer();
const { api, people } = server;
const steps = contestSteps(server);

const audit = () => readAuditLog(server.db);

describe("auditLedger", () => {
  async function createScenario() {
    const [paid, left] = [await people.user(), await people.user()];
    const contestId = await steps.open(await people.creator(), { prize: "500" });
    for (const person of [paid, left]) await steps.join(person, contestId);
    await api.as(left).call(leaveContest, { body: { contestId, email: left.email } });
    expect((await audit()).differences).toEqual([]);
    const participationIdOf = async ({ id }: Person) =>
      (await server.db.execute<{ id: string }>(sql`select id from participations where user_id = ${id}`)).rows[0]!.id;
    const [participationId, leftParticipationId] = [await participationIdOf(paid), await participationIdOf(left)];
    return {
      contestId,
      paid,
      left,
      participationId,
      leftParticipationId,
      ofParticipation: `of participation ${participationId} (contest ${contestId}, user ${paid.id})`,
      ofLeft: `of participation ${leftParticipationId} (contest ${contestId}, user ${left.id})`,
    };
  }
  type Scenario = Awaited<ReturnType<typeof createScenario>>;
  const entry = (participationId: string, kind: string, { contestId, paid }: Scenario, amount: number) =>
    sql`insert into ledger_entries (participation_id, kind, contest_id, user_id, amount, at) values (${participationId}, ${kind}, ${contestId}, ${paid.id}, ${amount}, now())`;
  const TAMPERINGS: Record<string, { spoil: (world: Scenario) => SQL; says: (world: Scenario) => string[] }> = {
    "a payment that is missing": {
      spoil: ({ participationId }) => sql`delete from ledger_entries where participation_id = ${participationId}`,
      says: ({ ofParticipation, contestId, paid }) => [
        `The payment of ৳500 ${ofParticipation} is not in the ledger.`,
        `Contest ${contestId} holds ৳0 in the ledger and ৳500 in its own row.`,
        `User ${paid.id} has ৳0 in the ledger and ৳500 in participations.`,
        "In total, the ledger has ৳0, participations ৳500 and contests ৳500.",
      ],
    },
    "a refund that is missing": {
      spoil: ({ leftParticipationId }) =>
        sql`delete from ledger_entries where participation_id = ${leftParticipationId} and kind = 'refund'`,
      says: ({ ofLeft }) => [`The refund of ৳500 ${ofLeft} is not in the ledger.`],
    },
    "a payment without a place": {
      spoil: (world) => entry("nowhere", "payment", world, 70),
      says: ({ contestId, paid }) => [
        `The ledger has a payment of ৳70 of participation nowhere (contest ${contestId}, user ${paid.id}), which does not exist.`,
      ],
    },
    "a refund without its payment": {
      spoil: ({ leftParticipationId }) =>
        sql`delete from ledger_entries where participation_id = ${leftParticipationId} and kind = 'payment'`,
      says: ({ ofLeft }) => [
        `The payment of ৳500 ${ofLeft} is not in the ledger.`,
        `The ledger has a refund of ৳500 ${ofLeft} without its payment.`,
      ],
    },
    "a refund of what was not given back": {
      spoil: (world) => entry(world.participationId, "refund", world, -500),
      says: ({ ofParticipation }) => [`The ledger has a refund of ৳500 ${ofParticipation}, which was not refunded.`],
    },
    "a refund of more than was paid": {
      spoil: ({ leftParticipationId }) =>
        sql`update ledger_entries set amount = -900 where participation_id = ${leftParticipationId} and kind = 'refund'`,
      says: ({ ofLeft }) => [
        `The refund ${ofLeft} is ৳900 in the ledger and ৳500 in the participation.`,
        `More was refunded than paid ${ofLeft}: ৳900 of ৳500.`,
      ],
    },
    "a refund that was written before its payment": {
      spoil: ({ leftParticipationId }) =>
        sql`update ledger_entries set number = default where participation_id = ${leftParticipationId} and kind = 'payment'`,
      says: ({ ofLeft }) => [`The refund of ৳500 ${ofLeft} was written before its payment.`],
    },
    "another amount in the ledger": {
      spoil: ({ participationId }) =>
        sql`update ledger_entries set amount = 400 where participation_id = ${participationId}`,
      says: ({ ofParticipation }) => [
        `The payment ${ofParticipation} is ৳400 in the ledger and ৳500 in the participation.`,
      ],
    },
    "another amount in the participation": {
      spoil: ({ participationId }) => sql`update participations set amount = 9000 where id = ${participationId}`,
      says: ({ ofParticipation }) => [
        `The payment ${ofParticipation} is ৳500 in the ledger and ৳9,000 in the participation.`,
        "In total, the ledger has ৳500, participations ৳9,000 and contests ৳500.",
      ],
    },
    "a place that is paid again after its refund": {
      spoil: ({ leftParticipationId }) =>
        sql`update participations set state = 'paid', refunded_at = null where id = ${leftParticipationId}`,
      says: ({ ofLeft }) => [`The ledger has a refund of ৳500 ${ofLeft}, which was not refunded.`],
    },
    "a place that is gone": {
      spoil: ({ leftParticipationId }) => sql`delete from participations where id = ${leftParticipationId}`,
      says: ({ ofLeft }) => [
        `The ledger has a payment of ৳500 ${ofLeft}, which does not exist.`,
        `The ledger has a refund of ৳500 ${ofLeft}, which does not exist.`,
      ],
    },
    "another contest": {
      spoil: ({ participationId }) =>
        sql`update ledger_entries set contest_id = 'elsewhere' where participation_id = ${participationId}`,
      says: ({ ofParticipation, contestId }) => [
        `The ledger has contest elsewhere for the payment ${ofParticipation}.`,
        `Contest ${contestId} holds ৳0 in the ledger and ৳500 in its own row.`,
        "The ledger has ৳500 for contest elsewhere, which does not exist.",
      ],
    },
    "another person": {
      spoil: ({ participationId }) =>
        sql`update ledger_entries set user_id = 'unknown' where participation_id = ${participationId}`,
      says: ({ ofParticipation }) => [
        `The ledger has user unknown for the payment ${ofParticipation}.`,
        "The ledger has ৳500 for user unknown, who does not exist.",
      ],
    },
    "another time of the payment": {
      spoil: ({ participationId }) =>
        sql`update ledger_entries set at = at - interval '1 day' where participation_id = ${participationId}`,
      says: ({ ofParticipation }) => [
        expect.stringContaining(`The payment of ৳500 ${ofParticipation} is dated 2026-03-01`) as string,
      ],
    },
    "another time of the refund": {
      spoil: ({ leftParticipationId }) =>
        sql`update participations set refunded_at = refunded_at + interval '1 day' where id = ${leftParticipationId}`,
      says: ({ ofLeft }) => [expect.stringContaining(`The refund of ৳500 ${ofLeft} is dated 2026-03-02`) as string],
    },
    "another sum at the contest": {
      spoil: ({ contestId }) => sql`update contests set paid_total = 499 where id = ${contestId}`,
      says: ({ contestId }) => [
        `Contest ${contestId} holds ৳500 in the ledger and ৳499 in its own row.`,
        "In total, the ledger has ৳500, participations ৳500 and contests ৳499.",
      ],
    },
    "another number of participants": {
      spoil: ({ contestId }) => sql`update contests set participant_count = 7 where id = ${contestId}`,
      says: ({ contestId }) => [`Contest ${contestId} counts 7 participants, but its paid participations are 1.`],
    },
  };

  it.each(Object.keys(TAMPERINGS))("reports %s", async (name) => {
    const { spoil, says } = TAMPERINGS[name]!;
    const world = await createScenario();
    await withoutAppendOnlyTriggers(server.db, (tx) => tx.execute(spoil(world)));
    const { differences, differenceCount } = await audit();
    for (const sentence of says(world)) expect(differences).toContainEqual(sentence);
    expect(differenceCount).toBe(differences.length);
  });

  it.each(["payment", "refund"] as const)("reports a duplicate %s", async (kind) => {
    const world = await createScenario();
    const { participationId, of } =
      kind === "payment"
        ? { participationId: world.participationId, of: world.ofParticipation }
        : { participationId: world.leftParticipationId, of: world.ofLeft };
    await server.db.execute(sql`alter table ledger_entries drop constraint ledger_entries_participation_id_kind_pk`);
    await server.db.execute(
      sql`insert into ledger_entries (participation_id, kind, contest_id, user_id, amount, at) select participation_id, kind, contest_id, user_id, amount, at from ledger_entries where participation_id = ${participationId} and kind = ${kind}`,
    );
    expect((await audit()).differences).toContain(
      `The ${kind} of ৳500 ${of} is in the ledger 2 times, ৳1,000 in total.`,
    );
    await withoutAppendOnlyTriggers(server.db, (tx) => tx.execute(sql`truncate ledger_entries`));
    await server.db.execute(
      sql`alter table ledger_entries add constraint ledger_entries_participation_id_kind_pk primary key (participation_id, kind)`,
    );
  });

  it("reports every one of many differences", async () => {
    await createScenario();
    await withoutAppendOnlyTriggers(server.db, (tx) =>
      tx.execute(
        sql`insert into ledger_entries (participation_id, kind, contest_id, user_id, amount, at) select 'none-' || n, 'payment', 'none', 'none', 1, now() from generate_series(1, 1234) n`,
      ),
    );
    const { differences, differenceCount } = await audit();
    expect(differences.filter((sentence) => / participation .* does not exist/.test(sentence))).toHaveLength(1234);
    expect(differenceCount).toBe(1234 + 3);
  });

  it("writes nothing and can be repeated", async () => {
    await createScenario();
    const listEntries = () => server.db.select().from(ledgerEntries).orderBy(ledgerEntries.number);
    const before = await listEntries();
    for (let times = 0; times < 4; times += 1) expect((await audit()).differences).toEqual([]);
    expect(await listEntries()).toEqual(before);
  });
});
