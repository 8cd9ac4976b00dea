import { and, eq, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { FastifyInstance } from "fastify";
import { exportAudit, listAudit, SYSTEM, type auditEntry } from "@conquest/shared/contracts/audit";
import { message } from "@conquest/shared/contracts/text/message";
import { inPeriod, newestFirst } from "../../database/sort-keys";
import type { Database } from "../../database/database";
import { auditEntries } from "../../database/schema/audit";
import { contests } from "../../database/schema/contests";
import { contactMessages } from "../../database/schema/messages";
import { users } from "../../database/schema/people";
import { resolveSubjectFilter } from "../../platform/lists/resolve-subject-filter";
import type { Page, PageQuery } from "../../platform/lists/keyset-page";
import { readMergedKeysetPage, type IndexRange } from "../../platform/lists/merged-page";
import type { CsvCell } from "../../platform/http/csv";
import { exportTable } from "../../platform/lists/export-table";
import type { Deps } from "../../platform/deps";
import { registerEndpoint } from "../../platform/register-endpoint";
import { toNamedPerson } from "../../platform/people";
import { storedReason } from "../lifecycle/domain/site-reasons";

type Filter = Omit<z.output<typeof exportAudit.query>, "language">;

type Entry = z.input<typeof auditEntry>;

const [newest, writtenLast] = newestFirst(auditEntries);
const keys = [newest, writtenLast, sql`${auditEntries.number}::text`];

async function buildRanges(db: Database, { q, act, actor, person, contest, ...period }: Filter) {
  const filter = and(
    act && eq(auditEntries.act, act),
    actor === undefined ? undefined : eq(auditEntries.actorId, actor),
    person === undefined ? undefined : eq(auditEntries.userId, person),
    contest === undefined ? undefined : eq(auditEntries.contestId, contest),
    inPeriod(newest, period),
  );
  const range = (where: SQL | undefined): IndexRange => ({ from: sql`${auditEntries}`, where, leading: [], keys });
  if (!q) return [range(filter)];
  return (await resolveSubjectFilter(db, q, auditEntries)).map((isSubject) => range(and(isSubject, filter)));
}

/** The stored review result of a contest, by the name of the status that people see. */
const statusOf = (value: string) => (value === "approved" ? "open" : value);

const actors = alias(users, "actors");

/** Returns a function that reads a page. Contests, messages and users may have been deleted; then only ids are known. */
async function openList({ db, clock }: Pick<Deps, "db" | "clock">, filter: Filter, isCounted = true) {
  const ranges = await buildRanges(db, filter);
  return async (query: PageQuery): Promise<Page<Entry>> => {
    const page = await readMergedKeysetPage(db, query, clock.now(), {
      defaultLimit: 50,
      isBackwards: filter.sort === "oldest",
      runs: () => [ranges],
      all: isCounted ? ranges : "not counted",
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
        from: statusOf(fromValue),
        to: statusOf(toValue),
        reason: act === "winner_chosen" && !reason ? (winnerNote ?? "") : storedReason(reason),
      }),
    );
  };
}

const HEADER = [
  message("Number"),
  message("Time (UTC)"),
  message("Event"),
  message("By"),
  message("By (email)"),
  message("By (role)"),
  message("By (ID)"),
  message("Person"),
  message("Person (email)"),
  message("Person (ID)"),
  message("Contest"),
  message("Contest (ID)"),
  message("Message from"),
  message("Message (ID)"),
  message("Before"),
  message("After"),
  message("Reason"),
];

const toCells = ({ _id, act, at, by, person, contest, message, from, to, reason }: Entry): CsvCell[] => [
  Number(_id),
  at,
  act,
  by.person?.name ?? "",
  by.person?.email ?? "",
  by.role,
  by.person?._id ?? "",
  person?.name ?? "",
  person?.email ?? "",
  person?._id ?? "",
  contest?.name ?? "",
  contest?._id ?? "",
  message?.name ?? "",
  message?._id ?? "",
  from,
  to,
  reason,
];

export function auditRoutes(app: FastifyInstance, deps: Pick<Deps, "db" | "clock">): void {
  registerEndpoint(app, listAudit, async ({ query: { limit, cursor, ...filter } }) =>
    (await openList(deps, filter))({ limit, cursor }),
  );

  registerEndpoint(app, exportAudit, async ({ query: { language, ...filter }, caller }) =>
    exportTable(
      { ...deps, exports: app.exports },
      { act: "audit_log_exported", by: caller, language, name: message("Audit log"), header: HEADER, toCells },
      await openList(deps, filter, false),
    ),
  );
}
