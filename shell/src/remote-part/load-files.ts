import { integrityOf } from "./integrity";
import { PartFailure } from "./part-failure";

/** A file that takes longer than this, in milliseconds, is given up. */
export const FILE_DEADLINE_MS = 10_000;

/** Files that came as something else than was released. The browser keeps such a copy as well as a good one. */
const damaged = new Set<string>();

/** Puts fresh copies of files, and of all below `base` that were damaged, into the browser's cache. What cannot be had fails later, where it is used. */
export async function refresh(base: string, files: string[]): Promise<void> {
  const addresses = new Set([...files, ...[...damaged].filter((address) => address.startsWith(base))]);
  // eslint-disable-next-line no-restricted-globals -- the site's own files, not the API
  const ask = (address: string) => fetch(address, { cache: "reload", signal: AbortSignal.timeout(FILE_DEADLINE_MS) });
  await Promise.allSettled([...addresses].map((address) => ask(address).then((answer) => answer.blob())));
}

/** Runs a classic script. The element goes again afterwards, so that a later try runs it anew. */
export async function loadScript(address: string): Promise<void> {
  const script = document.createElement("script");
  script.integrity = integrityOf(address);
  script.src = address;
  try {
    await settled(script, address);
  } finally {
    script.remove();
  }
}

/** One that is loaded and does not hold yet. */
const WAITING = "not all";

/** The whole addresses of stylesheets, those that came inside the page included. The server writes paths into a drawn page. */
const stylesheets = () =>
  [...document.querySelectorAll<HTMLLinkElement | HTMLStyleElement>("link[rel=stylesheet], style[data-href]")].map(
    (element) => ({
      element,
      address: new URL(element.dataset["href"] ?? (element as HTMLLinkElement).href, location.href).href,
    }),
  );

/** Rules that the server inlined for the first paint. */
const criticalStyles = () =>
  [...document.querySelectorAll<HTMLStyleElement>("style[data-critical]")].map((element) => ({
    element,
    address: new URL(element.dataset["critical"]!, location.href).href,
  }));

/**
 * Adds a stylesheet and waits for it. One that fails goes again: left behind it would count as loaded. It is known by
 * `address`, also to the part's own loading of css, even where it is fetched `from` another spelling of it. Where another
 * release of the part, whose folder is beside `base`, is on the screen, it holds only with {@link dressFrom}.
 */
export async function loadStylesheet(base: string, address: string, from = address): Promise<void> {
  const all = stylesheets();
  const known = all.find((one) => one.address === address)?.element;
  if (known?.sheet) {
    // The part's own loading of css knows a stylesheet by its whole address only.
    known.dataset["href"] = address;
    return;
  }
  known?.remove();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.dataset["href"] = address;
  link.integrity = integrityOf(address);
  if (all.some(isOfOther(base))) link.media = WAITING;
  link.href = from;
  try {
    await settled(link, from);
  } catch (failure) {
    link.remove();
    throw failure;
  }
}

const isOfOther = (base: string) => {
  const part = new URL("..", base).href;
  return ({ address }: { address: string }) => address.startsWith(part) && !address.startsWith(base);
};

/** From now on the stylesheets below `base` hold, and no other release's of the part: new texts would else be seen in old clothes. */
export function dressFrom(base: string): void {
  const folder = new URL(base, location.href).href;
  const all = stylesheets();
  for (const { element } of [...all, ...criticalStyles()].filter(isOfOther(folder))) element.remove();
  for (const { element, address } of all)
    if (address.startsWith(folder) && element.media === WAITING) element.media = "all";
}

function settled(element: HTMLScriptElement | HTMLLinkElement, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new PartFailure("timeout", `${address} took longer than ${FILE_DEADLINE_MS} ms`)),
      FILE_DEADLINE_MS,
    );
    element.onload = () => {
      clearTimeout(late);
      resolve();
    };
    // Chromium says no status of a stylesheet that was answered with something else, like a 404 in JSON: then it is asked for anew.
    element.onerror = async () => {
      const status = statusOf(address) || (await askStatus(address));
      clearTimeout(late);
      reject(failureOf(address, status));
    };
    document.head.append(element);
  });
}

/** The browser does not say why a file failed; its timing of the request tells the status, where it has one. */
const statusOf = (address: string) =>
  (performance.getEntriesByName(address, "resource").at(-1) as PerformanceResourceTiming | undefined)?.responseStatus ??
  0;

// eslint-disable-next-line no-restricted-globals -- the site's own files, not the API
const askStatus = (address: string) =>
  fetch(address, { method: "HEAD" }).then(
    ({ status }) => status,
    () => 0,
  );

/** `status`: 0 where nothing was answered. */
export function failureOf(address: string, status = statusOf(address)): PartFailure {
  if (status >= 400) return new PartFailure("missing", `${address} was answered with ${status}`);
  if (status >= 200) damaged.add(address);
  if (status >= 200) return new PartFailure("content", `${address} is not the file that was released`);
  return new PartFailure("unreachable", `${address} could not be reached`);
}

/** The failure of a file that the part's own code asked for. */
export const chunkFailure = (cause: unknown): PartFailure | undefined =>
  cause instanceof Error && cause.name === "ChunkLoadError" && "request" in cause
    ? failureOf(String(cause.request))
    : undefined;
