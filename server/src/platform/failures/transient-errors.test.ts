import { hasPostgres, startPostgres } from "../../testing/start-postgres";
import { openDatabase } from "../../database/open-database";
import { sql } from "drizzle-orm";
import pg from "pg";
import { isTransientError } from "./transient-errors";

const failureOf = async (work: () => Promise<unknown>): Promise<unknown> => {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error("It did not fail.");
};

it("recognizes a refused connection", async () => {
  const database = await openDatabase({ url: "postgres://postgres@127.0.0.1:9/postgres" });
  expect(isTransientError(await failureOf(() => database.db.execute(sql`select 1`)))).toBe(true);
  await database.close();
});

it.each(["3D000", "28P01", "28000", "25P03", "40P01", "57P03", "08006", "EACCES", "ENOSPC"])(
  "recognizes the error code %s",
  (code) => {
    expect(isTransientError(new Error("Failed query", { cause: Object.assign(new Error("no"), { code }) }))).toBe(true);
  },
);

it.each([
  ["a programming error", new TypeError("x is not a function")],
  ["a text", "ECONNREFUSED"],
  ["an out-of-range value", Object.assign(new Error("out of range"), { code: "22003" })],
  ["a duplicate row", Object.assign(new Error("duplicate key"), { code: "23505" })],
])("does not match %s", (_, error) => expect(isTransientError(error)).toBe(false));

(hasPostgres ? describe : describe.skip)("on PostgreSQL", () => {
  it("recognizes a terminated connection, which the next query replaces", async () => {
    const postgres = await startPostgres();
    const database = await openDatabase({ url: postgres.url });
    const other = new pg.Client(postgres.url);
    await other.connect();
    const isSleeping = () => other.query("select pid from pg_stat_activity where query like 'select pg_sleep%'");
    const failing = failureOf(() => database.db.execute(sql`select pg_sleep(60)`));
    while ((await isSleeping()).rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await other.query("select pg_terminate_backend(pid) from pg_stat_activity where query like 'select pg_sleep%'");
    expect(isTransientError(await failing)).toBe(true);
    expect((await database.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
    expect(isTransientError(await failureOf(() => database.db.execute(sql`select 1 / 0`)))).toBe(false);
    await other.end();
    await postgres.stop();
    expect(isTransientError(await failureOf(() => database.db.execute(sql`select 1`)))).toBe(true);
    await database.close();
  });
});
