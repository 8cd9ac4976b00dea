import { request as ask, type IncomingMessage, type ServerResponse } from "node:http";
import { untilListening } from "./listening";

export interface Destination {
  port: number;
  /** Path and query as they are there. */
  path: string;
  /** Milliseconds that a request waits for somebody who is not there at the moment. */
  patience: number;
  /** Changes the HTML of a page. */
  rewrite?: (html: string) => string;
}

/** These are about one connection, and here are two. */
const HOP_BY_HOP = ["connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade"];

const forwardable = <Value>(headers: NodeJS.Dict<Value>) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => value !== undefined && !HOP_BY_HOP.includes(name)),
  ) as Record<string, Value>;

/**
 * Hands a request on and its answer back. While nobody listens there the request is held, its body unread, so that a server that
 * restarts is slow rather than gone; answers false when that takes too long, and nothing has been answered then.
 */
export async function forward(request: IncomingMessage, response: ServerResponse, to: Destination): Promise<boolean> {
  const isWanted = () => !response.destroyed;
  if (!(await untilListening(to.port, to.patience, isWanted))) return !isWanted();
  const isRepeatable = request.method === "GET" || request.method === "HEAD";
  try {
    await once(request, response, to);
    return true;
  } catch (error) {
    // It ended between taking the request and answering it. What may have been carried out is not asked for twice.
    if (response.headersSent || !isWanted()) {
      response.destroy();
      return true;
    }
    if (!isRepeatable) return refuse(response, error as Error);
  }
  if (!(await untilListening(to.port, to.patience, isWanted))) return !isWanted();
  await once(request, response, to).catch((error: Error) =>
    response.headersSent ? response.destroy() : refuse(response, error),
  );
  return true;
}

function refuse(response: ServerResponse, error: Error): true {
  response.writeHead(502, { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" });
  response.end(
    JSON.stringify({ error: { code: "gateway", message: `The server ended before it answered (${error.message}).` } }),
  );
  return true;
}

function once(request: IncomingMessage, response: ServerResponse, { port, path, rewrite }: Destination): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = forwardable(request.headers);
    // What is changed here has to be read here.
    if (rewrite) delete headers["accept-encoding"];
    // A connection each: one that is kept would go on speaking to a server that is closing, and be told so.
    const outgoing = ask({ host: "localhost", port, path, method: request.method, headers, agent: false });
    const abandon = () => outgoing.destroy();
    response.once("close", abandon);
    outgoing.once("error", reject);
    outgoing.once("response", (answer) => {
      answer.once("error", reject);
      const given = forwardable(answer.headers);
      const isHtml = String(answer.headers["content-type"] ?? "").startsWith("text/html");
      if (!rewrite || !isHtml || request.method === "HEAD") {
        response.writeHead(answer.statusCode ?? 502, given);
        answer.pipe(response);
        answer.once("end", resolve);
        return;
      }
      const { "content-length": _length, etag: _etag, ...rest } = given;
      const pieces: Buffer[] = [];
      answer.on("data", (piece: Buffer) => pieces.push(piece));
      answer.once("end", () => {
        response.writeHead(answer.statusCode ?? 502, rest);
        response.end(rewrite(Buffer.concat(pieces).toString("utf8")));
        resolve();
      });
    });
    request.pipe(outgoing);
  });
}
