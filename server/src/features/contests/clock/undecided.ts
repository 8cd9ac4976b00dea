import { and, isNull } from "drizzle-orm";
import { contests } from "../../../database/schema/contests";

/** Condition on `contests`: has no winner and is not cancelled, in any phase. */
export const isUndecided = and(isNull(contests.winnerAt), isNull(contests.cancelledAt));
