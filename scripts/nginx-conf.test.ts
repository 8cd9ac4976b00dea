import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { connect as connectPlain, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { connect } from "node:tls";
import { findProgram, startNginx, type RunningNginx } from "./src/safety/start-nginx";

const program = findProgram("nginx");

const OWN_ID = /^[0-9a-f]{32}$/;

/** A server that answers with an id as the site's does, and 503 where it is asked to. */
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

/** Throws if this does not become true within 5 s. */
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

  /** Says this as it is; answers what comes back until the connection is ended. */
  async function say(text: string, to = nginx.url) {
    const port = Number(new URL(to).port);
    const socket = to.startsWith("https:")
      ? connect({ port, host: "127.0.0.1", rejectUnauthorized: false })
      : connectPlain(port, "127.0.0.1");
    socket.on("error", () => undefined);
    let answer = "";
    // It waits for what it does not read any more: whoever has all of an answer goes.
    socket.on("data", (chunk: Buffer) => {
      answer += chunk.toString("utf8");
      const [, length, body] = /^content-length: (\d+)\r\n[^]*?\r\n\r\n([^]*)/im.exec(answer) ?? [];
      if (length && body!.length === Number(length)) socket.destroy();
    });
    socket.write(text);
    await once(socket, "close");
    const [head = "", body = ""] = answer.split(/\r\n\r\n([^]*)/);
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
    say([`${method} ${address} HTTP/1.1`, "Host: localhost", "Connection: close", ...headers, "", ""].join("\r\n"));
  const lines = async () =>
    (await readFile(nginx.logFile, "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  /** nginx writes it when all of the request is over, which is after its answer has come. */
  async function lineOf(id: string | undefined): Promise<Record<string, unknown>> {
    for (;;) {
      const line = (await lines()).find(({ reqId }) => reqId === id);
      if (line) return line;
      await pause(20);
    }
  }

  const refusals = [
    [
      "a release that is too large",
      "/api/contact",
      { method: "POST", headers: ["Content-Length: 99999999"] },
      413,
      "too_large",
    ],
    ["headers that are too large", "/api/contact", { headers: [`Cookie: ${"a".repeat(40_000)}`] }, 431, "too_large"],
    ["an address that is too long", `/api/${"a".repeat(40_000)}`, {}, 414, "too_large"],
    ["an address that nobody can read", "/api/%zz", {}, 400, "malformed"],
    ["a way of asking that nobody takes", "/api/contact", { method: "TRACE" }, 405, "not_allowed"],
    [
      "a body that is packed as nobody reads it",
      "/api/contact",
      { method: "POST", headers: ["Transfer-Encoding: gzip"] },
      501,
      "malformed",
    ],
  ] as const;

  it.each(refusals)(
    "says no to %s in the shape of every refusal, with an id that its line has",
    async (_, address, asked, status, code) => {
      const answer = await ask(address, { ...asked, headers: "headers" in asked ? [...asked.headers] : [] });
      expect([answer.status, answer.type, answer.ids]).toEqual([status, "application/json; charset=utf-8", 1]);
      expect(JSON.parse(answer.body)).toEqual({
        error: { code, message: expect.stringMatching(/^[A-Z].*\.$/) as string },
      });
      expect(answer.id).toMatch(OWN_ID);
      expect(await lineOf(answer.id)).toMatchObject({ status: String(status) });
    },
  );

  it.each(refusals)("says no to %s as a page where it is asked for one", async (_, address, asked, status) => {
    const answer = await ask(address.replace("/api/", "/"), {
      ...asked,
      headers: "headers" in asked ? [...asked.headers] : [],
    });
    expect([answer.status, answer.type, answer.ids]).toEqual([status, "text/html; charset=utf-8", 1]);
    expect(answer.body).toMatch(/<title>[A-Z][^<]+ \| Conquest<\/title>/);
    expect(answer.body).not.toContain("nginx");
    expect(answer.id).toMatch(OWN_ID);
  });

  it.each(["GET / HTTP/9.9\r\n\r\n", "nonsense\r\n\r\n", "GET / HTTP/1.1\r\n\r\n"])(
    "says no to %j in a shape of ours",
    async (text) => {
      for (const to of [nginx.url, nginx.plainUrl]) {
        const answer = await say(text, to);
        expect([answer.ids, answer.body.includes("<center>")]).toEqual([1, false]);
      }
    },
  );

  it("sends the time of a request's first byte, not the client's header", async () => {
    const said = new Promise<string | undefined>((resolve) =>
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
    // Enough for a busy machine to read the headers.
    await pause(1_500);
    socket.write("text");
    const at = 1000 * Number(/^t=(\d{10}\.\d{3})$/.exec((await said) ?? "")?.[1]);
    socket.destroy();
    // nginx updates its clock once per event loop.
    expect(at).toBeGreaterThanOrEqual(before - 100);
    expect(at).toBeLessThan(sent + 1_000);
  });

  it("passes an entry on while it still arrives, and other bodies when they are complete", async () => {
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

  it("says no to http where https is spoken, and sends on who comes by http", async () => {
    const spoken = await say(
      "GET /api/x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
      nginx.url.replace("https", "http"),
    );
    expect([spoken.status, spoken.type]).toEqual([400, "application/json; charset=utf-8"]);
    const sent = await say("GET /contests HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", nginx.plainUrl);
    expect([sent.status, sent.ids]).toEqual([301, 1]);
  });

  it("hands on what a server answers as it comes, and leaves the line to it", async () => {
    for (const [address, status] of [
      ["/api/contests", 200],
      ["/", 200],
      ["/mf/x", 200],
    ] as const) {
      // The other port is tried in turn and has nobody.
      for (let time = 0; time < 4; time += 1) {
        const answer = await ask(address);
        expect([answer.status, answer.id, answer.ids, answer.body]).toEqual([
          status,
          "the server's own",
          1,
          "of the server",
        ]);
      }
    }
    // By then theirs would have come.
    await lineOf((await ask("/api/%zz")).id);
    expect((await lines()).filter(({ status }) => status === "200")).toEqual([]);
  });

  it("answers for servers that are not there, and neither address nor visitor are in its line", async () => {
    // Both are asked; where the last one is the one that is gone, nginx answers.
    const seen = new Set<string>();
    for (let time = 0; time < 20 && seen.size < 2; time += 1) {
      const answer = await ask("/api/away/somebody@example.com?token=secret");
      expect([answer.status, answer.ids]).toEqual([503, 1]);
      if (answer.id === "the server's own") seen.add("server");
      else {
        seen.add("nginx");
        expect([JSON.parse(answer.body), answer.wait]).toEqual([
          { error: { code: "unavailable", message: expect.any(String) as string } },
          "5",
        ]);
        expect(await lineOf(answer.id)).toMatchObject({ status: "503", upstream: "503, 502" });
      }
    }
    expect([...seen].sort()).toEqual(["nginx", "server"]);
    const page = await Promise.all(Array.from({ length: 6 }, () => ask("/away")));
    expect(page.find(({ id }) => OWN_ID.test(id!))?.body).toContain('http-equiv="refresh"');
    const log = await readFile(nginx.logFile, "utf8");
    for (const told of ["somebody", "secret", "127.0.0.1", "localhost"]) expect(log).not.toContain(told);
  });

  it("limits calls and says so with an id, but never the health of the servers, signing out and pages", async () => {
    const flood = async (address: string) => {
      const request = `GET ${address} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
      const last = `GET ${address} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
      return Promise.all(Array.from({ length: 8 }, async () => connectionOf(`${request.repeat(149)}${last}`)));
    };
    const connectionOf = async (text: string) => {
      const socket = connect({ port: Number(new URL(nginx.url).port), host: "127.0.0.1", rejectUnauthorized: false });
      let answer = "";
      socket.on("data", (chunk: Buffer) => (answer += chunk.toString("utf8"))).on("error", () => undefined);
      socket.write(text);
      await once(socket, "close");
      return answer;
    };
    for (const address of ["/api/health", "/api/ready", "/api/logout", "/contests"]) {
      const said = (await flood(address)).join("");
      expect([address, said.match(/HTTP\/1\.1 200/g)?.length, said.includes("HTTP/1.1 429")]).toEqual([
        address,
        1_200,
        false,
      ]);
    }
    const said = (await flood("/api/contests")).join("");
    const refused = said.split(/(?=HTTP\/1\.1 \d)/).filter((answer) => answer.startsWith("HTTP/1.1 429"));
    expect(refused.length).toBeGreaterThan(100);
    expect(refused[0]).toMatch(/^X-Request-Id: [0-9a-f]{32}\r$/m);
    expect(refused[0]).toContain('{"error":{"code":"too_many"');
    expect(refused[0]).toMatch(/^Retry-After: 1\r$/m);
  });
});
