import type { z } from "zod";
import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { contestDetails } from "@conquest/shared/contracts/contests";
import type { Role } from "@conquest/shared/contracts/http/endpoint";
import { contests } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import { creatorRecords } from "../../database/schema/records";
import type { Deps } from "../../platform/deps";
import { publicDisplayNameOf } from "../../platform/people";
import { permissionsFor, toCard, fullContestColumns } from "../contest-cards/domain/contest-cards";
import { isCreator } from "../contest-lists/domain/contest-list";
import { refundAt, winnerDueAt } from "../lifecycle/domain/lifecycle-schedule";
import { storedReason } from "../lifecycle/domain/site-reasons";
import {
  placementsFor,
  teamOfEntry,
  toPlacement,
  toWinningTeam,
  type TeamOfEntry,
} from "../winners/domain/public-winners";
import { isWonBy } from "./domain/entry-authors";
import { visibleToWhere, type Viewer, type ViewerInStatement } from "./domain/contest-visibility";
import { attachmentsColumn } from "../attachments/domain/attachments";
import { leaveDeadline } from "../extensions/domain/extension-policy";
import { judgeNames, judgeDisplayNames } from "../judges/domain/judge-assignments-repository";
import { publishedEntryCount } from "../entries/domain/entry-columns";
import { newsCount } from "../announcements/domain/announcement-columns";
import { questionCount } from "../questions/domain/question-columns";
import { acceptedRulesOf, toAcceptedRules, toShownRules } from "./domain/contest-rules";
import { firstOfferEndsAt, toWaiting, waitingCountIfLimited } from "../waiting-list/domain/waiting-columns";
import { lockAndSettle } from "../waiting-list/domain/settle-waiting-list";
import { briefChanged, renderBrief } from "./domain/brief";
import { publicCount, recordColumns, toRecord } from "../creators/domain/creator-record";

const winners = alias(users, "winner");

const paidAmountOf = (viewer: ViewerInStatement) =>
  viewer
    ? sql<
        number | null
      >`(select p.amount from participations p where p.contest_id = ${contests.id} and p.user_id = ${viewer.id} and p.state = 'paid')`
    : sql<null>`null`;

interface Leaving {
  at: string;
  amount: number;
  receiptNumber: number | null;
}

const lastLeavingOf = (viewer: ViewerInStatement) =>
  viewer
    ? sql<Leaving | null>`(
        select json_build_object('at', p.refunded_at, 'amount', p.amount, 'receiptNumber', payment.number)
        from participations p
        left join ledger_entries payment on payment.participation_id = p.id and payment.kind = 'payment'
        where p.contest_id = ${contests.id} and p.user_id = ${viewer.id} and p.state = 'refunded'
          and (${contests.cancelledAt} is null or p.refunded_at < ${contests.cancelledAt})
        order by p.refunded_at desc limit 1)`
    : sql<null>`null`;

const isFollowedBy = (viewer: ViewerInStatement) =>
  viewer
    ? sql<boolean>`exists (select 1 from contest_follows f where f.user_id = ${viewer.id} and f.contest_id = ${contests.id})`
    : sql<boolean>`false`;

function prepareFor(db: Deps["db"], role: Role | null) {
  const viewer = role && { id: sql.placeholder("viewer"), role };
  return db
    .select({
      ...fullContestColumns(viewer),
      paidAmount: paidAmountOf(viewer),
      isFollowing: isFollowedBy(viewer),
      left: lastLeavingOf(viewer),
      accepted: acceptedRulesOf(viewer),
      judges: judgeNames,
      winnerName: winners.name,
      winnerPhoto: winners.image,
      winnerStatus: winners.status,
      winnerRemovedAt: winners.removedAt,
      placements: placementsFor(viewer),
      winnerTeam:
        sql`case when ${contests.maxTeamSize} > 1 then ${teamOfEntry(contests.winnerEntryId, viewer)} end`.mapWith(
          (team: TeamOfEntry | null) => team,
        ),
      isWinner: viewer ? isWonBy(viewer.id) : sql<boolean>`false`,
      publishedEntryCount,
      questionCount,
      newsCount: newsCount(viewer),
      attachments: attachmentsColumn,
      briefChanged,
      waitingCount: waitingCountIfLimited(viewer),
      firstOfferEndsAt,
      ...recordColumns,
      publicId: sql<
        string | null
      >`case when ${users.status} = 'verified' and ${users.removedAt} is null and ${publicCount} > 0 then ${creatorRecords.publicId} end`,
    })
    .from(contests)
    .innerJoin(users, isCreator)
    .innerJoin(creatorRecords, eq(creatorRecords.creatorId, contests.creatorId))
    .leftJoin(winners, eq(winners.id, contests.winnerId))
    .where(and(eq(contests.id, sql.placeholder("id")), visibleToWhere(viewer)))
    .prepare(`contest_details_for_${role ?? "visitors"}`);
}

