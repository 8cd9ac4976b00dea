import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { connect as connectPlain, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { connect } from "node:tls";
import { findProgram } from "@conquest/server/src/testing/find-program";
import { startNginx, type RunningNginx } from "./src/safety/start-nginx";

const program = findProgram("nginx");

const OWN_ID = /^[0-9a-f]{32}$/;

/** Starts a server that sets its own request id, and returns 503 for paths with "away". */
async function aServer(): Promise<Server> {
  const server = createServer((request: IncomingMessage, response) => {
    response.writeHead(request.url?.includes("away") ? 503 : 200, {
      "x-request-id": "the server's own",
      "content-type": "text/plain",
      "content-length": 13,
    });
    request.resume().on("end", () => response.end("of the server"));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

async function waitUntil(isTrue: () => boolean): Promise<void> {
  const end = Date.now() + 5_000;
  while (!isTrue()) {
    if (Date.now() > end) throw new Error("It did not become true within 5 s.");
    await pause(20);
  }
}

(program ? describe : describe.skip)("deploy/nginx.conf", () => {
  let folder = "";
  let nginx: RunningNginx;
  let server: Server;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "conquest-nginx-"));
    server = await aServer();
    const gone = await aServer();
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    nginx = await startNginx(program!, folder, [(server.address() as AddressInfo).port, port], { isLimited: true });
  });
  afterAll(async () => {
    nginx.child.kill("SIGTERM");
    await once(nginx.child, "close");
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Sends raw text and returns the response once it is complete or the connection closes. */
  async function exchange(text: string, to = nginx.url) {
    const port = Number(new URL(to).port);
    const socket = to.startsWith("https:")
      ? connect({ port, host: "127.0.0.1", rejectUnauthorized: false })
      : connectPlain(port, "127.0.0.1");
    socket.on("error", () => undefined);
    let response = "";
    // nginx lingers to read the rest of the request, so the client closes after a complete response.
    socket.on("data", (chunk: Buffer) => {
      response += chunk.toString("utf8");
      const [, length, body] = /^content-length: (\d+)\r\n[^]*?\r\n\r\n([^]*)/im.exec(response) ?? [];
      if (length && body!.length === Number(length)) socket.destroy();
    });
    socket.write(text);
    await once(socket, "close");
    const [head = "", body = ""] = response.split(/\r\n\r\n([^]*)/);
    const header = (name: string) => new RegExp(`^${name}: (.*)$`, "im").exec(head)?.[1]?.trim();
    return {
      status: Number(head.split(" ")[1]),
      body,
      type: header("content-type"),
      id: header("x-request-id"),
      ids: head.match(/^x-request-id:/gim)?.length ?? 0,
      wait: header("retry-after"),
    };
  }
  const ask = (address: string, { method = "GET", headers = [] as string[] } = {}) =>
    exchange(
      [`${method} ${address} HTTP/1.1`, "Host: localhost", "Connection: close", ...headers, "", ""].join("\r\n"),
    );
  /** Leaves out a last line that nginx has not finished writing. */
  const lines = async () =>
    (await readFile(nginx.logFile, "utf8"))
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  /** Waits for the log line, which nginx writes after the response. */
  async function lineOf(id: string | undefined): Promise<Record<string, unknown>> {
    for (;;) {
      const line = (await lines()).find(({ reqId }) => reqId === id);
      if (line) return line;
      await pause(20);
    }
  }

  const errorCases = [
    [
      "a body that is too large",
      "/api/contact",
      { method: "POST", headers: ["Content-Length: 99999999"] },
      413,
      "too_large",
    ],
    ["headers that are too large", "/api/contact", { headers: [`Cookie: ${"a".repeat(40_000)}`] }, 431, "too_large"],
    ["a path that is too long", `/api/${"a".repeat(40_000)}`, {}, 414, "too_large"],
    ["a malformed path", "/api/%zz", {}, 400, "malformed"],
    ["an unsupported method", "/api/contact", { method: "TRACE" }, 405, "not_allowed"],
    [
      "an unsupported transfer encoding",
      "/api/contact",
      { method: "POST", headers: ["Transfer-Encoding: gzip"] },
      501,
      "malformed",
    ],
  ] as const;

  it.each(errorCases)(
    "rejects %s with a JSON error and logs its request id",
    async (_, address, options, status, code) => {
      const response = await ask(address, { ...options, headers: "headers" in options ? [...options.headers] : [] });
      expect([response.status, response.type, response.ids]).toEqual([status, "application/json; charset=utf-8", 1]);
      expect(JSON.parse(response.body)).toEqual({
        error: { code, message: expect.stringMatching(/^[A-Z].*\.$/) as string },
      });
      expect(response.id).toMatch(OWN_ID);
      expect(await lineOf(response.id)).toMatchObject({ status: String(status) });
    },
  );

  it.each(errorCases)("rejects %s with an HTML page outside the API", async (_, address, options, status) => {
    const response = await ask(address.replace("/api/", "/"), {
      ...options,
      headers: "headers" in options ? [...options.headers] : [],
    });
    expect([response.status, response.type, response.ids]).toEqual([status, "text/html; charset=utf-8", 1]);
    expect(response.body).toMatch(/<title>[A-Z][^<]+ \| Conquest<\/title>/);
    expect(response.body).not.toContain("nginx");
    expect(response.id).toMatch(OWN_ID);
  });

  it.each(["GET / HTTP/9.9\r\n\r\n", "nonsense\r\n\r\n", "GET / HTTP/1.1\r\n\r\n"])(
    "rejects %j without nginx's own error page",
    async (text) => {
      for (const to of [nginx.url, nginx.plainUrl]) {
        const response = await exchange(text, to);
        expect([response.ids, response.body.includes("<center>")]).toEqual([1, false]);
      }
    },
  );

  it("sends the time of a request's first byte, not the client's header", async () => {
    const startHeader = new Promise<string | undefined>((resolve) =>
      server.once("request", (request: IncomingMessage) =>
        resolve(request.headers["x-request-start"] as string | undefined),
      ),
    );
    const socket = connect({ port: Number(new URL(nginx.url).port), host: "127.0.0.1", rejectUnauthorized: false });
    await once(socket, "secureConnect");
    const before = Date.now();
    socket.write(
      "PUT /api/submit-entry/1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Request-Start: t=1000000000.000\r\nContent-Length: 4\r\n\r\n",
    );
    const sent = Date.now();
    // Enough for nginx to read the headers on a busy machine.
    await pause(1_500);
    socket.write("text");
    const at = 1000 * Number(/^t=(\d{10}\.\d{3})$/.exec((await startHeader) ?? "")?.[1]);
    socket.destroy();
    // nginx updates its clock once per event loop iteration.
    expect(at).toBeGreaterThanOrEqual(before - 100);
    expect(at).toBeLessThan(sent + 1_000);
  });

  it("streams entry submissions and buffers other bodies", async () => {
    let isReceived = false;
    const receive = () => (isReceived = true);
    const startSending = async (address: string) => {
      isReceived = false;
      server.once("request", receive);
      const socket = connect({ port: Number(new URL(nginx.url).port), host: "127.0.0.1", rejectUnauthorized: false });
      await once(socket, "secureConnect");
      socket.write(`PUT ${address} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 4\r\n\r\n`);
      return socket;
    };
    const entry = await startSending("/api/submit-entry/1");
    await waitUntil(() => isReceived);
    entry.destroy();
    const other = await startSending("/api/other/1");
    await pause(500);
    expect(isReceived).toBe(false);
    other.write("text");
    await waitUntil(() => isReceived);
    other.destroy();
  });

  it("rejects HTTP on the HTTPS port and redirects HTTP to HTTPS", async () => {
    const spoken = await exchange(
      "GET /api/x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
      nginx.url.replace("https", "http"),
    );
    expect([spoken.status, spoken.type]).toEqual([400, "application/json; charset=utf-8"]);
    const sent = await exchange(
      "GET /contests HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
      nginx.plainUrl,
    );
    expect([sent.status, sent.ids]).toEqual([301, 1]);
  });

  it("passes responses through unchanged and does not log them", async () => {
    for (const [address, status] of [
      ["/api/contests", 200],
      ["/", 200],
      ["/mf/x", 200],
    ] as const) {
      // nginx also tries the other port, where no server listens.
      for (let time = 0; time < 4; time += 1) {
        const response = await ask(address);
        expect([response.status, response.id, response.ids, response.body]).toEqual([
          status,
          "the server's own",
          1,
          "of the server",
        ]);
      }
    }
    // Their log lines would have been written before this one.
    await lineOf((await ask("/api/%zz")).id);
    expect((await lines()).filter(({ status }) => status === "200")).toEqual([]);
  });

  it("responds for unavailable servers and logs no paths or visitors", async () => {
    // nginx tries both servers, and responds itself if the last one is down.
    const seen = new Set<string>();
    for (let time = 0; time < 20 && seen.size < 2; time += 1) {
      const response = await ask("/api/away/somebody@example.com?token=secret");
      expect([response.status, response.ids]).toEqual([503, 1]);
      if (response.id === "the server's own") seen.add("server");
      else {
        seen.add("nginx");
        expect([JSON.parse(response.body), response.wait]).toEqual([
          { error: { code: "unavailable", message: expect.any(String) as string } },
          "5",
        ]);
        expect(await lineOf(response.id)).toMatchObject({ status: "503", upstream: "503, 502" });
      }
    }
    expect([...seen].sort()).toEqual(["nginx", "server"]);
    const page = await Promise.all(Array.from({ length: 6 }, () => ask("/away")));
    expect(page.find(({ id }) => OWN_ID.test(id!))?.body).toContain('http-equiv="refresh"');
    const log = await readFile(nginx.logFile, "utf8");
    for (const sensitive of ["somebody", "secret", "127.0.0.1", "localhost"]) expect(log).not.toContain(sensitive);
  });

  it("limits API requests except health checks, sign-out and pages", async () => {
    const flood = async (address: string) => {
      const request = `GET ${address} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
      const last = `GET ${address} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
      return Promise.all(Array.from({ length: 8 }, async () => connectionOf(`${request.repeat(149)}${last}`)));
    };
    const connectionOf = async (text: string) => {
      const socket = connect({ port: Number(new URL(nginx.url).port), host: "127.0.0.1", rejectUnauthorized: false });
      let response = "";
      socket.on("data", (chunk: Buffer) => (response += chunk.toString("utf8"))).on("error", () => undefined);
      socket.write(text);
      await once(socket, "close");
      return response;
    };
    for (const address of ["/api/health", "/api/ready", "/api/logout", "/contests"]) {
      const output = (await flood(address)).join("");
      expect([address, output.match(/HTTP\/1\.1 200/g)?.length, output.includes("HTTP/1.1 429")]).toEqual([
        address,
        1_200,
        false,
      ]);
    }
    const output = (await flood("/api/contests")).join("");
    const refused = output.split(/(?=HTTP\/1\.1 \d)/).filter((response) => response.startsWith("HTTP/1.1 429"));
    expect(refused.length).toBeGreaterThan(100);
    expect(refused[0]).toMatch(/^X-Request-Id: [0-9a-f]{32}\r$/m);
    expect(refused[0]).toContain('{"error":{"code":"too_many"');
    expect(refused[0]).toMatch(/^Retry-After: 1\r$/m);
  });
});
