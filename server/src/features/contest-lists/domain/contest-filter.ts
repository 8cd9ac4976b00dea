import { eq } from "drizzle-orm";
import type { Phase } from "@conquest/shared/contracts/contests";
import type { Tag } from "@conquest/shared/contracts/tags";
import { contests } from "../../../database/schema/contests";
import { users } from "../../../database/schema/people";

export interface ContestFilter {
  q?: string | undefined;
  tag?: Tag | undefined;
  phase?: Phase | undefined;
  maxCost?: number | undefined;
  creatorId?: string | undefined;
  contest?: string | undefined;
  /** Also searches the creator's name and email address. */
  withCreator?: boolean;
}

export const isCreator = eq(users.id, contests.creatorId);
