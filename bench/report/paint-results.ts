import type { Visits } from "../measures/first-visits";
import type { Interactions } from "../measures/interactions";
import type { Audited } from "../measures/lighthouse";
import type { PageRates } from "../measures/pages-a-second";

/** Results of one run; measures that were skipped or failed are undefined. */
export interface PaintResults {
  /** Keyed by page. */
  visits: Map<string, Visits>;
  interactions?: Map<string, Interactions>;
  /** Keyed by page. */
  audits?: Map<string, Audited>;
  /** Visits to the home page, keyed by `FEW_REMOTES` and `MANY_REMOTES`. */
  remotes?: Visits;
  rate?: PageRates;
}

export const FEW_REMOTES = "4 remotes";
export const MANY_REMOTES = "100 remotes";
