import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { SsrState } from "@conquest/shared/contracts/parts/ssr";
import { provideFirstInstant } from "@conquest/shared/singletons/first-render";
import { noteServerTime } from "@conquest/shared/singletons/http";
import { pageData } from "../registry/page-data";

/**
 * What the server drew, for this page to go on from: its answers and its instant are those of the first render. Null when
 * nothing was drawn, or for another address than the browser is at.
 */
export function readSsrPayload(client: QueryClient): SsrState | null {
  const drawn = pageData("conquest-drawn") as SsrState | undefined;
  if (!drawn || drawn.address !== location.pathname + location.search) return null;
  if (drawn.now) {
    provideFirstInstant(drawn.now);
    const [opened] = (performance.getEntriesByType?.("navigation") ?? []) as Partial<PerformanceNavigationTiming>[];
    // Going back a browser may show what it kept, of whatever age. Otherwise the server has said how old it is.
    if (opened?.type !== "back_forward") noteServerTime(drawn.now + (opened?.serverTiming?.[0]?.duration ?? 0));
  }
  const { queries } = drawn.answers as { queries: { queryKey: QueryKey; data: unknown }[] };
  for (const { queryKey, data } of queries) client.setQueryData(queryKey, data);
  return drawn;
}
