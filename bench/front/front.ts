import { Agent, request as proxyRequest } from "node:http";
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import type { AddressInfo } from "node:net";
import type { Certificate } from "./certificate";

export interface OwnFile {
  contentType: string;
  cacheControl: string;
  content: Buffer;
  encoding?: "br";
  headers?: Record<string, string>;
}

/** A reverse proxy with HTTP/2 and TLS, as in production. */
export interface Front {
  url: string;
  /** The port of the upstream server. */
  behind: number | undefined;
  /** Returns a file to serve instead of proxying the request. */
  own: (path: string) => Promise<OwnFile | undefined>;
  close(): Promise<void>;
}

/** Hop-by-hop headers, which HTTP/2 forbids. */
const HOP_BY_HOP_HEADERS = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
  "proxy-connection",
  "host",
]);

const forwardedHeaders = <Value>(headers: Record<string, Value>) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.startsWith(":") && !HOP_BY_HOP_HEADERS.has(name)),
  );

/** Opens a proxy. Every variant is served through one, so that none has a shorter path. */
export async function openFront({ key, cert }: Certificate): Promise<Front> {
  const agent = new Agent({ keepAlive: true });
  const server = createSecureServer(
    { key, cert, allowHTTP1: true },
    (request, response) => void handle(request, response),
  );
  const sessions = new Set<{ destroy(): void }>();
  server.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));

  const front: Front = {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    behind: undefined,
    own: async () => undefined,
    close: () =>
      new Promise((resolve) => {
        agent.destroy();
        sessions.forEach((session) => session.destroy());
        server.close(() => resolve());
      }),
  };

  async function handle(request: Http2ServerRequest, response: Http2ServerResponse): Promise<void> {
    const isReadRequest = request.method === "GET" || request.method === "HEAD";
    const file = isReadRequest ? await front.own(request.url.split("?")[0]!).catch(() => undefined) : undefined;
    if (!file) return forward(request, response);
    const { contentType, cacheControl, encoding, headers, content } = file;
    const own = {
      "content-type": contentType,
      "cache-control": cacheControl,
      ...(encoding ? { "content-encoding": encoding } : {}),
    };
    response.writeHead(200, { ...headers, ...own });
    response.end(content);
  }

  function forward(request: Http2ServerRequest, response: Http2ServerResponse): void {
    const host = request.headers[":authority"] ?? request.headers.host;
    const { method, url } = request;
    const headers = { ...forwardedHeaders(request.headers), host, "x-forwarded-proto": "https" };
    const upstream = proxyRequest(
      { agent, host: "127.0.0.1", port: front.behind, method, path: url, headers },
      (upstreamResponse) => {
        response.writeHead(upstreamResponse.statusCode ?? 502, forwardedHeaders(upstreamResponse.headers));
        upstreamResponse.pipe(response);
      },
    );
    upstream.once("error", () => {
      if (!response.headersSent) response.writeHead(502);
      response.end();
    });
    response.once("close", () => upstream.destroy());
    request.pipe(upstream);
  }

  return front;
}
