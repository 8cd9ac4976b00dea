import type { IncomingMessage, ServerResponse } from "node:http";
import { Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { message } from "@conquest/shared/contracts/text/message";
import { HttpError, throwUnavailable } from "../errors";
import { eq } from "drizzle-orm";
import { registryParts } from "../../database/schema/releases";
import type { Deps } from "../deps";
import { withTimeout } from "../concurrency/with-timeout";

declare module "fastify" {
  interface FastifyInstance {
    leaving: {
      readonly hasBegun: boolean;
      /** Reports "not ready", then closes connections with their next response. Times are in milliseconds. */
      leave(noticedAfter?: number, limit?: number): Promise<void>;
    };
  }
}

/** A load balancer that checks every two seconds notices within this time. */
const NOTICE_MS = 5_000;
const DRAIN_TIMEOUT_MS = 5_000;
/** After the server closes, connections without a request in progress are destroyed after this. */
const IDLE_TIMEOUT_MS = 1_000;

/** Drains connections one by one, so that none closes while a request arrives. Later requests get a 503. */
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
  // Browsers open connections in advance, some with half a request; node:http does not consider either idle.
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
        ? new HttpError(503, "leaving", message("This server is restarting. Try again in a moment."))
        : undefined,
    );
  });
}

/** Liveness: a failure makes the orchestrator restart the process. */
const LIVENESS_PATH = "/api/health";
/** Readiness: a failure makes the load balancer use other servers. */
const READINESS_PATH = "/api/ready";
export const HEALTH: readonly string[] = [LIVENESS_PATH, READINESS_PATH];

/** Above the response time of a healthy database, and below a load balancer's own timeout. */
const DATABASE_TIMEOUT_MS = 2_000;

/** `shell`: the micro-frontend without which no page renders. Migrations run before the server listens. */
export function serveHealth(app: FastifyInstance, { db, config }: Pick<Deps, "db" | "config">, shell: string): void {
  const shellVersions = async () =>
    db.select({ version: registryParts.currentVersion }).from(registryParts).where(eq(registryParts.part, shell));

  app.get(LIVENESS_PATH, (_request, reply) => reply.header("cache-control", "no-store").send({ status: "ok" }));

  app.get(READINESS_PATH, async (request, reply) => {
    if (app.leaving.hasBegun) return throwUnavailable("leaving", "This server is stopping.");
    const released = await withTimeout(shellVersions(), DATABASE_TIMEOUT_MS, "The database").catch((error: unknown) => {
      request.log.error({ err: error }, "not ready");
      return throwUnavailable("not_ready", "The database isn't responding.");
    });
    if (released.length === 0 && !config.devShellUrl)
      return throwUnavailable("not_ready", "The site's shell isn't released yet.");
    return reply.header("cache-control", "no-store").send({ status: "ok" });
  });
}
