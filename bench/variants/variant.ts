import type { StorageState } from "../browser/visit";

/** A way to serve the site, ready to be visited. */
export interface Variant {
  name: string;
  url: string;
  /** False where nothing ever runs in the page. */
  isAlive: boolean;
  /** Whether it has the pages that only signed-in people see. */
  hasSignedInPages: boolean;
  /** The one contest that is looked at: the same in every variant, under an id of its own. */
  contestId: string;
  /** The browser's storage of who has signed in here, by role. */
  states: Map<string, StorageState>;
  close(): Promise<void>;
}
