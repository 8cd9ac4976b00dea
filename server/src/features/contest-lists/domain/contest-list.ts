import type { SQL } from "drizzle-orm";
import type { ContestFilter } from "./contest-filter";
import type { Search } from "./contest-search";
import type { CostLimit } from "./cost-limit";
import type { Moved } from "./moved-contests";

export interface ListOfContests {
  sees: "public" | "all";
  filter: Pick<ContestFilter, "tag" | "phase">;
  search?: Search | undefined;
  cost?: CostLimit | undefined;
  moved?: Moved | undefined;
  where?: SQL | undefined;
  now: Date;
}
