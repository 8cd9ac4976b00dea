import { setTimeout as pause } from "node:timers/promises";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { startPostgres } from "@conquest/server/src/testing/start-postgres";
import { freePort } from "../process/ports";
import { idTokenOf, register, signIn } from "../demo/api-person";
import { startIdentity } from "../identity/identity-child";
import { startLoad, type Outcome } from "./load";
import { withTemporaryFolder, startServer } from "./open-servers";
import { countLost, createUsersAndContests } from "./trial-site";

interface Environment {
  place: { url: string };
  identityUrl: string;
  env: Record<string, string>;
}

const withPostgres = <T>(work: (environment: Environment) => Promise<T>): Promise<T> =>
  withTemporaryFolder(async (folder) => {
    const postgres = await startPostgres([]);
    const identityPort = await freePort();
    await startIdentity({ port: identityPort, dataFolder: folder, onEnd: () => undefined });
    const host = `127.0.0.1:${identityPort}`;
    try {
      return await work({
        place: { url: postgres.url },
        identityUrl: `http://${host}`,
        env: { DATABASE_URL: postgres.url, FIREBASE_AUTH_EMULATOR_HOST: host },
      });
    } finally {
      await postgres.stop();
    }
  });

export interface KillResult {
  kills: number;
  acknowledged: number;
  lost: number;
  contradictions: number;
  /** Startup time after a kill in seconds. */
  start: { median: number; longest: number };
}

const seconds = (milliseconds: number) => Number((milliseconds / 1000).toFixed(2));

export function tryKills(kills: number, tell: (line: string) => void): Promise<KillResult> {
  return withTemporaryFolder(async (folder) => {
    const identityPort = await freePort();
    await startIdentity({ port: identityPort, dataFolder: folder, onEnd: () => undefined });
    const place = { dataDir: path.join(folder, "database") };
    const env = { DATA_DIR: place.dataDir, FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${identityPort}` };
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
      if ((kill + 1) % 10 === 0) tell(`${kill + 1} kills, ${all.messages.length} acknowledged`);
    }
    await server.end("SIGTERM");
    starts.sort((a, b) => a - b);
    return {
      kills,
      acknowledged: all.messages.length,
      ...(await countLost(place, all)),
      start: { median: seconds(starts[Math.floor(starts.length / 2)]!), longest: seconds(starts.at(-1)!) },
    };
  });
}

export interface OneKilledResult {
  kills: number;
  answers: Record<string, number>;
  /** Requests in flight on the killed server. */
  cut: number;
  acknowledged: number;
  lost: number;
  contradictions: number;
  refusedByTheOther: number;
}

export function tryKillingOneOfTwo(kills: number): Promise<OneKilledResult> {
  return withPostgres(async ({ place, identityUrl, env }) => {
    const other = await startServer({ env });
    let killed = await startServer({ env });
    const port = killed.port;
    const { people, contestIds } = await createUsersAndContests({ url: other.url, identityUrl }, place, {
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
    return {
      kills,
      answers: held.statuses,
      cut: cut.statuses["no answer"] ?? 0,
      acknowledged: held.messages.length + held.joins.length + cut.messages.length + cut.joins.length,
      ...(await countLost(place, {
        messages: [...held.messages, ...cut.messages],
        joins: [...held.joins, ...cut.joins],
      })),
      refusedByTheOther: Object.entries(held.statuses)
        .filter(([status]) => !["200", "409", "429"].includes(status))
        .reduce((sum, [, count]) => sum + count, 0),
    };
  });
}

export interface ProviderResult {
  /** Status and seconds of a sign-in while the provider is down or frozen. */
  gone: { status: number; took: number };
  silent: { status: number; took: number };
  othersRefused: number;
}

export function tryProvider(): Promise<ProviderResult> {
  return withTemporaryFolder(async (folder) => {
    const identityPort = await freePort();
    const provider = await startIdentity({ port: identityPort, dataFolder: folder, onEnd: () => undefined });
    const env = { DATA_DIR: path.join(folder, "database"), FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${identityPort}` };
    const server = await startServer({ env });
    const site = { url: server.url, identityUrl: `http://127.0.0.1:${identityPort}` };
    const email = "somebody@example.com";
    await register(site, email);
    const person = await signIn(site, email);
    const token = await idTokenOf(site, "signInWithPassword", email);
    let othersRefused = 0;
    async function signingIn() {
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
      othersRefused += others.filter((status) => status !== 200).length;
      return { status: response.status, took };
    }
    provider.kill("SIGSTOP");
    const silent = await signingIn();
    provider.kill("SIGKILL");
    const gone = await signingIn();
    await server.end("SIGTERM");
    return { gone, silent, othersRefused };
  });
}

export function findFaketime(): string | null {
  const root = "/usr/lib";
  const folders = readdirSync(root).map((name) => path.join(root, name, "faketime/libfaketime.so.1"));
  return folders.find((file) => existsSync(file)) ?? null;
}

export interface ClockResult {
  answers: Record<string, number>;
  acknowledged: number;
  lost: number;
  contradictions: number;
  /** Status of a session from the correct server on the fast one, and of a new sign-in there. */
  sessionOfRightOnFast: number;
  signInOnFast: number;
  /** Accepted messages of 40 from one address, sent to both in turn; the limit is 20. */
  letThroughByLimit: number;
}

export function tryClock(faketime: string): Promise<ClockResult> {
  return withPostgres(async ({ place, identityUrl, env }) => {
    const right = await startServer({ env });
    // Fakes only the wall clock; timers use the monotonic clock.
    const fast = await startServer({
      env: { ...env, LD_PRELOAD: faketime, FAKETIME: "+1h", FAKETIME_DONT_FAKE_MONOTONIC: "1" },
    });
    const { people, contestIds } = await createUsersAndContests({ url: right.url, identityUrl }, place, {
      people: 8,
      contests: 40,
    });
    let turn = 0;
    const load = startLoad({ url: () => [right, fast][(turn += 1) % 2]!.url, people, contestIds });
    await pause(5_000);
    const outcome = await load.stop();
    const [person] = people;
    const statusOf = async (asked: Promise<Response>) => (await asked).status;
    const send = (url: string, headers: Record<string, string>, body: object) =>
      statusOf(
        fetch(url, {
          method: "POST",
          headers: { "content-type": "application/json", ...headers },
          body: JSON.stringify(body),
        }),
      );
    const sessionOfRightOnFast = await statusOf(
      fetch(`${fast.url}/api/user/${person!.email}`, { headers: { cookie: person!.cookie } }),
    );
    const token = await idTokenOf({ url: fast.url, identityUrl }, "signInWithPassword", person!.email);
    const signInOnFast = await send(
      `${fast.url}/api/jwt`,
      { authorization: `Bearer ${token}` },
      { email: person!.email },
    );
    let letThroughByLimit = 0;
    for (let sent = 0; sent < 40; sent += 1) {
      const status = await send(
        `${[right, fast][sent % 2]!.url}/api/contact`,
        { "x-forwarded-for": "203.0.113.77" },
        { name: "Load", email: "load@example.com", message: "one of forty" },
      );
      if (status === 200) letThroughByLimit += 1;
    }
    await Promise.all([right.end("SIGTERM"), fast.end("SIGTERM")]);
    return {
      answers: outcome.statuses,
      acknowledged: outcome.messages.length + outcome.joins.length,
      ...(await countLost(place, outcome)),
      sessionOfRightOnFast,
      signInOnFast,
      letThroughByLimit,
    };
  });
}
