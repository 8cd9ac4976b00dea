import type { Deps } from "../platform/deps";
import { withLiveRemotes } from "./development-parts";
import { liveRegistry, type LiveRegistry } from "./live-registry";
import { releaseReader, type ReadReleaseFile } from "./release-store";

/** What the site runs and the files of it, with one memory for all who ask. */
export interface Releases {
  /** In development the remotes whose dev server answers stand in for their releases. */
  live(): Promise<LiveRegistry>;
  readFile: ReadReleaseFile;
}

export function openReleases({ db, config }: Pick<Deps, "db" | "config">): Releases {
  const released = liveRegistry(db);
  return {
    live: async () => withLiveRemotes(await released(), config.devRemotes),
    readFile: releaseReader(db),
  };
}
