import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import { frameworkRefusal } from "../errors";

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
 * itself, after those that are under way on it, and the line to the log. Goes with {@link followConnections}.
 */
export function answerUnreadable(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  if (givenUp.has(socket)) return;
  givenUp.add(socket);
  void refuseOn(this, socket, STATUS_OF[error.code ?? ""] ?? 400, error.code);
}

/** Notes what is under way on a connection, and refuses tunnels, which Node.js would hang up on. */
export function followConnections(app: FastifyInstance): void {
  app.server.prependListener("request", (request, answer) => {
    const { socket } = request;
    const all = underWay.get(socket) ?? new Set();
    const one = { request, answer };
    underWay.set(socket, all.add(one));
    answer.once("close", () => all.delete(one));
  });
  app.server.on("connect", (_request, socket) => void refuseOn(app, socket, 404, "CONNECT"));
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
