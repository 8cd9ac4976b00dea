import { eq } from "drizzle-orm";
import type { Phase } from "@conquest/shared/contracts/contests";
import type { Tag } from "@conquest/shared/contracts/tags";
import { contests } from "../../database/schema/contests";
import { users } from "../../database/schema/people";

export interface ContestFilter {
  q?: string | undefined;
  tag?: Tag | undefined;
  phase?: Phase | undefined;
  /** Joining costs at most so many taka. */
  maxCost?: number | undefined;
  creatorId?: string | undefined;
  /** This one alone. */
  contest?: string | undefined;
  /** Search the creator's name and address too. */
  withCreator?: boolean;
}

export const isCreator = eq(users.id, contests.creatorId);
