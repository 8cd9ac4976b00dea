import type { SitePage } from "@conquest/shared/contracts/parts/match-route";
import type { Registry } from "@conquest/shared/contracts/parts/releases";
import { SHELL, type LiveRegistry } from "../releases/live/live-registry";

/** Of what a browser says, the releases that are live: what anybody can write into a cookie does not multiply pages. */
export function namesLive(said: string, { shell, registry }: LiveRegistry): string {
  const live = new Set([
    `${SHELL}/${shell?.version}`,
    ...Object.entries(registry.remotes).map(([part, { current }]) => `${part}/${current.version}`),
  ]);
  return [...new Set(said.split(","))]
    .filter((name) => live.has(name))
    .sort()
    .join(",");
}

/** As much of the registry as the first page needs, however many parts there are; the browser gets the rest when that is there. */
export function registryForPage({ schema, revision, remotes }: Registry, matched: SitePage | undefined): Registry {
  const entry = matched && remotes[matched.part];
  if (!entry) return { schema, revision, remotes: {} };
  // Its menu is put together from all parts.
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
