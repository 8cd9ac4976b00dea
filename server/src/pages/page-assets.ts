import type { RemoteFiles } from "@conquest/shared/contracts/parts/releases";
import { SHELL, type LiveRegistry } from "../releases/live/live-registry";

/** A file of a release. */
export interface ReleaseFile {
  part: string;
  version: string;
  path: string;
}

/** The shell's HTML: without it there is no page. */
export const TEMPLATE = "index.html";

/**
 * What a browser loads for any page of the site, the most needed first: with these in memory a server answers pages also while its
 * database is away, and browsers can ask again.
 */
export function listPageAssets({ shell, registry, canaries }: LiveRegistry): ReleaseFile[] {
  const shells = [shell ?? undefined, canaries[SHELL]?.shell].filter((each) => each !== undefined);
  const releases = Object.entries(registry.remotes)
    .filter(([, { isEnabled }]) => isEnabled)
    .flatMap(([part, { current }]) =>
      [current, canaries[part]?.release].filter((each) => each !== undefined).map((release) => ({ part, ...release })),
    );
  return [
    ...shells.flatMap(({ version, integrity }) =>
      [TEMPLATE, ...Object.keys(integrity)].map((path) => ({ part: SHELL, version, path })),
    ),
    ...releases.flatMap(({ part, version, files }) => pathsOf(files).map((path) => ({ part, version, path }))),
  ];
}

function pathsOf({ entry, pages, ...first }: RemoteFiles): string[] {
  const all = [first, ...Object.values(pages)].flatMap(({ styles, scripts }) => [...styles, ...scripts]);
  return [...new Set([entry, ...all])];
}
