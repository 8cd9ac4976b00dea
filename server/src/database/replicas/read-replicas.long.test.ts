import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import pg from "pg";
import type { Role } from "@conquest/shared/contracts/http/endpoint";
import { listContests } from "@conquest/shared/contracts/listing";
import { createContest, listMyContests } from "@conquest/shared/contracts/publishing";
import { confirmContest } from "@conquest/shared/contracts/review";
import { buildApp } from "../../app";
import { readConfig } from "../../config/config";
import { aContestForm } from "../../testing/contest-steps";
import { insertPerson } from "../../testing/insert-person";
import { createDatabase } from "../../testing/postgres-databases";
import {
  query,
  startReplicatedDatabase,
  until,
  untilReplayed,
  type ReplicatedDatabase,
} from "../../testing/replicated-database";
import { signalAll } from "../../testing/signal-all";
import { startPostgres, type RunningPostgres } from "../../testing/start-postgres";
import { testApi } from "../../testing/test-api";
import { testClock } from "../../testing/test-clock";
import { testIdentity } from "../../testing/test-identity";
import { describeOnPostgres, TEST_NOW, type Person } from "../../testing/test-server";
import { openDatabase, type DatabaseLocation, type OpenDatabase } from "../open-database";
import { explainUnusable } from "../postgres/unusable-database";

const FAST = ["fsync=off", "max_standby_streaming_delay=0"];

const clock = testClock(new Date(TEST_NOW));
const identity = testIdentity();
const configWith = (cachedMs: number) =>
  readConfig({
    FIREBASE_AUTH_EMULATOR_HOST: "127.0.0.1:9",
    PICTURES_DIR: "memory",
    FILES_DIR: "memory",
    LOG_LEVEL: "silent",
    REQUESTS_PER_MINUTE: "100000",
    PUBLIC_ANSWERS_KEPT_MS: String(cachedMs),
  });

interface Site {
  app: FastifyInstance;
  database: OpenDatabase;
  as(person?: Person): ReturnType<typeof testApi>;
  states(): string[];
  readsOfReplicas(): number;
}

