import { sql } from "drizzle-orm";
import type { CreatorRecord } from "@conquest/shared/contracts/contests";
import { creatorRecords } from "../../../database/schema/records";
import { DAY_MS } from "../../contests/domain/phase";

export const recordColumns = {
  runCount: creatorRecords.runCount,
  concludedCount: creatorRecords.concludedCount,
  cancelledCount: creatorRecords.cancelledCount,
  unwonCount: creatorRecords.unwonCount,
  hiddenCount: creatorRecords.hiddenCount,
  resultMs: creatorRecords.resultMs,
};

/** Counts a verified creator's public contests: approved, not hidden, and not cancelled or ended without a winner. */
export const publicCount = sql<number>`(${creatorRecords.runCount} - ${creatorRecords.cancelledCount} - ${creatorRecords.unwonCount} - ${creatorRecords.hiddenCount})`;

export const toRecord = ({
  runCount,
  concludedCount,
  cancelledCount,
  unwonCount,
  hiddenCount,
  resultMs,
}: Pick<typeof creatorRecords.$inferSelect, keyof typeof recordColumns>): CreatorRecord => ({
  // Must count the same contests as the creator's page; see `publicCount`.
  run: runCount - cancelledCount - unwonCount - hiddenCount,
  concluded: concludedCount,
  cancelled: cancelledCount,
  endedWithoutWinner: unwonCount,
  daysToResult: concludedCount === 0 ? null : Math.round((resultMs / concludedCount / DAY_MS) * 10) / 10,
});
