import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import type { Role } from "@conquest/shared/contracts/http/endpoint";
import { contests } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import { creatorRecords } from "../../database/schema/records";
import type { Deps } from "../../platform/deps";
import { publicNameOf } from "../../platform/people";
import { permissionsFor, toCard, wholeColumns } from "../contests/contest-cards";
import { isCreator } from "../contests/contest-filter";
import { refundAt, winnerDueAt } from "../contests/clock/lifecycle-schedule";
import { visibleToWhere, type Viewer, type ViewerInStatement } from "../contests/contest-visibility";
import { leavesUntil } from "../contests/deadline/extension-policy";
import { judgeNames, shownJudges } from "../contests/judges/judge-names";
import { publishedEntryCount } from "../contests/entries/published-entries";
import { newsCount, questionCount } from "../contests/discussion/discussion-columns";
import { publicCount, recordColumns, toRecord } from "../contests/creator-record";

const winners = alias(users, "winner");

/** What the viewer paid for the place they have now. */
const paidAmountOf = (viewer: ViewerInStatement) =>
  viewer
    ? sql<
        number | null
      >`(select p.amount from participations p where p.contest_id = ${contests.id} and p.user_id = ${viewer.id} and p.state = 'paid')`
    : sql<null>`null`;

const isFollowedBy = (viewer: ViewerInStatement) =>
  viewer
    ? sql<boolean>`exists (select 1 from contest_follows f where f.user_id = ${viewer.id} and f.contest_id = ${contests.id})`
    : sql<boolean>`false`;

/** What people with this role, or visitors, may see of the contest whose id is given as `id`, to whoever has the id `viewer`. */
function prepareFor(db: Deps["db"], role: Role | null) {
  const viewer = role && { id: sql.placeholder("viewer"), role };
  return db
    .select({
      ...wholeColumns(viewer),
      paidAmount: paidAmountOf(viewer),
      isFollowing: isFollowedBy(viewer),
      judges: judgeNames,
      winnerName: winners.name,
      winnerPhoto: winners.image,
      winnerStatus: winners.status,
      winnerRemovedAt: winners.removedAt,
      publishedEntryCount,
      questionCount,
      newsCount: newsCount(viewer),
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

/** What a page shows of a contest, and which of its texts that is: the number grows with every change of its terms. */
export type FoundDetails = ContestDetails & { revision: number };

/** A contest with all that its page shows; undefined where this viewer may see none. */
export const findContestDetails = ({ db, clock, config }: Pick<Deps, "db" | "clock" | "config">) => {
  // Putting its text together takes a quarter of the time that an answer takes.
  const statements = new Map<Role | null, ReturnType<typeof prepareFor>>();
  const statementFor = (role: Role | null) => {
    const statement = statements.get(role) ?? prepareFor(db, role);
    statements.set(role, statement);
    return statement;
  };
  return async (id: string, viewer: Viewer): Promise<FoundDetails | undefined> => {
    const [row] = await statementFor(viewer?.role ?? null).execute({ id, ...(viewer && { viewer: viewer.id }) });
    if (!row) return undefined;
    const now = clock.now();
    const card = toCard(row, now, config.joinAmount);
    return {
      // What the row says under the contract's own names goes as it is; of the rest the contract lets nothing out.
      ...row,
      ...card,
      creator: { ...card.creator, publicId: row.publicId, record: toRecord(row) },
      judges: shownJudges(row.judges),
      winnerDueAt: winnerDueAt(row.deadline).toISOString(),
      refundAt: refundAt(row.deadline).toISOString(),
      // Before its deadline who hands in is nobody's concern.
      nobodyCanWin: row.nobodyCanWin && (card.phase === "judging" || card.phase === "overdue"),
      extension: row.extendedAt && {
        at: row.extendedAt.toISOString(),
        from: row.extendedFrom!.toISOString(),
        reason: row.extensionReason ?? "",
        times: row.deadlineMoves,
      },
      cancelledAt: row.cancelledAt?.toISOString() ?? null,
      hiddenAt: row.hiddenAt?.toISOString() ?? null,
      winner: row.winnerAt && {
        name: publicNameOf({
          name: row.winnerName ?? "",
          status: row.winnerStatus ?? "verified",
          removedAt: row.winnerRemovedAt,
        }),
        photo: row.winnerStatus === "verified" ? (row.winnerPhoto ?? "") : "",
        note: row.winnerNote ?? "",
        at: row.winnerAt.toISOString(),
        byAdmin: row.winnerDeclaredBy !== row.creatorId,
      },
      may: permissionsFor(row, viewer, now),
      viewer: viewer && {
        isOwner: row.creatorId === viewer.id,
        isJudge: row.isJudge,
        hasJoined: row.hasJoined,
        paidAmount: row.paidAmount,
        hasSubmitted: row.hasSubmitted,
        leavesUntil: card.phase === "open" ? (leavesUntil(row, row, now)?.toISOString() ?? null) : null,
        isWinner: row.winnerId === viewer.id,
        isFollowing: row.isFollowing,
      },
    };
  };
};