describeOnPostgres("read replicas", () => {
  let cluster: ReplicatedDatabase;
  let sites: Site[] = [];
  let count = 0;

  beforeAll(async () => {
    cluster = await startReplicatedDatabase([FAST, FAST]);
  }, 60_000);
  afterEach(async () => {
    for (const { app, database } of sites) {
      await app.close();
      await database.close();
    }
    sites = [];
  });
  afterAll(() => cluster.stop());

  async function openSite(location: DatabaseLocation = {}, cachedMs = 0): Promise<Site> {
    const { readUrls, primary } = cluster;
    const database = await openDatabase({ url: primary.url, readUrls, ...location });
    await database.assertConnections();
    const { db, replicas } = database;
    const app = await buildApp({ db, replicas, identity, clock, config: configWith(cachedMs) });
    const site: Site = {
      app,
      database,
      as: (person) => testApi(() => app, person?.cookie),
      states: () => replicas.status().replicas.map(({ state }) => state),
      readsOfReplicas: () => replicas.status().replicas.reduce((sum, { reads }) => sum + reads, 0),
    };
    sites.push(site);
    await untilInUse(site);
    return site;
  }

  const untilInUse = (site: Site) => until(() => site.states().every((state) => state === "in use"), "in use");

  async function person(
    { database }: Site,
    role: Role,
    email = `${role}-${(count += 1)}@example.com`,
  ): Promise<Person> {
    const verified = (await identity.verify(identity.issue({ email, name: email })))!;
    return insertPerson({ db: database.db, clock, config: configWith(0) }, verified, role);
  }

  async function openContest(site: Site, creator: Person, admin: Person): Promise<string> {
    const name = `Contest ${(count += 1)}`;
    const { insertedId: id } = await site.as(creator).call(createContest, { body: aContestForm({ name }) });
    await site.as(admin).call(confirmContest, { params: { id }, body: { status: "open" } });
    return name;
  }

  const namesFor = async (site: Site, reader?: Person) =>
    (await site.as(reader).call(listContests, { query: { limit: 100 } })).map(({ name }) => name);

  const setReplay = (action: "pause" | "resume") =>
    Promise.all(cluster.readUrls.map((url) => query(url, `select pg_wal_replay_${action}()`)));

  it("answer lists, but show users what they wrote, on every server", async () => {
    const [one, two] = [await openSite({ maxReplicaLagMs: 60_000 }), await openSite({ maxReplicaLagMs: 60_000 })];
    const [creator, admin, other] = [
      await person(one, "creator"),
      await person(one, "admin"),
      await person(one, "user"),
    ];
    const mine = async (site: Site) =>
      (await site.as(creator).call(listMyContests, { params: { email: creator.email } })).map(({ name }) => name);
    await untilReplayed(cluster);
    await until(async () => (await namesFor(two, other)) && two.readsOfReplicas() > 0, "a list from a replica");

    await setReplay("pause");
    const name = await openContest(one, creator, admin);
    for (const site of [one, two]) {
      expect(await mine(site)).toEqual([name]);
      expect(await namesFor(site, creator)).toContain(name);
      expect(await namesFor(site, admin)).toContain(name);
      // From replicas, which do not have it yet.
      expect(await namesFor(site)).not.toContain(name);
      expect(await namesFor(site, other)).not.toContain(name);
    }

    // As after a crash or on a new primary.
    await query(cluster.primary.url, "truncate write_positions");
    await until(
      async () => (await query(cluster.primary.url, "select from write_positions where user_id = ''")).length === 1,
      "a floor",
    );
    expect(await mine(two)).toEqual([name]);
    expect(await namesFor(two)).not.toContain(name);

    await setReplay("resume");
    await until(async () => (await namesFor(two)).includes(name), "the contest on the replicas");
    await until(async () => {
      const before = two.readsOfReplicas();
      expect(await mine(two)).toEqual([name]);
      return two.readsOfReplicas() > before;
    }, "the creator's list from a replica");
  });

  it("are out of use while they lag, and come back", async () => {
    const site = await openSite({ maxReplicaLagMs: 500 });
    const [creator, admin] = [await person(site, "creator"), await person(site, "admin")];
    await setReplay("pause");
    const name = await openContest(site, creator, admin);
    await until(() => site.states().every((state) => state === "behind"), "behind");
    expect(await namesFor(site)).toContain(name);
    await setReplay("resume");
    await untilInUse(site);
  });

  it("have a write whose position cannot be stored when it is acknowledged", async () => {
    const [one, two] = [await openSite({ maxReplicaLagMs: 500 }), await openSite({ maxReplicaLagMs: 500 })];
    const creator = await person(one, "creator");
    const alter = (change: string) => query(cluster.primary.url, `alter table write_positions ${change}`);
    await alter("add constraint floor_only check (user_id = '') not valid");
    await setReplay("pause");
    try {
      await one.as(creator).call(createContest, { body: aContestForm() });
      expect((await two.as(creator).page(listMyContests, { params: { email: creator.email } })).total).toBe(1);
    } finally {
      await setReplay("resume");
      await alter("drop constraint floor_only");
    }
  });

  it("may be killed, frozen and stopped without a failed request", async () => {
    const site = await openSite();
    const [first, second] = cluster.standbys as [RunningPostgres, RunningPostgres];
    const statuses = new Map<number, number>();
    let isOver = false;
    let slowest = 0;
    const lanes = Array.from({ length: 6 }, async (_, lane) => {
      for (let turn = 0; !isOver; turn += 1) {
        const from = performance.now();
        const { statusCode } = await site.app.inject({ url: `/api/all-contests?limit=5&turn=${lane}-${turn}` });
        slowest = Math.max(slowest, performance.now() - from);
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
        await pause(1);
      }
    });
    await first.end("SIGQUIT");
    await until(() => site.states()[0] === "unreachable", "one unreachable");
    signalAll(second, "SIGSTOP");
    await until(() => site.states()[1] === "unreachable", "both unreachable");
    await pause(200);
    signalAll(second, "SIGCONT");
    await first.relaunch();
    await untilInUse(site);
    await second.end("SIGINT");
    await first.end("SIGINT");
    await pause(200);
    await second.relaunch();
    await first.relaunch();
    await untilInUse(site);
    isOver = true;
    await Promise.all(lanes);
    expect([...statuses.keys()]).toEqual([200]);
    expect(site.readsOfReplicas()).toBeGreaterThan(0);
    expect(slowest).toBeLessThan(3_000);
  });

  it("answer visitors, but no one else, while the primary is away", async () => {
    const site = await openSite();
    const user = await person(site, "user");
    const name = await openContest(site, await person(site, "creator"), await person(site, "admin"));
    await untilReplayed(cluster);
    await until(async () => (await namesFor(site)).includes(name), "the contest on the replicas");
    await cluster.primary.end("SIGINT");
    const away = performance.now();
    try {
      while (performance.now() - away < 2_500) {
        expect(await namesFor(site)).toContain(name);
        await pause(20);
      }
      expect((await site.as(user).send({ url: "/api/all-contests" })).statusCode).toBe(503);
    } finally {
      await cluster.primary.relaunch();
    }
    await untilInUse(site);
    expect((await site.as(user).send({ url: "/api/all-contests" })).statusCode).toBe(200);
  });

  it("do not make a cached response valid whose state only looks the same", async () => {
    const site = await openSite({ readUrls: [cluster.readUrls[0]!] }, 1);
    const admin = await person(site, "admin");
    // Two changes of one creator's contests, or of words in search, would wait for each other.
    const names = [
      await openContest(site, await person(site, "creator"), admin),
      await openContest(site, await person(site, "creator"), admin),
    ];
    const image = "https://pictures.example/changed.png";
    const shown = async () =>
      (await site.as().call(listContests, { query: { limit: 100 } })).filter((contest) => contest.image === image);
    const clients = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const client = new pg.Client(cluster.primary.url);
        await client.connect();
        await client.query("begin");
        return client;
      }),
    );
    const [oldest, earlier, later] = clients as [pg.Client, pg.Client, pg.Client];
    const change = `update contests set image = '${image}' where name = $1`;
    const snapshot = async () =>
      (await query<{ text: string }>(cluster.readUrls[0]!, "select pg_current_snapshot()::text as text"))[0]!.text;
    try {
      await oldest.query("update users set name = name where id = $1", [admin.id]);
      await earlier.query(change, [names[0]]);
      await later.query(change, [names[1]]);
      await later.query("commit");
      await untilReplayed(cluster);
      await until(async () => (await shown()).length === 1, "the later change");
      const before = await snapshot();
      await earlier.query("commit");
      await untilReplayed(cluster);
      // The trap: on a standby, PostgreSQL calls both states the same.
      expect(await snapshot()).toBe(before);
      await pause(10);
      expect(await shown()).toHaveLength(2);
      expect(site.database.replicas.status().replicas[0]!.state).toBe("in use");
      await oldest.query("commit");
    } finally {
      for (const client of clients) await client.end();
    }
  });

  it("repeat reads on the primary that conflict with recovery", async () => {
    const site = await openSite();
    const { db, replicas } = site.database;
    await person(site, "user");
    await untilReplayed(cluster);
    const reading = replicas.read(() =>
      db.execute<{ done: boolean }>(sql`select pg_sleep(1), true as done from users limit 1`),
    );
    await pause(200);
    const text = "begin; lock table users in access exclusive mode; commit";
    await query(cluster.primary.url, text);
    expect((await reading).rows).toMatchObject([{ done: true }]);
    expect(replicas.status().repeated).toBe(1);
  });

  it("are refused if they have another database", async () => {
    const other = await startPostgres();
    const { url: sibling } = await createDatabase(cluster.primary.url);
    await untilReplayed(cluster);
    const { pathname } = new URL(sibling);
    const siblingReplica = cluster.readUrls[0]!.replace("/postgres?", `${pathname}?`);
    try {
      for (const url of [other.url, siblingReplica]) {
        const database = await openDatabase({ url: cluster.primary.url, readUrls: [url] });
        const failure = await database.assertConnections().then(
          () => "accepted",
          (error: unknown) => explainUnusable(error),
        );
        await database.close();
        expect(failure).toMatch(/^DATABASE_READ_URLS must name streaming replicas of the database of DATABASE_URL/);
      }
    } finally {
      await other.stop();
    }
  });

  it("may be unreachable when the server starts", async () => {
    const changes: string[] = [];
    const database = await openDatabase({
      url: cluster.primary.url,
      readUrls: ["postgres://postgres@127.0.0.1:1/postgres"],
      onReplicaChange: (name, state) => changes.push(`${name} ${state}`),
    });
    await database.assertConnections();
    expect(await database.replicas.read(async () => database.replicas.currentSource())).toBe(0);
    expect(changes).toEqual(["127.0.0.1:1 unreachable"]);
    await database.close();
  });

  it("never miss an own write, on two servers with concurrent writers", async () => {
    const delayed = cluster.readUrls[0]!;
    await query(delayed, "alter system set recovery_min_apply_delay = '150ms'");
    await query(delayed, "select pg_reload_conf()");
    const servers = [await openSite({ maxReplicaLagMs: 5_000 }), await openSite({ maxReplicaLagMs: 5_000 })];
    let missing = 0;
    const write = async (email: string) => {
      const creator = await person(servers[0]!, "creator", email);
      const apis = servers.map((site) => site.as(creator));
      for (let written = 1; written <= 7; written += 1) {
        const [writer, reader] = written % 2 === 0 ? apis : apis.toReversed();
        await writer!.call(createContest, { body: aContestForm({ name: `${email} ${written}` }) });
        for (const api of [reader!, writer!, reader!]) {
          const { total } = await api.page(listMyContests, { params: { email } });
          if (total < written) missing += 1;
        }
        await pause(Math.random() * 120);
      }
    };
    await Promise.all(Array.from({ length: 6 }, (_, index) => write(`racer-${index}@example.com`)));
    const statuses = servers.map(({ database }) => database.replicas.status());
    expect(missing).toBe(0);
    for (const { replicas, onPrimary, repeated } of statuses) {
      expect(replicas.every(({ reads }) => reads > 0)).toBe(true);
      expect(onPrimary).toBeGreaterThan(0);
      expect(repeated).toBe(0);
    }
  });
});
