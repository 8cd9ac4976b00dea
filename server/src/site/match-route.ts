import type { Registry } from "@conquest/shared/contracts/releases";
import type { RemoteRoute } from "@conquest/shared/contracts/remote";

export interface MatchedRoute {
  part: string;
  route: RemoteRoute;
  params: Record<string, string>;
}

const segmentsOf = (path: string) => path.split("/").filter((segment) => segment !== "");

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The parameters when `path` fits the pattern, else null. Like the router: letter case and a final slash do not matter. */
function matchPattern(pattern: string, path: string): Record<string, string> | null {
  const wanted = segmentsOf(pattern);
  const given = segmentsOf(path);
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = decoded(given[index]!);
    if (segment.startsWith(":")) params[segment.slice(1)] = value;
    else if (segment.toLowerCase() !== value.toLowerCase()) return null;
  }
  return params;
}

const parameterCount = (pattern: string) => segmentsOf(pattern).filter((segment) => segment.startsWith(":")).length;

/** The page of this address: the most literal of the patterns that fit, over all remotes; null when there is none. */
export function matchRoute(registry: Registry, path: string): MatchedRoute | null {
  let best: MatchedRoute | null = null;
  for (const [part, { current }] of Object.entries(registry.remotes)) {
    for (const route of current.remote.routes) {
      const params = matchPattern(route.path, path);
      if (params && (!best || parameterCount(route.path) < parameterCount(best.route.path))) best = { part, route, params };
    }
  }
  return best;
}
