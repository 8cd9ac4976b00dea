import { eq, sql } from "drizzle-orm";
import { deleteContest, updateContest } from "@conquest/shared/contracts/publishing";
import { joinContest as joinCall, leaveContest } from "@conquest/shared/contracts/participation";
import { createTeam } from "@conquest/shared/contracts/teams";
import { deleteUser } from "@conquest/shared/contracts/users";
import { declareWinner } from "@conquest/shared/contracts/winners";
import { testServer, type Person } from "../testing/test-server";
import { aContestForm, contestSteps } from "../testing/contest-steps";
import { HOUR } from "../testing/test-clock";
import { verifyDerivedData } from "./verify-derived-data";
import { contestPopularity, contestSearch, contestTally } from "./schema/contest-lists";
import { contests } from "./schema/contests";
import { users } from "./schema/people";
import { creatorRecords, winnerRecords } from "./schema/records";
import { ledgerEntries } from "./schema/taking-part";

const server = testServer();
const { api, people, clock } = server;
const steps = contestSteps(server);

const wrongData = async () =>
  (await verifyDerivedData(server.db)).filter((proof) => proof.wrong.length > 0).map(({ what }) => what);
const setStatus = (person: Person, status: "verified" | "blocked") =>
  server.db.update(users).set({ status }).where(eq(users.id, person.id));
const joinersOf = async (creator: Person) =>
  (await server.db.select().from(creatorRecords).where(eq(creatorRecords.creatorId, creator.id)))[0]?.participantCount;

