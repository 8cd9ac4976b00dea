import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { listContests } from "@conquest/shared/contracts/listing";
import { errorBody } from "@conquest/shared/contracts/http/errors";
import { contactMessages } from "./database/schema/messages";
import { testServer } from "./testing/test-server";
import { rawHttp } from "./testing/raw-http";

const site = testServer({ config: { corsOrigins: ["https://app.conquest.example"] } });

const message = { name: "Rafi", email: "rafi@example.com", message: "Hello" };
const post = (payload: string | object, headers: Record<string, string> = {}) =>
  site.api.send({ method: "POST", url: "/api/contact", payload, headers });

describe("request parsing", () => {
  it.each([
    ["malformed JSON", 400, '{"name":', "application/json"],
    ["a prototype in JSON", 400, '{"__proto__":{"role":"admin"}}', "application/json"],
    ["another content type", 415, "name=Rafi", "application/x-www-form-urlencoded"],
    ["too large a body", 413, JSON.stringify({ ...message, message: "a".repeat(300_000) }), "application/json"],
  ])("rejects %s with %i in the documented format", async (_, status, payload, type) => {
    const response = await post(payload, { "content-type": type });
    expect(response.statusCode).toBe(status);
    expect(errorBody.parse(response.json()).error.message).toMatch(/^[A-Z].*\.$/);
    expect(await site.db.select().from(contactMessages)).toEqual([]);
  });

  it.each([
    ["no body", ""],
    ["null", "null"],
    ["a number", "7"],
    ["a text", '"text"'],
    ["a list", "[]"],
  ])("rejects %s instead of fields with 422", async (_, payload) => {
    const response = await post(payload, { "content-type": "application/json" });
    expect(response.statusCode).toBe(422);
    expect(errorBody.parse(response.json()).error.code).toBe("bad_input");
  });

  it.each([
    "/api/user/%E0%A4%A",
    "/api/%00",
    "/api/nothing",
    "/api",
    "/api/",
    "/api/..%2fetc%2fpasswd",
    `/api/user/${"a".repeat(3000)}`,
  ])("responds to %s with JSON, never HTML or a server error", async (url) => {
    const response = await site.api.send({ method: "GET", url });
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.statusCode).toBeLessThan(500);
    expect(response.headers["content-type"]).toMatch(/^application\/json/);
    errorBody.parse(response.json());
  });

  it.each([
    ["a number for a name", { name: 7 }, { name: "Enter text" }],
    ["a list for an image", { name: "Ann", photoUrl: [] }, { photoUrl: "Enter text" }],
  ])("rejects %s in words", async (_, payload, fields) => {
    const response = await site.api
      .as(await site.people.user())
      .send({ method: "PUT", url: "/api/update-profile", payload });
    expect(response.statusCode).toBe(422);
    expect(errorBody.parse(response.json()).error.fields).toEqual(fields);
  });

  it.each(["/%61pi/nothing", "/api%2fnothing", "/%6Df/nothing", "/%6Dedia/nothing"])(
    "responds to %s with a 404 in JSON, like other API and file paths",
    async (url) => {
      const response = await site.api.send({ method: "GET", url });
      expect(response.statusCode).toBe(404);
      errorBody.parse(response.json());
    },
  );

  it("responds to OPTIONS requests that are no preflight", async () => {
    expect((await site.api.send({ method: "OPTIONS", url: "/api/all-contests" })).statusCode).toBe(204);
  });

  it.each([
    ["nonsense", 400, "nonsense\r\n\r\n"],
    ["no Host", 400, "GET /api/winners HTTP/1.1\r\nConnection: close\r\n\r\n"],
    [
      "two lengths",
      400,
      "POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    ],
    ["headers without end", 431, `GET /api/winners HTTP/1.1\r\nHost: x\r\nX-Long: ${"a".repeat(20_000)}\r\n\r\n`],
  ])("rejects %s with %i on the raw connection, in the documented format", async (_, status, sent) => {
    const { head, body } = await rawHttp(site.app, sent);
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(errorBody.parse(JSON.parse(body)).error.message).toMatch(/^[A-Z].*\.$/);
  });

  it("accepts an unknown expectation, and HTTP/1.0 without a Host", async () => {
    for (const sent of [
      "GET /api/winners HTTP/1.1\r\nHost: x\r\nExpect: cake\r\nConnection: close\r\n\r\n",
      "GET /api/winners HTTP/1.0\r\n\r\n",
    ]) {
      expect((await rawHttp(site.app, sent)).head).toMatch(/^HTTP\/1.1 200 /);
    }
  });

  it("responds to unknown methods with 404", async () => {
    expect((await site.api.send({ method: "PATCH", url: "/api/contact", payload: message })).statusCode).toBe(404);
  });
});

