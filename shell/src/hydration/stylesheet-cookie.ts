const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

const absoluteUrl = (address: string) => new URL(address, location.href);

/** Sets a cookie once all stylesheets are loaded, so that the server links them instead of inlining rules. */
export function saveStylesheetCookie(): void {
  const needed = [...document.querySelectorAll<HTMLStyleElement>("style[data-critical]")].map(({ dataset }) =>
    absoluteUrl(dataset["critical"]!),
  );
  if (needed.length === 0) return;
  const links = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].filter(({ sheet }) => sheet);
  const loaded = new Set(links.map(({ href }) => href));
  if (needed.some(({ href }) => !loaded.has(href))) return;
  const names = needed.map(({ pathname }) => pathname.split("/").slice(2, 4).join("/"));
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `conquest_styles=${names.join(",")}; Path=/; Max-Age=${MAX_AGE_SECONDS}; SameSite=Lax${secure}`;
}
