import Fastify from "fastify";
import { sql } from "drizzle-orm";
import { openDatabase } from "../database/open-database";
import { startScheduler } from "../platform/operation/scheduler";

/** Runs a job that records its start and end in the table `runs`: run-job.ts <url> <name of the server> <interval in ms>. */
const [url, server, interval] = process.argv.slice(2);

const { db, jobLocks } = await openDatabase({ url });
const app = Fastify();
async function record(): Promise<void> {
  const { rows } = await db.execute<{ id: number }>(sql`insert into runs (server) values (${server}) returning id`);
  await new Promise((resolve) => setTimeout(resolve, Number(interval) / 4));
  await db.execute(sql`update runs set ended_at = clock_timestamp() where id = ${rows[0]!.id}`);
}
startScheduler(app, { jobEnded: () => undefined }, { record }, jobLocks, Number(interval));
await app.listen({ port: 0, host: "127.0.0.1" });
console.log("listening");
