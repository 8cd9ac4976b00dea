import { and, eq, sql, type SQL } from "drizzle-orm";
import type { ReviewQueue } from "@conquest/shared/contracts/review";
import { epochMs } from "../../database/epoch-ms";
import type { Database } from "../../database/database";
import { contests } from "../../database/schema/contests";
import { STAGE } from "../../database/stages";

const MOST_COUNTED = 1000;

/** No clock ends it, so the stage says it to the letter. */
const isWaiting = sql`${contests.stage} = ${sql.raw(String(STAGE.in_review))}`;
/** As the index of creation has them; read backwards, the first that was submitted comes first. */
const newness = sql`(-${epochMs(contests.createdAt)})`;
const forwards = sql`${newness} desc, ${contests.id} desc`;
const backwards = sql`${newness}, ${contests.id}`;

/** Who waits for review, and who stands before and after a contest, whether or not that one still waits. */
export const reviewQueue =
  (db: Database) =>
  async (at: string | undefined): Promise<ReviewQueue> => {
    const [here] =
      at === undefined
        ? []
        : await db
            .select({ key: newness, isWaiting: sql<boolean>`(${isWaiting})` })
            .from(contests)
            .where(eq(contests.id, at));
    const place = here && sql`(${here.key}::bigint, ${at}::text)`;
    const row = sql`(${newness}, ${contests.id})`;
    const idWhere = (where: SQL | undefined, order: SQL) =>
      sql`(select ${contests.id} from ${contests} where ${and(isWaiting, where)} order by ${order} limit 1)`;
    const countWhere = (where?: SQL) =>
      sql`(select count(*)::int from (select from ${contests} where ${and(isWaiting, where)} limit ${MOST_COUNTED}) counted)`;
    const nobody = sql`null::text`;
    const { rows } = await db.execute<{
      waiting: number;
      before: number | null;
      first: string | null;
      previous: string | null;
      next: string | null;
    }>(sql`select
      ${countWhere()} as waiting,
      ${here?.isWaiting ? countWhere(sql`${row} > ${place}`) : sql`null::int`} as before,
      ${idWhere(undefined, forwards)} as first,
      ${place ? idWhere(sql`${row} > ${place}`, backwards) : nobody} as previous,
      ${place ? idWhere(sql`${row} < ${place}`, forwards) : nobody} as next`);
    const { waiting, before, first, previous, next } = rows[0]!;
    return {
      waitingCount: waiting,
      position: before === null || before >= MOST_COUNTED ? null : before + 1,
      firstId: first,
      previousId: previous,
      nextId: next,
    };
  };
