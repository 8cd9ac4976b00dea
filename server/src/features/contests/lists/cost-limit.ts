import { and, eq, sql, type SQL } from "drizzle-orm";
import type { JoinAmount } from "@conquest/shared/contracts/parts/site-config";
import type { Tag } from "@conquest/shared/contracts/tags";
import type { Database } from "../../../database/database";
import { contests } from "../../../database/schema/contests";
import { STAGE } from "../../../database/stages";
import { COMMON } from "../../../platform/lists/text-search";
import type { Order } from "./contest-orders";

/** Joining costs at most so much. */
export interface CostLimit {
  /** Condition for an index to find. */
  found: SQL;
  /** Condition for what any index finds, which it leaves as it is. */
  left: SQL;
  /** Condition for what an index in this order finds: one that sorts by the cost begins, or ends, at the limit. */
  leftIn: (order: Pick<Order, "byCost">) => SQL;
  /** Whether so few of a stage cost so little that they are sooner found and sorted than met in the list's order. */
  isRareIn: (stage: number) => boolean;
}

const PUBLIC_STAGES: readonly number[] = [STAGE.open, STAGE.judging, STAGE.overdue, STAGE.completed];

/** What joining costs, as a column. */
export const costColumn = (joinAmount: JoinAmount) => contests[joinAmount];

interface Wanted {
  /** Whole taka. */
  most: number;
  joinAmount: JoinAmount;
  tag?: Tag | undefined;
}

/** Looks how many public contests cost so little. */
export async function limitCost(db: Database, { most, joinAmount, tag }: Wanted): Promise<CostLimit> {
  const cost = costColumn(joinAmount);
  // Of what has two ends the database expects few rows, also where it does not know them.
  const found = sql`${cost} between 0 and ${most}::int`;
  const counts = PUBLIC_STAGES.map((stage) => {
    const isSuch = and(sql`${contests.stage} = ${sql.raw(String(stage))}`, tag && eq(contests.tag, tag), found);
    return sql`(select count(*)::int from (select 1 from ${contests} where ${isSuch} limit ${sql.raw(String(COMMON))}) such) as ${sql.identifier(String(stage))}`;
  });
  const { rows } = await db.execute<Record<string, number>>(sql`select ${sql.join(counts, sql`, `)}`);
  const rare = new Set(PUBLIC_STAGES.filter((stage) => rows[0]![stage]! < COMMON));
  const left = sql`(${cost} > ${most}::int) is not true`;
  return {
    found,
    left,
    leftIn({ byCost }) {
      if (byCost?.column !== joinAmount) return left;
      // In the words of the index, which has the highest first as the least.
      return byCost.from === "lowest" ? sql`${cost} <= ${most}::int` : sql`-${cost} >= ${-most}::int`;
    },
    isRareIn: (stage) => rare.has(stage),
  };
}

/** For counting: what an index finds need not be met. */
export const everywhereFound = (limit: CostLimit): CostLimit => ({ ...limit, isRareIn: () => true });
