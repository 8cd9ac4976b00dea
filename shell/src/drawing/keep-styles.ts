/** How long a browser is taken at its word, in seconds. It may have thrown the files away earlier, and then asks for them. */
const KEPT_FOR = 30 * 24 * 60 * 60;

/**
 * Stylesheets that came inside the page are fetched once more as files, when there is nothing better to do, and the server is
 * told of them: the next page names them instead of bringing them again. See server/src/pages/page-styles.ts.
 */
export async function keepStyles(): Promise<void> {
  const addresses = [...document.querySelectorAll<HTMLStyleElement>("style[data-href]")].map((style) => new URL(style.dataset["href"]!, location.href));
  if (addresses.length === 0) return;
  // eslint-disable-next-line no-restricted-globals -- the site's own files, not the API
  const answers = await Promise.all(addresses.map((address) => fetch(address)));
  if (answers.some(({ ok }) => !ok)) return;
  const names = addresses.map(({ pathname }) => pathname.split("/").slice(2, 4).join("/"));
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `conquest_styles=${names.join(",")}; Path=/; Max-Age=${KEPT_FOR}; SameSite=Lax${secure}`;
}
