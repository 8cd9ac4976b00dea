import { writeFileSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { sql } from "drizzle-orm";
import { buildApp } from "../../app";
import { readConfig } from "../../config/config";
import { openDatabase, type OpenDatabase } from "../../database/open-database";
import { countedUses } from "../../database/schema/operation";
import { users } from "../../database/schema/people";
import { insertPerson } from "../../testing/insert-person";
import { startPostgres, type RunningPostgres } from "../../testing/start-postgres";
import { testClock } from "../../testing/test-clock";
import { testIdentity } from "../../testing/test-identity";
import { describeOnPostgres } from "../../testing/test-server";
import { createRateLimitStore } from "../limits/rate-limit-store";
import { isTransientError } from "./transient-errors";

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describeOnPostgres("a primary that became a standby", () => {
  const config = readConfig({
    FIREBASE_AUTH_EMULATOR_HOST: "127.0.0.1:9",
    PICTURES_DIR: "memory",
    FILES_DIR: "memory",
    LOG_LEVEL: "silent",
    PUBLIC_ANSWERS_KEPT_MS: "0",
  });
  const clock = testClock(new Date());
  const identity = testIdentity();
  let postgres: RunningPostgres;
  let database: OpenDatabase;
  let app: FastifyInstance;
  let cookie: string;

  beforeAll(async () => {
    postgres = await startPostgres();
    database = await openDatabase({ url: postgres.url });
    await database.migrate();
    app = await buildApp({ db: database.db, identity, clock, config });
    const verified = (await identity.verify(identity.issue({ email: "one@example.com", name: "One" })))!;
    ({ cookie } = await insertPerson({ db: database.db, clock, config }, verified, "user"));
    await postgres.end("SIGINT");
    writeFileSync(path.join(path.dirname(postgres.logFile), "data/standby.signal"), "");
    await postgres.relaunch();
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
    await postgres.stop();
  });

  it.each([["popular-contests"], ["all-contests"], ["best-creators"]])(
    "answers visitors' reads of %s",
    async (address) => {
      const response = await app.inject({ url: `/api/${address}` });
      expect([address, response.statusCode]).toEqual([address, 200]);
    },
  );

  it("rejects unlogged tables, locks and sequences with transient errors", async () => {
    const store = createRateLimitStore(database.db, 60_000);
    const errors = await Promise.all([
      failureOf(store.use("key", 1)),
      failureOf(store.refund("key")),
      failureOf(store.forget()),
      failureOf(database.db.select().from(countedUses)),
      failureOf(database.db.select().from(users).for("update")),
      failureOf(database.db.execute(sql`select nextval('telemetry_incidents_id_seq')`)),
    ]);
    expect(errors.map((error) => (isTransientError(error) ? "transient" : error))).toEqual(
      errors.map(() => "transient"),
    );
  });

  it.each([
    ["POST", "contact", { name: "One", email: "one@example.com", message: "Hello" }],
    ["PUT", "join-contest", { contestId: "0".repeat(24), email: "one@example.com" }],
    ["PUT", "my-preferences", { language: "bn", timeZone: "Asia/Dhaka" }],
    ["POST", "logout", {}],
  ] as const)("answers %s %s with 503 and Retry-After", async (method, address, payload) => {
    const response = await app.inject({ method, url: `/api/${address}`, headers: { cookie }, payload });
    expect([response.statusCode, response.body]).toEqual([503, expect.stringContaining('"code":"unavailable"')]);
    expect(response.headers["retry-after"]).toBe("5");
  });

  it("answers a sign-in with 503", async () => {
    const headers = { authorization: `Bearer ${identity.issue({ email: "two@example.com", name: "Two" })}` };
    const response = await app.inject({
      method: "POST",
      url: "/api/jwt",
      headers,
      payload: { email: "two@example.com" },
    });
    expect(response.statusCode).toBe(503);
  });
});
