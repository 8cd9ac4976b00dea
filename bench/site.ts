import { createHash, X509Certificate } from "node:crypto";
import { rm } from "node:fs/promises";
import { Agent, request as proxyRequest } from "node:http";
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import type { AddressInfo } from "node:net";
import { chromium, type Browser } from "@playwright/test";
import { LANGUAGES } from "@conquest/shared/contracts/parts/languages";
import { buildParts } from "@conquest/scripts/src/parts/build-parts";
import { PARTS } from "@conquest/scripts/src/parts/parts";
import { createCertificate } from "@conquest/scripts/src/process/create-certificate";
import { findBrowser } from "@conquest/scripts/src/process/find-browser";
import { startSite, stopSite, type SiteChild } from "@conquest/scripts/src/process/site-child";

export interface Certificate {
  key: string;
  cert: string;
  /** For `--ignore-certificate-errors-spki-list`; merely ignoring certificate errors would disable the browser's cache. */
  spki: string;
}

export async function makeCertificate(): Promise<Certificate> {
  const { key, cert } = await createCertificate();
  const publicKey = new X509Certificate(cert).publicKey.export({ type: "spki", format: "der" });
  return { key, cert, spki: createHash("sha256").update(publicKey).digest("base64") };
}

/** A reverse proxy with HTTP/2 and TLS, as in production. */
interface Front {
  url: string;
  /** The port of the upstream server. */
  behind: number | undefined;
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

async function openFront({ key, cert }: Certificate): Promise<Front> {
  const agent = new Agent({ keepAlive: true });
  const server = createSecureServer({ key, cert, allowHTTP1: true }, forward);
  const sessions = new Set<{ destroy(): void }>();
  server.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));

  const front: Front = {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    behind: undefined,
    close: () =>
      new Promise((resolve) => {
        agent.destroy();
        sessions.forEach((session) => session.destroy());
        server.close(() => resolve());
      }),
  };

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

export interface FrontedSite {
  url: string;
  /** The port of the server itself. */
  port: number;
  child: SiteChild;
  close(): Promise<void>;
}

/** Starts the site like `npm start`, with its own data and ports, behind a proxy. */
export async function openSite(certificate: Certificate): Promise<FrontedSite> {
  // Measures what is released, instead of the quick builds of `npm start`.
  await buildParts(PARTS, { log: console.log });
  const front = await openFront(certificate);
  const child = await startSite({
    // All requests of a benchmark come from one address.
    env: {
      SITE_URL: front.url,
      TRUST_PROXY: "loopback",
      REQUESTS_PER_MINUTE: "10000000",
      LANGUAGES: LANGUAGES.join(","),
    },
  });
  const port = Number(new URL(child.url).port);
  front.behind = port;
  return {
    url: front.url,
    port,
    child,
    async close() {
      await front.close();
      await stopSite(child);
      await rm(child.dataFolder, { recursive: true, force: true });
    },
  };
}

const QUIET_ARGS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-default-apps",
  // Headless Chromium otherwise positions glyphs at whole pixels, unlike browsers on real screens.
  "--font-render-hinting=none",
];

export async function openBrowser({ spki }: Certificate, debugPort?: number): Promise<Browser> {
  return chromium.launch({
    executablePath: await findBrowser(),
    args: [
      ...QUIET_ARGS,
      `--ignore-certificate-errors-spki-list=${spki}`,
      // Chromium's sandbox refuses to run as root.
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      ...(debugPort ? [`--remote-debugging-port=${debugPort}`] : []),
    ],
  });
}
