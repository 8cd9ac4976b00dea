import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { handleMalformedRequests } from "../operation/malformed-requests";

/** The same as client_body_timeout in deploy/nginx.conf. */
const SILENCE_LIMIT_MS = 30_000;
/** Checks within that time, so the cutoff is at most a tenth late. */
const LOOKS = 10;

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * Answers 408 if no byte of a request's body arrives for `limit` milliseconds. A limit on the whole request would cut off large files
 * on slow connections. Time in which the server doesn't read isn't counted.
 */
export function abortStalledBodies(app: FastifyInstance, limit = SILENCE_LIMIT_MS): void {
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
        Object.assign(new Error("The body stopped arriving."), { code: "ERR_HTTP_REQUEST_TIMEOUT" }),
        socket,
      );
    }, limit / LOOKS);
    timer.unref();
    request.once("close", () => clearInterval(timer));
  });
}
