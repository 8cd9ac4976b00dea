import { and, eq, sql, type SQL } from "drizzle-orm";
import type { JoinAmount } from "@conquest/shared/contracts/parts/site-config";
import type { Tag } from "@conquest/shared/contracts/tags";
import type { Database } from "../../../database/database";
import { contests } from "../../../database/schema/contests";
import { STAGE } from "../../../database/stages";
import { COMMON_ROW_COUNT } from "../../../platform/lists/text-search";
import type { Order } from "./contest-orders";

export interface CostLimit {
  /** Condition that lets an index find the rows. */
  found: SQL;
  /** Condition that filters rows found by another index, without influencing which index is chosen. */
  left: SQL;
  /** Condition for a scan in this order; an index sorted by cost starts or ends at the limit. */
  leftIn: (order: Pick<Order, "byCost">) => SQL;
  /** Whether a stage has so few matching rows that filter-then-sort beats an ordered scan. */
  isRareIn: (stage: number) => boolean;
}

const PUBLIC_STAGES: readonly number[] = [STAGE.open, STAGE.judging, STAGE.overdue, STAGE.completed];

export const costColumn = (joinAmount: JoinAmount) => contests[joinAmount];

/** Counts the public contests within the limit, stopping at COMMON per stage. */
export async function createCostLimit(
  db: Database,
  { most, joinAmount, tag }: { most: number; joinAmount: JoinAmount; tag?: Tag | undefined },
): Promise<CostLimit> {
  const cost = costColumn(joinAmount);
  // A range with two bounds: PostgreSQL then expects few rows, even without knowing the values.
  const found = sql`${cost} between 0 and ${most}::int`;
  const counts = PUBLIC_STAGES.map((stage) => {
    const matches = and(sql`${contests.stage} = ${sql.raw(String(stage))}`, tag && eq(contests.tag, tag), found);
    return sql`(select count(*)::int from (select 1 from ${contests} where ${matches} limit ${sql.raw(String(COMMON_ROW_COUNT))}) such) as ${sql.identifier(String(stage))}`;
  });
  const { rows } = await db.execute<Record<string, number>>(sql`select ${sql.join(counts, sql`, `)}`);
  const rare = new Set(PUBLIC_STAGES.filter((stage) => rows[0]![stage]! < COMMON_ROW_COUNT));
  const left = sql`(${cost} > ${most}::int) is not true`;
  return {
    found,
    left,
    leftIn({ byCost }) {
      if (byCost?.column !== joinAmount) return left;
      // Written like the index expression, which negates the cost to sort the highest first.
      return byCost.from === "lowest" ? sql`${cost} <= ${most}::int` : sql`-${cost} >= ${-most}::int`;
    },
    isRareIn: (stage) => rare.has(stage),
  };
}

/** For counting, where order does not matter and every stage can use the index. */
export const assumeRareEverywhere = (limit: CostLimit): CostLimit => ({ ...limit, isRareIn: () => true });
