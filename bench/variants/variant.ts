import type { StorageState } from "../browser/visit";

/** A running variant of the site. */
export interface Variant {
  name: string;
  url: string;
  /** False if the pages have no scripts. */
  isAlive: boolean;
  hasSignedInPages: boolean;
  /** Id of the measured contest, which is the same in every variant but has another id. */
  contestId: string;
  /** Storage states of signed-in accounts by role. */
  states: Map<string, StorageState>;
  close(): Promise<void>;
}
