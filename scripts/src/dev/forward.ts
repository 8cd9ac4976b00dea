import { request as sendRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { waitUntilListening } from "./ports";

export interface Destination {
  port: number;
  path: string;
  patience: number;
  rewrite?: (html: string) => string;
}

const HOP_BY_HOP = ["connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade"];

const forwardable = <Value>(headers: NodeJS.Dict<Value>) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => value !== undefined && !HOP_BY_HOP.includes(name)),
  ) as Record<string, Value>;

/** Waits with an unread body while the server restarts; returns false without a response if that takes too long. */
export async function forward(request: IncomingMessage, response: ServerResponse, to: Destination): Promise<boolean> {
  const isWanted = () => !response.destroyed;
  if (!(await waitUntilListening(to.port, to.patience, isWanted))) return !isWanted();
  const isRepeatable = request.method === "GET" || request.method === "HEAD";
  try {
    await forwardOnce(request, response, to);
    return true;
  } catch (error) {
    // The server ended before responding. Requests that may have had effects are not repeated.
    if (response.headersSent || !isWanted()) {
      response.destroy();
      return true;
    }
    if (!isRepeatable) return sendBadGateway(response, error as Error);
  }
  if (!(await waitUntilListening(to.port, to.patience, isWanted))) return !isWanted();
  await forwardOnce(request, response, to).catch((error: Error) =>
    response.headersSent ? response.destroy() : sendBadGateway(response, error),
  );
  return true;
}

function sendBadGateway(response: ServerResponse, error: Error): true {
  response.writeHead(502, { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" });
  response.end(
    JSON.stringify({ error: { code: "gateway", message: `The server ended before it responded (${error.message}).` } }),
  );
  return true;
}

function forwardOnce(
  request: IncomingMessage,
  response: ServerResponse,
  { port, path, rewrite }: Destination,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = forwardable(request.headers);
    // Compressed HTML could not be rewritten.
    if (rewrite) delete headers["accept-encoding"];
    // A kept-alive connection could go to a server that is shutting down.
    const outgoing = sendRequest({ host: "localhost", port, path, method: request.method, headers, agent: false });
    const abort = () => outgoing.destroy();
    response.once("close", abort);
    outgoing.once("error", reject);
    outgoing.once("response", (answer) => {
      answer.once("error", reject);
      const responseHeaders = forwardable(answer.headers);
      const isHtml = String(answer.headers["content-type"] ?? "").startsWith("text/html");
      if (!rewrite || !isHtml || request.method === "HEAD") {
        response.writeHead(answer.statusCode ?? 502, responseHeaders);
        answer.pipe(response);
        answer.once("end", resolve);
        return;
      }
      const { "content-length": _length, etag: _etag, ...rest } = responseHeaders;
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.once("end", () => {
        response.writeHead(answer.statusCode ?? 502, rest);
        response.end(rewrite(Buffer.concat(chunks).toString("utf8")));
        resolve();
      });
    });
    request.pipe(outgoing);
  });
}
