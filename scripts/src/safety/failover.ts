import { setTimeout as pause } from "node:timers/promises";
import { reportAudit } from "@conquest/server/src/features/ledger/report-audit";
import {
  hasPooler,
  poolerPreparesStatements,
  startPooler,
  type RunningPooler,
} from "@conquest/server/src/testing/start-pgbouncer";
import { startDirectWrites, withConnection } from "./direct-writes";
import { startLoad, type Outcome } from "./load";
import { startPatroniCluster, type Machine, type Member, type PatroniCluster } from "./patroni-cluster";
import { NONE_LOST, seconds, writeFailoverTable, type TrialResult } from "./trial-result";
import {
  countLost,
  createUsersAndContests,
  startProvider,
  startServer,
  withTemporaryFolder,
  type BuiltServer,
} from "./trial-site";

interface Roles {
  primary: Machine;
  standby: Machine;
}

interface Fault {
  title: string;
  happen(roles: Roles, cluster: PatroniCluster): Promise<void> | void;
  /** Returns whether the cluster has taken its new roles. */
  isOver(members: readonly Member[], roles: Roles): boolean;
  heal(roles: Roles): void;
  hasReadReplicas?: true;
}

const MAX_SECONDS_WITHOUT_WRITES = 30;
const MAX_SECONDS_WITHOUT_STANDBY = 60;
const MAX_SECONDS_WITHOUT_READS = 3;

/** Figures in the table of docs/safety.md. */
const COLUMNS = [
  "acknowledged",
  "lost",
  "accepted by the former primary",
  "without writes, s",
  "without reads, s",
  "reads answered, %",
  "slowest response, s",
  "standby again after, s",
];

const isPromoted: Fault["isOver"] = (members, { standby }) =>
  members.some(({ Member, Role, State }) => Member === standby.name && Role === "Leader" && State === "running");
const isAlone: Fault["isOver"] = (members) => !members.some(({ Role }) => Role === "Sync Standby");

const FAULTS: Fault[] = [
  {
    title: "The primary killed, and started",
    happen: ({ primary }) => primary.signal("SIGKILL"),
    isOver: isPromoted,
    heal: ({ primary }) => primary.start(),
  },
  {
    title: "The primary frozen, and thawed",
    happen: ({ primary }) => primary.signal("SIGSTOP"),
    isOver: isPromoted,
    heal: ({ primary }) => primary.signal("SIGCONT"),
  },
  {
    title: "The primary cut off, and connected again",
    happen: ({ primary }) => primary.setCut(true),
    isOver: isPromoted,
    heal: ({ primary }) => primary.setCut(false),
  },
  {
    title: "The primary switched over",
    happen: (_, cluster) => cluster.switchOver(),
    isOver: isPromoted,
    heal: () => undefined,
  },
  {
    title: "The standby killed, and started",
    happen: ({ standby }) => standby.signal("SIGKILL"),
    isOver: isAlone,
    heal: ({ standby }) => standby.start(),
  },
  {
    title: "The standby cut off, and connected again",
    happen: ({ standby }) => standby.setCut(true),
    isOver: isAlone,
    heal: ({ standby }) => standby.setCut(false),
  },
];

const POOLED_FAULTS = FAULTS.slice(0, 3).map((fault) => ({ ...fault, title: `${fault.title}, behind PgBouncer` }));

const REPLICA_FAULTS = FAULTS.map((fault) => ({
  ...fault,
  title: `${fault.title}, with read replicas`,
  hasReadReplicas: true as const,
}));

/** Two servers, each with its HAProxy, before two database machines under Patroni, whose faults follow each other. */
export function tryFailover(
  log: (line: string) => void,
  skip: (reason: string) => void,
  isSelected: (title: string) => boolean = () => true,
): Promise<TrialResult[]> {
  return withTemporaryFolder(async (folder) => {
    const { identityUrl, env } = await startProvider(folder);
    const cluster = await startPatroniCluster(folder);
    const results: TrialResult[] = [];
    async function tryFaults(faults: readonly Fault[], settings: readonly Record<string, string>[]): Promise<void> {
      const servers: BuiltServer[] = [];
      try {
        for (const each of settings) servers.push(await startServer({ env: { ...env, ...each } }));
        for (const fault of faults) {
          const result = await tryFault(fault, cluster, servers, identityUrl);
          results.push(result);
          log(`${fault.title}: ${JSON.stringify(result)}`);
        }
      } finally {
        await Promise.all(servers.map((server) => (server.isAlive() ? server.end("SIGTERM") : null)));
      }
    }
    const [direct, replicated, pooled] = [FAULTS, REPLICA_FAULTS, POOLED_FAULTS].map((faults) =>
      faults.filter(({ title }) => isSelected(title)),
    );
    try {
      if (direct!.length > 0)
        await tryFaults(
          direct!,
          cluster.urls.map((url) => ({ DATABASE_URL: url })),
        );
      if (replicated!.length > 0)
        await tryFaults(
          replicated!,
          cluster.urls.map((url) => ({ DATABASE_URL: url, DATABASE_READ_URLS: cluster.readUrls.join(",") })),
        );
      if (pooled!.length > 0 && !hasPooler) skip("failover behind PgBouncer: PgBouncer not installed");
      else if (pooled!.length > 0) await withPoolers(cluster.urls, (settings) => tryFaults(pooled!, settings));
      if (results.length === FAULTS.length + REPLICA_FAULTS.length + POOLED_FAULTS.length)
        await writeFailoverTable(results, COLUMNS);
      return results;
    } finally {
      await cluster.stop();
    }
  });
}

