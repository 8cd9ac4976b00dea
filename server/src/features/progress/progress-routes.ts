import { and, eq, sql, type SQL } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/progress";
import type { Language } from "@conquest/shared/contracts/parts/languages";
import { NO_TEAMS } from "@conquest/shared/contracts/team-size";
import { message } from "@conquest/shared/contracts/text/message";
import { utcDay } from "../../database/sort-keys";
import type { Database } from "../../database/database";
import { contests, entries } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import { participations } from "../../database/schema/taking-part";
import { DASHBOARD_LIMIT, isAfter, readKeysetPage, type PageQuery } from "../../platform/lists/keyset-page";
import { isOneOf, findUsersByFuzzyName } from "../../platform/lists/fuzzy-name-search";
import { containsTerm, withoutEdgeSigns } from "../../platform/lists/text-search";
import { isPresent, displayNameOf } from "../../platform/people";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import type { Caller } from "../../platform/sessions/session";
import { contestsRepository, type ContestRow } from "../contests/domain/contests-repository";
import { bucketByTime, type DayCounts, dayOfColumn, dateOf } from "./domain/time-buckets";
import { CSV_TYPE, csvStream, yesOrNo, type CsvCell } from "../../platform/http/csv";
import { FileToSend } from "../../platform/http/file-to-send";
import { writeAudit } from "../../platform/write-audit";
import { asFileName } from "../../platform/files/file-names";
import { translate } from "../../platform/text/translate";
import type { ExportLimits } from "../../platform/limits/export-limits";
import { hidesAuthors } from "../judges/domain/judge-access";
import { waitingCount } from "../waiting-list/domain/waiting-columns";
import { registerEndpoint } from "../../platform/register-endpoint";

const teamOfParticipant = (column: "id" | "name") => sql<string | null>`(
  select team.${sql.raw(column)} from team_members member join teams team on team.id = member.team_id
  where member.contest_id = ${participations.contestId} and member.user_id = ${participations.userId})`;

const columns = {
  id: participations.id,
  name: users.name,
  photo: users.image,
  removedAt: users.removedAt,
  amount: participations.amount,
  rulesVersion: participations.rulesVersion,
  hasSubmitted: sql<boolean>`(
    exists (select from ${entries} where ${entries.contestId} = ${participations.contestId} and ${entries.userId} = ${participations.userId})
    or exists (select from ${entries} where ${entries.teamId} = ${teamOfParticipant("id")}))`,
  team: teamOfParticipant("name"),
};

/** `zone` is that of the days. Only UTC has an index. */
export const participantsRepository = (db: Database, contestId: string, zone = "UTC") => {
  const day = zone === "UTC" ? utcDay(participations.paidAt) : dayOfColumn(participations.paidAt, zone);
  // Then by random id, so that neither the position nor a cursor reveals more than the day.
  const lastDayFirst = [sql`(-${day})`, sql`${participations.id}`];
  // A literal, as in the partial index: a generic plan with a parameter for the state could not use it.
  const isParticipant = and(eq(participations.contestId, contestId), sql`${participations.state} = 'paid'`);
  const list = (query: PageQuery, now: Date, found: SQL | undefined) => {
    const where = and(isParticipant, found);
    return readKeysetPage(db, query, now, {
      defaultLimit: DASHBOARD_LIMIT,
      order: lastDayFirst,
      all: sql`select 1 from ${participations} inner join ${users} on ${users.id} = ${participations.userId} where ${where}`,
      rows: ({ columns: pageColumns, after, orderBy, limit }) =>
        db
          .select({ ...columns, day, ...pageColumns })
          .from(participations)
          .innerJoin(users, eq(users.id, participations.userId))
          .where(and(where, after))
          .orderBy(...orderBy)
          .limit(limit),
    });
  };
  return {
    /** Falls back to the text without signs at the edges of words, and to a fuzzy search, if no name matches. */
    async list({ q, ...query }: PageQuery & { q?: string | undefined }, now: Date) {
      if (!q) return list(query, now, undefined);
      const { rows } = await db.execute<{ typed: string }>(sql`select search_fold(${q}::text) as typed`);
      const findExact = (text: string) =>
        list(query, now, and(isPresent, containsTerm(sql`search_fold(${users.name})`, text)));
      const page = await findExact(rows[0]!.typed);
      if (page.total > 0) return page;
      const bare = withoutEdgeSigns(rows[0]!.typed);
      const typed = bare ?? rows[0]!.typed;
      const barePage = bare === null ? page : await findExact(bare);
      if (barePage.total > 0) return barePage.asResultsFor([typed]);
      const participates = sql`exists (select from ${participations} where ${isParticipant} and ${participations.userId} = ${users.id})`;
      const ids = await findUsersByFuzzyName(db, typed, { among: participates, byAddress: false });
      return ids.length === 0 ? page : (await list(query, now, isOneOf(users.id, ids))).asResultsFor([]);
    },

    pageAfter: (after: { day: number; id: string } | null, limit: number) =>
      db
        .select({ ...columns, day })
        .from(participations)
        .innerJoin(users, eq(users.id, participations.userId))
        .where(and(isParticipant, isAfter(lastDayFirst, after && [-after.day, after.id])))
        .orderBy(...lastDayFirst)
        .limit(limit),
  };
};

export type Joiner = Awaited<ReturnType<ReturnType<typeof participantsRepository>["pageAfter"]>>[number];

/** While names are hidden, days of another zone would tell more of when someone joined or submitted. */
const zoneOfDays = (contest: Parameters<typeof hidesAuthors>[0], { timeZone }: Pick<Caller, "timeZone">): string =>
  hidesAuthors(contest) ? "UTC" : (timeZone ?? "UTC");

