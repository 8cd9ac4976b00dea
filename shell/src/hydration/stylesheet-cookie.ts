/** How long a browser is taken at its word, in seconds. It may have thrown the files away earlier, and then asks for them. */
const KEPT_FOR = 30 * 24 * 60 * 60;

const wholeAddress = (address: string) => new URL(address, location.href);

/**
 * Sets a cookie once a page with inlined rules has loaded its stylesheets: the server then links them in the next page instead of
 * inlining rules. See server/src/pages/html/page-styles.ts.
 */
export function saveStylesheetCookie(): void {
  const needed = [...document.querySelectorAll<HTMLStyleElement>("style[data-critical]")].map(({ dataset }) =>
    wholeAddress(dataset["critical"]!),
  );
  if (needed.length === 0) return;
  const links = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].filter(({ sheet }) => sheet);
  const loaded = new Set(links.map(({ href }) => href));
  if (needed.some(({ href }) => !loaded.has(href))) return;
  const names = needed.map(({ pathname }) => pathname.split("/").slice(2, 4).join("/"));
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `conquest_styles=${names.join(",")}; Path=/; Max-Age=${KEPT_FOR}; SameSite=Lax${secure}`;
}
