import { and, eq, isNull, notInArray, or, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { listAudit } from "@conquest/shared/contracts/audit";
import { newestFirst } from "../../database/epoch-ms";
import type { Database } from "../../database/open-database";
import { auditEntries } from "../../database/schema/audit";
import { contestSearch } from "../../database/schema/contest-lists";
import { contests } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import { badInput } from "../../platform/errors";
import { readMergedPage, type Run } from "../../platform/lists/read-merged-page";
import { findsIt, hold } from "../../platform/lists/text-search";

type ListQuery = z.output<typeof listAudit.query>;

/** Of more the list is not made of theirs: whoever looks for what was done to somebody means somebody. */
const MOST_MEANT = 50;

const keys = [...newestFirst(auditEntries), sql`${auditEntries.number}::text`];

/** Contests and people that are called so, or have this id, and entries about them: what was deleted is in the trail alone. */
async function meantBy(db: Database, words: string): Promise<{ contestIds: string[]; userIds: string[] }> {
  const { rows } = await db.execute<{ folded: string }>(sql`select search_fold(${words}::text) as folded`);
  const wordings = [[rows[0]!.folded]];
  const ids = async (table: SQL, id: SQL, texts: SQL[], inTrail: SQL) => {
    const found = await db.execute<{ id: string }>(sql`
      select ${id} as id from ${table} where ${id} = ${words} or ${hold(texts, wordings, findsIt)}
      union (select ${inTrail} from ${auditEntries} where ${inTrail} = ${words} limit 1)
      limit ${MOST_MEANT + 1}`);
    return found.rows.map((row) => row.id);
  };
  const contestIds = await ids(sql`${contestSearch}`, sql`${contestSearch.contestId}`, [sql`${contestSearch.name}`], sql`${auditEntries.contestId}`);
  const userIds = await ids(sql`${users}`, sql`${users.id}`, [sql`search_fold(${users.name})`, sql`${users.email}`], sql`${auditEntries.userId}`);
  if (contestIds.length > MOST_MEANT || userIds.length > MOST_MEANT) badInput({ q: `More than ${MOST_MEANT} contests or people are called so. Please type more of the name or the address.` });
  return { contestIds, userIds };
}

/** What of the trail is asked for, each as a walk through one of its indexes. */
async function runsOf(db: Database, { q, act, actor, person, contest }: ListQuery): Promise<Run[]> {
  const of = and(
    act && eq(auditEntries.act, act),
    actor === undefined ? undefined : eq(auditEntries.actorId, actor),
    person === undefined ? undefined : eq(auditEntries.userId, person),
    contest === undefined ? undefined : eq(auditEntries.contestId, contest),
  );
  const run = (where: SQL | undefined): Run => ({ from: sql`${auditEntries}`, where, leading: [], keys });
  if (!q) return [run(of)];
  const { contestIds, userIds } = await meantBy(db, q);
  const elsewhere = contestIds.length > 0 ? or(isNull(auditEntries.contestId), notInArray(auditEntries.contestId, contestIds)) : undefined;
  return [
    ...contestIds.map((id) => run(and(eq(auditEntries.contestId, id), of))),
    ...userIds.map((id) => run(and(eq(auditEntries.userId, id), elsewhere, of))),
  ];
}

const actors = alias(users, "actors");

export const auditOf = (db: Database) => ({
  /** What an entry names may be gone: then it is named by its id alone. */
  async list(query: ListQuery, now: Date) {
    const runs = await runsOf(db, query);
    return readMergedPage(db, query, now, {
      defaultLimit: 50,
      isBackwards: query.sort === "oldest",
      runs: () => [runs],
      all: runs,
      rows: ({ table, id, columns, orderBy }) =>
        db
          .select({
            entry: auditEntries,
            contestName: contests.name,
            person: { name: users.name, email: users.email, removedAt: users.removedAt },
            actor: { name: actors.name, email: actors.email, removedAt: actors.removedAt },
            ...columns,
          })
          .from(auditEntries)
          .innerJoin(table, eq(auditEntries.number, sql`${id}::bigint`))
          .leftJoin(contests, eq(contests.id, auditEntries.contestId))
          .leftJoin(users, eq(users.id, auditEntries.userId))
          .leftJoin(actors, eq(actors.id, auditEntries.actorId))
          .orderBy(...orderBy),
    });
  },
});
