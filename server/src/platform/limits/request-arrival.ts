import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Clock } from "../clock";

declare module "fastify" {
  interface FastifyRequest {
    arrivedAt: Date;
  }
}

/** Format written by deploy/nginx.conf: seconds since 1970, with milliseconds. */
const REQUEST_START = /^t=(\d{10}\.\d{3})$/;

function startedAt(request: FastifyRequest, now: Date): Date | null {
  const match = REQUEST_START.exec(String(request.headers["x-request-start"] ?? ""));
  if (!match || (request.ips?.length ?? 0) < 2) return null;
  const at = new Date(Math.round(Number(match[1]) * 1000));
  return at < now ? at : null;
}

/** A proxy forwards a body only once it is complete, so this server's own clock would be too late. */
export function registerRequestArrival(app: FastifyInstance, { clock }: { clock: Clock }): void {
  app.decorateRequest("arrivedAt", null as never);
  app.addHook("onRequest", (request, _reply, done) => {
    const now = clock.now();
    request.arrivedAt = startedAt(request, now) ?? now;
    done();
  });
}
