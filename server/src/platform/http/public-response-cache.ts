import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PublicResponse } from "@conquest/shared/contracts/parts/ssr";
import type { Language } from "@conquest/shared/contracts/parts/languages";
import type { Endpoint } from "@conquest/shared/contracts/http/endpoint";
import { matchParams } from "@conquest/shared/contracts/parts/match-route";
import type { Clock } from "../clock";
import type {} from "../deps";
import { HttpError, NOTHING_HERE, errorBodyOf } from "../errors";
import { rateLimitRuleOf, type RateLimitRule } from "../limits/rate-limits";
import { isFresh } from "./send-with-etag";
import { createCoalescingCache } from "./coalescing-cache";
import { missingHeaders, sharedHeaders } from "./shared-caches";
import { encodingFor, createEncodedBody, type EncodedBody } from "./encoded-body";

export interface DataSnapshot {
  /** State of one run of one database server: while it is equal there, nothing was written. */
  snapshot: string;
  /** When the passing of time alone changes responses: epoch milliseconds by the server's clock. */
  endsAt: number;
}

/** States of different servers cannot be compared; `source` is that of ReadReplicas. */
export interface SourceSnapshot extends DataSnapshot {
  source: number;
}

type SuccessfulResponse = Omit<PublicResponse, "status">;

interface PublicRequest {
  contract: Endpoint;
  /** The address is a secret, so shared caches do not store it. */
  isSecret: boolean;
  answer(input: { params: unknown; query: unknown; language: Language }, address: string): Promise<SuccessfulResponse>;
}

interface CachedResponse {
  answer: PublicResponse;
  /** Read before the response was made, from the same server. */
  snapshot: SourceSnapshot;
  ready: EncodedBody;
  isSecret: boolean;
  sent: Record<"br" | "gzip" | "identity", Record<string, string | number>>;
}

export interface PublicResponseCache {
  add(endpoint: PublicRequest): void;
  /** Returns a visitor's response below /api, never older than the cache's TTL or the end of a contest phase. */
  ask(address: string, language?: Language): Promise<PublicResponse>;
  /** Like {@link ask}, with a snapshot since which the response is valid. */
  fetchWithSnapshot(
    address: string,
    language?: Language,
  ): Promise<{ answer: PublicResponse; snapshot: SourceSnapshot; isSecret: boolean }>;
  rateLimitRuleAt(address: string): RateLimitRule | null;
  /** Returns for how many milliseconds a response of this snapshot is still valid; 0 if something was written since. */
  remainingValidityMs(snapshot: SourceSnapshot): Promise<number>;
  /** Responses in different languages are cached separately. */
  send(request: FastifyRequest, reply: FastifyReply, answer: () => Promise<SuccessfulResponse>): Promise<FastifyReply>;
}

declare module "fastify" {
  interface FastifyInstance {
    publicAnswers: PublicResponseCache;
  }
}

interface Options {
  keptFor: number;
  clock: Clock;
  readDataSnapshot: () => Promise<DataSnapshot>;
  fixedHeaders: Readonly<Record<string, string>>;
  sessionCookie: string;
}

const MAX_CACHE_BYTES = 32 * 1024 * 1024;

