import type { StorageState } from "../browser/visit";

export interface Variant {
  name: string;
  url: string;
  /** False if the pages have no scripts. */
  isAlive: boolean;
  hasSignedInPages: boolean;
  /** Id of the measured contest, which is the same in every variant but has another id. */
  contestId: string;
  states: Map<string, StorageState>;
  close(): Promise<void>;
}
