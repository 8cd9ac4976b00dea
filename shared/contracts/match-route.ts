import type { Registry } from "./releases";
import type { RemoteRoute } from "./remote";

/** The page of an address: which part draws it, and what stands where its route's path has `:name`. */
export interface SitePage {
  part: string;
  route: RemoteRoute;
  params: Readonly<Record<string, string>>;
}

const segmentsOf = (path: string) => {
  const inner = path.replace(/^\/|\/+$/g, "");
  return inner === "" ? [] : inner.split("/");
};

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The parameters when `path` fits the pattern, else null. Like the router of the parts: letter case and a final slash do not matter. */
function matchPattern(pattern: string, path: string): Record<string, string> | null {
  const wanted = segmentsOf(pattern);
  const given = segmentsOf(path);
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = decoded(given[index]!);
    if (segment.startsWith(":") && value !== "") params[segment.slice(1)] = value;
    else if (segment.toLowerCase() !== value.toLowerCase()) return null;
  }
  return params;
}

const parameterCount = (pattern: string) => segmentsOf(pattern).filter((segment) => segment.startsWith(":")).length;

/** The page at this path: the most literal of the patterns that fit, over all remotes; undefined where the site has none. */
export function matchRoute(remotes: Registry["remotes"], path: string): SitePage | undefined {
  let best: SitePage | undefined;
  for (const [part, { current }] of Object.entries(remotes)) {
    for (const route of current.remote.routes) {
      const params = matchPattern(route.path, path);
      if (params && (!best || parameterCount(route.path) < parameterCount(best.route.path))) best = { part, route, params };
    }
  }
  return best;
}

/** The route's path with each `:name` filled in and encoded. */
export const fillPath = (pattern: string, params: Readonly<Record<string, string>>) =>
  pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