/** Register it before other hooks: cached responses skip all but rate limiting. Requires the rate limiter. */
export function registerPublicResponseCache(
  app: FastifyInstance,
  { keptFor, clock, readDataSnapshot, fixedHeaders, sessionCookie: cookie }: Options,
): void {
  const endpoints: PublicRequest[] = [];

  const { replicas } = app;
  const reading = new Map<number, Promise<SourceSnapshot>>();
  function currentSnapshot(): Promise<SourceSnapshot> {
    const source = replicas.currentSource();
    const pending = reading.get(source);
    if (pending) return pending;
    const started = readDataSnapshot()
      .then((snapshot) => ({ ...snapshot, source }))
      .finally(() => reading.delete(source));
    reading.set(source, started);
    return started;
  }
  const remainingMs = ({ endsAt }: DataSnapshot) => Math.max(0, endsAt - clock.now().getTime());
  async function remainingValidityMs(snapshot: SourceSnapshot): Promise<number> {
    const current = await replicas.readAt(snapshot.source, currentSnapshot);
    return current?.snapshot === snapshot.snapshot ? remainingMs(snapshot) : 0;
  }

  const cache = createCoalescingCache<CachedResponse>({
    keptFor,
    maxBytes: MAX_CACHE_BYTES,
    bytesOf: ({ ready }) => 4 * ready.body.length + 2048,
    // Other errors are not cached, because anyone can make up addresses that cause them.
    isWorthKeeping: ({ answer: { status } }) => status === 200 || status === 404,
    renew: ({ snapshot }) => remainingValidityMs(snapshot),
  });

  function endpointAt(address: string) {
    const { pathname, searchParams } = new URL(address, "http://relative.invalid");
    for (const { contract, isSecret, answer } of endpoints) {
      const params = matchParams(contract.path, pathname);
      if (params) return { contract, isSecret, answer, params, query: Object.fromEntries(searchParams) };
    }
    return null;
  }

  async function answerAt(address: string, language: Language): Promise<PublicResponse> {
    const endpoint = endpointAt(address);
    if (!endpoint) return { status: 404, body: errorBodyOf(NOTHING_HERE, language), headers: {} };
    const { params, query, answer } = endpoint;
    return orErrorResponse(language, () => answer({ params, query, language }, `/api${address}`));
  }

  function toCachedResponse(answer: PublicResponse, snapshot: SourceSnapshot, isSecret: boolean): CachedResponse {
    const ready = createEncodedBody(JSON.stringify(answer.body));
    const headers = {
      ...fixedHeaders,
      ...answer.headers,
      "content-type": "application/json; charset=utf-8",
      vary: "Accept-Encoding, Accept-Language, Cookie, Origin",
      ...(answer.status === 200 ? { etag: ready.tag } : {}),
    };
    return {
      answer,
      snapshot,
      ready,
      isSecret,
      sent: {
        identity: headers,
        br: { ...headers, "content-encoding": "br" },
        gzip: { ...headers, "content-encoding": "gzip" },
      },
    };
  }

  const cachedResponse = (address: string, language: Language, make: () => Promise<PublicResponse>) =>
    cache.getOrMake(cacheKey(address, language), () =>
      replicas.read(async () => {
        const snapshot = await currentSnapshot();
        const isSecret = endpointAt(address)?.isSecret ?? true;
        return { made: toCachedResponse(await make(), snapshot, isSecret), endsIn: remainingMs(snapshot) };
      }),
    );

  const hasSessionCookie = ({ cookie: sent }: FastifyRequest["headers"]) => sent?.includes(`${cookie}=`) ?? false;

  /** Browsers may store a 200 for revalidation; responses with a session differ. */
  function cacheHeaders({ answer: { status }, isSecret }: CachedResponse, request: FastifyRequest) {
    if (status !== 200 && status !== 404) return { "cache-control": "no-store" };
    if (isSecret || hasSessionCookie(request.headers) || request.headers.origin !== undefined)
      return { "cache-control": status === 200 ? "private, no-cache" : "no-store" };
    return status === 200 ? sharedHeaders(request) : missingHeaders(request);
  }

  const fetchWithSnapshot = async (address: string, language: Language = "en") =>
    cachedResponse(address, language, () => answerAt(address, language));

  app.decorate("publicAnswers", {
    add: (endpoint) => void endpoints.push(endpoint),
    ask: async (address, language) => (await fetchWithSnapshot(address, language)).answer,
    fetchWithSnapshot,
    rateLimitRuleAt(address) {
      const endpoint = endpointAt(address);
      return endpoint && rateLimitRuleOf(endpoint.contract, endpoint.query);
    },
    remainingValidityMs,
    async send(request, reply, make) {
      const cached = await cachedResponse(belowApi(request.url), request.language, () =>
        orErrorResponse(request.language, make),
      );
      const { answer, ready, sent } = cached;
      const { status } = answer;
      reply.headers(cacheHeaders(cached, request));
      if (status === 200 && isFresh(request, ready.tag))
        return reply.code(304).headers(notModified(sent.identity)).send();
      const encoding = encodingFor(ready, request.headers["accept-encoding"]);
      return reply
        .code(status)
        .headers(sent[encoding ?? "identity"])
        .send(encoding ? await ready.encode(encoding) : ready.body);
    },
  });

  const count = app.createRateLimit();
  app.addHook("onRequest", (request, reply, done) => {
    const { method, url = "", headers } = request.raw;
    // Cross-origin requests need CORS headers, and requests with a session are served from the database.
    if (method !== "GET" || headers.origin !== undefined || !url.startsWith("/api/") || hasSessionCookie(headers))
      return done();
    const known = cache.get(cacheKey(belowApi(url), request.language));
    if (!known) return done();
    const { answer, ready, sent } = known;
    const encoding = encodingFor(ready, headers["accept-encoding"]);
    const body = encoding ? ready.encoded[encoding] : ready.body;
    if (!body) return done();
    count(request).then((counted) => {
      // The regular path sends the 429 response.
      if (!counted.isAllowed && counted.isExceeded) return done();
      reply.hijack();
      const isKnown = answer.status === 200 && headers["if-none-match"] !== undefined && isFresh(request, ready.tag);
      const caching = cacheHeaders(known, request);
      if (isKnown) reply.raw.writeHead(304, { ...notModified(sent.identity), ...caching }).end();
      else
        reply.raw
          .writeHead(answer.status, { ...sent[encoding ?? "identity"], ...caching, "content-length": body.length })
          .end(body);
    }, done);
  });
}

/** An error response is shared by all requests too. */
async function orErrorResponse(language: Language, make: () => Promise<SuccessfulResponse>): Promise<PublicResponse> {
  try {
    return { status: 200, ...(await make()) };
  } catch (error) {
    if (error instanceof HttpError)
      return { status: error.statusCode, body: errorBodyOf(error, language), headers: {} };
    throw error;
  }
}

const belowApi = (url: string) => url.slice("/api".length);

/** An address begins with a slash, so it is the key in English. */
const cacheKey = (address: string, language: Language) => (language === "en" ? "" : language) + address;

const notModified = ({ "content-type": _type, ...headers }: Record<string, string | number>) => headers;
