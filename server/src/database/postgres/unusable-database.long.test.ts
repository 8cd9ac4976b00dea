import pg from "pg";
import { describeOnPostgres } from "../../testing/test-server";
import { startPostgres, type RunningPostgres } from "../../testing/start-postgres";
import { openDatabase } from "../open-database";
import { explainUnusable } from "./unusable-database";

describeOnPostgres("an unusable database", () => {
  let postgres: RunningPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query("create database latin encoding 'LATIN1' locale 'C' template template0");
    await client.query("create database others");
    await client.query("create role stranger login");
    await client.query("create database pathless");
    await client.query("alter database pathless set search_path = nowhere");
    await client.query("create database taken");
    const taken = new pg.Client({ connectionString: postgres.url.replace("/postgres?", "/taken?") });
    await taken.connect();
    await taken.query("create table users (id int)");
    await taken.end();
    await client.end();
  }, 60_000);
  afterAll(() => postgres.stop());

  const addressOf = (database: string, change: (address: string) => string = (address) => address) =>
    change(postgres.url.replace("/postgres?", `/${database}?`));
  const reason = async (url: string) => {
    const { migrate, close } = await openDatabase({ url });
    return migrate()
      .then(() => "usable", explainUnusable)
      .finally(close);
  };

  it("has another encoding", async () => {
    expect(await reason(addressOf("latin"))).toBe("DATABASE_URL must name a database in UTF8, and not in LATIN1.");
  });

  it("belongs to another role", async () => {
    const url = addressOf("others", (address) => address.replace("postgres://postgres@", "postgres://stranger@"));
    expect(await reason(url)).toBe(
      "DATABASE_URL must name a role that owns the database: permission denied for database others.",
    );
  });

  it("is used by something else, or has no schema", async () => {
    expect(await reason(addressOf("taken"))).toBe(
      'DATABASE_URL must name a database that only Conquest uses: relation "users" already exists.',
    );
    expect(await reason(addressOf("pathless"))).toBe(
      "DATABASE_URL must name a role whose search_path has a schema: no schema has been selected to create in.",
    );
  });

  it("rejects encrypted connections, if one is required", async () => {
    expect(await reason(addressOf("others", (address) => `${address}&sslmode=verify-full`))).toBe(
      "DATABASE_URL requires an encrypted connection (sslmode), but the database does not support it.",
    );
  });

  it("is not a usable database, or one that is temporarily unavailable", async () => {
    expect(explainUnusable(Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }))).toBeNull();
    expect(await reason(addressOf("others"))).toBe("usable");
  });
});

it("explains an untrusted certificate", () => {
  const error = new Error("Failed query", {
    cause: Object.assign(new Error("self-signed certificate"), { code: "DEPTH_ZERO_SELF_SIGNED_CERT" }),
  });
  expect(explainUnusable(error)).toBe(
    "DATABASE_URL requires an encrypted connection, but the database's certificate is not trusted: self-signed certificate.",
  );
});
