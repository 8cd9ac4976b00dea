import { and, eq, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { listAudit } from "@conquest/shared/contracts/audit";
import { newestFirst } from "../../database/epoch-ms";
import type { Database } from "../../database/database";
import { auditEntries } from "../../database/schema/audit";
import { contests } from "../../database/schema/contests";
import { contactMessages } from "../../database/schema/messages";
import { users } from "../../database/schema/people";
import { resolveSubjectFilter } from "../../platform/lists/resolve-subject-filter";
import { readMergedKeysetPage, type IndexRange } from "../../platform/lists/merged-page";

type ListQuery = z.output<typeof listAudit.query>;

const [newest, writtenLast] = newestFirst(auditEntries);
const keys = [newest, writtenLast, sql`${auditEntries.number}::text`];

/** What of the trail is asked for, each as a walk through one of its indexes. */
async function runsOf(
  db: Database,
  { q, act, actor, person, contest, since, until }: ListQuery,
): Promise<IndexRange[]> {
  const of = and(
    act && eq(auditEntries.act, act),
    actor === undefined ? undefined : eq(auditEntries.actorId, actor),
    person === undefined ? undefined : eq(auditEntries.userId, person),
    contest === undefined ? undefined : eq(auditEntries.contestId, contest),
    // By the first key of the order, which every index goes on with: the walk begins and ends there.
    since === undefined ? undefined : sql`${newest} <= ${-Date.parse(since)}::bigint`,
    until === undefined ? undefined : sql`${newest} > ${-Date.parse(until)}::bigint`,
  );
  const run = (where: SQL | undefined): IndexRange => ({ from: sql`${auditEntries}`, where, leading: [], keys });
  if (!q) return [run(of)];
  return (await resolveSubjectFilter(db, q, auditEntries)).map((isMeant) => run(and(isMeant, of)));
}

const actors = alias(users, "actors");

export const auditRepository = (db: Database) => ({
  /** What an entry names may be gone: then it is named by its id alone. */
  async list(query: ListQuery, now: Date) {
    const runs = await runsOf(db, query);
    return readMergedKeysetPage(db, query, now, {
      defaultLimit: 50,
      isBackwards: query.sort === "oldest",
      runs: () => [runs],
      all: runs,
      rows: ({ table, id, columns, orderBy }) =>
        db
          .select({
            entry: auditEntries,
            contestName: contests.name,
            // Entries of earlier releases lack the reason; the contest has it.
            winnerNote: contests.winnerNote,
            messageFrom: contactMessages.name,
            person: { name: users.name, email: users.email, removedAt: users.removedAt },
            actor: { name: actors.name, email: actors.email, removedAt: actors.removedAt },
            ...columns,
          })
          .from(auditEntries)
          .innerJoin(table, eq(auditEntries.number, sql`${id}::bigint`))
          .leftJoin(contests, eq(contests.id, auditEntries.contestId))
          .leftJoin(contactMessages, eq(contactMessages.id, auditEntries.messageId))
          .leftJoin(users, eq(users.id, auditEntries.userId))
          .leftJoin(actors, eq(actors.id, auditEntries.actorId))
          .orderBy(...orderBy),
    });
  },
});