/** Missing without a limit, and once nothing is offered any more. */
async function readSpots(db: Database, { id, maxParticipants, heldSpots }: ContestRow) {
  const [found] = await db
    .select({ waiting: waitingCount(null) })
    .from(contests)
    .where(eq(contests.id, id));
  const { waiting } = found!;
  if (maxParticipants === null && waiting + heldSpots === 0) return {};
  return { spots: { max: maxParticipants, offered: heldSpots, waiting } };
}

const readProgress = async ({ db, clock }: Pick<Deps, "db" | "clock">, contestId: string, caller: Caller) => {
  const contest = orNotFound(
    await contestsRepository(db).findManaged(contestId, caller),
    message("We couldn't find that contest in your account."),
  );
  const { openedAt, deadline, cancelledAt, participantCount, entryCount, paidTotal } = contest;
  const refundedCount = cancelledAt
    ? await db.$count(
        participations,
        and(
          eq(participations.contestId, contestId),
          eq(participations.state, "refunded"),
          eq(participations.refundedAt, cancelledAt),
        ),
      )
    : 0;
  const sums = {
    participantCount,
    ...(cancelledAt && { refundedCount }),
    entryCount,
    paidTotal,
    ...(await readSpots(db, contest)),
  };
  const zone = zoneOfDays(contest, caller);
  if (!openedAt) return { unit: "day" as const, timeZone: zone, steps: [], ...sums };
  // Refunds by a cancellation do not count as leaving.
  const { rows } = await db.execute<DayCounts & Record<string, unknown>>(sql`
      select day, sum(joined)::int as joined, sum("left")::int as "left", sum(entries)::int as entries from (
        select ${dayOfColumn(sql`paid_at`, zone)} as day, 1 as joined, 0 as "left", 0 as entries from participations where contest_id = ${contestId}
        union all
        select ${dayOfColumn(sql`refunded_at`, zone)}, 0, 1, 0 from participations
          where contest_id = ${contestId} and refunded_at < coalesce(${cancelledAt?.toISOString() ?? null}::timestamptz, 'infinity')
        union all
        select ${dayOfColumn(sql`created_at`, zone)}, 0, 0, 1 from entries where contest_id = ${contestId}
      ) happened group by day`);
  const ends = [clock.now(), deadline, ...(cancelledAt ? [cancelledAt] : [])].map((instant) => instant.getTime());
  return {
    ...bucketByTime(rows, { since: openedAt, until: new Date(Math.min(...ends)), zone }),
    timeZone: zone,
    ...sums,
  };
};

const PAGE_SIZE = 500;

const HEADER = [message("Name"), message("Joined on (UTC)"), message("Paid (taka)")];

const exportParticipants = async (
  { db, clock, exports }: Pick<Deps, "db" | "clock"> & { exports: ExportLimits },
  contestId: string,
  { caller, language }: { caller: Caller; language: Language },
): Promise<FileToSend> => {
  const contest = orNotFound(
    await contestsRepository(db).findManaged(contestId, caller),
    message("We couldn't find that contest in your account."),
  );
  const areNamesHidden = hidesAuthors(contest);

  async function* lines(): AsyncGenerator<CsvCell[][]> {
    const participants = participantsRepository(db, contestId);
    for await (const page of exports.inPages(
      (after: Joiner | null) => participants.pageAfter(after, PAGE_SIZE),
      PAGE_SIZE,
    )) {
      // With blind judging, the submission state could reveal the authors of entries.
      yield page.map(({ name, removedAt, day, amount, hasSubmitted, rulesVersion, team }) => [
        displayNameOf({ name, removedAt }),
        dateOf(day),
        amount,
        ...(areNamesHidden ? [] : [yesOrNo(hasSubmitted)]),
        ...(contest.rules ? [rulesVersion ?? ""] : []),
        ...(contest.maxTeamSize > NO_TEAMS ? [team ?? ""] : []),
      ]);
    }
  }

  return FileToSend.generated({
    open: () =>
      exports.begin(caller, async () => {
        await writeAudit(db, clock, { act: "joiners_exported", by: caller, contestId, to: "csv" });
        const header = [
          ...HEADER,
          ...(areNamesHidden ? [] : [message("Submitted")]),
          ...(contest.rules ? [message("Version of the accepted rules")] : []),
          ...(contest.maxTeamSize > NO_TEAMS ? [message("Team")] : []),
        ];
        return csvStream(header, lines(), language);
      }),
    contentType: CSV_TYPE,
    name: `${translate(language, message("{contest} participants", { contest: asFileName(contest.name, "") || message("Contest") }))}.csv`,
  });
};

export function progressRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;

  registerEndpoint(app, contract.getProgress, ({ params, caller }) => readProgress(deps, params.contestId, caller));
  registerEndpoint(app, contract.exportParticipants, ({ params, query: { language }, caller }) =>
    exportParticipants({ ...deps, exports: app.exports }, params.contestId, { caller, language }),
  );
  registerEndpoint(app, contract.listParticipants, async ({ params: { contestId }, query, caller }) => {
    const contest = orNotFound(
      await contestsRepository(db).findManaged(contestId, caller),
      message("We couldn't find that contest in your account."),
    );
    const areNamesHidden = hidesAuthors(contest);
    const page = await participantsRepository(db, contestId, zoneOfDays(contest, caller)).list(query, clock.now());
    return page.map(({ id, name, photo, removedAt, day, amount, hasSubmitted, rulesVersion, team }) => ({
      _id: id,
      name: displayNameOf({ name, removedAt }),
      photo: removedAt ? "" : photo,
      joinedOn: dateOf(day),
      amount,
      rulesVersion,
      team: team ?? undefined,
      // With blind judging and few entries, this could reveal their authors.
      hasSubmitted: areNamesHidden ? null : hasSubmitted,
    }));
  });
}
