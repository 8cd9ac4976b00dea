import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { answerUnreadable } from "../operation/unreadable-requests";

/** As long as nginx waits between two reads of a body (client_body_timeout in deploy/nginx.conf). */
const SILENCE_LIMIT_MS = 30_000;
/** How often a body is looked at within that time: it's cut off at most a tenth too late. */
const LOOKS = 10;

const hasBody = ({ headers }: IncomingMessage) => headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * Answers 408 to a request of whose body nothing has arrived for `limit` milliseconds. A limit on the whole request, as Node.js has,
 * cuts off people with slow connections who send a large file. Time in which the server itself doesn't read isn't counted.
 */
export function cutSilentBodies(app: FastifyInstance, limit = SILENCE_LIMIT_MS): void {
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
      answerUnreadable.call(app, Object.assign(new Error("The body stopped arriving."), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), socket);
    }, limit / LOOKS);
    timer.unref();
    request.once("close", () => clearInterval(timer));
  });
}
