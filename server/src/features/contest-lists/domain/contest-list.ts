import { eq, type SQL } from "drizzle-orm";
import type { Phase } from "@conquest/shared/contracts/contests";
import type { ContestGroup } from "@conquest/shared/contracts/publishing";
import type { Tag } from "@conquest/shared/contracts/tags";
import { contests } from "../../../database/schema/contests";
import { users } from "../../../database/schema/people";
import type { Search } from "./contest-search";
import type { CostLimit } from "./cost-limit";
import type { Moved } from "./moved-contests";

export interface ContestFilter {
  q?: string | undefined;
  tag?: Tag | undefined;
  phase?: Phase | undefined;
  /** Only for the contests of one creator. */
  group?: ContestGroup | undefined;
  maxCost?: number | undefined;
  creatorId?: string | undefined;
  contest?: string | undefined;
  /** Also searches the creator's name and email address. */
  withCreator?: boolean;
}

export const isCreator = eq(users.id, contests.creatorId);

export interface ListOfContests {
  sees: "public" | "all";
  filter: Pick<ContestFilter, "tag" | "phase" | "group">;
  search?: Search | undefined;
  cost?: CostLimit | undefined;
  moved?: Moved | undefined;
  where?: SQL | undefined;
  now: Date;
}
