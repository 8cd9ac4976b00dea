import { and, eq, sql, type SQL } from "drizzle-orm";
import type { ReviewQueue } from "@conquest/shared/contracts/review";
import { epochMs } from "../../database/epoch-ms";
import type { Deps } from "../../platform/deps";
import { contests } from "../../database/schema/contests";
import { STAGE } from "../../database/stages";

const MAX_COUNTED = 1000;

/** Time never ends this stage, so the stored stage is exact. */
const isWaiting = sql`${contests.stage} = ${sql.raw(String(STAGE.in_review))}`;
/** Matches the index on creation; read backwards, the first submitted contest comes first. */
const newness = sql`(-${epochMs(contests.createdAt)})`;
const forwards = sql`${newness} desc, ${contests.id} desc`;
const backwards = sql`${newness}, ${contests.id}`;

/** Returns the review queue and the neighbours of contest `at`, whether or not it still waits. */
export const reviewQueue =
  ({ db }: Pick<Deps, "db">) =>
  async (at: string | undefined): Promise<ReviewQueue> => {
    const [current] =
      at === undefined
        ? []
        : await db
            .select({ key: newness, isWaiting: sql<boolean>`(${isWaiting})` })
            .from(contests)
            .where(eq(contests.id, at));
    const currentRow = current && sql`(${current.key}::bigint, ${at}::text)`;
    const row = sql`(${newness}, ${contests.id})`;
    const idWhere = (where: SQL | undefined, order: SQL) =>
      sql`(select ${contests.id} from ${contests} where ${and(isWaiting, where)} order by ${order} limit 1)`;
    const countWhere = (where?: SQL) =>
      sql`(select count(*)::int from (select from ${contests} where ${and(isWaiting, where)} limit ${MAX_COUNTED}) counted)`;
    const noId = sql`null::text`;
    const { rows } = await db.execute<{
      waiting: number;
      before: number | null;
      first: string | null;
      previous: string | null;
      next: string | null;
    }>(sql`select
      ${countWhere()} as waiting,
      ${current?.isWaiting ? countWhere(sql`${row} > ${currentRow}`) : sql`null::int`} as before,
      ${idWhere(undefined, forwards)} as first,
      ${currentRow ? idWhere(sql`${row} > ${currentRow}`, backwards) : noId} as previous,
      ${currentRow ? idWhere(sql`${row} < ${currentRow}`, forwards) : noId} as next`);
    const { waiting, before, first, previous, next } = rows[0]!;
    return {
      waitingCount: waiting,
      position: before === null || before >= MAX_COUNTED ? null : before + 1,
      firstId: first,
      previousId: previous,
      nextId: next,
    };
  };
