import DataLoader from "dataloader";
import { lt, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { countedUses } from "../../database/schema/operation";
import type { Database } from "../../database/database";

export interface WindowCount {
  /** Since counting began anew. */
  uses: number;
  /** Until it begins anew, in milliseconds. */
  endsIn: number;
}

/** Of one statement, however many are counted at once. */
const MOST_TOGETHER = 500;
/** Keys whose refusal a server remembers. As a size, since for a number of keys all places are made at once, and most servers refuse few. */
const MOST_REFUSED = 50_000;

export interface RateLimitStore {
  /**
   * Counts one use of `key`; null while no more than `most` were made since counting began, else when it begins anew. Not
   * `isRemembered`, a refusal is asked for anew: some of the uses may be given back.
   */
  use(key: string, most: number, options?: { isRemembered?: boolean }): Promise<WindowCount | null>;
  /** What is known of a refusal, without counting. */
  refused(key: string): WindowCount | null;
  /** One use of `key` is not counted any more. */
  giveBack(key: string): Promise<void>;
  /** Forgets what is over. */
  forget(): Promise<void>;
}

/**
 * Counts uses for all servers together: by `window` milliseconds from the first, by the clock of the database, so that servers
 * whose clocks differ agree. What happens in one turn of the event loop is counted by one statement; whoever is refused is
 * refused without asking the database until counting begins anew.
 */
export function createRateLimitStore(db: Database, window: number): RateLimitStore {
  const refusals = new LRUCache<string, WindowCount & { until: number }>({
    maxSize: MOST_REFUSED,
    sizeCalculation: () => 1,
  });

  async function countTogether(keys: readonly string[]): Promise<WindowCount[]> {
    const added = new Map<string, number>();
    // How many a key had in this turn when it was each one's.
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
    maxBatchSize: MOST_TOGETHER,
    batchScheduleFn: setImmediate,
  });

  async function giveBackTogether(keys: readonly string[]): Promise<undefined[]> {
    const given = new Map<string, number>();
    for (const key of keys) given.set(key, (given.get(key) ?? 0) + 1);
    // In the order in which counting holds them.
    await db.execute(sql`
      with held as (
        select key, given.uses from ${countedUses} join unnest(${sql.param([...given.keys()])}::text[], ${sql.param([...given.values()])}::int[]) as given (key, uses) using (key)
        where ends_at > now() order by key for update of ${countedUses})
      update ${countedUses} set uses = greatest(0, ${countedUses.uses} - held.uses) from held where ${countedUses.key} = held.key`);
    return keys.map(() => undefined);
  }
  const givenBack = new DataLoader<string, undefined>(giveBackTogether, {
    cache: false,
    maxBatchSize: MOST_TOGETHER,
    batchScheduleFn: setImmediate,
  });

  /** Of what was refused a moment ago, without asking the database: when it begins anew, or null. */
  const refused = (key: string): WindowCount | null => {
    const known = refusals.get(key);
    if (!known) return null;
    const endsIn = known.until - performance.now();
    if (endsIn > 0) return { uses: known.uses, endsIn };
    refusals.delete(key);
    return null;
  };

  return {
    refused,
    async use(key, most, { isRemembered = true } = {}) {
      const known = refused(key);
      if (known) return known;
      const counted = await loader.load(key);
      if (counted.uses <= most) return null;
      if (isRemembered) refusals.set(key, { ...counted, until: performance.now() + counted.endsIn });
      return counted;
    },
    giveBack: (key) => givenBack.load(key),
    forget: async () => void (await db.delete(countedUses).where(lt(countedUses.endsAt, sql`now()`))),
  };
}
