import type { Visits } from "../measures/first-visits";
import type { Interactions } from "../measures/interactions";
import type { Audited } from "../measures/lighthouse";
import type { PagesASecond } from "../measures/pages-a-second";

/** What one run of the bench measured; what it did not is missing. */
export interface PaintResults {
  /** By page. */
  visits: Map<string, Visits>;
  /** By variant. */
  interactions?: Map<string, Interactions>;
  /** By page. */
  audits?: Map<string, Audited>;
  /** The home page with few and with many remotes; the variants are called by their number. */
  remotes?: Visits;
  rate?: PagesASecond;
}

export const FEW_REMOTES = "4 remotes";
export const MANY_REMOTES = "100 remotes";
