import type { Deps } from "../../platform/deps";
import { liveFor } from "./canary";
import { withLiveRemotes } from "./development-parts";
import { liveRegistry, type LiveRegistry } from "./live-registry";
import { releaseReader, type ReadReleaseFile } from "../store/release-store";

/** What the site runs and the files of it, with one memory for all who ask. */
export interface Releases {
  /**
   * For one visitor with the canaries that they get, else without. In development the remotes whose dev server answers stand in
   * for their releases.
   */
  live(visitor?: number): Promise<LiveRegistry>;
  readFile: ReadReleaseFile;
}

export function openReleases({ db, config }: Pick<Deps, "db" | "config">): Releases {
  const released = liveRegistry(db);
  return {
    async live(visitor) {
      const live = await released();
      return withLiveRemotes(visitor === undefined ? live : liveFor(live, visitor), config.devRemotes);
    },
    readFile: releaseReader(db),
  };
}
