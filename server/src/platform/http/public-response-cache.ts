import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PublicAnswer } from "@conquest/shared/contracts/parts/ssr";
import type { Endpoint } from "@conquest/shared/contracts/http/endpoint";
import { paramsOf } from "@conquest/shared/contracts/parts/match-route";
import type { Clock } from "../clock";
import { HttpError, errorBodyOf } from "../errors";
import { rateLimitRuleOf, type RateLimitRule } from "../limits/rate-limit-rule";
import { isFresh } from "./send-with-etag";
import { createCoalescingCache } from "./coalescing-cache";
import type { DataSnapshot } from "./data-snapshot";
import { encodingFor, createEncodedBody, type EncodedBody } from "./encoded-body";

type Made = Omit<PublicAnswer, "status">;

/** One question that everybody may ask, answered as to a visitor. */
export interface PublicRequest {
  contract: Endpoint;
  answer(input: { params: unknown; query: unknown }, address: string): Promise<Made>;
}

/** An answer to a visitor as it is kept. */
interface KeptAnswer {
  answer: PublicAnswer;
  /** From before it was made. */
  moment: DataSnapshot;
  ready: EncodedBody;
  /** All that is sent with it, as it is and compressed. */
  sent: Record<"br" | "gzip" | "identity", Record<string, string | number>>;
}

export interface PublicResponseCache {
  /** Lets a contract be answered to visitors. */
  add(question: PublicRequest): void;
  /**
   * What a visitor is answered who asks for an address below /api (path and query), at most a moment old and never from
   * before a phase of a contest ended. Rejects when the server cannot answer, as it does when the database is away.
   */
  ask(address: string): Promise<PublicAnswer>;
  /** {@link ask}, and a moment from which on it was right. */
  askWithMoment(address: string): Promise<{ answer: PublicAnswer; moment: DataSnapshot }>;
  /** What asking at this address is counted as of whoever calls there; null where it is not. */
  useOf(address: string): RateLimitRule | null;
  /** For how many milliseconds what was right at this moment is right now; 0 when something was written since. */
  isRightFor(moment: DataSnapshot): Promise<number>;
  /** Answers a visitor's request, as `ask` does, with what `answer` makes where nothing is there. */
  send(request: FastifyRequest, reply: FastifyReply, answer: () => Promise<Made>): Promise<FastifyReply>;
}

declare module "fastify" {
  interface FastifyInstance {
    publicAnswers: PublicResponseCache;
  }
}

interface Options {
  /** How old an answer to somebody without a session may be, in milliseconds. */
  keptFor: number;
  clock: Clock;
  /** Asked before each answer is made, and before one is said again. */
  readMoment: () => Promise<DataSnapshot>;
  /** What every answer of this server says about how it may be used. */
  fixedHeaders: Readonly<Record<string, string>>;
  sessionCookie: string;
}

const KEPT_BYTES = 32 * 1024 * 1024;

const nothingThere = {
  status: 404,
  body: { error: { code: "not_found", message: "There is nothing at this address." } },
  headers: {},
};

/**
 * Adds `app.publicAnswers`. Register it before what works at every request: an answer that is there is sent without any of it,
 * except that it is counted. Needs the rate limiter.
 */
