import { and, isNull } from "drizzle-orm";
import { contests } from "../../../database/schema/contests";

/** Neither has a winner nor was cancelled, whatever phase it is in, as a condition on `contests`. */
export const isUndecided = and(isNull(contests.winnerAt), isNull(contests.cancelledAt));
