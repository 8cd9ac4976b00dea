import { and, gt, isNotNull, isNull } from "drizzle-orm";
import type { Database } from "../../database/database";
import { contests } from "../../database/schema/contests";
import { visibleToWhere } from "./contest-visibility";

/** Which contests stand before all others on the home page: of those that an admin put there what everybody may still join. */
export const isFeatured = (now: Date) =>
  and(isNotNull(contests.featuredAt), visibleToWhere(null), isNull(contests.winnerAt), gt(contests.deadline, now));

export const countFeatured = (db: Database, now: Date): Promise<number> => db.$count(contests, isFeatured(now));
