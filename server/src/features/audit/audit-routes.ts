import { and, eq, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { FastifyInstance } from "fastify";
import { listAudit, SYSTEM } from "@conquest/shared/contracts/audit";
import { newestFirst } from "../../database/sort-keys";
import type { Database } from "../../database/database";
import { auditEntries } from "../../database/schema/audit";
import { contests } from "../../database/schema/contests";
import { contactMessages } from "../../database/schema/messages";
import { users } from "../../database/schema/people";
import { resolveSubjectFilter } from "../../platform/lists/resolve-subject-filter";
import { readMergedKeysetPage, type IndexRange } from "../../platform/lists/merged-page";
import type { Deps } from "../../platform/deps";
import { registerEndpoint } from "../../platform/register-endpoint";
import { toNamedPerson } from "../../platform/people";

type ListQuery = z.output<typeof listAudit.query>;

const [newest, writtenLast] = newestFirst(auditEntries);
const keys = [newest, writtenLast, sql`${auditEntries.number}::text`];

async function buildRanges(db: Database, { q, act, actor, person, contest, since, until }: ListQuery) {
  const filter = and(
    act && eq(auditEntries.act, act),
    actor === undefined ? undefined : eq(auditEntries.actorId, actor),
    person === undefined ? undefined : eq(auditEntries.userId, person),
    contest === undefined ? undefined : eq(auditEntries.contestId, contest),
    // Uses the leading sort key, so that every index scan starts and stops at these bounds.
    since === undefined ? undefined : sql`${newest} <= ${-Date.parse(since)}::bigint`,
    until === undefined ? undefined : sql`${newest} > ${-Date.parse(until)}::bigint`,
  );
  const range = (where: SQL | undefined): IndexRange => ({ from: sql`${auditEntries}`, where, leading: [], keys });
  if (!q) return [range(filter)];
  return (await resolveSubjectFilter(db, q, auditEntries)).map((isSubject) => range(and(isSubject, filter)));
}

const actors = alias(users, "actors");

/** Contests, messages and users may have been deleted; then the entry only has their ids. */
async function listEntries(db: Database, query: ListQuery, now: Date) {
  const ranges = await buildRanges(db, query);
  return readMergedKeysetPage(db, query, now, {
    defaultLimit: 50,
    isBackwards: query.sort === "oldest",
    runs: () => [ranges],
    all: ranges,
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
}

export function auditRoutes(app: FastifyInstance, { db, clock }: Pick<Deps, "db" | "clock">): void {
  registerEndpoint(app, listAudit, async ({ query }) => {
    const page = await listEntries(db, query, clock.now());
    return page.map(
      ({
        entry: { number, act, at, actorId, actorRole, userId, contestId, messageId, fromValue, toValue, reason },
        contestName,
        winnerNote,
        messageFrom,
        person,
        actor,
      }) => ({
        _id: String(number),
        act,
        at: at.toISOString(),
        by: { role: actorRole, person: actorId === SYSTEM ? null : toNamedPerson(actorId, actor) },
        person: userId === null ? null : toNamedPerson(userId, person),
        contest: contestId === null ? null : { _id: contestId, name: contestName },
        message: messageId === null ? null : { _id: messageId, name: messageFrom },
        from: fromValue,
        to: toValue,
        reason: act === "winner_chosen" && !reason ? (winnerNote ?? "") : reason,
      }),
    );
  });
}
