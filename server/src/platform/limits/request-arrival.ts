import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Clock } from "../clock";

declare module "fastify" {
  interface FastifyRequest {
    /** When the request began to arrive, before its body: at this server, or at a trusted proxy that says so. */
    arrivedAt: Date;
  }
}

/** As deploy/nginx.conf writes it: seconds since 1970, with milliseconds. */
const REQUEST_START = /^t=(\d{10}\.\d{3})$/;

/** Returns when a proxy took the request in. Only a proxy whose X-Forwarded-For is trusted is believed, and never a time to come. */
function startedAt(request: FastifyRequest, now: Date): Date | null {
  const said = REQUEST_START.exec(String(request.headers["x-request-start"] ?? ""));
  if (!said || (request.ips?.length ?? 0) < 2) return null;
  const at = new Date(Math.round(Number(said[1]) * 1000));
  return at < now ? at : null;
}

/** Adds `request.arrivedAt`. A proxy passes a body on only when it has all of it, so this server's own clock would come too late. */
export function registerRequestArrival(app: FastifyInstance, { clock }: { clock: Clock }): void {
  app.decorateRequest("arrivedAt", null as never);
  app.addHook("onRequest", (request, _reply, done) => {
    const now = clock.now();
    request.arrivedAt = startedAt(request, now) ?? now;
    done();
  });
}
