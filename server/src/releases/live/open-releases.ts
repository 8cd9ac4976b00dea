import type { Deps } from "../../platform/deps";
import { registryForVisitor } from "./canary";
import { withDevRemotes } from "./development-parts";
import { liveRegistry, type LiveRegistry } from "./live-registry";
import { releaseReader, type ReadReleaseFile } from "../store/release-store";

export interface Releases {
  /** Applies the visitor's canaries, if given. In development, responding dev servers replace releases. */
  live(visitor?: number): Promise<LiveRegistry>;
  readFile: ReadReleaseFile;
}

export function openReleases({ db, config }: Pick<Deps, "db" | "config">): Releases {
  const released = liveRegistry(db);
  return {
    async live(visitor) {
      const live = await released();
      return withDevRemotes(visitor === undefined ? live : registryForVisitor(live, visitor), config.devRemotes);
    },
    readFile: releaseReader(db),
  };
}
