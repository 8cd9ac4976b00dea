import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { idTokenOf, register, signIn } from "../demo/api-person";
import { killSite, startSite, stopSite } from "../process/site-child";
import { startLoad, type Outcome } from "./load";
import { NONE_LOST, seconds, startFigures, type TrialResult } from "./trial-result";
import {
  countLost,
  createUsersAndContests,
  startProvider,
  startServer,
  withPostgres,
  withTemporaryFolder,
  type PostgresSite,
} from "./trial-site";

const withSite = <T>(work: (site: PostgresSite) => Promise<T>): Promise<T> =>
  withTemporaryFolder(async (folder) => withPostgres(await startProvider(folder), work));

const acknowledgedBy = ({ messages, joins }: Pick<Outcome, "messages" | "joins">) => messages.length + joins.length;

/** Kills a server with an embedded database while it writes. */
export function tryKills(kills: number, log: (line: string) => void): Promise<TrialResult> {
  return withTemporaryFolder(async (folder) => {
    const location = { dataDir: path.join(folder, "database") };
    const env = { DATA_DIR: location.dataDir, ...(await startProvider(folder)).env };
    const all: Pick<Outcome, "messages" | "joins"> = { messages: [], joins: [] };
    const starts: number[] = [];
    let server = await startServer({ env });
    for (let kill = 0; kill < kills; kill += 1) {
      const url = server.url;
      const load = startLoad({ url: () => url, lanes: 3 });
      await pause(200 + Math.random() * 800);
      await server.end("SIGKILL");
      const { messages, joins } = await load.stop();
      all.messages.push(...messages);
      all.joins.push(...joins);
      server = await startServer({ env });
      starts.push(server.startedIn);
      if ((kill + 1) % 10 === 0) log(`${kill + 1} kills, ${all.messages.length} acknowledged`);
    }
    await server.end("SIGTERM");
    return {
      title: "Kills of the server with its embedded database",
      figures: {
        kills,
        acknowledged: acknowledgedBy(all),
        ...(await countLost(location, all)),
        ...startFigures(starts),
      },
      limits: NONE_LOST,
    };
  });
}

/** Kills `npm start` with its identity emulator while users register. */
export function trySiteStarts(kills: number): Promise<TrialResult> {
  return withTemporaryFolder(async (folder) => {
    const dataFolder = path.join(folder, "site");
    let site = await startSite({ dataFolder });
    const starts: number[] = [];
    let lost = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const registered: string[] = [];
      const registers = (async () => {
        for (let count = 0; ; count += 1) {
          const email = `start-${kill}-${count}@conquest.test`;
          await register(site, email);
          registered.push(email);
        }
      })().catch(() => undefined);
      while (registered.length < 3) await pause(20);
      await killSite(site);
      await registers;
      const from = performance.now();
      site = await startSite({ dataFolder });
      starts.push(performance.now() - from);
      for (const email of registered) await signIn(site, email).catch(() => (lost += 1));
    }
    await stopSite(site);
    return {
      title: "Kills of the whole site",
      figures: { kills, lost, ...startFigures(starts) },
      limits: { lost: 0, "longest start, s": 5 },
    };
  });
}

/** Kills one of two servers repeatedly; the other must answer everything. */
export function tryKillingOneOfTwo(kills: number): Promise<TrialResult> {
  return withSite(async ({ location, identityUrl, env }) => {
    const other = await startServer({ env });
    let killed = await startServer({ env });
    const port = killed.port;
    const { people, contestIds } = await createUsersAndContests({ url: other.url, identityUrl }, location, {
      people: 8,
      contests: 100,
    });
    const steady = startLoad({ url: () => other.url, people: people.slice(0, 4), contestIds });
    const broken = startLoad({ url: () => killed.url, people: people.slice(4), contestIds });
    for (let kill = 0; kill < kills; kill += 1) {
      await pause(1_000);
      await killed.end("SIGKILL");
      killed = await startServer({ env, port });
    }
    await pause(1_000);
    const [held, cut] = [await steady.stop(), await broken.stop()];
    await Promise.all([other.end("SIGTERM"), killed.end("SIGTERM")]);
    const all = { messages: [...held.messages, ...cut.messages], joins: [...held.joins, ...cut.joins] };
    return {
      title: "Kills of one of two servers",
      figures: {
        kills,
        acknowledged: acknowledgedBy(all),
        ...(await countLost(location, all)),
        "no response from the killed one": cut.statuses["no answer"] ?? 0,
        "failed on the other": Object.entries(held.statuses)
          .filter(([status]) => !["200", "409", "429"].includes(status))
          .reduce((sum, [, count]) => sum + count, 0),
      },
      limits: { ...NONE_LOST, "failed on the other": 0 },
    };
  });
}

