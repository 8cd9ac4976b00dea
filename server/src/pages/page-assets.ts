import type { RemoteFiles } from "@conquest/shared/contracts/parts/releases";
import { SHELL, type LiveRegistry } from "../releases/live/live-registry";

export interface ReleaseFile {
  part: string;
  version: string;
  path: string;
}

export const TEMPLATE = "index.html";

/**
 * Lists the files of all pages, most important first. With these in memory a server can serve pages while its database
 * is down, so that browsers can retry.
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
