import { and, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import type { Language } from "@conquest/shared/contracts/parts/languages";
import type { waitingState } from "@conquest/shared/contracts/spots";
import { message } from "@conquest/shared/contracts/text/message";
import * as contract from "@conquest/shared/contracts/waiting-list";
import { contests } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import { waitingList } from "../../database/schema/waiting-list";
import type { Deps } from "../../platform/deps";
import { notFound, orNotFound } from "../../platform/errors";
import { asFileName } from "../../platform/files/file-names";
import { CSV_TYPE, csvStream, type CsvCell } from "../../platform/http/csv";
import { FileToSend } from "../../platform/http/file-to-send";
import type { ExportLimits } from "../../platform/limits/export-limits";
import { DASHBOARD_LIMIT, readKeysetPage, type PageQuery } from "../../platform/lists/keyset-page";
import { displayNameOf, lockCaller } from "../../platform/people";
import { assertAllowed } from "../../platform/policy";
import { registerEndpoint } from "../../platform/register-endpoint";
import type { Caller } from "../../platform/sessions/session";
import { translate } from "../../platform/text/translate";
import { writeAudit } from "../../platform/write-audit";
import { cardColumns, toCard } from "../contest-cards/domain/contest-cards";
import { isCreator } from "../contest-lists/domain/contest-list";
import { visibleToWhere } from "../contests/domain/contest-visibility";
import { contestsRepository } from "../contests/domain/contests-repository";
import { phaseSql } from "../contests/domain/phase";
import { judgeAssignmentsRepository } from "../judges/domain/judge-assignments-repository";
import { participationsRepository } from "../participation/domain/participations-repository";
import { endWaits, settleWaitingList } from "./domain/settle-waiting-list";
import { toWaiting, waitingCount, waitingRowOf } from "./domain/waiting-columns";
import { canJoinWaitingList, canLeaveWaitingList } from "./domain/waiting-list-policy";
import { canTakeOffer, hasAccess, isActive, isEligible, waitingListRepository } from "./domain/waiting-list-repository";
import { passSpotsOn } from "./pass-spots-on";

const NO_CONTEST = message("We couldn't find that contest. It may have been deleted.");

const joinWaitingList = (
  { db, clock }: Pick<Deps, "db" | "clock">,
  contestId: string,
  caller: Caller,
): Promise<z.input<typeof waitingState>> =>
  db.transaction(async (tx) => {
    orNotFound(await contestsRepository(tx).lockVisible(contestId, caller), NO_CONTEST);
    await lockCaller(tx, caller);
    const contest = await settleWaitingList(tx, clock, contestId);
    const list = waitingListRepository(tx, contestId);
    const own = await list.findOf(caller.id);
    const isJudge = (await judgeAssignmentsRepository(tx).filterJudges(contestId, [caller.id])).has(caller.id);
    const hasJoined = (await participationsRepository(tx).findPaid(contestId, caller.id)) !== undefined;
    const who = {
      isOwner: contest.creatorId === caller.id,
      isJudge,
      hasJoined,
      waiting: own ? { offerEndsAt: own.offerEndsAt?.toISOString() ?? null } : null,
    };
    const now = clock.now();
    assertAllowed(canJoinWaitingList(contest, who, now));
    // Users who can see a hidden contest, like admins, still cannot pay for it.
    if (!(await contestsRepository(tx).isPublished(contestId))) notFound(NO_CONTEST);
    const number = await list.add(caller.id, now);
    return { since: now.toISOString(), position: (await list.countBefore(number)) + 1, offerEndsAt: null };
  });

/** Also works if the contest is no longer visible. */
const leaveWaitingList = ({ db, clock }: Pick<Deps, "db" | "clock">, contestId: string, caller: Caller) =>
  db.transaction(async (tx) => {
    orNotFound(await contestsRepository(tx).lockAny(contestId), NO_CONTEST);
    await lockCaller(tx, caller);
    const contest = await settleWaitingList(tx, clock, contestId);
    const own = await waitingListRepository(tx, contestId).findOf(caller.id);
    if (!own && !(await contestsRepository(tx).isVisibleTo(contest.id, caller))) notFound(NO_CONTEST);
    assertAllowed(canLeaveWaitingList({ waiting: own ? { offerEndsAt: null } : null }));
    await endWaits(tx, clock, contestId, { userIds: [caller.id] }, "left");
    await settleWaitingList(tx, clock, contestId);
    return { isWaiting: false };
  });

const listWaitingContests = async ({ db, clock, config }: Deps, caller: Caller, query: PageQuery) => {
  const now = clock.now();
  const where = and(
    eq(waitingList.userId, caller.id),
    isActive,
    or(
      and(eq(phaseSql(now), "open"), visibleToWhere(caller)),
      // Under review again: its page is not shown, but people can leave.
      and(ne(contests.review, "approved"), isNull(contests.cancelledAt), isNull(contests.hiddenAt), hasAccess),
    ),
    sql`coalesce(${waitingList.offerEndsAt} > ${sql.param(now, waitingList.offerEndsAt)}, true)`,
  );
  const page = await readKeysetPage(db, query, now, {
    defaultLimit: DASHBOARD_LIMIT,
    order: [sql`(${waitingList.offeredAt} is null)::int`, sql`${waitingList.number}`, sql`${contests.id}`],
    all: sql`select 1 from ${waitingList} join ${contests} on ${contests.id} = ${waitingList.contestId} where ${where}`,
    rows: ({ columns, after, orderBy, limit }) =>
      db
        .select({ ...cardColumns, waiting: waitingRowOf(caller.id), waitingCount: waitingCount(caller.id), ...columns })
        .from(waitingList)
        .innerJoin(contests, eq(contests.id, waitingList.contestId))
        .innerJoin(users, isCreator)
        .where(and(where, after))
        .orderBy(...orderBy)
        .limit(limit),
  });
  return page.map((row) => ({
    ...toCard(row, now, config.joinAmount),
    waiting: toWaiting(row.waiting)!,
    waitingCount: row.waitingCount,
  }));
};

const listPeople = async ({ db, clock }: Pick<Deps, "db" | "clock">, contestId: string, query: PageQuery) => {
  const where = and(eq(waitingList.contestId, contestId), isActive, or(isNotNull(waitingList.offeredAt), canTakeOffer));
  const page = await readKeysetPage(db, query, clock.now(), {
    defaultLimit: DASHBOARD_LIMIT,
    order: [sql`(${waitingList.offeredAt} is null)::int`, sql`${waitingList.number}`, sql`${waitingList.userId}`],
    all: sql`select 1 from ${waitingList} join ${contests} on ${contests.id} = ${waitingList.contestId} where ${where}`,
    rows: ({ columns, after, orderBy, limit }) =>
      db
        .select({
          number: waitingList.number,
          name: users.name,
          photo: users.image,
          removedAt: users.removedAt,
          since: waitingList.joinedAt,
          offerEndsAt: waitingList.offerEndsAt,
          position: sql<number | null>`case when ${waitingList.offeredAt} is null then (
            select count(*)::int from waiting_list before
            where before.contest_id = ${waitingList.contestId} and before.ended_at is null and before.offered_at is null and before.number <= ${waitingList.number}
              and ${isEligible(sql`before.user_id`)}) end`,
          ...columns,
        })
        .from(waitingList)
        .innerJoin(contests, eq(contests.id, waitingList.contestId))
        .innerJoin(users, eq(users.id, waitingList.userId))
        .where(and(where, after))
        .orderBy(...orderBy)
        .limit(limit),
  });
  return page.map(({ number, name, photo, removedAt, since, offerEndsAt, position }) => ({
    _id: String(number),
    name: displayNameOf({ name, removedAt }),
    photo: removedAt ? "" : photo,
    position,
    since: since.toISOString(),
    offerEndsAt: offerEndsAt?.toISOString() ?? null,
  }));
};

const PAGE_SIZE = 500;
const HEADER = [message("Position"), message("Name"), message("On the list since (UTC)"), message("Offer ends (UTC)")];

const findManaged = async ({ db }: Pick<Deps, "db">, contestId: string, caller: Caller) =>
  orNotFound(
    await contestsRepository(db).findManaged(contestId, caller),
    message("We couldn't find that contest in your account."),
  );

const exportPeople = async (
  { exports, ...deps }: Pick<Deps, "db" | "clock"> & { exports: ExportLimits },
  contestId: string,
  { caller, language }: { caller: Caller; language: Language },
): Promise<FileToSend> => {
  const { name } = await findManaged(deps, contestId, caller);

  async function* lines(): AsyncGenerator<CsvCell[][]> {
    for await (const page of exports.inListPages((query) => listPeople(deps, contestId, query), PAGE_SIZE))
      yield page.map((person) => [person.position ?? "", person.name, person.since, person.offerEndsAt ?? ""]);
  }

  return FileToSend.generated({
    open: () =>
      exports.begin(caller, async () => {
        await writeAudit(deps.db, deps.clock, { act: "waiting_exported", by: caller, contestId, to: "csv" });
        return csvStream(HEADER, lines(), language);
      }),
    contentType: CSV_TYPE,
    name: `${translate(language, message("{contest} waiting list", { contest: asFileName(name, "") || message("Contest") }))}.csv`,
  });
};

export function waitingListRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, contract.joinWaitingList, ({ params, caller }) =>
    joinWaitingList(deps, params.contestId, caller),
  );
  registerEndpoint(app, contract.leaveWaitingList, ({ params, caller }) =>
    leaveWaitingList(deps, params.contestId, caller),
  );
  registerEndpoint(app, contract.listWaitingContests, ({ query, caller }) => listWaitingContests(deps, caller, query));
  registerEndpoint(app, contract.listWaitingPeople, async ({ params, query, caller }) => {
    await findManaged(deps, params.contestId, caller);
    return listPeople(deps, params.contestId, query);
  });
  registerEndpoint(app, contract.exportWaitingPeople, ({ params, query: { language }, caller }) =>
    exportPeople({ ...deps, exports: app.exports }, params.contestId, { caller, language }),
  );

  app.jobs.set("pass_spots_on", () => passSpotsOn(deps));
}
