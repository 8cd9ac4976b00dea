import path from "node:path";
import { inArray } from "drizzle-orm";
import { openDatabase, type DatabaseLocation } from "@conquest/server/src/database/open-database";
import { users } from "@conquest/server/src/database/schema/people";
import { DEMO_ACCOUNTS } from "@conquest/scripts/src/demo/demo-people";
import { runNode } from "@conquest/scripts/src/process/run-command";
import { root } from "@conquest/scripts/src/root";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { listNotices } from "@conquest/shared/contracts/messages";
import { listMyContests } from "@conquest/shared/contracts/publishing";
import { listContestsUnfiltered } from "@conquest/shared/contracts/review";
import { listParticipatedContests } from "@conquest/shared/contracts/participation";
import { getUser, listUsers } from "@conquest/shared/contracts/users";
import { earlierSources } from "../variants/earlier-sources";
import { findContest } from "../variants/find-contest";
import { signInAll, type Member } from "../variants/members";
import type { DatabaseKind, Databases } from "../variants/open-databases";
import { openServer, type OpenServer } from "../variants/open-server";
import { alternateRuns, withPinnedCores, type Comparison } from "./comparison";
import { pathOf } from "./request-groups";
import { requestsPerSecond } from "./requests-a-second";

type Role = (typeof DEMO_ACCOUNTS)[number]["role"];

interface DemoServer {
  server: OpenServer;
  members: Record<Role, Member>;
  contestId: string;
}

interface Call {
  who: Role;
  path(demo: DemoServer): string;
}

const CALLS: Record<string, Call> = {
  "a contest": { who: "user", path: ({ contestId }) => pathOf(getContestDetails, { id: contestId }) },
  "own account": { who: "user", path: ({ members }) => pathOf(getUser, { email: members.user.email }) },
  participated: { who: "user", path: ({ members }) => pathOf(listParticipatedContests, { email: members.user.email }) },
  notices: { who: "user", path: () => pathOf(listNotices) },
  "own contests": { who: "creator", path: ({ members }) => pathOf(listMyContests, { email: members.creator.email }) },
  "managed contests": { who: "admin", path: () => pathOf(listContestsUnfiltered) },
  users: { who: "admin", path: () => pathOf(listUsers) },
};

/** Seeds the demo with the seed script of these sources and opens a session for each demo account. */
async function openDemo(
  databases: Databases,
  kind: DatabaseKind,
  sources: string,
  contestName?: string,
): Promise<DemoServer & { contestName: string }> {
  const folder = path.dirname((await databases.add("embedded")).dataDir!);
  const place: DatabaseLocation =
    kind === "postgres" ? await databases.add(kind) : { dataDir: path.join(folder, "database") };
  const code = await runNode(["--import", "tsx", path.join(sources, "scripts/seed.ts")], {
    DATABASE_URL: place.url ?? "",
    DATA_DIR: folder,
  });
  if (code !== 0) throw new Error(`The demo of ${sources} could not be made.`);
  const database = await openDatabase(place);
  const emails = DEMO_ACCOUNTS.map(({ email }) => email);
  const people = await database.db
    .select({ id: users.id, email: users.email, role: users.role })
    .from(users)
    .where(inArray(users.email, emails));
  const signedIn = await signInAll(database.db, people as (Member & { role: Role })[]);
  await database.close();
  const members = Object.fromEntries(people.map(({ role }, index) => [role, signedIn[index]!])) as Record<Role, Member>;
  const server = await openServer(place, sources);
  const contest = await findContest(server.port, contestName);
  return { server, members, contestId: contest._id, contestName: contest.name };
}

interface Options {
  kind: DatabaseKind;
  /** The tag or commit to compare with. */
  against: string;
  rounds: number;
  seconds: number;
}

/** Measures signed-in calls per second, compared with a server of an earlier commit; each has its own demo data. */
export async function measureSignedInCalls(
  databases: Databases,
  { kind, against, rounds, seconds }: Options,
): Promise<Comparison[]> {
  const sources = await earlierSources(against);
  const now = await openDemo(databases, kind, root);
  const servers = [now.server];
  try {
    const before = await openDemo(databases, kind, sources, now.contestName);
    servers.push(before.server);
    const measureRate = (demo: DemoServer, { who, path: pathIn }: Call) =>
      requestsPerSecond(demo.server.port, seconds, (request) => ({
        ...request,
        path: pathIn(demo),
        headers: { ...request.headers, cookie: demo.members[who].cookie },
      }));
    const comparisons = Object.entries(CALLS).map(([name, call]) => ({
      call,
      comparison: {
        measure: "signed-in",
        what: `${kind}: ${name}`,
        other: against,
        product: [],
        others: [],
        unit: "a second",
      } as Comparison,
    }));
    await withPinnedCores(servers, async () => {
      for (const call of Object.values(CALLS)) for (const demo of [now, before]) await measureRate(demo, call);
      await alternateRuns(
        rounds,
        comparisons.map(({ comparison, call }) => [
          comparison,
          () => measureRate(now, call),
          () => measureRate(before, call),
        ]),
      );
    });
    return comparisons.map(({ comparison }) => comparison);
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}
