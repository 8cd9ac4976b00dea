import type {} from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { STATUS } from "@conquest/shared/contracts/http/errors";
import type { Deps } from "../deps";
import { HttpError } from "../errors";
import type { RateLimitRule } from "./rate-limit-rule";
import { createRateLimitStore, type WindowCount, type RateLimitStore } from "./rate-limit-store";

export const MINUTE_MS = 60_000;

/** Said with a header `retry-after`, in seconds. */
export const throwTooManyRequests = (seconds: number) =>
  new HttpError(
    STATUS.tooMany,
    "too_many",
    `That was a lot at once. Please try again in ${seconds === 1 ? "a second" : seconds < 60 ? `${seconds} seconds` : "a minute"}.`,
  );

interface Limits extends Pick<RateLimitStore, "forget"> {
  /**
   * Refuses whoever did this more than so many times within a minute, on all servers together: a person by their account, since
   * many may share one address, and a visitor by the address. All people of one address together may do {@link PEOPLE} times as
   * much, and what one server would take of it at all. Call it once it is known who calls.
   */
  count(counted: RateLimitRule, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** {@link count} for what the server would do on its own for this request: false where that would be too often. */
  isWithin(counted: RateLimitRule, request: FastifyRequest): Promise<boolean>;
  /** What {@link count} has let through of a visitor was none after all. */
  giveBack(counted: RateLimitRule, request: FastifyRequest): Promise<void>;
}

declare module "fastify" {
  interface FastifyInstance {
    limits: Limits;
  }
}

/** Who makes accounts to get round a limit does not get further; a house, a school or an office does. */
const PEOPLE = 10;

/** Adds `app.limits`. Needs the rate limiter, which knows of an address what stands for whoever has it. */
export function registerRateLimits(app: FastifyInstance, { db, config }: Pick<Deps, "db" | "config">): void {
  const counts = createRateLimitStore(db, MINUTE_MS);
  const readAddress = app.createRateLimit({ allowList: () => true });
  const addressOf = async (request: FastifyRequest) => (await readAddress(request)).key;

  const refuse = ({ endsIn }: WindowCount, reply: FastifyReply): never => {
    const seconds = Math.max(1, Math.ceil(endsIn / 1000));
    reply.header("retry-after", seconds);
    throw throwTooManyRequests(seconds);
  };

  async function countUse({ use, perMinute }: RateLimitRule, request: FastifyRequest): Promise<WindowCount | null> {
    const address = await addressOf(request);
    if (!request.caller) return counts.use(`${use} ${address}`, perMinute);
    const [person, people] = [`${use} ${request.caller.id}`, `${use} by people of ${address}`];
    const known = counts.refused(person);
    if (known) return known;
    // Together, in one statement.
    const [ofPerson, ofAddress] = await Promise.all([
      counts.use(person, perMinute),
      counts.use(people, Math.max(PEOPLE * perMinute, config.requestsPerMinute), { isRemembered: false }),
    ]);
    // What one of them is refused is not what they did together: nobody uses up the others' share.
    if (ofPerson) await counts.giveBack(people);
    return ofPerson ?? ofAddress;
  }

  app.decorate("limits", {
    forget: () => counts.forget(),
    async count(counted, request, reply) {
      const refused = await countUse(counted, request);
      if (refused) refuse(refused, reply);
    },
    isWithin: async (counted, request) => (await countUse(counted, request)) === null,
    giveBack: async ({ use }, request) => counts.giveBack(`${use} ${await addressOf(request)}`),
  });
}
