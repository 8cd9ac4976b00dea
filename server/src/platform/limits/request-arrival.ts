import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Clock } from "../clock";

/** Some proxies append the port: 203.0.113.10:4711, [2001:db8::1]:4711. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/;

function addressIn(entry: string): string | null {
  if (isIP(entry)) return entry;
  const [, v6, v4] = WITH_PORT.exec(entry) ?? [];
  const address = v6 ?? v4 ?? "";
  return isIP(address) ? address : null;
}

/** Keeps the nearest proxies' addresses. Entries before an invalid one could be forged to evade rate limits. */
export function readForwardedFor(headers: IncomingHttpHeaders): void {
  const written = headers["x-forwarded-for"];
  if (written === undefined) return;
  const addresses: string[] = [];
  for (const entry of String(written).split(",").reverse()) {
    const address = addressIn(entry.trim());
    if (address === null) break;
    addresses.unshift(address);
  }
  if (addresses.length > 0) headers["x-forwarded-for"] = addresses.join(", ");
  else delete headers["x-forwarded-for"];
}

declare module "fastify" {
  interface FastifyRequest {
    arrivedAt: Date;
  }
}

/** Format written by deploy/nginx.conf: seconds since 1970, with milliseconds. */
const REQUEST_START = /^t=(\d{10}\.\d{3})$/;

/** Returns whether the request comes from a trusted proxy. A list of one address is the connection's own. */
export const comesFromProxy = ({ ips = [] }: FastifyRequest): boolean => ips.length > 1;

function startedAt(request: FastifyRequest, now: Date): Date | null {
  const match = REQUEST_START.exec(String(request.headers["x-request-start"] ?? ""));
  if (!match || !comesFromProxy(request)) return null;
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
