import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { Agent, request } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { readCalendar } from "@conquest/shared/contracts/calendar-address";
import { readEntryFile } from "@conquest/shared/contracts/media/entry-files";
import { readContestCalendar } from "@conquest/shared/contracts/listing";
import { findProgram } from "@conquest/server/src/testing/find-program";
import { startNginx, type RunningNginx } from "./src/safety/start-nginx";

const program = findProgram("nginx");

const SHARED = "max-age=0, s-maxage=1, stale-while-revalidate=1, stale-if-error=60";

/** Two seconds by {@link SHARED}; nginx counts whole seconds. */
const PAST_STALE_MS = 3_500;

interface Upstream {
  status: number;
  headers: Record<string, string>;
}

(program ? describe : describe.skip)("the cache of deploy/nginx.conf", () => {
  let folder = "";
  let nginx: RunningNginx;
  let server: Server;
  let response: Upstream;
  let received: IncomingMessage[] = [];
  let number = 0;
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "conquest-edge-"));
    server = createServer((incoming, outgoing) => {
      received.push(incoming);
      outgoing.writeHead(response.status, { "x-request-id": `server-${received.length}`, ...response.headers });
      outgoing.end(`response ${(number += 1)}`);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    nginx = await startNginx(program!, folder, [port, port]);
  });
  afterAll(async () => {
    agent.destroy();
    nginx.child.kill("SIGTERM");
    await once(nginx.child, "close");
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    received = [];
    response = { status: 200, headers: { "cache-control": SHARED, "content-type": "text/plain" } };
  });

  async function ask(address: string, headers: Record<string, string | string[]> = {}, method = "GET") {
    const outgoing = request(nginx.url + address, { agent, headers, method }).end();
    const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
    const text = (await incoming.setEncoding("utf8").toArray()).join("");
    return { status: incoming.statusCode, headers: incoming.headers, cache: incoming.headers["x-cache"], text };
  }

  it("answers visitors alike, whatever cookies they have, and lets browsers revalidate", async () => {
    const first = await ask("/alike");
    const again = await ask("/alike", { cookie: "theme=dark; conquest_styles=shell/1; conquest_visitor=17" });
    expect([first.cache, again.cache, again.text]).toEqual(["MISS", "HIT", first.text]);
    for (const { headers } of [first, again]) expect(headers["cache-control"]).toBe("no-cache");
    expect(received.map(({ headers }) => headers["x-shared-cache"])).toEqual(["nginx"]);
  });

  it("keeps how long browsers may store a response", async () => {
    response.headers["cache-control"] = `public, max-age=300, s-maxage=1, stale-while-revalidate=9`;
    expect((await ask("/media/a.jpg")).headers["cache-control"]).toBe("public, max-age=300");
    response.headers["cache-control"] = "public, max-age=31536000, immutable";
    expect((await ask("/mf/a/1/a.js")).headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect((await ask("/mf/a/1/a.js")).cache).toBe("HIT");
  });

  it.each([
    ["a session cookie", { cookie: "a=b; __Host-conquest_session=x" }],
    ["a session cookie without https", { cookie: "conquest_session=x" }],
    ["two Cookie headers", { cookie: ["a=b", "__Host-conquest_session=x"] }],
    ["a developer cookie", { cookie: "conquest_developer=" }],
    ["another origin", { origin: "https://elsewhere.example" }],
    ["credentials", { authorization: "Bearer x" }],
    ["a part of a file", { range: "bytes=0-3" }],
  ])("neither answers requests with %s nor stores their responses", async (name, headers) => {
    const address = `/own?${encodeURIComponent(name)}`;
    const mine = await ask(address, headers);
    expect((await ask(address)).text).not.toBe(mine.text);
    const stored = await ask(address);
    const again = await ask(address, { ...headers, "if-none-match": '"tag"' });
    expect([stored.cache, again.cache, again.text === stored.text]).toEqual(["HIT", "BYPASS", false]);
    // By itself, nginx removes these headers if it has a cache.
    const last = received.at(-1)!.headers;
    expect(last).toMatchObject({ "if-none-match": '"tag"', ...("range" in headers && { range: headers.range }) });
    if ("cookie" in headers) expect(last.cookie).toContain([headers.cookie].flat().at(-1));
  });

  it("sends servers no cookies of visitors except the two they use", async () => {
    await ask("/cookies", { cookie: "theme=dark; conquest_language=bn; conquest_visitor=17; conquest_styles=a" });
    await ask("/bn/cookies", { cookie: "conquest_language=bn; conquest_visitor=x" });
    await ask("/api/cookies", { cookie: "conquest_language=bn" });
    expect(received.map(({ headers }) => headers.cookie)).toEqual([
      "conquest_visitor=17; conquest_language=bn",
      "conquest_visitor=; conquest_language=",
      "conquest_visitor=; conquest_language=",
    ]);
  });

  it.each([
    ["queries", "/differs?a=1", "/differs?a=2", {}, {}],
    ["languages of calls", "/api/differs", "/api/differs", { "accept-language": "bn" }, { "accept-language": "en" }],
    ["languages to open", "/opened", "/opened", { cookie: "conquest_language=bn" }, {}],
    ["encodings", "/encoded", "/encoded", { "accept-encoding": "gzip, br" }, { "accept-encoding": "gzip, br;q=0" }],
    ["picture formats", "/media/a", "/media/a", { accept: "image/avif,image/webp" }, { accept: "image/webp,*/*" }],
    ["hosts", "/hosts", "/hosts", { host: "one.example" }, { host: "other.example" }],
  ])("stores %s apart", async (_, one, other, first, second) => {
    const texts = [await ask(one, first), await ask(other, second), await ask(one, first), await ask(other, second)];
    expect(texts.map(({ cache }) => cache)).toEqual(["MISS", "MISS", "HIT", "HIT"]);
    expect(texts[0]!.text).toBe(texts[2]!.text);
    expect(texts[1]!.text).toBe(texts[3]!.text);
    expect(texts[0]!.text).not.toBe(texts[1]!.text);
  });

  it("shares responses among browsers whose headers differ without effect", async () => {
    const chrome = {
      "accept-encoding": "gzip, deflate, br, zstd",
      "accept-language": "bn-BD,bn;q=0.9",
      accept: "text/html",
    };
    const safari = { "accept-encoding": "br;q=1.0, gzip", "accept-language": "en-GB", accept: "*/*" };
    await ask("/alike?browsers", chrome);
    expect((await ask("/alike?browsers", { ...safari, cookie: "conquest_language=en" })).cache).toBe("HIT");
    expect(received.map(({ headers }) => [headers["accept-encoding"], headers["accept-language"]])).toEqual([
      ["br", undefined],
    ]);
  });

  it("answers HEAD from the response of a GET", async () => {
    await ask("/head", {}, "HEAD");
    const [head, get] = [await ask("/head", {}, "HEAD"), await ask("/head")];
    expect([head.cache, head.text, get.cache, get.text]).toEqual([
      "HIT",
      "",
      "HIT",
      expect.stringMatching(/^response/),
    ]);
    expect(received.map(({ method }) => method)).toEqual(["GET"]);
  });

  it.each([
    ["sets a cookie", 200, { "cache-control": SHARED, "set-cookie": "conquest_visitor=1" }],
    ["is private", 200, { "cache-control": "private, no-cache" }],
    ["has no rule", 200, {}],
    ["is an error", 500, { "cache-control": "no-store" }],
    ["is a refusal", 429, { "cache-control": "no-store" }],
  ])("does not store a response that %s", async (name, status, headers) => {
    response = { status, headers: headers as Record<string, string> };
    const address = `/unstored?${encodeURIComponent(name)}`;
    const [first, again] = [await ask(address), await ask(address)];
    expect([first.status, again.cache, again.text === first.text]).toEqual([status, "MISS", false]);
  });

  it("shows what it has while servers are unavailable, but not to people with a session", async () => {
    const before = await ask("/outage");
    await pause(PAST_STALE_MS);
    response = { status: 503, headers: { "cache-control": "no-store", "retry-after": "5" } };
    const during = await ask("/outage");
    expect([during.status, during.cache, during.text]).toEqual([200, "STALE", before.text]);
    const mine = await ask("/outage", { cookie: "conquest_session=x" });
    expect([mine.status, mine.headers["retry-after"]]).toEqual([503, "5"]);
    expect((await ask("/unread")).status).toBe(503);
  });

  it("forgets what servers say is gone", async () => {
    await ask("/gone");
    response = { status: 404, headers: { "cache-control": "max-age=0, s-maxage=1" } };
    await pause(PAST_STALE_MS);
    expect((await ask("/gone")).status).toBe(404);
    response = { status: 503, headers: { "cache-control": "no-store" } };
    await pause(PAST_STALE_MS);
    expect((await ask("/gone")).status).toBe(404);
  });

  it("asks servers again after its files were deleted", async () => {
    const first = await ask("/deleted");
    const cache = path.join(folder, "nginx/cache");
    for (const name of await readdir(cache)) await rm(path.join(cache, name), { recursive: true });
    const again = await ask("/deleted");
    expect([again.status, again.text === first.text]).toEqual([200, false]);
    expect((await ask("/deleted")).cache).toBe("HIT");
  });

  it("shows a response while it asks for a newer one, for a limited time", async () => {
    response.headers["cache-control"] = "max-age=0, s-maxage=1, stale-while-revalidate=3";
    const first = await ask("/renewed");
    // nginx counts whole seconds.
    await pause(2_200);
    expect((await ask("/renewed")).text).toBe(first.text);
    await pause(200);
    expect((await ask("/renewed")).text).not.toBe(first.text);
    await pause(5_500);
    expect((await ask("/renewed")).cache).toBe("EXPIRED");
  });

  it("gives a stored response its own request id and the current time", async () => {
    response.headers["server-timing"] = "age;dur=100";
    response.headers["x-ratelimit-remaining"] = "7";
    const [first, stored] = [await ask("/times"), await ask("/times")];
    expect(first.headers["x-request-id"]).toMatch(/^server-/);
    expect(stored.headers["x-request-id"]).toMatch(/^[0-9a-f]{32}$/);
    expect(stored.headers["x-ratelimit-remaining"]).toBeUndefined();
    const now = Number(/now;dur=(\d+)/.exec(String(stored.headers["server-timing"]))?.[1]);
    expect(Math.abs(now - Date.now())).toBeLessThan(5_000);
    expect(Math.abs(Date.parse(stored.headers.date!) - Date.now())).toBeLessThan(5_000);
  });

  it("passes requests for files of public endpoints on as they are", async () => {
    for (const { path: route } of [readEntryFile, readContestCalendar, readCalendar]) {
      const address = `/api${route.replace(/:\w+/, "1")}`;
      await ask(address);
      expect((await ask(address, { "if-none-match": '"tag"' })).cache).toBe("BYPASS");
      expect(received.at(-1)!.headers["if-none-match"]).toBe('"tag"');
    }
  });
});
