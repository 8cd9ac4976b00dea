import type { FastifyInstance } from "fastify";
import { eq } from "drizzle-orm";
import type { Role } from "@conquest/shared/contracts/http/endpoint";
import { buildApp } from "../app";
import { readConfig, type Config } from "../config/config";
import type { Database } from "../database/database";
import type { OpenDatabase } from "../database/open-database";
import type { VerifiedIdentity } from "../platform/identity";
import { users } from "../database/schema/people";
import { truncatedSubjects } from "./truncated-subjects";
import { hasPostgres } from "./start-postgres";
import { testApi, type Caller } from "./test-api";
import { testClock, type TestClock } from "./test-clock";
import { empty, openTestDatabase } from "./test-database";
import { testIdentity, type TestIdentity } from "./test-identity";

/** Somebody who has signed in. */
export interface Person {
  id: string;
  uid: string;
  email: string;
  name: string;
  /** Of the session, as a request's header. */
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
  /** People who sign in as everybody does and then have this role; addresses are made up unless given. */
  readonly people: Record<Role, (draft?: PersonDraft) => Promise<Person>>;
  /** Signs in through POST /jwt and answers the session's cookie header. */
  signIn(person: Partial<VerifiedIdentity> & { email: string }): Promise<string>;
  /** The same person with a new session: one ends after a week at the latest. */
  signedInAgain(person: Person): Promise<Person>;
}

interface Options {
  /** When the tests take place, unless they move the clock. */
  now?: string;
  config?: Partial<Config>;
  /** For races: PGlite has one connection and cannot show a missing lock. */
  needsPostgres?: boolean;
  /** Whether the next test begins with what the one before left. */
  isKept?: () => boolean;
}

export const TEST_NOW = "2026-03-02T06:00:00.000Z";

/**
 * The whole server for one test file, on a database of its own that is empty before each test unless it is kept. Call it where the tests are
 * described; what it answers is filled when they run.
 */
export function testServer({
  now = TEST_NOW,
  config = {},
  needsPostgres = false,
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
  let made = 0;

  const running = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error("The test server runs only inside tests.");
    return part;
  };

  beforeAll(async () => {
    database = await openTestDatabase(needsPostgres);
  }, 60_000);
  beforeEach(async () => {
    clock.set(now);
    if (app) return;
    await empty(running(database).db);
    // A new one for each test: rate limits start at zero.
    app = await buildApp({ db: running(database).db, identity, clock, config: settings });
  });
  const close = async () => {
    await app?.close();
    app = undefined;
  };
  afterEach(async () => {
    if (isKept()) return;
    await close();
    // Whatever a test brought about: so no kind of letter is forgotten.
    expect(await truncatedSubjects(running(database).db)).toEqual([]);
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
    async (draft: PersonDraft = {}): Promise<Person> => {
      made += 1;
      const email = draft.email ?? `${role}-${made}@example.com`;
      const name = draft.name ?? `${role[0]!.toUpperCase()}${role.slice(1)} ${made}`;
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
    signedInAgain: async (person) => ({ ...person, cookie: await signIn({ email: person.email }) }),
  };
}

/** Tests that need PostgreSQL; where there is none they are skipped, and it is said. */
export function describeOnPostgres(title: string, tests: () => void): void {
  if (hasPostgres) return describe(title, tests);
  console.warn(`SKIPPED, because this machine has no PostgreSQL: ${title}`);
  describe.skip(title, tests);
}
