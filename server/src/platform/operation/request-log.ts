import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { pino, type DestinationStream, type Logger } from "pino";
import { currentTrace, type TraceContext } from "../../database/trace-context";
import { describeError } from "../failures/describe-error";

export interface EndedRequest {
  method: string;
  /** The route pattern, because the actual URL may contain an email. */
  route: string;
  status: number;
  /** The response was not sent completely: the connection or the source stream broke off. */
  isCut: boolean;
  ms: number;
}

declare module "fastify" {
  interface FastifyInstance {
    requestEnds: { onEnd(hearer: (ended: EndedRequest) => void): void; emitEnd(ended: EndedRequest): void };
  }
}

export function logRequests(app: FastifyInstance): void {
  const sent = new WeakSet<FastifyRequest>();
  const listeners: ((ended: EndedRequest) => void)[] = [];
  app.decorate("requestEnds", {
    onEnd: (hearer) => void listeners.push(hearer),
    emitEnd: (ended) => listeners.forEach((hearer) => hearer(ended)),
  });
  app.addHook("onRequest", (request, reply, done) => {
    setRequestIdHeader(request, reply);
    // Fastify does not report responses that were cut off.
    reply.raw.once("close", () => !sent.has(request) && logRequest(request, reply, { isCut: true }));
    done();
  });
  app.addHook("onResponse", async (request, reply) => {
    sent.add(request);
    logRequest(request, reply);
  });
}

/** Sets the header on the raw response, because some responses bypass Fastify. */
export const setRequestIdHeader = (request: FastifyRequest, reply: FastifyReply) =>
  void reply.raw.setHeader("x-request-id", request.id);

export function logRequest(request: FastifyRequest, { raw, elapsedTime }: FastifyReply, { isCut = false } = {}): void {
  const { url: route = "unknown" } = request.routeOptions;
  const [status, ms] = [raw.statusCode, Math.round(elapsedTime)];
  const level = status >= 500 ? "error" : "info";
  request.log[level](
    // Responses may end outside of the request's trace.
    { ...traceIdOf(request.trace), method: request.method, route, status, ms, ...(isCut && { isCut }) },
    isCut ? "request, cut off" : "request",
  );
  // Any text may arrive as a method; only those of a route are used.
  request.server.requestEnds.emitEnd({
    method: route === "unknown" ? "any" : request.method,
    route,
    status,
    isCut,
    ms: elapsedTime,
  });
}

const traceIdOf = (trace: TraceContext | null | undefined) => (trace ? { trace_id: trace.traceId } : {});

export const openLogger = (level: string, destination?: DestinationStream): Logger =>
  pino(
    { level, serializers: { err: describeError }, mixin: () => traceIdOf(currentTrace.get()) },
    ...(destination ? [destination] : []),
  );
