import type { Endpoint } from "@conquest/shared/contracts/http/endpoint";
import type {} from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { STATUS } from "@conquest/shared/contracts/http/errors";
import { message } from "@conquest/shared/contracts/text/message";
import type { Deps } from "../deps";
import { HttpError } from "../errors";
import { createRateLimitStore, type WindowCount, type RateLimitStore } from "./rate-limit-store";

export interface RateLimitRule {
  use: string;
  perMinute: number;
}

export function rateLimitRuleOf({ method, path, perMinute, countedWith }: Endpoint, query: unknown) {
  if (perMinute === undefined) return null;
  if (countedWith !== undefined && !(query as Record<string, unknown>)[countedWith]) return null;
  return { use: `${method} ${path}`, perMinute };
}

export const MINUTE_MS = 60_000;

/** Send it with a `retry-after` header, in seconds. */
export const tooManyRequestsError = (seconds: number) =>
  new HttpError(
    STATUS.tooMany,
    "too_many",
    seconds < 60
      ? message("Too many requests. Try again in {seconds, plural, one {# second} other {# seconds}}.", { seconds })
      : message("Too many requests. Try again in 1 minute."),
  );

interface Limits extends Pick<RateLimitStore, "forget"> {
  /** Throws 429. Counts by account: many share an address, which gets {@link MAX_USERS_PER_ADDRESS} times the limit. */
  count(rule: RateLimitRule, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Like {@link count}, but returns false instead of throwing, for work that the server does by itself. */
  isWithin(rule: RateLimitRule, request: FastifyRequest): Promise<boolean>;
  refund(rule: RateLimitRule, request: FastifyRequest): Promise<void>;
}

declare module "fastify" {
  interface FastifyInstance {
    limits: Limits;
  }
}

/** Creating accounts does not circumvent a limit beyond this factor, while a household, school or office shares it. */
const MAX_USERS_PER_ADDRESS = 10;

/** Adds `app.limits`. Requires the rate limiter, which computes the key of an address. */
export function registerRateLimits(app: FastifyInstance, { db, config }: Pick<Deps, "db" | "config">): void {
  const counts = createRateLimitStore(db, MINUTE_MS);
  const readAddress = app.createRateLimit({ allowList: () => true });
  const addressOf = async (request: FastifyRequest) => (await readAddress(request)).key;

  const throwLimited = ({ endsIn }: WindowCount, reply: FastifyReply): never => {
    const seconds = Math.max(1, Math.ceil(endsIn / 1000));
    reply.header("retry-after", seconds);
    throw tooManyRequestsError(seconds);
  };

  async function countUse({ use, perMinute }: RateLimitRule, request: FastifyRequest): Promise<WindowCount | null> {
    const address = await addressOf(request);
    if (!request.caller) return counts.use(`${use} ${address}`, perMinute);
    // eslint-disable-next-line untranslated/texts -- Keys of counts.
    const [userKey, addressKey] = [`${use} ${request.caller.id}`, `${use} by people of ${address}`];
    const known = counts.refused(userKey);
    if (known) return known;
    const [userExceeded, addressExceeded] = await Promise.all([
      counts.use(userKey, perMinute),
      counts.use(addressKey, Math.max(MAX_USERS_PER_ADDRESS * perMinute, config.requestsPerMinute), {
        isRemembered: false,
      }),
    ]);
    // A rejected use does not count towards the address, so that one user cannot use up the share of others.
    if (userExceeded) await counts.refund(addressKey);
    return userExceeded ?? addressExceeded;
  }

  app.decorate("limits", {
    forget: () => counts.forget(),
    async count(rule, request, reply) {
      const exceeded = await countUse(rule, request);
      if (exceeded) throwLimited(exceeded, reply);
    },
    isWithin: async (rule, request) => (await countUse(rule, request)) === null,
    refund: async ({ use }, request) => counts.refund(`${use} ${await addressOf(request)}`),
  });
}
