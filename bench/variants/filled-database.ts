import { fork } from "node:child_process";
import path from "node:path";
import { sql, type SQL } from "drizzle-orm";
import type { Database } from "@conquest/server/src/database/database";
import { openDatabase, type DatabaseLocation } from "@conquest/server/src/database/open-database";
import { systemClock } from "@conquest/server/src/platform/clock";
import { seedMany } from "@conquest/scripts/src/demo/many/seed-many";
import { trackChildProcess } from "@conquest/scripts/src/process/children";
import { signInAll, type Member } from "./members";

export interface Facts {
  contests: number;
  admin: Member;
  /** The creator with the most contests. */
  creator: Member;
  creatorPageId: string;
  /** The user with the most joins. */
  user: Member;
  /** Ids of public contests in random order. */
  contestIds: string[];
  /** Ids of open contests, those with the fewest participants first. */
  openIds: string[];
  crowdedId: string;
}

const SAMPLE = 500;

async function idsOf(db: Database, query: SQL): Promise<string[]> {
  return (await db.execute<{ id: string }>(query)).rows.map(({ id }) => id);
}

async function readFacts(db: Database, contests: number): Promise<Facts> {
  const people = await Promise.all(
    [
      sql`select id, email from users where role = 'admin' order by email limit 1`,
      sql`select id, email from users where status = 'verified' and id = (
            select creator_id from contests join users owner on owner.id = creator_id and owner.status = 'verified'
            group by creator_id order by count(*) desc, creator_id limit 1)`,
      sql`select id, email from users where id = (
            select user_id from participations join users u on u.id = user_id and u.status = 'verified'
            group by user_id order by count(*) desc, user_id limit 1)`,
    ].map(async (query) => (await db.execute<{ id: string; email: string }>(query)).rows[0]!),
  );
  const [admin, creator, user] = (await signInAll(db, people)) as [Member, Member, Member];
  const isPublic = sql`c.status = 'open' and c.cancelled_at is null and exists (select 1 from users o where o.id = c.creator_id and o.status = 'verified')`;
  const inRandomOrder = sql`order by md5(c.id) limit ${SAMPLE}`;
  return {
    contests,
    admin,
    creator,
    creatorPageId: (
      await idsOf(db, sql`select public_id as id from creator_records where creator_id = ${creator.id}`)
    )[0]!,
    user,
    contestIds: await idsOf(db, sql`select c.id from contests c where ${isPublic} ${inRandomOrder}`),
    openIds: await idsOf(
      db,
      sql`select c.id from contests c where ${isPublic} and winner_at is null and deadline > now() + interval '1 day' order by participant_count, c.id limit ${SAMPLE}`,
    ),
    crowdedId: (
      await idsOf(
        db,
        sql`select contest_id as id from entries group by contest_id order by count(*) desc, contest_id limit 1`,
      )
    )[0]!,
  };
}

export const fillDatabase = (place: DatabaseLocation, contests: number): Promise<Facts> =>
  place.url ? fillHere(place, contests) : fillInChildProcess(place, contests);

/** Uses a child process because filling an embedded database blocks the event loop. */
async function fillInChildProcess(place: DatabaseLocation, contests: number): Promise<Facts> {
  const child = trackChildProcess(
    fork(path.join(import.meta.dirname, "fill-database-process.ts"), [JSON.stringify(place), String(contests)]),
  );
  return new Promise((resolve, reject) => {
    child.once("message", (facts) => resolve(facts as Facts));
    child.once("error", reject);
    child.once("exit", (code, signal) =>
      reject(new Error(`Nothing was filled with ${contests} contests (${signal ?? `code ${code}`}).`)),
    );
  });
}

/** {@link fillDatabase}, in this process. */
export async function fillHere(place: DatabaseLocation, contests: number): Promise<Facts> {
  const startedAt = performance.now();
  const database = await openDatabase({ ...place, isBackgroundWork: true });
  try {
    await database.migrate();
    await seedMany(database.db, systemClock, { contests, joins: 2 * contests, joinAmount: "prize" });
    const facts = await readFacts(database.db, contests);
    // Avoids a checkpoint during the measurements.
    await database.db.execute(sql`checkpoint`);
    console.log(
      `  ${contests} contests in ${place.url ? "PostgreSQL" : "an embedded database"} after ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
    );
    return facts;
  } finally {
    await database.close();
  }
}
