import { subscribe } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";
import { trace } from "@opentelemetry/api";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { currentTrace, traceparentOf, type TraceContext } from "../../database/trace-context";
import { comesFromProxy } from "../limits/request-arrival";

declare module "fastify" {
  interface FastifyRequest {
    /** Null until the request's first hook has run. */
    trace: TraceContext | null;
  }
}

const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-([\da-f]{2})(?:-.*)?$/;

/** Reads a `traceparent` of any version but ff, as later ones begin like version 00. */
function readTraceparent(header: string | string[] | undefined) {
  const [, traceId, flags] = (typeof header === "string" && TRACEPARENT.exec(header)) || [];
  return traceId === undefined ? null : { traceId, isSampled: (parseInt(flags!, 16) & 1) === 1 };
}

/** Takes the trace of the operator's OpenTelemetry agent, continues that of a trusted proxy, or starts one. */
function traceOf(request: FastifyRequest): TraceContext {
  const digits = request.id.replaceAll("-", "");
  const received = comesFromProxy(request) ? readTraceparent(request.headers.traceparent) : null;
  const active = trace.getActiveSpan()?.spanContext();
  return {
    traceId: active?.traceId ?? received?.traceId ?? digits,
    spanId: active?.spanId ?? digits.slice(0, 16),
    isSampled: received?.isSampled ?? false,
    database: { statements: 0, ms: 0 },
  };
}

const round = (ms: number) => Math.round(ms * 10) / 10;

/** Gives each request its trace, and shows admins and sampled traces what it took. */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest("trace", null);
  app.addHook("onRequest", (request, _reply, done) => {
    request.trace = traceOf(request);
    if (request.trace.isSampled) currentTrace.run(request.trace, done);
    else done();
  });
  app.addHook("onSend", async (request, reply) => {
    if (!request.trace || !(request.trace.isSampled || request.caller?.role === "admin")) return;
    const { statements, ms } = request.trace.database;
    const before = reply.getHeader("server-timing");
    reply.header(
      "server-timing",
      [
        ...(before === undefined ? [] : [before]),
        `total;dur=${round(reply.elapsedTime)}`,
        ...(statements === 0 ? [] : [`db;dur=${round(ms)};desc="${statements} statements"`]),
      ].join(", "),
    );
  });
}

/** Sends recorded traces on to services such as the bucket, except on Node.js 20, which announces requests too late. */
export function traceOutgoingCalls(): void {
  subscribe("http.client.request.created", (message) => {
    const current = currentTrace.get();
    const { request } = message as { request: ClientRequest };
    if (current && !request.headersSent && !request.hasHeader("traceparent"))
      request.setHeader("traceparent", traceparentOf(current));
  });
}
