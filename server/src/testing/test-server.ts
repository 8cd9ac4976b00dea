import type { FastifyInstance } from "fastify";
import { eq } from "drizzle-orm";
import type { Role } from "@conquest/shared/contracts/http/endpoint";
import { buildApp } from "../app";
import { readConfig, type Config } from "../config/config";
import type { Database } from "../database/database";
import type { OpenDatabase } from "../database/open-database";
import type { VerifiedIdentity } from "../platform/identity/identity";
import { users } from "../database/schema/people";
import { longSubjects } from "./long-subjects";
import { hasPostgres } from "./start-postgres";
import { testApi, type Caller } from "./test-api";
import { testClock, type TestClock } from "./test-clock";
import { insertPerson } from "./insert-person";
import { emptyDatabase, openTestDatabase } from "./test-database";
import { testIdentity, type TestIdentity } from "./test-identity";

export interface Person {
  id: string;
  uid: string;
  email: string;
  name: string;
  cookie: string;
}

type PersonDraft = Partial<Pick<VerifiedIdentity, "email" | "name" | "picture" | "emailVerified" | "uid">>;

export interface TestServer {
  readonly app: FastifyInstance;
  readonly db: Database;
  readonly clock: TestClock;
  readonly identity: TestIdentity;
  readonly config: Config;
  readonly api: Caller & { as(person: Person): Caller };
  readonly people: Record<Role, (draft?: PersonDraft) => Promise<Person>>;
  signIn(person: Partial<VerifiedIdentity> & { email: string }): Promise<string>;
  /** Signs the person in again: sessions end after at most a week. */
  signInAgain(person: Person): Promise<Person>;
}

interface Options {
  now?: string;
  config?: Partial<Config>;
  /** For races: PGlite has one connection and cannot show a missing lock. */
  needsPostgres?: boolean;
  /** Instead of the usual database. */
  open?: () => Promise<OpenDatabase>;
  /** If true, the next test starts with the data of the previous one. */
  isKept?: () => boolean;
}

export const TEST_NOW = "2026-03-02T06:00:00.000Z";

/**
 * Starts the whole server for one test file, with a database that is emptied before each test unless kept. Call it
 * inside describe; its properties are available when the tests run.
 */
export function testServer({
  now = TEST_NOW,
  config = {},
  needsPostgres = false,
  open = () => openTestDatabase(needsPostgres),
  isKept = () => false,
}: Options = {}): TestServer {
  const settings: Config = {
    ...readConfig({
      FIREBASE_AUTH_EMULATOR_HOST: "127.0.0.1:9",
      PICTURES_DIR: "memory",
      FILES_DIR: "memory",
      LOG_LEVEL: "silent",
      REQUESTS_PER_MINUTE: "100000",
      PUBLIC_ANSWERS_KEPT_MS: "0",
    }),
    ...config,
  };
  const clock = testClock(new Date(now));
  const identity = testIdentity();
  let database: OpenDatabase | undefined;
  let app: FastifyInstance | undefined;
  let personCount = 0;

  const running = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error("The test server runs only inside tests.");
    return part;
  };

  beforeAll(async () => {
    database = await open();
  }, 60_000);
  beforeEach(async () => {
    clock.set(now);
    if (app) return;
    await emptyDatabase(running(database).db);
    // A new app for each test resets the rate limits.
    const { db, replicas } = running(database);
    app = await buildApp({ db, replicas, identity, clock, config: settings });
  });
  const close = async () => {
    await app?.close();
    app = undefined;
  };
  afterEach(async () => {
    if (isKept()) return;
    await close();
    // Checked after every test, so that no kind of email is missed.
    expect(await longSubjects(running(database).db)).toEqual([]);
  });
  afterAll(async () => {
    await close();
    await database?.close();
  });

  const signIn: TestServer["signIn"] = async (person) => {
    const response = await running(app).inject({
      method: "POST",
      url: "/api/jwt",
      headers: { authorization: `Bearer ${identity.issue(person)}` },
      payload: { email: person.email },
    });
    if (response.statusCode !== 200) throw new Error(`Sign-in was refused: ${response.statusCode} ${response.body}`);
    const [cookie] = response.cookies.slice(-1);
    return `${cookie!.name}=${cookie!.value}`;
  };

  const personWith =
    (role: Role) =>
    async ({ name: givenName, ...draft }: PersonDraft = {}): Promise<Person> => {
      personCount += 1;
      const email = draft.email ?? `${role}-${personCount}@example.com`;
      const name = givenName ?? `${role[0]!.toUpperCase()}${role.slice(1)} ${personCount}`;
      if (Object.keys(draft).length === 0) {
        const verified = (await identity.verify(identity.issue({ email, name })))!;
        return insertPerson({ db: running(database).db, clock, config: settings }, verified, role);
      }
      const cookie = await signIn({ ...draft, email, name });
      const [user] = await running(database).db.update(users).set({ role }).where(eq(users.email, email)).returning();
      return { id: user!.id, uid: user!.uid, email, name, cookie };
    };

  return {
    get app() {
      return running(app);
    },
    get db() {
      return running(database).db;
    },
    clock,
    identity,
    config: settings,
    api: { ...testApi(() => running(app), undefined), as: (person) => testApi(() => running(app), person.cookie) },
    people: { admin: personWith("admin"), creator: personWith("creator"), user: personWith("user") },
    signIn,
    signInAgain: async (person) => ({ ...person, cookie: await signIn({ email: person.email }) }),
  };
}

export function describeOnPostgres(title: string, tests: () => void): void {
  if (hasPostgres) return describe(title, tests);
  console.warn(`SKIPPED, because this machine has no PostgreSQL: ${title}`);
  describe.skip(title, tests);
}