async function withPoolers(
  urls: readonly string[],
  work: (settings: Record<string, string>[]) => Promise<void>,
): Promise<void> {
  const poolers: RunningPooler[] = [];
  try {
    for (const url of urls) poolers.push(await startPooler(url));
    await work(
      poolers.map((pooler, index) => ({
        DATABASE_URL: pooler.url,
        DATABASE_DIRECT_URL: urls[index]!,
        ...(!poolerPreparesStatements() && { DATABASE_PREPARED_STATEMENTS: "off" }),
      })),
    );
  } finally {
    await Promise.all(poolers.map((pooler) => pooler.stop()));
  }
}

async function tryFault(
  { title, happen, isOver, heal, hasReadReplicas }: Fault,
  cluster: PatroniCluster,
  servers: readonly BuiltServer[],
  identityUrl: string,
): Promise<TrialResult> {
  const roles = await cluster.waitUntilSynchronous();
  const location = { url: cluster.urls[0] };
  const { people, contestIds } = await createUsersAndContests({ url: servers[0]!.url, identityUrl }, location, {
    people: 8,
    contests: 100,
  });
  let turn = 0;
  const load = startLoad({ url: () => servers[(turn += 1) % 2]!.url, people, contestIds });
  const directWrites = await startDirectWrites(roles.primary.url);
  await pause(1_500);
  await happen(roles, cluster);
  await waitFor(async () => isOver(await cluster.members().catch(() => []), roles), `${title}: no new roles`);
  const hasNewPrimary = isOver === isPromoted;
  if (hasNewPrimary) directWrites.expectNone();
  const before = load.outcome.messages.length;
  await waitFor(() => load.outcome.messages.length > before, `${title}: no writes`);
  await pause(2_000);
  heal(roles);
  const healedAt = performance.now();
  const hasRejoined = await cluster.waitUntilSynchronous().then(
    () => true,
    (error: Error) => (console.error(error.message), false),
  );
  const rejoined = hasRejoined ? performance.now() - healedAt : NaN;
  await pause(1_500);
  const outcome = await load.stop();
  const primary = await cluster.primary();
  const direct = await directWrites.stop(primary.url);
  return {
    title,
    isInTable: true,
    responses: outcome.statuses,
    figures: {
      acknowledged: outcome.messages.length + outcome.joins.length,
      ...(await countLost(location, outcome)),
      "ledger differences": await countDifferences(location),
      ...(hasNewPrimary && { "accepted by the former primary": direct.unexpected, "lost of it": direct.lost }),
      "servers dead": servers.filter((server) => !server.isAlive()).length,
      "servers without a session for job locks": servers.length - (await countJobSessions(primary.url)),
      "errors in another format": outcome.misshapen.length,
      "without writes, s": seconds(outcome.withoutWrites),
      "without reads, s": seconds(outcome.withoutReads),
      "reads answered, %": percentageAnswered(outcome),
      "slowest response, s": seconds(outcome.slowest),
      "standby again after, s": seconds(rejoined),
    },
    limits: {
      ...NONE_LOST,
      "ledger differences": 0,
      ...(hasNewPrimary && { "accepted by the former primary": 0, "lost of it": 0 }),
      "servers dead": 0,
      "servers without a session for job locks": 0,
      "errors in another format": 0,
      "without writes, s": MAX_SECONDS_WITHOUT_WRITES,
      ...(hasReadReplicas && { "without reads, s": MAX_SECONDS_WITHOUT_READS }),
      "standby again after, s": MAX_SECONDS_WITHOUT_STANDBY,
    },
  };
}

async function waitFor(isTrue: () => Promise<boolean> | boolean, failure: string): Promise<void> {
  const end = performance.now() + 90_000;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(failure);
    await pause(100);
  }
}

async function countDifferences(location: { url: string }): Promise<number> {
  const sentences: string[] = [];
  const isBalanced = await reportAudit(location, (line) => sentences.push(line));
  return isBalanced ? 0 : sentences.length;
}

const countJobSessions = (url: string): Promise<number> =>
  withConnection(url, async (client) => {
    const sessions = "select from pg_stat_activity where application_name = 'conquest jobs'";
    return (await client.query(sessions)).rowCount!;
  });

function percentageAnswered({ reads }: Outcome): number {
  const all = Object.values(reads).reduce((sum, count) => sum + count, 0);
  return Number(((100 * (reads["200"] ?? 0)) / all).toFixed(1));
}
