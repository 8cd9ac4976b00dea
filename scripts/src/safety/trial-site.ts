import { spawn, type ChildProcess } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq, inArray } from "drizzle-orm";
import { openDatabase, type DatabaseLocation, type OpenDatabase } from "@conquest/server/src/database/open-database";
import { contests } from "@conquest/server/src/database/schema/contests";
import { contactMessages } from "@conquest/server/src/database/schema/messages";
import { users } from "@conquest/server/src/database/schema/people";
import { participations } from "@conquest/server/src/database/schema/taking-part";
import { verifyDerivedData } from "@conquest/server/src/database/verify-derived-data";
import { startPostgres, type RunningPostgres } from "@conquest/server/src/testing/start-postgres";
import { register, signIn, type ApiPerson, type SiteUrls } from "../demo/api-person";
import { startIdentity } from "../identity/identity-child";
import { trackChildProcess } from "../process/children";
import { freePort } from "../process/ports";
import { root } from "../root";
import type { Outcome } from "./load";

export interface BuiltServer {
  url: string;
  port: number;
  process: ChildProcess;
  isAlive(): boolean;
  output(): string;
  end(signal: NodeJS.Signals): Promise<number | null>;
}

export async function startServer({
  env,
  port,
}: {
  env: Record<string, string>;
  port?: number;
}): Promise<BuiltServer & { startedIn: number }> {
  const listening = port ?? (await freePort());
  const from = performance.now();
  const child = trackChildProcess(
    spawn(process.execPath, ["--enable-source-maps", path.join(root, "server/dist/server.js")], {
      cwd: tmpdir(),
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        NODE_ENV: "development",
        PATH: process.env["PATH"],
        HOME: process.env["HOME"],
        PORT: String(listening),
        PICTURES_DIR: "memory",
        LOG_LEVEL: "warn",
        TRUST_PROXY: "loopback",
        REQUESTS_PER_MINUTE: "10000000",
        ...env,
      },
    }),
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream!.setEncoding("utf8").on("data", (text: string) => (output += text));
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  const server: BuiltServer = {
    url: `http://127.0.0.1:${listening}`,
    port: listening,
    process: child,
    isAlive,
    output: () => output,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
  for (;;) {
    if (!isAlive()) throw new Error(`A server ended before it responded:\n${output}`);
    if (await isResponding(`${server.url}/api/popular-contests`))
      return { ...server, startedIn: performance.now() - from };
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const isResponding = (address: string) =>
  fetch(address, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => (await answer.arrayBuffer(), answer.ok),
    () => false,
  );

export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), "conquest-safety-"));
  // PostgreSQL runs as another user, who must reach its folder inside.
  await chmod(folder, 0o711);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Starts the identity emulator and returns its URL and the setting of servers that use it. */
export async function startProvider(dataFolder: string) {
  const port = await freePort();
  const child = await startIdentity({ port, dataFolder, onEnd: () => undefined });
  const host = `127.0.0.1:${port}`;
  return { child, identityUrl: `http://${host}`, env: { FIREBASE_AUTH_EMULATOR_HOST: host } };
}

export interface PostgresSite {
  postgres: RunningPostgres;
  location: { url: string };
  identityUrl: string;
  env: Record<string, string>;
}

/** Runs `work` with a PostgreSQL that has durable settings, because confirmed writes must survive a crash. */
export async function withPostgres<T>(
  provider: { identityUrl: string; env: Record<string, string> },
  work: (site: PostgresSite) => Promise<T>,
  parent?: string,
): Promise<T> {
  const postgres = await startPostgres([], parent);
  const { identityUrl, env } = provider;
  try {
    const { url } = postgres;
    return await work({ postgres, location: { url }, identityUrl, env: { ...env, DATABASE_URL: url } });
  } finally {
    await postgres.stop();
  }
}

const FORM = {
  image: "/media/covers/image-design-1.webp",
  description: "A trial.",
  task: "Try.",
  registrationPrice: "200",
  prize: "25000",
  tags: "Image Design Contests",
};

/** Creates users and open contests through the API; only the creator role and the approval are set in the database. */
export async function createUsersAndContests(
  site: SiteUrls,
  location: DatabaseLocation,
  count: { people: number; contests: number },
): Promise<{ people: ApiPerson[]; contestIds: string[] }> {
  const people: ApiPerson[] = [];
  for (let number = 0; number < count.people; number += 1) {
    const email = `joiner-${number}-${Date.now()}@example.com`;
    await register(site, email);
    people.push(await signIn(site, email));
  }
  const creator = `creator-${Date.now()}@example.com`;
  await register(site, creator);
  const person = await signIn(site, creator);
  const ids: string[] = [];
  await withDatabase(location, async ({ db }) => {
    await db.update(users).set({ role: "creator" }).where(eq(users.email, creator));
    for (let number = 0; number < count.contests; number += 1) {
      const deadline = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString();
      const { status, body } = await person.call("POST", "/create-contest", {
        ...FORM,
        name: `Trial ${number}`,
        deadline,
      });
      if (status !== 200) throw new Error(`No contest was created: ${status} ${JSON.stringify(body)}`);
      ids.push((body as { insertedId: string }).insertedId);
    }
    await db
      .update(contests)
      .set({ status: "open", review: "approved", openedAt: new Date() })
      .where(inArray(contests.id, ids));
  });
  return { people, contestIds: ids };
}

export const countLost = (
  location: DatabaseLocation,
  { messages, joins }: Pick<Outcome, "messages" | "joins">,
): Promise<{ lost: number; contradictions: number }> =>
  withDatabase(location, async ({ db }) => {
    const stored = new Set(
      (await db.select({ message: contactMessages.message }).from(contactMessages)).map(({ message }) => message),
    );
    const rows = await db
      .select({ email: users.email, contestId: participations.contestId })
      .from(participations)
      .innerJoin(users, eq(users.id, participations.userId));
    const joined = new Set(rows.map(({ email, contestId }) => `${email} ${contestId}`));
    const lost =
      messages.filter((message) => !stored.has(message)).length +
      joins.filter(({ email, contestId }) => !joined.has(`${email} ${contestId}`)).length;
    const contradictions =
      (await verifyDerivedData(db)).reduce((sum, { wrong }) => sum + wrong.length, 0) + (rows.length - joined.size);
    return { lost, contradictions };
  });

async function withDatabase<T>(location: DatabaseLocation, work: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const database = await openDatabase(location);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
