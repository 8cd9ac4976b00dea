import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { handleMalformedRequests } from "../operation/malformed-requests";

/** Same as client_body_timeout in deploy/nginx.conf. */
const BODY_TIMEOUT_MS = 30_000;
const CHECKS_PER_TIMEOUT = 10;

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * A timeout for the whole request would cut off large files on slow connections. Time in which the server does not read
 * is not counted.
 */
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
        Object.assign(new Error("The body stopped arriving."), { code: "ERR_HTTP_REQUEST_TIMEOUT" }),
        socket,
      );
    }, limit / CHECKS_PER_TIMEOUT);
    timer.unref();
    request.once("close", () => clearInterval(timer));
  });
}