describe("every API response", () => {
  it("is revalidated by caches, not stored with a session, and not sniffed", async () => {
    const request = { method: "GET", url: "/api/all-contests" } as const;
    const response = await site.api.send(request);
    expect(response.headers).toMatchObject({ "cache-control": "no-cache", "x-content-type-options": "nosniff" });
    const own = await site.api.as(await site.people.user()).send(request);
    expect(own.headers).toMatchObject({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
  });

  it.each([
    ["br, gzip", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["identity", undefined, (body: Buffer) => body],
  ])("for a user is encoded for a browser that accepts %p", async (accepted, encoding, read) => {
    const admin = await site.people.admin();
    for (let more = 0; more < 9; more += 1) await site.people.user();
    const ask = (url: string) =>
      site.api.send({ method: "GET", url, headers: { cookie: admin.cookie, "accept-encoding": accepted } });
    const users = await ask("/api/all-users");
    expect(users.headers["content-encoding"]).toBe(encoding);
    expect(users.headers["vary"]).toMatch(/accept-encoding/);
    expect(JSON.parse(read(users.rawPayload).toString("utf8"))).toHaveLength(10);
    // Small responses are not compressed.
    expect((await ask("/api/notices")).headers["content-encoding"]).toBeUndefined();
  });

  it("has the server's clock, for countdowns", async () => {
    expect((await site.api.send({ method: "GET", url: "/api/all-contests" })).headers).toHaveProperty("date");
  });

  it("hides the details of a failure", async () => {
    const person = Object.defineProperty({}, "email", {
      get: () => {
        throw new Error("secret detail");
      },
    });
    jest.spyOn(site.identity, "verify").mockResolvedValue(person as never);
    const response = await site.api.send({
      method: "POST",
      url: "/api/jwt",
      headers: { authorization: "Bearer x" },
      payload: { email: "ann@example.com" },
    });
    expect(response.statusCode).toBe(500);
    expect(response.body).not.toMatch(/secret|stack|Error/);
    expect(errorBody.parse(response.json()).error.code).toBe("failed");
  });
});

describe("pages of another origin", () => {
  const from = (origin: string) => site.api.send({ method: "GET", url: "/api/all-contests", headers: { origin } });

  it("may read and write with credentials if configured", async () => {
    const response = await from("https://app.conquest.example");
    expect(response.headers).toMatchObject({
      "access-control-allow-origin": "https://app.conquest.example",
      "access-control-allow-credentials": "true",
      "access-control-expose-headers": expect.stringContaining("X-Total-Count"),
    });
    expect((await post(message, { origin: "https://app.conquest.example" })).statusCode).toBe(200);
  });

  it("may do neither if not configured", async () => {
    expect((await from("https://evil.example")).headers).not.toHaveProperty("access-control-allow-origin");
    expect((await post(message, { origin: "https://evil.example" })).statusCode).toBe(403);
    expect(await site.db.select().from(contactMessages)).toEqual([]);
  });
});

describe("over https", () => {
  const secure = testServer({ config: { publicUrl: "https://conquest.example" } });

  it("sets a Secure cookie bound to the host, and HSTS", async () => {
    const token = secure.identity.issue({ email: "ann@example.com" });
    const response = await secure.api.send({
      method: "POST",
      url: "/api/jwt",
      headers: { authorization: `Bearer ${token}`, origin: "https://conquest.example" },
      payload: { email: "ann@example.com" },
    });
    const cookie = response.cookies.at(-1);
    expect(cookie).toMatchObject({ name: "__Host-conquest_session", secure: true, httpOnly: true, path: "/" });
    expect(cookie).not.toHaveProperty("domain");
    expect(response.headers["strict-transport-security"]).toMatch(/max-age=\d{8}/);
  });
});

describe("an address above the rate limit", () => {
  const busy = testServer({ config: { requestsPerMinute: 3 } });

  it("is rejected, while pages and files are still served", async () => {
    for (let attempt = 0; attempt < 3; attempt += 1) await busy.api.call(listContests, {});
    const rejected = await busy.api.send({ method: "GET", url: "/api/all-contests" });
    expect(rejected.statusCode).toBe(429);
    expect(Number(rejected.headers["retry-after"])).toBeGreaterThan(0);
    expect(errorBody.parse(rejected.json()).error.message).toMatch(/Try again in .+\./);
    expect((await busy.api.send({ method: "GET", url: "/mf/registry.json" })).statusCode).toBe(200);
  });

  it.each(["/%61pi/all-contests", "http://localhost/api/all-contests", "/api/%61ll-contests"])(
    "is rejected in every encoding of the URL: %s",
    async (url) => {
      for (let attempt = 0; attempt < 3; attempt += 1) await busy.api.call(listContests, {});
      expect((await busy.api.send({ method: "GET", url })).statusCode).toBe(429);
    },
  );
});
