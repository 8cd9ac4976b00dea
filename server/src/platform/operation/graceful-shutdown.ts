import type { IncomingMessage, ServerResponse } from "node:http";
import { Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { HttpError } from "../errors";

declare module "fastify" {
  interface FastifyInstance {
    leaving: {
      readonly hasBegun: boolean;
      /**
       * Says to balancers that it is not ready, for so long that they notice; then takes no new connections, and ends each of
       * those that are there with its next answer, until there are none or the limit is reached. All is still answered. In
       * milliseconds.
       */
      leave(noticedAfter?: number, limit?: number): Promise<void>;
    };
  }
}

/** A balancer that asks every two seconds has noticed by then. */
const NOTICED_AFTER = 5_000;
/** A connection that nobody uses is not waited for longer. */
const LIMIT = 5_000;
/** Nor one on which by then nothing was asked that could be answered, once the server closes. */
const SILENCE_LIMIT = 1_000;

/**
 * Adds `app.leaving`: a server that is to be stopped lets go of its connections one after the other, so that no request is sent
 * on one that is just being closed. What comes when it is closing is refused (503) in the shape of every refusal.
 */
export function registerGracefulShutdown(app: FastifyInstance): void {
  let hasBegun = false;
  let isLettingGo = false;
  let isClosing = false;

  const connections = () =>
    new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)));
  async function untilNobodyIsConnected(limit: number): Promise<void> {
    const end = performance.now() + limit;
    while (performance.now() < end && (await connections()) > 0) await pause(50);
  }

  app.decorate("leaving", {
    get hasBegun() {
      return hasBegun;
    },
    async leave(noticedAfter = NOTICED_AFTER, limit = LIMIT) {
      hasBegun = true;
      await untilNobodyIsConnected(noticedAfter);
      isLettingGo = true;
      // That of node:http would end those connections too on which a request may be on its way at this moment.
      Server.prototype.close.call(app.server);
      await untilNobodyIsConnected(limit);
    },
  });
  // Browsers connect in advance, and some say half of what they want. To node:http neither is idle: it would wait for them.
  const asking = new Map<Socket, number>();
  app.server.on("connection", (socket: Socket) => {
    asking.set(socket, 0);
    socket.once("close", () => asking.delete(socket));
  });
  app.server.on("request", ({ socket }: IncomingMessage, answer: ServerResponse) => {
    const add = (count: number) => asking.has(socket) && asking.set(socket, asking.get(socket)! + count);
    add(1);
    answer.once("close", () => add(-1));
  });
  app.addHook("preClose", async () => {
    hasBegun = isLettingGo = isClosing = true;
    // What is asked may just be on its way.
    setTimeout(() => {
      for (const [socket, count] of asking) if (count === 0) socket.destroy();
    }, SILENCE_LIMIT).unref();
  });
  // Also of requests that had come before, of which this is the last moment.
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (isLettingGo) reply.raw.shouldKeepAlive = false;
    done(null, payload);
  });
  app.addHook("onRequest", (_request, reply, done) => {
    if (isLettingGo) reply.raw.shouldKeepAlive = false;
    done(
      isClosing
        ? new HttpError(503, "leaving", "This server is being restarted. Please try again in a moment.")
        : undefined,
    );
  });
}