export function registerPublicResponseCache(
  app: FastifyInstance,
  { keptFor, clock, readMoment, fixedHeaders, sessionCookie: cookie }: Options,
): void {
  const questions: PublicRequest[] = [];

  let reading: Promise<DataSnapshot> | undefined;
  /** For all who want to know at the same time. */
  const now = () => (reading ??= readMoment().finally(() => (reading = undefined)));
  const left = ({ endsAt }: DataSnapshot) => Math.max(0, endsAt - clock.now().getTime());
  const isRightFor = async (moment: DataSnapshot) => ((await now()).snapshot === moment.snapshot ? left(moment) : 0);

  const kept = createCoalescingCache<KeptAnswer>({
    keptFor,
    maxBytes: KEPT_BYTES,
    // As an object, as it is sent, and compressed.
    bytesOf: ({ ready }) => 4 * ready.body.length + 2048,
    // Anybody can make up addresses that are refused.
    isWorthKeeping: ({ answer: { status } }) => status === 200 || status === 404,
    renew: ({ moment }) => isRightFor(moment),
  });

  function questionAt(address: string) {
    const { pathname, searchParams } = new URL(address, "http://relative.invalid");
    for (const { contract, answer } of questions) {
      const params = paramsOf(contract.path, pathname);
      if (params) return { contract, answer, params, query: Object.fromEntries(searchParams) };
    }
    return null;
  }

  async function answerAt(address: string): Promise<PublicAnswer> {
    const asked = questionAt(address);
    return asked
      ? orRefusal(() => asked.answer({ params: asked.params, query: asked.query }, `/api${address}`))
      : nothingThere;
  }

  function keepable(answer: PublicAnswer, moment: DataSnapshot): KeptAnswer {
    const ready = createEncodedBody(JSON.stringify(answer.body));
    const headers = {
      ...fixedHeaders,
      ...answer.headers,
      "content-type": "application/json; charset=utf-8",
      // A browser may keep it to ask whether it is still the same. With a session, or in trouble, it is another.
      "cache-control": answer.status === 200 ? "no-cache" : "no-store",
      vary: "Accept-Encoding, Cookie, Origin",
      ...(answer.status === 200 ? { etag: ready.tag } : {}),
    };
    return {
      answer,
      moment,
      ready,
      sent: {
        identity: headers,
        br: { ...headers, "content-encoding": "br" },
        gzip: { ...headers, "content-encoding": "gzip" },
      },
    };
  }

  const keptAnswer = (address: string, make: () => Promise<PublicAnswer>) =>
    kept.getOrMake(address, async () => {
      const moment = await now();
      return { made: keepable(await make(), moment), endsIn: left(moment) };
    });

  app.decorate("publicAnswers", {
    add: (question) => void questions.push(question),
    ask: async (address) => (await keptAnswer(address, () => answerAt(address))).answer,
    askWithMoment: async (address) => keptAnswer(address, () => answerAt(address)),
    useOf(address) {
      const asked = questionAt(address);
      return asked && rateLimitRuleOf(asked.contract, asked.query);
    },
    isRightFor,
    async send(request, reply, make) {
      const { answer, ready, sent } = await keptAnswer(belowApi(request.url), () => orRefusal(make));
      const { status } = answer;
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
    // Of other sites the headers say who may read it; whoever has a session is answered from the database.
    if (
      method !== "GET" ||
      headers.origin !== undefined ||
      !url.startsWith("/api/") ||
      headers.cookie?.includes(`${cookie}=`)
    )
      return done();
    const known = kept.get(belowApi(url));
    if (!known) return done();
    const { answer, ready, sent } = known;
    const encoding = encodingFor(ready, headers["accept-encoding"]);
    const body = encoding ? ready.encoded[encoding] : ready.body;
    // Compressed for the first time by whoever asks next.
    if (!body) return done();
    count(request).then((counted) => {
      // Refused the way all others go.
      if (!counted.isAllowed && counted.isExceeded) return done();
      reply.hijack();
      const isKnown = answer.status === 200 && headers["if-none-match"] !== undefined && isFresh(request, ready.tag);
      if (isKnown) reply.raw.writeHead(304, notModified(sent.identity)).end();
      else
        reply.raw
          .writeHead(answer.status, { ...sent[encoding ?? "identity"], "content-length": body.length })
          .end(body);
    }, done);
  });
}

/** A refusal is an answer too, and the same for all who ask. */
async function orRefusal(make: () => Promise<Made>): Promise<PublicAnswer> {
  try {
    return { status: 200, ...(await make()) };
  } catch (error) {
    if (error instanceof HttpError) return { status: error.statusCode, body: errorBodyOf(error), headers: {} };
    throw error;
  }
}

const belowApi = (url: string) => url.slice("/api".length);

/** Without what describes a body. */
function notModified({ "content-type": _type, ...headers }: Record<string, string | number>) {
  return headers;
}
