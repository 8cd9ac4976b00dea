import type { FastifyInstance } from "fastify";
import type { Role } from "@conquest/shared/contracts/http/endpoint";
import { listContests } from "@conquest/shared/contracts/listing";
import { createContest } from "@conquest/shared/contracts/publishing";
import { confirmContest } from "@conquest/shared/contracts/review";
import { buildApp } from "../app";
import { readConfig } from "../config/config";
import { openDatabase, type DatabaseLocation, type OpenDatabase } from "../database/open-database";
import { aContestForm } from "./contest-steps";
import { insertPerson } from "./insert-person";
import { until, type ReplicatedDatabase } from "./replicated-database";
import { testApi, type Caller } from "./test-api";
import { testClock } from "./test-clock";
import { testIdentity } from "./test-identity";
import { TEST_NOW, type Person } from "./test-server";

const clock = testClock(new Date(TEST_NOW));
const identity = testIdentity();
let count = 0;

const configWith = (cachedMs: number) =>
  readConfig({
    FIREBASE_AUTH_EMULATOR_HOST: "127.0.0.1:9",
    PICTURES_DIR: "memory",
    FILES_DIR: "memory",
    LOG_LEVEL: "silent",
    REQUESTS_PER_MINUTE: "100000",
    PUBLIC_ANSWERS_KEPT_MS: String(cachedMs),
  });

/** A server that reads from replicas. */
export interface ReplicatedServer {
  app: FastifyInstance;
  database: OpenDatabase;
  as(person?: Person): Caller;
  states(): string[];
  readsOfReplicas(): number;
  untilInUse(): Promise<void>;
  person(role: Role, email?: string): Promise<Person>;
  /** Returns the name of the contest. */
  openContest(creator: Person, admin: Person): Promise<string>;
  namesFor(reader?: Person): Promise<string[]>;
  close(): Promise<void>;
}

export async function openReplicatedServer(
  { primary, readUrls }: ReplicatedDatabase,
  location: DatabaseLocation = {},
  cachedMs = 0,
): Promise<ReplicatedServer> {
  const database = await openDatabase({ url: primary.url, readUrls, ...location });
  await database.assertConnections();
  const { db, replicas } = database;
  const config = configWith(cachedMs);
  const app = await buildApp({ db, replicas, identity, clock, config });
  const as: ReplicatedServer["as"] = (person) => testApi(() => app, person?.cookie);
  const states = () => replicas.status().replicas.map(({ state }) => state);
  const server: ReplicatedServer = {
    app,
    database,
    as,
    states,
    readsOfReplicas: () => replicas.status().replicas.reduce((sum, { reads }) => sum + reads, 0),
    untilInUse: () => until(() => states().every((state) => state === "in use"), "in use"),
    async person(role, email = `${role}-${(count += 1)}@example.com`) {
      const verified = (await identity.verify(identity.issue({ email, name: email })))!;
      return insertPerson({ db, clock, config }, verified, role);
    },
    async openContest(creator, admin) {
      const name = `Contest ${(count += 1)}`;
      const { insertedId: id } = await as(creator).call(createContest, { body: aContestForm({ name }) });
      await as(admin).call(confirmContest, { params: { id }, body: { status: "open" } });
      return name;
    },
    namesFor: async (reader) =>
      (await as(reader).call(listContests, { query: { limit: 100 } })).map(({ name }) => name),
    async close() {
      await app.close();
      await database.close();
    },
  };
  await server.untilInUse();
  return server;
}
