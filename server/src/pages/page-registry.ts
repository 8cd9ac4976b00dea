import type { SitePage } from "@conquest/shared/contracts/parts/match-route";
import type { Registry, RemoteFiles } from "@conquest/shared/contracts/parts/releases";
import { SHELL, type LiveRegistry } from "../releases/live/live-registry";

/** Keeps only live releases, so that forged cookies cannot multiply cached pages. */
export function selectLiveReleases(cookie: string, { shell, registry }: LiveRegistry): string {
  const live = new Set([
    `${SHELL}/${shell?.version}`,
    ...Object.entries(registry.remotes).map(([part, { current }]) => `${part}/${current.version}`),
  ]);
  return [...new Set(cookie.split(","))]
    .filter((name) => live.has(name))
    .sort()
    .join(",");
}

export function registryForPage({ schema, revision, remotes }: Registry, matched: SitePage | undefined): Registry {
  const entry = matched && remotes[matched.part];
  if (!entry) return { schema, revision, remotes: {} };
  // The dashboard menu combines all parts.
  if (matched.route.layout === "dashboard") return { schema, revision, isWhole: true, remotes };
  const { current, isEnabled, reason } = entry;
  const { path } = matched.route;
  const page = current.files.pages[path];
  const release = {
    ...current,
    files: { ...current.files, pages: page ? { [path]: page } : {} },
    remote: { ...current.remote, routes: [matched.route], menu: [] },
  };
  return { schema, revision, remotes: { [matched.part]: { current: release, previous: null, isEnabled, reason } } };
}

export const TEMPLATE = "index.html";

/** Lists the most important first. With them in memory, a server can serve pages while its database is down. */
export function listPageAssets({ shell, registry, canaries }: LiveRegistry) {
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
