import { createCoalescingCache } from "../platform/http/coalescing-cache";
import { commonSnapshot, type DataSnapshot } from "../platform/http/data-snapshot";
import { createEncodedBody, type EncodedBody } from "../platform/http/encoded-body";

/** How long a page is sent again as it is, in milliseconds: to everybody, since everybody gets the same. */
const KEPT_FOR = 1_000;
/** And while nothing is written, so long: what it says of the time is then that much behind until the browser goes on from it. */
const RENEWED_FOR = 60_000;
const KEPT_BYTES = 64 * 1024 * 1024;

/** A page that is ready to be sent. */
export interface CachedPage extends EncodedBody {
  status: number;
  /** Visitors see nothing here; to whoever says that they are signed in it is a page, which finds out. */
  mayBeTheirs: boolean;
  /** With the content type; without encoding. */
  headers: Record<string, string>;
  /** When it was drawn, in milliseconds since 1970 by the server's clock; null where it looks the same at any time. */
  drawnAt: number | null;
  /** Of all that it says. Null: it could not be drawn as it should be, and the next may be. */
  moments: readonly DataSnapshot[] | null;
  /** Whoever asked was refused what it is made of: the next is drawn one. */
  isOwn: boolean;
  /** By `performance.now()`. */
  madeAt: number;
}

export const createCachedPage = ({
  html,
  ...page
}: Pick<CachedPage, "status" | "mayBeTheirs" | "headers" | "drawnAt" | "moments" | "isOwn"> & {
  html: string;
}): CachedPage => ({ ...page, ...createEncodedBody(html), madeAt: performance.now() });

/** Pages by what they depend on. */
export const createPageCache = (isRightFor: (moment: DataSnapshot) => Promise<number>) =>
  createCoalescingCache<CachedPage>({
    keptFor: KEPT_FOR,
    maxBytes: KEPT_BYTES,
    // The page itself, and what it is compressed to.
    bytesOf: ({ body }) => Math.ceil(body.length * 1.5),
    isWorthKeeping: ({ isOwn }) => !isOwn,
    renew: async ({ moments, madeAt }) => {
      if (!moments || performance.now() - madeAt > RENEWED_FOR) return 0;
      if (moments.length === 0) return KEPT_FOR;
      const shared = commonSnapshot(moments);
      return shared ? isRightFor(shared) : 0;
    },
  });
