import type { FastifyInstance } from "fastify";
import { Refusal } from "../errors";

declare module "fastify" {
  interface FastifyInstance {
    leaving: {
      /** From now on it says so to a balancer, and ends each connection with its next answer; all is still answered. */
      begin(): void;
      readonly hasBegun: boolean;
    };
  }
}

/**
 * Adds `app.leaving`: a server that is to be stopped lets go of its connections one after the other, so that no request is sent
 * on one that is just being closed. What comes when it is closing is refused (503) in the shape of every refusal.
 */
export function leaveQuietly(app: FastifyInstance): void {
  let hasBegun = false;
  let isClosing = false;
  app.decorate("leaving", {
    begin: () => void (hasBegun = true),
    get hasBegun() {
      return hasBegun;
    },
  });
  app.addHook("preClose", async () => void (hasBegun = isClosing = true));
  // Also of requests that had come before, of which this is the last moment.
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (hasBegun) reply.raw.shouldKeepAlive = false;
    done(null, payload);
  });
  app.addHook("onRequest", (_request, reply, done) => {
    if (hasBegun) reply.raw.shouldKeepAlive = false;
    done(isClosing ? new Refusal(503, "leaving", "This server is being restarted. Please try again in a moment.") : undefined);
  });
}
