import type {} from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { STATUS } from "@conquest/shared/contracts/errors";
import { Refusal } from "./errors";

export const MINUTE_MS = 60_000;

/** Said with a header `retry-after`, in seconds. */
export const tooMany = (seconds: number) =>
  new Refusal(STATUS.tooMany, "too_many", `That was a lot at once. Please try again in ${seconds === 1 ? "a second" : seconds < 60 ? `${seconds} seconds` : "a minute"}.`);

/**
 * Refuses whoever calls too often: a person by their account, since many may share one address, and a visitor by the address.
 * Call it once it is known who calls. Needs the rate limiter.
 */
export function limitEach(app: FastifyInstance, perMinute: number) {
  const limit = { max: perMinute, timeWindow: MINUTE_MS };
  const countVisitor = app.createRateLimit(limit);
  const countPerson = app.createRateLimit({ ...limit, keyGenerator: ({ caller }) => caller!.id });
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const counted = await (request.caller ? countPerson : countVisitor)(request);
    if (counted.isAllowed || !counted.isExceeded) return;
    reply.header("retry-after", counted.ttlInSeconds);
    throw tooMany(counted.ttlInSeconds);
  };
}
