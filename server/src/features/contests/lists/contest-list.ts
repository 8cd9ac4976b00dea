import type { SQL } from "drizzle-orm";
import type { ContestFilter } from "../contest-filter";
import type { Search } from "./contest-search";
import type { CostLimit } from "./cost-limit";
import type { Moved } from "./moved-contests";

export interface ListOfContests {
  /** Whether non-public contests are included. */
  sees: "public" | "all";
  filter: Pick<ContestFilter, "tag" | "phase">;
  search?: Search | undefined;
  /** Public lists only. */
  cost?: CostLimit | undefined;
  /** Contests that changed since the first page of this visit. */
  moved?: Moved | undefined;
  /** Additional condition. */
  where?: SQL | undefined;
  now: Date;
}