describe("derived data", () => {
  it("stays correct through all actions", async () => {
    const [creator, other] = [await people.creator(), await people.creator()];
    const [one, two, three] = [await people.user(), await people.user(), await people.user()];
    const [first, second, cancelled] = [
      await steps.open(creator),
      await steps.open(creator),
      await steps.open(creator),
    ];
    const others = await steps.open(other);
    await steps.create(other);
    for (const [person, contest] of [
      [one, first],
      [one, second],
      [two, first],
      [two, cancelled],
      [three, others],
      [one, others],
    ] as const)
      await steps.join(person, contest);
    expect(await joinersOf(creator)).toBe(2);

    await api.as(two).call(leaveContest, { body: { contestId: first, email: two.email } });
    expect(await joinersOf(creator)).toBe(2);
    await api.as(creator).call(deleteContest, { params: { id: cancelled } });
    expect(await joinersOf(creator)).toBe(1);
    await api.as(two).call(joinCall, { body: { contestId: first, email: two.email } });
    await api
      .as(creator)
      .call(updateContest, {
        params: { id: second },
        body: { ...aContestForm(), description: "দ্বিতীয় নদীর ১২টি পোস্টার", deadline: "2026-03-05T08:00:00Z" },
      });
    expect(await wrongData()).toEqual([]);

    await steps.submit(one, first);
    await steps.submit(one, first);
    const stored = (await steps.stored(first))!;
    expect([stored.participantCount, stored.paidTotal, stored.entryCount]).toEqual([2, 2 * stored.prize, 1]);
    await steps.submit(three, others);
    clock.advance(3 * HOUR);
    for (const [owner, contestId] of [
      [creator, first],
      [other, others],
    ] as const) {
      const { rows } = await server.db.execute<{ id: string }>(
        sql`select id from entries where contest_id = ${contestId}`,
      );
      await api
        .as(owner)
        .call(declareWinner, { params: { contestId }, body: { entryId: rows[0]!.id, note: "Clear." } });
    }
    expect(await server.db.select().from(winnerRecords)).toHaveLength(2);
    expect(await wrongData()).toEqual([]);

    await setStatus(creator, "blocked");
    expect(await wrongData()).toEqual([]);
    await setStatus(creator, "verified");
    await setStatus(other, "blocked");
    await api.as(await people.admin()).call(deleteUser, { params: { id: three.id } });
    expect(await wrongData()).toEqual([]);
  });

  it("reports teams that are too large, lack a captain or have strangers", async () => {
    const creator = await people.creator();
    const [one, two, stranger] = [await people.user(), await people.user(), await people.user()];
    const id = await steps.open(creator, { maxTeamSize: 2 });
    for (const person of [one, two]) await steps.join(person, id);
    await api.as(one).call(createTeam, { params: { contestId: id }, body: { name: "River Foxes" } });
    expect(await wrongData()).toEqual([]);
    const addMember = (person: Person) =>
      server.db.execute(
        sql`insert into team_members (contest_id, user_id, team_id, joined_at) select contest_id, ${person.id}, id, now() from teams`,
      );
    await addMember(stranger);
    expect(await wrongData()).toEqual(["participation of a team's member"]);
    await addMember(two);
    expect(await wrongData()).toContain("members of a team");
    await server.db.execute(sql`delete from team_members where user_id = ${one.id}`);
    expect(await wrongData()).toContain("captain of a team");
  });

  it("is correct after statements with many joins or many refunds", async () => {
    const creator = await people.creator();
    const [one, two] = [await people.user(), await people.user()];
    const ids = [await steps.open(creator), await steps.open(creator)];
    const participationRows = ids.flatMap((id) =>
      [one, two].map((person) => sql`(${crypto.randomUUID()}, ${id}, ${person.id}, 1, '4242', now())`),
    );
    await server.db.execute(
      sql`insert into participations (id, contest_id, user_id, amount, last4, paid_at) values ${sql.join(participationRows, sql`, `)}`,
    );
    expect(await joinersOf(creator)).toBe(2);
    await server.db.execute(
      sql`update participations set state = 'refunded', refunded_at = now() where contest_id = ${ids[0]}`,
    );
    expect(await joinersOf(creator)).toBe(2);
    await server.db.execute(
      sql`update participations set state = 'refunded', refunded_at = now() where state = 'paid'`,
    );
    expect(await joinersOf(creator)).toBe(0);
  });

  it("of creators' results is correct after statements with many contests", async () => {
    const [one, other] = [await people.creator(), await people.creator()];
    for (const creator of [one, one, other, other, other]) await steps.open(creator);
    await steps.create(other);
    const resultsOf = async ({ id }: Person) =>
      (await server.db.select().from(creatorRecords).where(eq(creatorRecords.creatorId, id))).map(
        ({ runCount, cancelledCount, unwonCount }) => [runCount, cancelledCount, unwonCount],
      )[0];
    await server.db.execute(
      sql`update contests set cancelled_at = now(), cancel_reason = '', cancelled_by = case when creator_id = ${one.id} then creator_id end where status = 'open'`,
    );
    expect([await resultsOf(one), await resultsOf(other)]).toEqual([
      [2, 2, 0],
      [3, 0, 3],
    ]);
    await server.db.execute(sql`update contests set cancelled_at = null, cancel_reason = null, cancelled_by = null`);
    expect([await resultsOf(one), await resultsOf(other)]).toEqual([
      [2, 0, 0],
      [3, 0, 0],
    ]);
    await server.db
      .execute(sql`insert into contests (id, creator_id, name, image, description, task, tag, registration_price, prize, deadline, status, review, opened_at, created_at, updated_at)
      select 'copy ' || row_number() over (), creator_id, name, image, description, task, tag, registration_price, prize, deadline, status, review, opened_at, created_at, updated_at from contests`);
    expect([await resultsOf(one), await resultsOf(other)]).toEqual([
      [4, 0, 0],
      [6, 0, 0],
    ]);
    expect(await wrongData()).toEqual([]);
    await server.db.execute(sql`delete from contests where id like 'copy%'`);
    expect([await resultsOf(one), await resultsOf(other)]).toEqual([
      [2, 0, 0],
      [3, 0, 0],
    ]);
    expect(await wrongData()).toEqual([]);
  });

  it.each([
    ["participants of a contest", () => server.db.update(contests).set({ participantCount: 7 })],
    ["payments for a contest", () => server.db.update(contests).set({ paidTotal: 7 })],
    ["entries of a contest", () => server.db.update(contests).set({ entryCount: 7 })],
    ["stage of a contest", () => server.db.update(contests).set({ stage: 3 })],
    ["popularity of a contest", () => server.db.update(contestPopularity).set({ tag: "Movie Review" })],
    [
      "contests of a stage and tag",
      () => server.db.insert(contestTally).values({ stage: 0, tag: "Movie Review", change: 1 }),
    ],
    ["search text of a contest", () => server.db.update(contestSearch).set({ name: "something else" })],
    ["search words of contests", () => server.db.execute(sql`delete from search_words where word = 'river'`)],
    ["participants of a creator", () => server.db.update(creatorRecords).set({ participantCount: 7 })],
    ["results of a creator", () => server.db.update(creatorRecords).set({ concludedCount: 7 })],
    [
      "ledger of a participation",
      () =>
        server.db
          .insert(ledgerEntries)
          .values({
            participationId: "none",
            kind: "payment",
            contestId: "none",
            userId: "none",
            amount: 1,
            at: new Date(),
          }),
    ],
    ["rounds of a contest", () => server.db.update(contests).set({ revision: 7 })],
    [
      "wins of a person",
      async () => server.db.insert(winnerRecords).values({ userId: (await people.user()).id, timesWon: 1 }),
    ],
  ])("is verified: %s", async (what, spoil) => {
    await steps.open(await people.creator());
    expect(await wrongData()).toEqual([]);
    await spoil();
    expect(await wrongData()).toContain(what);
  });
});
