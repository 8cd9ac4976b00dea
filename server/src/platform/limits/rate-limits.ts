import type {} from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { STATUS } from "@conquest/shared/contracts/errors";
import type { Deps } from "../deps";
import { Refusal } from "../errors";
import type { CountedUse } from "./counted-use";
import { sharedCounts, type Counted, type SharedCounts } from "./shared-counts";

export const MINUTE_MS = 60_000;

/** Said with a header `retry-after`, in seconds. */
export const tooMany = (seconds: number) =>
  new Refusal(STATUS.tooMany, "too_many", `That was a lot at once. Please try again in ${seconds === 1 ? "a second" : seconds < 60 ? `${seconds} seconds` : "a minute"}.`);

interface Limits extends Pick<SharedCounts, "forget"> {
  /**
   * Refuses whoever did this more than so many times within a minute, on all servers together: a person by their account, since
   * many may share one address, and a visitor by the address. Call it once it is known who calls.
   */
  count(counted: CountedUse, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** {@link count} for what the server would do on its own for this request: false where that would be too often. */
  isWithin(counted: CountedUse, request: FastifyRequest): Promise<boolean>;
  /** What {@link count} has let through was none after all. */
  giveBack(counted: CountedUse, request: FastifyRequest): Promise<void>;
}

declare module "fastify" {
  interface FastifyInstance {
    limits: Limits;
  }
}

/** Adds `app.limits`. Needs the rate limiter, which knows of an address what stands for whoever has it. */
export function keepLimits(app: FastifyInstance, { db }: Pick<Deps, "db">): void {
  const counts = sharedCounts(db, MINUTE_MS);
  const readAddress = app.createRateLimit({ allowList: () => true });
  const keyOf = async (use: string, request: FastifyRequest) => `${use} ${request.caller?.id ?? (await readAddress(request)).key}`;

  const refuse = ({ endsIn }: Counted, reply: FastifyReply): never => {
    const seconds = Math.max(1, Math.ceil(endsIn / 1000));
    reply.header("retry-after", seconds);
    throw tooMany(seconds);
  };

  const countUse = async ({ use, perMinute }: CountedUse, request: FastifyRequest) => counts.use(await keyOf(use, request), perMinute);

  app.decorate("limits", {
    forget: () => counts.forget(),
    async count(counted, request, reply) {
      const refused = await countUse(counted, request);
      if (refused) refuse(refused, reply);
    },
    isWithin: async (counted, request) => (await countUse(counted, request)) === null,
    giveBack: async ({ use }, request) => counts.giveBack(await keyOf(use, request)),
  });
}
