import { sql } from "drizzle-orm";
import { openDatabase, type OpenDatabase } from "@conquest/server/src/database/open-database";
import { verifyDerivedData } from "@conquest/server/src/database/verify-derived-data";
import { stepsAfter } from "@conquest/server/src/features/lifecycle/domain/lifecycle-schedule";
import { testClock } from "@conquest/server/src/testing/test-clock";
import { manyRows } from "./many-rows";
import { peopleOf, readAmounts, shareJoins } from "./many-shares";
import { seedMany } from "./seed-many";

const NOW = new Date("2026-03-02T06:00:00.000Z");
const AMOUNTS = { contests: 300, joins: 700 };
const OPTIONS = { ...AMOUNTS, joinAmount: "registrationPrice" } as const;

let database: OpenDatabase;
beforeAll(async () => {
  database = await openDatabase({});
  await database.migrate();
});
afterAll(() => database.close());

const numberOf = async (query: string): Promise<number> =>
  Number((await database.db.execute<{ number: number }>(sql.raw(`select (${query}) as number`))).rows[0]!.number);

describe("generated contests", () => {
  beforeAll(async () => {
    expect(await seedMany(database.db, testClock(NOW), OPTIONS)).toBe(0);
  });

  it("have the requested numbers of contests, joins and users", async () => {
    expect(await numberOf("select count(*) from contests")).toBe(300);
    expect(await numberOf("select count(*) from participations")).toBe(700);
    const { admins, creators, users } = peopleOf(AMOUNTS);
    expect(await numberOf("select count(*) from users")).toBe(admins + creators + users);
  });

  it("have participant counts that match the rows", async () => {
    const counted = "(select count(*) from participations p where p.contest_id = c.id and p.state = 'paid')";
    expect(await numberOf(`select count(*) from contests c where c.participant_count <> ${counted}`)).toBe(0);
    expect(await numberOf("select count(*) from contests where participant_count > 1")).toBeGreaterThan(20);
  });

  it("charge the registration price and refund cancelled contests", async () => {
    expect(
      await numberOf(
        "select count(*) from participations p join contests c on c.id = p.contest_id where p.amount <> c.registration_price",
      ),
    ).toBe(0);
    expect(
      await numberOf(
        "select count(*) from participations p join contests c on c.id = p.contest_id where c.cancelled_at is not null and p.state = 'paid'",
      ),
    ).toBe(0);
  });

  it("have winners with a payment and an entry before the deadline", async () => {
    const won = await numberOf("select count(*) from contests where winner_id is not null");
    expect(won).toBeGreaterThan(100);
    const proven = `select count(*) from contests c
      join entries e on e.id = c.winner_entry_id and e.submitted_at <= c.deadline
      join participations p on p.contest_id = c.id and p.user_id = c.winner_id and p.state = 'paid'
      where c.winner_at between c.deadline and '${NOW.toISOString()}'`;
    expect(await numberOf(proven)).toBe(won);
  });

  it("cover every phase, tag and script", async () => {
    expect(await numberOf("select count(distinct review) from contests")).toBe(4);
    expect(
      await numberOf(`select count(*) from contests where status = 'open' and deadline > '${NOW.toISOString()}'`),
    ).toBeGreaterThan(30);
    expect(await numberOf("select count(distinct tag) from contests")).toBe(8);
    expect(await numberOf("select count(*) from contests where name ~ '[ক-হ]'")).toBeGreaterThan(50);
  });

  it("have no overdue lifecycle steps", async () => {
    expect(await numberOf("select count(*) from contest_promises where next_at <= '2026-03-02T06:00:00Z'")).toBe(0);
    const { rows } = await database.db.execute<{ deadline: Date | string; next: Date | string }>(
      sql`select deadline, next_at as next from contest_promises join contests on contests.id = contest_id where deadline <= ${NOW.toISOString()}`,
    );
    expect(rows.length).toBeGreaterThan(20);
    for (const { deadline, next } of rows) {
      const steps = stepsAfter(new Date(deadline)).map(({ at }) => at.getTime());
      expect(steps.find((at) => at > NOW.getTime())).toBe(new Date(next).getTime());
    }
  });

  it("match the derived data of the database", async () => {
    expect((await verifyDerivedData(database.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);
    expect(await numberOf("select sum(change) from contest_tally")).toBe(AMOUNTS.contests);
  });

  it("can be added to existing ones", async () => {
    const before = await numberOf("select count(*) from contests");
    expect(await seedMany(database.db, testClock(NOW), { ...OPTIONS, contests: 1, joins: 60 })).toBe(1);
    expect(await numberOf("select count(*) from contests")).toBe(before + 1);
  });
});

it("has no winners without joins", () => {
  const batches = [...manyRows({ ...OPTIONS, joins: 0, run: 0, now: NOW })];
  expect(batches.flatMap(({ winners }) => winners)).toEqual([]);
  const waiting = batches
    .flatMap(({ contests }) => contests)
    .filter(({ review, cancelledAt, deadline }) => review === "approved" && !cancelledAt && deadline <= NOW);
  expect(batches.flatMap(({ promises }) => promises.map(({ contestId }) => contestId)).toSorted()).toEqual(
    waiting.map(({ id }) => id).toSorted(),
  );
  for (const { deadline } of waiting) expect(NOW.getTime() - deadline.getTime()).toBeLessThan(30 * 24 * 60 * 60 * 1000);
});

it("generates the same rows again", () => {
  const make = () => JSON.stringify([...manyRows({ ...OPTIONS, run: 0, now: NOW })]);
  expect(make()).toBe(make());
});

it.each([
  [1, 0],
  [1, 500],
  [3, 6],
  [50, 5],
  [10_000, 20_000],
])("distributes all joins of %i contests (%i joins)", (contests, joins) => {
  const { users } = peopleOf({ contests, joins });
  const counts = shareJoins({ contests, joins }, users);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(joins);
  expect(Math.max(...counts)).toBeLessThanOrEqual(users);
});

describe("the arguments", () => {
  it("select the demo or contests, with two joins each by default", () => {
    expect(readAmounts([])).toBeNull();
    expect(readAmounts(["--contests", "10"])).toEqual({ contests: 10, joins: 20 });
    expect(readAmounts(["--contests=10", "--joins", "0"])).toEqual({ contests: 10, joins: 0 });
  });

  it.each([
    ["--contests", "0"],
    ["--contests", "1.5"],
    ["--contests", "many"],
    ["--contests=-3"],
    ["--contests", "10000001"],
    ["--joins", "4"],
    ["--contest", "4"],
    ["7"],
  ])("are rejected with the usage: %s %s", (...args) =>
    expect(() => readAmounts(args)).toThrow(/npm run seed -- --contests N/),
  );
});
