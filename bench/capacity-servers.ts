import type { DatabaseLocation, OpenDatabase } from "@conquest/server/src/database/open-database";
import type { RunningPostgres } from "@conquest/server/src/testing/start-postgres";
import {
  lanesOf,
  openTraffic,
  sendInLanes,
  SERVER_LANES,
  warmUp,
  type SentKind,
  type Traffic,
} from "./capacity-traffic";
import { addCpuQuota, hasCpuQuotas, type CpuQuota } from "./cpu-quota";
import { cpuSecondsOf } from "./cpu-time";
import { openServer, type Facts } from "./servers";

export interface Bench {
  postgres: RunningPostgres;
  location: DatabaseLocation;
  database: OpenDatabase;
  facts: Facts;
}

/** Answers per second, and cores that each program used. */
export interface ServerRate {
  rate: number;
  server: number;
  postgres: number;
  client: number;
}

export interface ServerRound {
  kind: SentKind;
  one: ServerRate;
  two: ServerRate;
}

const SERVER_SECONDS = 4;
/** The requests that two servers share. */
const SHARED_KINDS = ["mixed call", "join"] as const;

/** Sends the same requests to one server and to two in turns, each with the same share of a core. */
export async function measureServers(
  bench: Bench,
  { rounds, quota }: { rounds: number; quota: number },
  onRound: (round: ServerRound) => void,
): Promise<void> {
  if (!hasCpuQuotas) throw new Error("CPU quotas need root and control groups of version 1.");
  const servers = [await openServer(bench.location), await openServer(bench.location)];
  const quotas: CpuQuota[] = [];
  let traffic: Traffic;
  const send = async (kind: SentKind, ports: readonly number[]) => {
    const lanes = lanesOf(SERVER_LANES, kind, traffic, ports);
    const cpu = () => [
      servers.reduce((sum, { process: child }) => sum + cpuSecondsOf(child.pid!), 0),
      cpuSecondsOf(bench.postgres.pid),
      process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
    ];
    const [before, startedAt] = [cpu(), performance.now()];
    const { count } = await sendInLanes(lanes, { seconds: SERVER_SECONDS });
    const seconds = (performance.now() - startedAt) / 1000;
    const [server, postgres, client] = cpu().map((after, index) => (after - before[index]!) / seconds);
    return { rate: count / seconds, server: server!, postgres: postgres!, client: client! };
  };
  try {
    traffic = await openTraffic(bench.database.db, bench.facts, servers[0]!.port, false);
    await warmUp(
      SHARED_KINDS,
      traffic,
      servers.map(({ port }) => port),
    );
    for (const { process: child, port } of servers) quotas.push(addCpuQuota(`server-${port}`, child.pid!));
    for (const each of quotas) each.setCores(quota);
    for (let round = 0; round < rounds; round += 1)
      for (const kind of SHARED_KINDS) {
        const ports = servers.map(({ port }) => port);
        const alone = [ports[round % 2]!];
        // Each round in another order, because the first one may find other caches than the last one.
        const first = await send(kind, round % 4 < 2 ? alone : ports);
        const second = await send(kind, round % 4 < 2 ? ports : alone);
        const [one, two] = round % 4 < 2 ? [first, second] : [second, first];
        onRound({ kind, one, two });
        console.log(`  ${kind}: ${one.rate.toFixed(0)} with one server, ${two.rate.toFixed(0)} with two`);
      }
  } finally {
    for (const server of servers) await server.close();
    for (const each of quotas) each.remove();
  }
}
