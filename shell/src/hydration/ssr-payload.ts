import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { SsrState } from "@conquest/shared/contracts/parts/ssr";
import { provideFirstRenderTime } from "@conquest/shared/singletons/first-render";
import { setServerTime } from "@conquest/shared/singletons/http";

export function pageData(id: string): unknown {
  const text = document.getElementById(id)?.textContent;
  if (!text) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Reads the render time and responses for the first render; null if the page was rendered for another address. */
export function readSsrPayload(client: QueryClient): SsrState | null {
  const payload = pageData("conquest-drawn") as SsrState | undefined;
  if (!payload || payload.address !== location.pathname + location.search) return null;
  if (payload.now) {
    provideFirstRenderTime(payload.now);
    const [navigation] = (performance.getEntriesByType?.("navigation") ?? []) as Partial<PerformanceNavigationTiming>[];
    const timing = (name: string) => navigation?.serverTiming?.find((each) => each.name === name)?.duration;
    // On Back the browser may use a cached page of unknown age. Otherwise Server-Timing has the time of nginx, or else
    // the page's age.
    if (navigation?.type !== "back_forward") setServerTime(timing("now") ?? payload.now + (timing("age") ?? 0));
  }
  const { queries } = payload.answers as { queries: { queryKey: QueryKey; data: unknown }[] };
  for (const { queryKey, data } of queries) client.setQueryData(queryKey, data);
  return payload;
}
