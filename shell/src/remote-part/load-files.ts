import { integrityOf } from "./integrity";
import { PartFailure } from "./part-failure";

export const FILE_DEADLINE_MS = 10_000;

/** Files with unexpected content, which the browser may have cached. */
const damaged = new Set<string>();

/** Refreshes the cached copies of files and of all damaged files below `base`. Failures surface when a file is used. */
export async function refresh(base: string, files: string[]): Promise<void> {
  const addresses = new Set([...files, ...[...damaged].filter((address) => address.startsWith(base))]);
  const reload = (address: string) =>
    // eslint-disable-next-line no-restricted-globals -- the site's own files, not the API
    fetch(address, { cache: "reload", signal: AbortSignal.timeout(FILE_DEADLINE_MS) });
  await Promise.allSettled([...addresses].map((address) => reload(address).then((response) => response.blob())));
}

/** Runs a classic script. Its element is removed afterwards, so that a retry runs it again. */
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

const INACTIVE = "not all";

const stylesheets = () =>
  [...document.querySelectorAll<HTMLLinkElement | HTMLStyleElement>("link[rel=stylesheet], style[data-href]")].map(
    (element) => ({
      element,
      address: new URL(element.dataset["href"] ?? (element as HTMLLinkElement).href, location.href).href,
    }),
  );

const criticalStyles = () =>
  [...document.querySelectorAll<HTMLStyleElement>("style[data-critical]")].map((element) => ({
    element,
    address: new URL(element.dataset["critical"]!, location.href).href,
  }));

/** Inactive until activated if another release is shown. Removed on failure: the CSS loader would take it as loaded. */
export async function loadStylesheet(base: string, address: string, from = address): Promise<void> {
  const all = stylesheets();
  const known = all.find((sheet) => sheet.address === address)?.element;
  if (known?.sheet) {
    // The part's CSS loader finds a stylesheet only by its absolute URL.
    known.dataset["href"] = address;
    return;
  }
  known?.remove();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.dataset["href"] = address;
  link.integrity = integrityOf(address);
  if (all.some(isOtherRelease(base))) link.media = INACTIVE;
  link.href = from;
  try {
    await settled(link, from);
  } catch (failure) {
    link.remove();
    throw failure;
  }
}

const isOtherRelease = (base: string) => {
  const part = new URL("..", base).href;
  return ({ address }: { address: string }) => address.startsWith(part) && !address.startsWith(base);
};

/** Activates the stylesheets below `base` and removes those of the part's other releases. */
export function activateStylesheets(base: string): void {
  const folder = new URL(base, location.href).href;
  const all = stylesheets();
  for (const { element } of [...all, ...criticalStyles()].filter(isOtherRelease(folder))) element.remove();
  for (const { element, address } of all)
    if (address.startsWith(folder) && element.media === INACTIVE) element.media = "all";
}

function settled(element: HTMLScriptElement | HTMLLinkElement, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(
      () => reject(new PartFailure("timeout", `${address} took longer than ${FILE_DEADLINE_MS} ms`)),
      FILE_DEADLINE_MS,
    );
    element.onload = () => {
      clearTimeout(timeout);
      resolve();
    };
    // Chromium reports no status for a stylesheet response of another type, such as a JSON 404, so request it again.
    element.onerror = async () => {
      const status = statusOf(address) || (await fetchStatus(address));
      clearTimeout(timeout);
      reject(failureOf(address, status));
    };
    document.head.append(element);
  });
}

/** Reads the status from the resource timing, since error events do not contain it; 0 if unknown. */
const statusOf = (address: string) =>
  (performance.getEntriesByName(address, "resource").at(-1) as PerformanceResourceTiming | undefined)?.responseStatus ??
  0;

const fetchStatus = (address: string) =>
  // eslint-disable-next-line no-restricted-globals -- the site's own files, not the API
  fetch(address, { method: "HEAD" }).then(
    ({ status }) => status,
    () => 0,
  );

export function failureOf(address: string, status = statusOf(address)): PartFailure {
  if (status >= 400) return new PartFailure("missing", `${address} returned ${status}`);
  if (status >= 200) damaged.add(address);
  if (status >= 200) return new PartFailure("content", `${address} is not the file that was released`);
  return new PartFailure("unreachable", `${address} couldn't be reached`);
}

export const chunkFailure = (cause: unknown): PartFailure | undefined =>
  cause instanceof Error && cause.name === "ChunkLoadError" && "request" in cause
    ? failureOf(String(cause.request))
    : undefined;
