import { asc, desc, eq, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { MAX_FEATURED } from "@conquest/shared/contracts/review";
import * as contract from "@conquest/shared/contracts/listing";
import { contests } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import type { Deps } from "../../platform/deps";
import { cardColumns, toCard } from "../contest-cards/domain/contest-cards";
import { isFeatured } from "./domain/featured-contests";
import { STAGE, deadlineInStage, type TimedStage } from "../../database/stages";
import { deadlineRangeOf } from "../contests/domain/phase";
import { registerEndpoint } from "../../platform/register-endpoint";
import { compactCounts } from "./domain/contest-counts";
import { orderOf } from "./domain/contest-orders";
import { listPublicContests } from "./list-public-contests";
import { cachedSiteTotals } from "./site-totals";

const listFeaturedContests = async ({ db, clock, config: { joinAmount } }: Pick<Deps, "db" | "clock" | "config">) => {
  const now = clock.now();
  const rows = await db
    .select(cardColumns)
    .from(contests)
    .innerJoin(users, eq(users.id, contests.creatorId))
    .where(isFeatured(now))
    .orderBy(desc(contests.featuredAt), asc(contests.id))
    // Unblocking a creator can bring featured contests back, beyond the limit.
    .limit(MAX_FEATURED);
  return rows.map((row) => toCard(row, now, joinAmount));
};

const BATCH_SIZE = 500;

/** Updates stale stages, to speed up lists. Safe on several servers. Returns the number of moved rows. */
export async function moveStages({ db, clock }: Pick<Deps, "db" | "clock">): Promise<number> {
  const now = clock.now();
  const overdueSince = deadlineRangeOf("judging", now)!.after!;
  const until = (instant: Date) => sql`${sql.param(instant, contests.deadline)}::timestamptz`;
  const number = (value: number) => sql.raw(String(value));

  async function moveOut(stage: TimedStage, since: Date): Promise<number> {
    const deadline = deadlineInStage(contests, stage);
    for (let moved = 0; ;) {
      const { rows } = await db.execute(sql`
        update ${contests} set stage = ${contests.stage} - ${number(stage)}
          + case when ${contests.deadline} > ${until(overdueSince)} then ${number(STAGE.judging)} else ${number(STAGE.overdue)} end
        where ${contests.id} in (
          select ${contests.id} from ${contests} where ${deadline} > '-infinity' and ${deadline} <= ${until(since)}
          limit ${number(BATCH_SIZE)} for update skip locked)
        returning 1`);
      moved += rows.length;
      if (rows.length < BATCH_SIZE) return moved;
    }
  }

  return (await moveOut(STAGE.open, now)) + (await moveOut(STAGE.judging, overdueSince));
}

const MAX_POPULAR = 6;

export function contestListsRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, contract.searchContests, ({ params: { searchTerm }, query }) =>
    listPublicContests(deps, { filter: { q: searchTerm }, order: "best match", query }),
  );
  registerEndpoint(app, contract.listPopularContests, async () => {
    const { items } = await listPublicContests(deps, {
      filter: { phase: "open" },
      order: "popular",
      query: { limit: MAX_POPULAR },
    });
    return items;
  });
  registerEndpoint(app, contract.listFeaturedContests, () => listFeaturedContests(deps));
  registerEndpoint(app, contract.getSiteTotals, cachedSiteTotals(deps));
  registerEndpoint(app, contract.listTopContests, ({ query }) => listPublicContests(deps, { order: "popular", query }));
  registerEndpoint(app, contract.listContests, ({ query }) =>
    listPublicContests(deps, {
      filter: query,
      order: query.sort ? orderOf(query.sort, deps.config.joinAmount) : "latest",
      query,
    }),
  );

  app.jobs.set("move_stages", () => moveStages(deps));
  app.jobs.set("add_up_tally", () => compactCounts(deps.db));
}
