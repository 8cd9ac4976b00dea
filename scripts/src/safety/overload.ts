import { spawn } from "node:child_process";
import { Agent, request } from "node:http";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { trackChildProcess } from "../process/children";
import { freePort, isPortFree } from "../process/ports";
import { root } from "../root";
import { seconds, type TrialResult } from "./trial-result";

const LANES = 400;
const ROUNDS = 3;
const SAMPLE_MS = 5_000;

interface Sample {
  accepted: number[];
  rejected: number[];
  longestHealthCheck: number;
  ms: number;
}

const HEALTH = "/api/health";

/** Sends requests on many open connections; a client that is rejected waits half a second. */
async function flood(url: string): Promise<Sample> {
  const sample: Sample = { accepted: [], rejected: [], longestHealthCheck: 0, ms: 0 };
  const send = (agent: Agent, address: string) =>
    new Promise<number>((resolve, reject) => {
      const outgoing = request(url + address, { agent }, (response) => {
        response.resume().once("end", () => resolve(response.statusCode!));
      });
      outgoing.once("error", reject).end();
    });
  const agents = Array.from({ length: LANES + 1 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  // Connections are open, as those of a proxy are: under load, the server accepts one per iteration.
  await Promise.all(agents.map((agent) => send(agent, HEALTH)));
  const began = performance.now();
  const end = began + SAMPLE_MS;
  const lane = async (agent: Agent) => {
    while (performance.now() < end) {
      const from = performance.now();
      const status = await send(agent, "/work");
      (status === 503 ? sample.rejected : sample.accepted).push(performance.now() - from);
      if (status === 503) await pause(500);
    }
  };
  const probe = async (agent: Agent) => {
    while (performance.now() < end) {
      const from = performance.now();
      await send(agent, HEALTH);
      sample.longestHealthCheck = Math.max(sample.longestHealthCheck, performance.now() - from);
      await pause(100);
    }
  };
  const [first, ...others] = agents;
  await Promise.all([probe(first!), ...others.map(lane)]);
  sample.ms = performance.now() - began;
  for (const agent of agents) agent.destroy();
  return sample;
}

const percentile = (values: number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.floor(share * (values.length - 1))] ?? 0;

const figuresOf = (samples: readonly Sample[], name: string) => {
  const accepted = samples.flatMap((sample) => sample.accepted);
  const rejected = samples.flatMap((sample) => sample.rejected);
  const health = samples.map(({ longestHealthCheck }) => longestHealthCheck);
  return {
    [`${name}: answered per second`]: Math.round(
      (1000 * accepted.length) / samples.reduce((sum, { ms }) => sum + ms, 0),
    ),
    [`${name}: p99 of answered, s`]: seconds(percentile(accepted, 0.99)),
    [`${name}: rejected, %`]: Math.round((100 * rejected.length) / (accepted.length + rejected.length)),
    [`${name}: p99 of rejected, s`]: seconds(percentile(rejected, 0.99)),
    [`${name}: longest health check, s`]: seconds(Math.max(...health)),
  };
};

async function startOverloaded(isShedding: boolean): Promise<string> {
  const port = await freePort();
  const file = path.join(import.meta.dirname, "overloaded-server.ts");
  const args = ["--import", "tsx", file, String(port), String(isShedding)];
  trackChildProcess(spawn(process.execPath, args, { stdio: "inherit", cwd: root }));
  for (let tried = 0; await isPortFree(port); tried += 1) {
    if (tried === 300) throw new Error("The server did not start.");
    await pause(100);
  }
  return `http://127.0.0.1:${port}`;
}

/** Floods a server that rejects requests while it is behind, and one that does not, in turn. */
export async function tryOverload(): Promise<TrialResult[]> {
  const urls = [await startOverloaded(true), await startOverloaded(false)] as const;
  const [withShedding, without]: [Sample[], Sample[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    withShedding.push(await flood(urls[0]));
    without.push(await flood(urls[1]));
  }
  return [
    {
      title: `A flood on ${LANES} connections of calls that take 20 ms of the processor, with and without load shedding`,
      figures: { ...figuresOf(withShedding, "with"), ...figuresOf(without, "without") },
      limits: { "with: longest health check, s": 1.5 },
    },
  ];
}
