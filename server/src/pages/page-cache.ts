import { createCoalescingCache } from "../platform/http/coalescing-cache";
import type { SourceSnapshot } from "../platform/http/public-response-cache";
import { createEncodedBody, type EncodedBody } from "../platform/http/encoded-body";

const MAX_AGE_MS = 1_000;
/** Maximum age while no data changes; relative times stay outdated that long until the browser hydrates. */
const MAX_UNCHANGED_AGE_MS = 60_000;
const MAX_CACHED_BYTES = 64 * 1024 * 1024;

export interface CachedPage extends EncodedBody {
  status: number;
  /** A 404 for visitors, but a 200 with a session cookie, because the user may have access. */
  isPossiblyVisible: boolean;
  headers: Record<string, string>;
  /** Server time of the render in milliseconds since 1970; null if the page does not depend on time. */
  renderedAt: number | null;
  /** Snapshots of all data in the page; null if the render failed and should be retried. */
  snapshots: readonly SourceSnapshot[] | null;
  /** The requester was rate limited, so the page is incomplete and not cached. */
  isRateLimited: boolean;
  /** Shared caches may store it: complete, for search engines too, and without secrets. */
  isShared: boolean;
  madeAt: number;
}

export const createCachedPage = ({
  html,
  ...page
}: Omit<CachedPage, keyof EncodedBody | "madeAt"> & { html: string }): CachedPage => ({
  ...page,
  ...createEncodedBody(html),
  madeAt: performance.now(),
});

export const createPageCache = (remainingValidityMs: (snapshot: SourceSnapshot) => Promise<number>) =>
  createCoalescingCache<CachedPage>({
    keptFor: MAX_AGE_MS,
    maxBytes: MAX_CACHED_BYTES,
    // The page and its compressed copies.
    bytesOf: ({ body }) => Math.ceil(body.length * 1.5),
    isWorthKeeping: ({ isRateLimited }) => !isRateLimited,
    renew: async ({ snapshots, madeAt }) => {
      if (!snapshots || performance.now() - madeAt > MAX_UNCHANGED_AGE_MS) return 0;
      if (snapshots.length === 0) return MAX_AGE_MS;
      return Math.min(...(await Promise.all(snapshots.map(remainingValidityMs))));
    },
  });
