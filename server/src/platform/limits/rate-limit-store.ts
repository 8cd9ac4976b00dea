import DataLoader from "dataloader";
import { lt, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { countedUses } from "../../database/schema/operation";
import type { Database } from "../../database/database";

export interface WindowCount {
  uses: number;
  endsIn: number;
}

const MAX_BATCH_SIZE = 500;
/** A size, because LRUCache preallocates a fixed number of entries, and most servers reject few. */
const MAX_CACHED_REJECTIONS = 50_000;

export type RateLimitStore = ReturnType<typeof createRateLimitStore>;

/** Fixed windows of all servers by the database clock. One statement counts a tick's uses; rejections are cached. */
export function createRateLimitStore(db: Database, window: number) {
  const rejections = new LRUCache<string, WindowCount & { until: number }>({
    maxSize: MAX_CACHED_REJECTIONS,
    sizeCalculation: () => 1,
  });

  async function countTogether(keys: readonly string[]): Promise<WindowCount[]> {
    const added = new Map<string, number>();
    const positions = keys.map((key) => {
      const position = (added.get(key) ?? 0) + 1;
      added.set(key, position);
      return position;
    });
    const isOver = sql`${countedUses.endsAt} <= now()`;
    const { rows } = await db.execute<{ key: string; uses: number; endsIn: number }>(sql`
      insert into ${countedUses} (key, uses, ends_at)
      select key, uses, now() + ${window}::float8 * interval '1 millisecond'
      from unnest(${sql.param([...added.keys()])}::text[], ${sql.param([...added.values()])}::int[]) as added (key, uses)
      order by key
      on conflict (key) do update set
        uses = excluded.uses + case when ${isOver} then 0 else ${countedUses.uses} end,
        ends_at = case when ${isOver} then excluded.ends_at else ${countedUses.endsAt} end
      returning key, uses, (extract(epoch from ends_at - now()) * 1000)::float8 as "endsIn"`);
    const counted = new Map(rows.map((row) => [row.key, row]));
    return keys.map((key, index) => {
      const { uses, endsIn } = counted.get(key)!;
      return { uses: uses - added.get(key)! + positions[index]!, endsIn: Math.max(0, endsIn) };
    });
  }

  const loader = new DataLoader<string, WindowCount>(countTogether, {
    cache: false,
    maxBatchSize: MAX_BATCH_SIZE,
    batchScheduleFn: setImmediate,
  });

  async function refundTogether(keys: readonly string[]): Promise<undefined[]> {
    const returned = new Map<string, number>();
    for (const key of keys) returned.set(key, (returned.get(key) ?? 0) + 1);
    // Locks in the same order as counting, to avoid deadlocks.
    await db.execute(sql`
      with refunded as (
        select key, given.uses from ${countedUses} join unnest(${sql.param([...returned.keys()])}::text[], ${sql.param([...returned.values()])}::int[]) as given (key, uses) using (key)
        where ends_at > now() order by key for update of ${countedUses})
      update ${countedUses} set uses = greatest(0, ${countedUses.uses} - refunded.uses) from refunded where ${countedUses.key} = refunded.key`);
    return keys.map(() => undefined);
  }
  const refunds = new DataLoader<string, undefined>(refundTogether, {
    cache: false,
    maxBatchSize: MAX_BATCH_SIZE,
    batchScheduleFn: setImmediate,
  });

  const refused = (key: string): WindowCount | null => {
    const known = rejections.get(key);
    if (!known) return null;
    const endsIn = known.until - performance.now();
    if (endsIn > 0) return { uses: known.uses, endsIn };
    rejections.delete(key);
    return null;
  };

  return {
    refused,
    /** Returns null within the limit. Without `isRemembered` a rejection is not cached, because it may be refunded. */
    async use(key: string, max: number, { isRemembered = true } = {}): Promise<WindowCount | null> {
      const known = refused(key);
      if (known) return known;
      const counted = await loader.load(key);
      if (counted.uses <= max) return null;
      if (isRemembered) rejections.set(key, { ...counted, until: performance.now() + counted.endsIn });
      return counted;
    },
    refund: (key: string) => refunds.load(key),
    forget: async () => void (await db.delete(countedUses).where(lt(countedUses.endsAt, sql`now()`))),
  };
}
