import { sql, type SQL } from "drizzle-orm";
import type { CreatorRecord } from "@conquest/shared/contracts/contests";
import { contests } from "../../../database/schema/contests";
import { creatorRecords } from "../../../database/schema/records";
import { DAY_MS } from "../../contests/domain/phase";

/** Hidden, unlisted and private contests are few, and most creators have none. */
const withoutHidden = (stored: SQL, ofHidden: SQL) =>
  sql<number>`${stored} - case when ${creatorRecords.hiddenCount} = 0 then 0 else (
    select ${ofHidden} from ${contests} where ${contests.creatorId} = ${creatorRecords.creatorId} and (${contests.hiddenAt} is not null or ${contests.visibility} <> 'public')) end`.mapWith(
    Number,
  );

export const recordColumns = {
  runCount: creatorRecords.runCount,
  concludedCount: withoutHidden(sql`${creatorRecords.concludedCount}`, sql`count(${contests.winnerAt})`),
  cancelledCount: creatorRecords.cancelledCount,
  unwonCount: creatorRecords.unwonCount,
  hiddenCount: creatorRecords.hiddenCount,
  prizeCount: creatorRecords.prizeCount,
  deliveredCount: creatorRecords.deliveredCount,
  prizeDays: creatorRecords.prizeDays,
  resultMs: withoutHidden(
    sql`${creatorRecords.resultMs}`,
    sql`coalesce(sum(result_ms_of(${contests.deadline}, ${contests.winnerAt})), 0)`,
  ),
};

/** Counts a verified creator's public contests: approved, not hidden, unlisted or private, and not cancelled or ended without a winner. */
export const publicCount = sql<number>`(${creatorRecords.runCount} - ${creatorRecords.cancelledCount} - ${creatorRecords.unwonCount} - ${creatorRecords.hiddenCount})`;

export const toRecord = ({
  runCount,
  concludedCount,
  cancelledCount,
  unwonCount,
  hiddenCount,
  resultMs,
  prizeCount,
  deliveredCount,
  prizeDays,
}: Pick<typeof creatorRecords.$inferSelect, keyof typeof recordColumns>): CreatorRecord => ({
  // Must count the same contests as the creator's page; see `publicCount`.
  run: runCount - cancelledCount - unwonCount - hiddenCount,
  concluded: concludedCount,
  cancelled: cancelledCount,
  endedWithoutWinner: unwonCount,
  daysToResult: concludedCount === 0 ? null : Math.round((resultMs / concludedCount / DAY_MS) * 10) / 10,
  prizes: { delivered: deliveredCount, of: prizeCount, days: prizeDays },
});
