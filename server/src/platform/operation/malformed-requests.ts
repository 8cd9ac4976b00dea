import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import { frameworkErrorBody, HttpError } from "../errors";

const pendingByConnection = new WeakMap<Duplex, Set<{ request: IncomingMessage; answer: ServerResponse }>>();
/** Node.js emits the error for every chunk after the unreadable one. */
const failed = new WeakSet<Duplex>();

const STATUS_OF: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Handles input that Node.js could not parse: writes the response to the socket, after the pending responses on it. */
export function handleMalformedRequests(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  if (failed.has(socket)) return;
  failed.add(socket);
  void sendErrorOn(this, socket, STATUS_OF[error.code ?? ""] ?? 400, error.code);
}

/** A host with an optional port; empty if the request's URI has no authority. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]*)(?::\d{0,5})?$/i;

/** Replaces Node.js' own responses, requires one Host (RFC 9112, 3.2), and sends `100 Continue` on reading a body. */
export function rejectMalformedRequest(app: FastifyInstance): void {
  const { server } = app;
  server.prependListener("request", trackRequest);
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("checkContinue", (request, response) => {
    // RFC 9110, 10.1.1: after a rejection the client may or may not send its body, so the connection cannot be reused.
    response.shouldKeepAlive = false;
    request.once("resume", () => !response.headersSent && response.writeContinue());
    server.emit("request", request, response);
  });
  server.on("connect", (_request, socket) => void sendErrorOn(app, socket, 404, "CONNECT"));
  app.addHook("onRequest", async ({ raw: { httpVersion, rawHeaders } }) => {
    const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]!.toLowerCase() === "host");
    const isClear = hosts.length === 1 ? HOST.test(hosts[0]!) : hosts.length === 0 && httpVersion === "1.0";
    if (!isClear) throw new HttpError(400, "malformed", "The request must have exactly one Host header.");
  });
}

function trackRequest(request: IncomingMessage, response: ServerResponse): void {
  const all = pendingByConnection.get(request.socket) ?? new Set();
  const one = { request, answer: response };
  pendingByConnection.set(request.socket, all.add(one));
  response.once("close", () => all.delete(one));
}

async function sendErrorOn(app: FastifyInstance, socket: Duplex, status: number, code: string | undefined) {
  const all = [...(pendingByConnection.get(socket) ?? [])];
  // The request whose body was unreadable; it gets no other response.
  const broken = all.find(({ request }) => !request.complete);
  await Promise.all(all.filter((one) => one !== broken).map(({ answer: response }) => once(response, "close")));
  if (broken?.answer.headersSent || !socket.writable) return void socket.destroy();
  const reqId = String(broken?.answer.getHeader("x-request-id") ?? randomUUID());
  app.log.info({ reqId, status, code }, "unreadable request");
  app.requestEnds.emitEnd({ method: "any", route: "unknown", status, isCut: false, ms: 0 });
  const text = JSON.stringify(frameworkErrorBody(status));
  const headers = [
    `X-Request-Id: ${reqId}`,
    `Date: ${new Date().toUTCString()}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(text)}`,
    "Cache-Control: no-store",
    "Connection: close",
  ];
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join("\r\n")}\r\n\r\n${text}`);
}

/** Same as client_body_timeout in deploy/nginx.conf. */
const BODY_TIMEOUT_MS = 30_000;
const CHECKS_PER_TIMEOUT = 10;

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** A limit for the whole request would cut off slow uploads. Time without reading by the server is not counted. */
export function abortStalledBodies(app: FastifyInstance, limit = BODY_TIMEOUT_MS): void {
  app.server.prependListener("request", (request: IncomingMessage) => {
    if (!hasBody(request)) return;
    const { socket } = request;
    let [bytes, heardAt] = [socket.bytesRead, performance.now()];
    const timer = setInterval(() => {
      if (request.complete) return clearInterval(timer);
      const now = performance.now();
      if (socket.bytesRead !== bytes || !request.readableFlowing) [bytes, heardAt] = [socket.bytesRead, now];
      if (now - heardAt < limit) return;
      clearInterval(timer);
      handleMalformedRequests.call(
        app,
        Object.assign(new Error("The request body stopped arriving."), { code: "ERR_HTTP_REQUEST_TIMEOUT" }),
        socket,
      );
    }, limit / CHECKS_PER_TIMEOUT);
    timer.unref();
    request.once("close", () => clearInterval(timer));
  });
}
