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
       * Reports "not ready", then accepts no new connections and closes existing ones with their next response. Times
       * in milliseconds.
       */
      leave(noticedAfter?: number, limit?: number): Promise<void>;
    };
  }
}

/** A load balancer that checks every two seconds notices within this time. */
const NOTICE_MS = 5_000;
const DRAIN_TIMEOUT_MS = 5_000;
/** After the server closes, connections without a request in progress are destroyed after this. */
const IDLE_TIMEOUT_MS = 1_000;

/**
 * Drains connections one by one, so that no request is sent on a connection that is being closed. Later requests get a
 * 503.
 */
export function registerGracefulShutdown(app: FastifyInstance): void {
  let hasBegun = false;
  let isDraining = false;
  let isClosing = false;

  const connections = () =>
    new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)));
  async function waitUntilDisconnected(limit: number): Promise<void> {
    const end = performance.now() + limit;
    while (performance.now() < end && (await connections()) > 0) await pause(50);
  }

  app.decorate("leaving", {
    get hasBegun() {
      return hasBegun;
    },
    async leave(noticedAfter = NOTICE_MS, limit = DRAIN_TIMEOUT_MS) {
      hasBegun = true;
      await waitUntilDisconnected(noticedAfter);
      isDraining = true;
      // Unlike the method of node:http, this does not end idle connections, on which a request may just be arriving.
      Server.prototype.close.call(app.server);
      await waitUntilDisconnected(limit);
    },
  });
  // Browsers open connections in advance, and some send half a request. node:http does not consider either idle and
  // would wait for them.
  const requestCounts = new Map<Socket, number>();
  app.server.on("connection", (socket: Socket) => {
    requestCounts.set(socket, 0);
    socket.once("close", () => requestCounts.delete(socket));
  });
  app.server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    const add = (count: number) =>
      requestCounts.has(socket) && requestCounts.set(socket, requestCounts.get(socket)! + count);
    add(1);
    response.once("close", () => add(-1));
  });
  app.addHook("preClose", async () => {
    hasBegun = isDraining = isClosing = true;
    setTimeout(() => {
      for (const [socket, count] of requestCounts) if (count === 0) socket.destroy();
    }, IDLE_TIMEOUT_MS).unref();
  });
  // Also for requests that arrived earlier: this is the last moment to set it.
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (isDraining) reply.raw.shouldKeepAlive = false;
    done(null, payload);
  });
  app.addHook("onRequest", (_request, reply, done) => {
    if (isDraining) reply.raw.shouldKeepAlive = false;
    done(
      isClosing
        ? new HttpError(503, "leaving", "This server is being restarted. Please try again in a moment.")
        : undefined,
    );
  });
}
