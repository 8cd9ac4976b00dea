import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import { frameworkRefusal, HttpError } from "../errors";

interface UnderWay {
  request: IncomingMessage;
  answer: ServerResponse;
}

/** What was asked on a connection and is not answered yet, in the order in which it is. */
const underWay = new WeakMap<Duplex, Set<UnderWay>>();
/** Node.js tells of each piece that comes after what it could not read. */
const givenUp = new WeakSet<Duplex>();

const STATUS_OF: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/**
 * What never became a request, since Node.js could not read it, or the rest of one: the answer is written to the connection
 * itself, after those that are under way on it, and the line to the log. Goes with {@link rejectMalformedRequest}.
 */
export function handleMalformedRequests(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  if (givenUp.has(socket)) return;
  givenUp.add(socket);
  void refuseOn(this, socket, STATUS_OF[error.code ?? ""] ?? 400, error.code);
}

/** As a host is written, with its port where it has one; empty where the address of what is asked has none. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]*)(?::\d{0,5})?$/i;

/**
 * What Node.js would answer in a shape of its own. RFC 9112, 3.2: without one Host nobody can tell which site is meant. Tunnels it would
 * hang up on. An expectation that nobody knows is left alone, as proxies do. Who waits for a word before they send is told to go on when their body
 * is read: what is refused before that need not be sent.
 */
export function rejectMalformedRequest(app: FastifyInstance): void {
  const { server } = app;
  server.prependListener("request", noteUnderWay);
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("checkContinue", (request, response) => {
    // RFC 9110, 10.1.1: whoever was refused may send their body nevertheless, or not. The next request is not looked for after it.
    response.shouldKeepAlive = false;
    request.once("resume", () => !response.headersSent && response.writeContinue());
    server.emit("request", request, response);
  });
  server.on("connect", (_request, socket) => void refuseOn(app, socket, 404, "CONNECT"));
  app.addHook("onRequest", async ({ raw: { httpVersion, rawHeaders } }) => {
    const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]!.toLowerCase() === "host");
    const isClear = hosts.length === 1 ? HOST.test(hosts[0]!) : hosts.length === 0 && httpVersion === "1.0";
    if (!isClear)
      throw new HttpError(400, "malformed", "The request does not say which site it is for: it has to have one Host.");
  });
}

function noteUnderWay(request: IncomingMessage, answer: ServerResponse): void {
  const all = underWay.get(request.socket) ?? new Set();
  const one = { request, answer };
  underWay.set(request.socket, all.add(one));
  answer.once("close", () => all.delete(one));
}

async function refuseOn(app: FastifyInstance, socket: Duplex, status: number, code: string | undefined): Promise<void> {
  const all = [...(underWay.get(socket) ?? [])];
  // Whose body it was that could not be read: it gets no other answer.
  const broken = all.find(({ request }) => !request.complete);
  await Promise.all(all.filter((one) => one !== broken).map(({ answer }) => once(answer, "close")));
  if (broken?.answer.headersSent || !socket.writable) return void socket.destroy();
  const reqId = String(broken?.answer.getHeader("x-request-id") ?? randomUUID());
  app.log.info({ reqId, status, code }, "unreadable request");
  app.requestEnds.tell({ method: "any", route: "unknown", status, isCut: false, ms: 0 });
  const text = JSON.stringify(frameworkRefusal(status));
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
