import type { Registry } from "./releases";
import type { RemoteRoute } from "./remote";

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

/** Returns null if `path` doesn't match. Like the parts' router, ignores letter case and a trailing slash. */
export function matchParams(pattern: string, path: string): Record<string, string> | null {
  const patternSegments = segmentsOf(pattern);
  const pathSegments = segmentsOf(path);
  if (patternSegments.length !== pathSegments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of patternSegments.entries()) {
    const value = decoded(pathSegments[index]!);
    if (segment.startsWith(":") && value !== "") params[segment.slice(1)] = value;
    else if (segment.toLowerCase() !== value.toLowerCase()) return null;
  }
  return params;
}

export function patternsOverlap(one: string, other: string): boolean {
  const [first, second] = [segmentsOf(one), segmentsOf(other)];
  const fits = (segment: string, index: number) =>
    segment.startsWith(":") ||
    second[index]!.startsWith(":") ||
    decoded(segment).toLowerCase() === decoded(second[index]!).toLowerCase();
  return first.length === second.length && first.every(fits);
}

const parameterCount = (pattern: string) => segmentsOf(pattern).filter((segment) => segment.startsWith(":")).length;

/** Prefers the most literal pattern. */
export function findBestMatch<T extends { path: string }>(candidates: Iterable<T>, path: string) {
  let best: { candidate: T; params: Record<string, string> } | undefined;
  for (const candidate of candidates) {
    const params = matchParams(candidate.path, path);
    if (params && (!best || parameterCount(candidate.path) < parameterCount(best.candidate.path)))
      best = { candidate, params };
  }
  return best;
}

export function matchRoute(remotes: Registry["remotes"], path: string): SitePage | undefined {
  const routes = Object.entries(remotes).flatMap(([part, { current }]) =>
    current.remote.routes.map((route) => ({ part, route, path: route.path })),
  );
  const best = findBestMatch(routes, path);
  return best && { part: best.candidate.part, route: best.candidate.route, params: best.params };
}

export const fillPath = (pattern: string, params: Readonly<Record<string, string>>) =>
  pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
