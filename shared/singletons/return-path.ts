/** The login page's address that brings the person back to `from` (path, search and hash of this site). */
export const loginAddress = (from: string) => (from === "/" ? "/login" : `/login?from=${encodeURIComponent(from)}`);

/** Where to go after login: what the guard left in the history's state, else `?from=`, else home. Only paths of this site. */
export function returnPath(state: unknown, search: string): string {
  const left = typeof state === "object" && state !== null && "from" in state ? state.from : undefined;
  return sitePath(left) ?? sitePath(new URLSearchParams(search).get("from")) ?? "/";
}

const SOMEWHERE = "http://site.invalid";

function sitePath(value: unknown): string | undefined {
  if (typeof value !== "string" || !value.startsWith("/")) return undefined;
  // The browser's own reading decides: `//host`, `/\host` and control characters between them all leave the site.
  if (!URL.canParse(value, SOMEWHERE)) return undefined;
  const { origin, pathname, search, hash } = new URL(value, SOMEWHERE);
  if (origin !== SOMEWHERE || pathname.startsWith("//")) return undefined;
  return pathname === "/login" || pathname === "/register" ? undefined : pathname + search + hash;
}
