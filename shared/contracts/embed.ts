import type { Language } from "./parts/languages";

/** Size in pixels of the frame in which a contest's card fits. */
export const EMBED_SIZE = { width: 400, height: 500 } as const;

export function embedPath(contestId: string, { language, timeZone }: { language: Language; timeZone?: string }) {
  const query = new URLSearchParams({
    ...(language !== "en" && { language }),
    ...(timeZone !== undefined && { timeZone }),
  }).toString();
  return `/embed/contest/${encodeURIComponent(contestId)}${query && `?${query}`}`;
}
