import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import pg from "pg";
import { listContests } from "@conquest/shared/contracts/listing";
import { createContest, listMyContests } from "@conquest/shared/contracts/publishing";
import { aContestForm } from "../../testing/contest-steps";
import {
  query,
  startReplicatedDatabase,
  until,
  untilReplayed,
  type ReplicatedDatabase,
} from "../../testing/replicated-database";
import { openReplicatedServer, type ReplicatedServer } from "../../testing/replicated-server";
import { signalAll } from "../../testing/signal-all";
import type { RunningPostgres } from "../../testing/start-postgres";
import { describeOnPostgres } from "../../testing/test-server";
import type { DatabaseLocation } from "../open-database";

const FAST = ["fsync=off", "max_standby_streaming_delay=0"];

describeOnPostgres("read replicas", () => {
  let cluster: ReplicatedDatabase;
  const sites: ReplicatedServer[] = [];

  beforeAll(async () => {
    cluster = await startReplicatedDatabase([FAST, FAST]);
  }, 60_000);
  afterEach(async () => {
    for (const site of sites.splice(0)) await site.close();
  });
  afterAll(() => cluster.stop());

  async function openSite(...settings: [DatabaseLocation?, number?]): Promise<ReplicatedServer> {
    sites.push(await openReplicatedServer(cluster, ...settings));
    return sites.at(-1)!;
  }

  const setReplay = (action: "pause" | "resume") =>
    Promise.all(cluster.readUrls.map((url) => query(url, `select pg_wal_replay_${action}()`)));

  it("answer lists, but show users what they wrote, on every server", async () => {
    const [one, two] = [await openSite({ maxReplicaLagMs: 60_000 }), await openSite({ maxReplicaLagMs: 60_000 })];
    const [creator, admin, other] = [await one.person("creator"), await one.person("admin"), await one.person("user")];
    const mine = async (site: ReplicatedServer) =>
      (await site.as(creator).call(listMyContests, { params: { email: creator.email } })).map(({ name }) => name);
    await untilReplayed(cluster);
    await until(async () => (await two.namesFor(other)) && two.readsOfReplicas() > 0, "a list from a replica");

    await setReplay("pause");
    const name = await one.openContest(creator, admin);
    for (const site of [one, two]) {
      expect(await mine(site)).toEqual([name]);
      expect(await site.namesFor(creator)).toContain(name);
      expect(await site.namesFor(admin)).toContain(name);
      // From replicas, which do not have it yet.
      expect(await site.namesFor()).not.toContain(name);
      expect(await site.namesFor(other)).not.toContain(name);
    }

    // As after a crash or on a new primary.
    await query(cluster.primary.url, "truncate write_positions");
    await until(
      async () => (await query(cluster.primary.url, "select from write_positions where user_id = ''")).length === 1,
      "a floor",
    );
    expect(await mine(two)).toEqual([name]);
    expect(await two.namesFor()).not.toContain(name);

    await setReplay("resume");
    await until(async () => (await two.namesFor()).includes(name), "the contest on the replicas");
    await until(async () => {
      const before = two.readsOfReplicas();
      expect(await mine(two)).toEqual([name]);
      return two.readsOfReplicas() > before;
    }, "the creator's list from a replica");
  });

  it("are out of use while they lag, and come back", async () => {
    const site = await openSite({ maxReplicaLagMs: 500 });
    const [creator, admin] = [await site.person("creator"), await site.person("admin")];
    await setReplay("pause");
    const name = await site.openContest(creator, admin);
    await until(() => site.states().every((state) => state === "behind"), "behind");
    expect(await site.namesFor()).toContain(name);
    await setReplay("resume");
    await site.untilInUse();
  });

  it("have a write whose position cannot be stored when it is acknowledged", async () => {
    const [one, two] = [await openSite({ maxReplicaLagMs: 500 }), await openSite({ maxReplicaLagMs: 500 })];
    const creator = await one.person("creator");
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
    await site.untilInUse();
    await second.end("SIGINT");
    await first.end("SIGINT");
    await pause(200);
    await second.relaunch();
    await first.relaunch();
    await site.untilInUse();
    isOver = true;
    await Promise.all(lanes);
    expect([...statuses.keys()]).toEqual([200]);
    expect(site.readsOfReplicas()).toBeGreaterThan(0);
    expect(slowest).toBeLessThan(3_000);
  });

  it("do not delay the end of the server if they are frozen", async () => {
    const [first] = cluster.standbys as [RunningPostgres];
    const site = await openSite();
    const reads = () => Promise.all(Array.from({ length: 8 }, () => site.namesFor()));
    await reads();
    sites.splice(sites.indexOf(site), 1);
    signalAll(first, "SIGSTOP");
    try {
      // Their connections to the replica are still waiting.
      await reads();
      const from = performance.now();
      await site.close();
      expect(performance.now() - from).toBeLessThan(2_000);
    } finally {
      signalAll(first, "SIGCONT");
    }
    const polls = "select from pg_stat_activity where application_name = 'conquest replicas'";
    for (const url of [cluster.primary.url, ...cluster.readUrls])
      await until(async () => (await query(url, polls)).length === 0, "no connection");
  });

  it("answer visitors, but no one else, while the primary is away", async () => {
    const site = await openSite();
    const user = await site.person("user");
    const name = await site.openContest(await site.person("creator"), await site.person("admin"));
    await untilReplayed(cluster);
    await until(async () => (await site.namesFor()).includes(name), "the contest on the replicas");
    await cluster.primary.end("SIGINT");
    const away = performance.now();
    try {
      while (performance.now() - away < 2_500) {
        expect(await site.namesFor()).toContain(name);
        await pause(20);
      }
      expect((await site.as(user).send({ url: "/api/all-contests" })).statusCode).toBe(503);
    } finally {
      await cluster.primary.relaunch();
    }
    await site.untilInUse();
    expect((await site.as(user).send({ url: "/api/all-contests" })).statusCode).toBe(200);
  });

  it("do not make a cached response valid whose state only looks the same", async () => {
    const site = await openSite({ readUrls: [cluster.readUrls[0]!], maxReplicaLagMs: 60_000 }, 1);
    const admin = await site.person("admin");
    // Two changes of one creator's contests, or of words in search, would wait for each other.
    const names = [
      await site.openContest(await site.person("creator"), admin),
      await site.openContest(await site.person("creator"), admin),
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
    await site.person("user");
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

  it("are recognised in any format of dates that the database has", async () => {
    await query(cluster.primary.url, "alter database postgres set datestyle = 'German'");
    try {
      await untilReplayed(cluster);
      const { db, replicas } = (await openSite()).database;
      // On more connections than those of the start.
      const read = () => replicas.read(async () => db.execute(sql`select pg_sleep(0.1)`));
      await Promise.all(Array.from({ length: 8 }, read));
      expect(replicas.status()).toMatchObject({ onPrimary: 0, repeated: 0 });
    } finally {
      await query(cluster.primary.url, "alter database postgres reset datestyle");
    }
  });

  it("stay in use while they are busy, also if a read gets no connection", async () => {
    const site = await openSite({ readUrls: [cluster.readUrls[0]!], poolSize: 1 });
    const { db, replicas } = site.database;
    const before = replicas.status();
    const sourceAfter = (seconds: number) => async () => {
      await db.execute(sql`select pg_sleep(${seconds})`);
      return replicas.currentSource();
    };
    const slow = replicas.read(sourceAfter(6));
    expect(await replicas.read(sourceAfter(0))).toBe(0);
    expect(site.states()).toEqual(["in use"]);
    expect(await slow).toBe(1);
    expect(replicas.status().repeated).toBe(before.repeated + 1);
  }, 15_000);

  it("never miss an own write, on two servers with concurrent writers", async () => {
    const delayed = cluster.readUrls[0]!;
    await query(delayed, "alter system set recovery_min_apply_delay = '50ms'");
    await query(delayed, "select pg_reload_conf()");
    const servers = [await openSite({ maxReplicaLagMs: 5_000 }), await openSite({ maxReplicaLagMs: 5_000 })];
    let missing = 0;
    const write = async (email: string) => {
      const creator = await servers[0]!.person("creator", email);
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
    expect(missing).toBe(0);
    const statuses = servers.map(({ database }) => database.replicas.status());
    const total = (countOf: (status: (typeof statuses)[0]) => number) =>
      statuses.reduce((sum, status) => sum + countOf(status), 0);
    // Every path was taken.
    expect(total(({ replicas }) => replicas[0]!.reads)).toBeGreaterThan(0);
    expect(total(({ replicas }) => replicas[1]!.reads)).toBeGreaterThan(0);
    expect(total(({ onPrimary }) => onPrimary)).toBeGreaterThan(0);
  });
});
