import { inArray, sql } from "drizzle-orm";
import type { getSiteTotals } from "@conquest/shared/contracts/listing";
import type { ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import { contests } from "../../database/schema/contests";
import { PRIMARY_ONLY } from "../../database/replicas/read-replicas";
import { STAGE } from "../../database/stages";
import type { Deps } from "../../platform/deps";
import { createCoalescingCache } from "../../platform/http/coalescing-cache";
import { PUBLISHED_PHASES } from "../contests/domain/phase";

type SiteTotals = ResponseOf<typeof getSiteTotals>;

const PUBLIC_STAGES = PUBLISHED_PHASES.map((phase) => STAGE[phase]);

async function readSiteTotals({ db, clock }: Pick<Deps, "db" | "clock">): Promise<SiteTotals> {
  // The stored stage only tells whether there is a winner: the deadline may have passed since.
  const isOpen = sql`(${contests.stage} <> ${sql.raw(String(STAGE.completed))} and ${contests.deadline} > ${sql.param(clock.now(), contests.deadline)})`;
  const [totals] = await db
    .select({
      openCount: sql<number>`(count(*) filter (where ${isOpen}))::int`,
      prizeTotal: sql<number>`(coalesce(sum(${contests.prize}) filter (where ${isOpen}), 0))::float8`,
      entryCount: sql<number>`(coalesce(sum(${contests.entryCount}) filter (where not ${isOpen}), 0))::int`,
    })
    .from(contests)
    .where(inArray(contests.stage, PUBLIC_STAGES));
  return totals!;
}

/** A minute with the default settings: the query reads every public contest. */
const TIMES_LONGER = 60;

export function cachedSiteTotals(deps: Pick<Deps, "db" | "clock" | "config" | "replicas">): () => Promise<SiteTotals> {
  const cache = createCoalescingCache<SiteTotals>({
    keptFor: TIMES_LONGER * deps.config.publicAnswersKeptMs,
    maxBytes: 1024,
    bytesOf: () => 64,
    renew: () => Promise.resolve(0),
  });
  const { replicas = PRIMARY_ONLY } = deps;
  // Concurrent calls share one read, also if they run on different servers.
  return async () => cache.getOrMake("totals", () => replicas.read(async () => ({ made: await readSiteTotals(deps) })));
}
