import { integrityOf } from "./integrity";
import { PartFailure } from "./part-failure";

/** A file that takes longer than this, in milliseconds, is given up. */
export const FILE_DEADLINE_MS = 10_000;

/** Tells the browser to fetch a script that is wanted soon, without running it. The HTML may have done so before. */
export function preloadScript(address: string): void {
  if ([...document.querySelectorAll<HTMLLinkElement>("link[rel=preload]")].some(({ href }) => href === address)) return;
  const link = document.createElement("link");
  link.rel = "preload";
  link.as = "script";
  link.integrity = integrityOf(address);
  link.href = address;
  document.head.append(link);
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

/** Adds a stylesheet and waits for it. One that fails goes again: left behind it would count as loaded. */
export async function loadStylesheet(address: string): Promise<void> {
  const known = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].find(({ href }) => href === address);
  if (known?.sheet) return;
  known?.remove();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.integrity = integrityOf(address);
  link.href = address;
  try {
    await settled(link, address);
  } catch (failure) {
    link.remove();
    throw failure;
  }
}

function settled(element: HTMLScriptElement | HTMLLinkElement, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new PartFailure("timeout", `${address} took longer than ${FILE_DEADLINE_MS} ms`)), FILE_DEADLINE_MS);
    element.onload = () => {
      clearTimeout(late);
      resolve();
    };
    element.onerror = () => {
      clearTimeout(late);
      reject(failureOf(address));
    };
    document.head.append(element);
  });
}

/** The browser does not say why a file failed; its timing of the request tells the status, where it has one. */
function failureOf(address: string): PartFailure {
  const timing = performance.getEntriesByName(address, "resource").at(-1) as PerformanceResourceTiming | undefined;
  const status = timing?.responseStatus ?? 0;
  if (status >= 400) return new PartFailure("missing", `${address} was answered with ${status}`);
  if (status >= 200) return new PartFailure("content", `${address} is not the file that was released`);
  return new PartFailure("unreachable", `${address} could not be reached`);
}
