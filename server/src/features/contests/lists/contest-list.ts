import type { SQL } from "drizzle-orm";
import type { ContestFilter } from "../contest-filter";
import type { Search } from "./contest-search";
import type { CostLimit } from "./cost-limit";
import type { Moved } from "./moved-contests";

export interface ListOfContests {
  /** Whether what is not public is listed too. */
  sees: "public" | "all";
  filter: Pick<ContestFilter, "tag" | "phase">;
  search?: Search | undefined;
  /** Of what is public. */
  cost?: CostLimit | undefined;
  /** Contests that changed since the first page of this visit. */
  moved?: Moved | undefined;
  /** What else must hold of each. */
  where?: SQL | undefined;
  now: Date;
}