/** Freezes and then kills the identity provider. */
export function tryProvider(): Promise<TrialResult> {
  return withTemporaryFolder(async (folder) => {
    const provider = await startProvider(folder);
    const server = await startServer({ env: { DATA_DIR: path.join(folder, "database"), ...provider.env } });
    const site = { url: server.url, identityUrl: provider.identityUrl };
    const email = "somebody@example.com";
    await register(site, email);
    const person = await signIn(site, email);
    const token = await idTokenOf(site, "signInWithPassword", email);
    let othersRejected = 0;
    async function trySignIn() {
      const from = performance.now();
      const response = await fetch(`${server.url}/api/jwt`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: JSON.stringify({ email }),
      });
      const took = seconds(performance.now() - from);
      const others = [
        (await person.call("GET", `/user/${email}`)).status,
        (await fetch(`${server.url}/api/all-contests`)).status,
      ];
      othersRejected += others.filter((status) => status !== 200).length;
      return { status: response.status, took };
    }
    provider.child.kill("SIGSTOP");
    const frozen = await trySignIn();
    provider.child.kill("SIGKILL");
    const gone = await trySignIn();
    await server.end("SIGTERM");
    return {
      title: "The identity provider unresponsive, then unreachable",
      figures: {
        "sign-in while unresponsive": frozen.status,
        "seconds while unresponsive": frozen.took,
        "sign-in while unreachable": gone.status,
        "seconds while unreachable": gone.took,
        "other calls rejected": othersRejected,
      },
      limits: { "seconds while unresponsive": 5, "seconds while unreachable": 5, "other calls rejected": 0 },
      expected: { "sign-in while unresponsive": 503, "sign-in while unreachable": 503 },
    };
  });
}

export function findFaketime(): string | null {
  const root = "/usr/lib";
  const folders = readdirSync(root).map((name) => path.join(root, name, "faketime/libfaketime.so.1"));
  return folders.find((file) => existsSync(file)) ?? null;
}

const SENT_MESSAGES = 40;
const MESSAGE_LIMIT = 20;

/** Runs one of two servers with a clock that is an hour ahead. */
export function tryClock(faketime: string): Promise<TrialResult> {
  return withSite(async ({ location, identityUrl, env }) => {
    const right = await startServer({ env });
    // Fakes only the wall clock; timers use the monotonic clock.
    const fast = await startServer({
      env: { ...env, LD_PRELOAD: faketime, FAKETIME: "+1h", FAKETIME_DONT_FAKE_MONOTONIC: "1" },
    });
    const { people, contestIds } = await createUsersAndContests({ url: right.url, identityUrl }, location, {
      people: 8,
      contests: 40,
    });
    let turn = 0;
    const load = startLoad({ url: () => [right, fast][(turn += 1) % 2]!.url, people, contestIds });
    await pause(5_000);
    const outcome = await load.stop();
    const { email, cookie } = people[0]!;
    const send = async (url: string, headers: Record<string, string>, body: object) => {
      const json = { "content-type": "application/json", ...headers };
      return (await fetch(url, { method: "POST", headers: json, body: JSON.stringify(body) })).status;
    };
    const session = (await fetch(`${fast.url}/api/user/${email}`, { headers: { cookie } })).status;
    const token = await idTokenOf({ url: fast.url, identityUrl }, "signInWithPassword", email);
    const signInOnFast = await send(`${fast.url}/api/jwt`, { authorization: `Bearer ${token}` }, { email });
    let accepted = 0;
    for (let sent = 0; sent < SENT_MESSAGES; sent += 1) {
      const { url } = [right, fast][sent % 2]!;
      const message = { name: "Load", email: "load@example.com", message: `one of ${SENT_MESSAGES}` };
      const status = await send(`${url}/api/contact`, { "x-forwarded-for": "203.0.113.77" }, message);
      if (status === 200) accepted += 1;
    }
    await Promise.all([right.end("SIGTERM"), fast.end("SIGTERM")]);
    const acceptedName = `accepted of ${SENT_MESSAGES} messages from one address`;
    return {
      title: "A clock that is an hour ahead, on one of two servers",
      responses: outcome.statuses,
      figures: {
        acknowledged: acknowledgedBy(outcome),
        ...(await countLost(location, outcome)),
        "a session on the fast server": session,
        "a new sign-in there": signInOnFast,
        [acceptedName]: accepted,
      },
      limits: { ...NONE_LOST, [acceptedName]: MESSAGE_LIMIT },
      expected: { "a session on the fast server": 200 },
    };
  });
}
