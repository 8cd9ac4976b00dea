export const loginUrl = (from: string) => (from === "/" ? "/login" : `/login?from=${encodeURIComponent(from)}`);

/** Returns the path after login: the guard's history state, else `?from=`, else home. Only paths of this site. */
export function returnPath(state: unknown, search: string): string {
  const left = typeof state === "object" && state !== null && "from" in state ? state.from : undefined;
  return sitePath(left) ?? sitePath(new URLSearchParams(search).get("from")) ?? "/";
}

const DUMMY_ORIGIN = "http://site.invalid";

function sitePath(value: unknown): string | undefined {
  if (typeof value !== "string" || !value.startsWith("/")) return undefined;
  // Parsed like the browser does: `//host`, `/\host` and control characters between them all leave the site.
  if (!URL.canParse(value, DUMMY_ORIGIN)) return undefined;
  const { origin, pathname, search, hash } = new URL(value, DUMMY_ORIGIN);
  if (origin !== DUMMY_ORIGIN || pathname.startsWith("//")) return undefined;
  return pathname === "/login" || pathname === "/register" ? undefined : pathname + search + hash;
}

// Name before contract 1.9.0, for remotes that were built with it. Deprecated.
export { loginUrl as loginAddress };