/** The details of a contest and their revision, which grows with each change of the terms. */
export type FoundDetails = z.input<typeof contestDetails> & { revision: number };

/** Returns undefined if the viewer cannot see the contest. */
export const findContestDetails = ({ db, clock, config }: Pick<Deps, "db" | "clock" | "config">) => {
  // Building the SQL text would take a quarter of the response time.
  const statements = new Map<Role | null, ReturnType<typeof prepareFor>>();
  const statementFor = (role: Role | null) => {
    const statement = statements.get(role) ?? prepareFor(db, role);
    statements.set(role, statement);
    return statement;
  };
  return async (id: string, viewer: Viewer): Promise<FoundDetails | undefined> => {
    const read = async () =>
      (await statementFor(viewer?.role ?? null).execute({ id, ...(viewer && { viewer: viewer.id }) }))[0];
    let row = await read();
    // Passes the spot on now instead of with the next run of the job.
    if (row?.firstOfferEndsAt && new Date(row.firstOfferEndsAt) <= clock.now()) {
      await lockAndSettle({ db, clock }, id);
      row = await read();
    }
    if (!row) return undefined;
    const now = clock.now();
    const card = toCard(row, now, config.joinAmount);
    return {
      // Fields named as in the contract are passed on; the response schema strips the others.
      ...row,
      ...card,
      openedAt: row.openedAt?.toISOString(),
      brief: renderBrief(row),
      attachments: row.attachments ?? undefined,
      briefChanged: row.briefChanged || undefined,
      rules: toShownRules(row.rules, row.rulesVersion),
      creator: { ...card.creator, publicId: row.publicId, record: toRecord(row) },
      judges: judgeDisplayNames(row.judges),
      winnerDueAt: winnerDueAt(row.deadline).toISOString(),
      refundAt: refundAt(row.deadline).toISOString(),
      // Before the deadline, it is not disclosed whether there are entries.
      nobodyCanWin: row.nobodyCanWin && (card.phase === "judging" || card.phase === "overdue"),
      extension: row.extendedAt && {
        at: row.extendedAt.toISOString(),
        from: row.extendedFrom!.toISOString(),
        reason: row.extensionReason ?? "",
        times: row.deadlineMoves,
      },
      cancelledAt: row.cancelledAt?.toISOString() ?? null,
      cancelReason: row.cancelReason === null ? null : storedReason(row.cancelReason),
      hiddenAt: row.hiddenAt?.toISOString() ?? null,
      winner: row.winnerAt && {
        name: publicDisplayNameOf({
          name: row.winnerName ?? "",
          status: row.winnerStatus ?? "verified",
          removedAt: row.winnerRemovedAt,
        }),
        photo: row.winnerStatus === "verified" ? (row.winnerPhoto ?? "") : "",
        note: row.winnerNote ?? "",
        at: row.winnerAt.toISOString(),
        byAdmin: row.winnerDeclaredBy !== row.creatorId,
        ...toWinningTeam(row.winnerTeam),
      },
      placements: row.placements.map(toPlacement),
      may: permissionsFor(row, viewer, now),
      viewer: viewer && {
        isOwner: row.creatorId === viewer.id,
        isJudge: row.isJudge,
        hasJoined: row.hasJoined,
        paidAmount: row.paidAmount,
        hasSubmitted: row.hasSubmitted,
        leavesUntil: card.phase === "open" ? (leaveDeadline(row, row, now)?.toISOString() ?? null) : null,
        isWinner: row.isWinner,
        isFollowing: row.isFollowing,
        hasReported: row.hasReported,
        hasTeammates: (row.team?.memberCount ?? 0) > 1 || undefined,
        isInTeam: row.team !== null || undefined,
        acceptedRules: toAcceptedRules(row.accepted),
        waiting: card.phase === "open" && !row.hasJoined ? toWaiting(row.waiting) : null,
        left: row.left && !row.hasJoined ? { ...row.left, at: new Date(row.left.at).toISOString() } : null,
      },
    };
  };
};
