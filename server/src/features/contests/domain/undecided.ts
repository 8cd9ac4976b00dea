import { and, isNull } from "drizzle-orm";
import { contests } from "../../../database/schema/contests";

export const isUndecided = and(isNull(contests.winnerAt), isNull(contests.cancelledAt));
