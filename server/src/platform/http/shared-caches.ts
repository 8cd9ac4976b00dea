import type { FastifyRequest } from "fastify";

/** deploy/nginx.conf sets it. Browsers must not get these directives: some would show an old page after a login. */
const EDGE_HEADER = "x-shared-cache";

/** Seconds. Together at most ten seconds old while servers answer; an hour of failures, no longer, since what was removed may still be stored under another key. */
const FRESH_SECONDS = 1;
const STALE = "stale-while-revalidate=9, stale-if-error=3600";

/** RFC 9213: CDNs obey it instead of Cache-Control. */
const CDN_HEADER = "cdn-cache-control";

type Headers = Record<string, string>;

const isEdge = ({ headers }: Pick<FastifyRequest, "headers">) => headers[EDGE_HEADER] !== undefined;

/** For a response that is the same for everyone. `browser` is the Cache-Control of browsers. */
export const sharedHeaders = (request: Pick<FastifyRequest, "headers">, browser = "no-cache"): Headers => ({
  "cache-control": isEdge(request)
    ? `${browser === "no-cache" ? "max-age=0" : browser}, s-maxage=${FRESH_SECONDS}, ${STALE}`
    : browser,
  [CDN_HEADER]: `max-age=${FRESH_SECONDS}, ${STALE}`,
});

/** For a 404 to visitors: nginx keeps an older response unless the new one may be stored, and shows it in an outage. */
export const missingHeaders = (request: Pick<FastifyRequest, "headers">, browser = "no-store"): Headers => ({
  "cache-control": isEdge(request) ? `max-age=0, s-maxage=${FRESH_SECONDS}` : browser,
});
