import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Every answer carries the id that stands in the lines of its request: whoever reports a trouble can say which it was. */
export function logRequests(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    nameRequest(request, reply);
    done();
  });
  app.addHook("onResponse", async (request, reply) => logRequest(request, reply));
}

/** On the connection itself: some answers go past Fastify. */
export const nameRequest = (request: FastifyRequest, reply: FastifyReply) => void reply.raw.setHeader("x-request-id", request.id);

/** One line a request: the route rather than the address, which may hold an e-mail; no headers, no bodies. */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const level = reply.statusCode >= 500 ? "error" : "info";
  request.log[level](
    { method: request.method, route: request.routeOptions.url ?? "unknown", status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
    "request",
  );
}
