import { Agent, request as ask } from "node:http";
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import type { AddressInfo } from "node:net";
import type { Certificate } from "./certificate";

/** A file that the front answers itself. */
export interface OwnFile {
  contentType: string;
  cacheControl: string;
  content: Buffer;
  /** The encoding that `content` is in. */
  encoding?: "br";
  /** Whatever else is said with it. */
  headers?: Record<string, string>;
}

/** What stands before a server, as it would on the internet: HTTP/2 and TLS, and everything else passed on as it is. */
export interface Front {
  url: string;
  /** The port of the server behind. */
  behind: number | undefined;
  /** Answers some addresses in place of the server behind. */
  own: (path: string) => Promise<OwnFile | undefined>;
  close(): Promise<void>;
}

/** These are of one connection, and HTTP/2 refuses them. */
const OF_A_CONNECTION = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
  "proxy-connection",
  "host",
]);

const carriedOn = <Value>(headers: Record<string, Value>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(":") && !OF_A_CONNECTION.has(name)));

/** The same for every variant, so that none is nearer than another. */
export async function openFront({ key, cert }: Certificate): Promise<Front> {
  const agent = new Agent({ keepAlive: true });
  const server = createSecureServer(
    { key, cert, allowHTTP1: true },
    (request, response) => void answer(request, response),
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

  async function answer(request: Http2ServerRequest, response: Http2ServerResponse): Promise<void> {
    const isRead = request.method === "GET" || request.method === "HEAD";
    const file = isRead ? await front.own(request.url.split("?")[0]!).catch(() => undefined) : undefined;
    if (!file) return passOn(request, response);
    const { contentType, cacheControl, encoding, headers, content } = file;
    const own = {
      "content-type": contentType,
      "cache-control": cacheControl,
      ...(encoding ? { "content-encoding": encoding } : {}),
    };
    response.writeHead(200, { ...headers, ...own });
    response.end(content);
  }

  function passOn(request: Http2ServerRequest, response: Http2ServerResponse): void {
    const host = request.headers[":authority"] ?? request.headers.host;
    const { method, url } = request;
    const headers = { ...carriedOn(request.headers), host, "x-forwarded-proto": "https" };
    const passed = ask({ agent, host: "127.0.0.1", port: front.behind, method, path: url, headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 502, carriedOn(answered.headers));
      answered.pipe(response);
    });
    passed.once("error", () => {
      if (!response.headersSent) response.writeHead(502);
      response.end();
    });
    response.once("close", () => passed.destroy());
    request.pipe(passed);
  }

  return front;
}
