import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** How a request ended. */
export interface EndedRequest {
  /** One of those that the route knows; "any" for what reached none. */
  method: string;
  /** The pattern rather than the address, which may hold an e-mail. */
  route: string;
  status: number;
  /** The answer was not sent to its end: the connection is gone, or what was sent came to an end. */
  isCut: boolean;
  ms: number;
}

declare module "fastify" {
  interface FastifyInstance {
    requestEnds: {
      /** Hears of every request that has ended, also of those that could not be read. */
      hear(hearer: (ended: EndedRequest) => void): void;
      tell(ended: EndedRequest): void;
    };
  }
}

/** Adds `app.requestEnds`. Every answer carries the id that stands in the line of its request: whoever reports a trouble can say which it was. */
export function logRequests(app: FastifyInstance): void {
  const sent = new WeakSet<FastifyRequest>();
  const hearers: ((ended: EndedRequest) => void)[] = [];
  app.decorate("requestEnds", {
    hear: (hearer) => void hearers.push(hearer),
    tell: (ended) => hearers.forEach((hearer) => hearer(ended)),
  });
  app.addHook("onRequest", (request, reply, done) => {
    nameRequest(request, reply);
    // Of one that was not sent to its end the framework says nothing.
    reply.raw.once("close", () => !sent.has(request) && logRequest(request, reply, { isCut: true }));
    done();
  });
  app.addHook("onResponse", async (request, reply) => {
    sent.add(request);
    logRequest(request, reply);
  });
}

/** On the connection itself: some answers go past Fastify. */
export const nameRequest = (request: FastifyRequest, reply: FastifyReply) =>
  void reply.raw.setHeader("x-request-id", request.id);

/** One line a request: no address, no headers, no bodies. */
export function logRequest(request: FastifyRequest, { raw, elapsedTime }: FastifyReply, { isCut = false } = {}): void {
  const { url: route = "unknown" } = request.routeOptions;
  const [status, ms] = [raw.statusCode, Math.round(elapsedTime)];
  const level = status >= 500 ? "error" : "info";
  request.log[level](
    { method: request.method, route, status, ms, ...(isCut && { isCut }) },
    isCut ? "request, cut off" : "request",
  );
  // A method is whatever was sent; the router knows only its own.
  request.server.requestEnds.tell({
    method: route === "unknown" ? "any" : request.method,
    route,
    status,
    isCut,
    ms: elapsedTime,
  });
}
