import { and, gt, isNotNull, isNull } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contests } from "../../../database/schema/contests";
import { isListed } from "../../contests/domain/contest-visibility";

export const isFeatured = (now: Date) =>
  and(isNotNull(contests.featuredAt), isListed, isNull(contests.winnerAt), gt(contests.deadline, now));

export const countFeatured = (db: Database, now: Date): Promise<number> => db.$count(contests, isFeatured(now));
