import { asc, desc, eq } from "drizzle-orm";
import type { ContestCard } from "@conquest/shared/contracts/contests";
import { MAX_FEATURED } from "@conquest/shared/contracts/review";
import { contests } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import type { Deps } from "../../platform/deps";
import { cardColumns, toCard } from "../contest-cards/domain/contest-cards";
import { isFeatured } from "./domain/featured-contests";

export const listFeaturedContests =
  ({ db, clock, config: { joinAmount } }: Pick<Deps, "db" | "clock" | "config">) =>
  async (): Promise<ContestCard[]> => {
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
