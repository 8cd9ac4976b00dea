import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { renewCalendarAddress } from "@conquest/shared/contracts/calendar-address";
import { buildApp } from "../../app";
import { contactMessages } from "../../database/schema/messages";
import { testServer } from "../../testing/test-server";
import { rawHttp } from "../../testing/raw-http";
import type { EndedRequest } from "./request-log";

const site = testServer({ config: { publicAnswersKeptMs: 1000 } });

let app: FastifyInstance;
let lines: { reqId?: string; status?: number; route?: string; level: number }[];

beforeEach(async () => {
  lines = [];
  const logger = pino(
    { level: "info" },
    { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) },
  );
  app = await buildApp({ db: site.db, identity: site.identity, clock: site.clock, config: site.config }, logger);
});
afterEach(() => app.close());

const REQUEST = "Host: localhost\r\nConnection: close\r\n";

it.each([
  ["an API request", 200, `GET /api/winners HTTP/1.1\r\n${REQUEST}\r\n`],
  ["an API request without a session", 401, `GET /api/notices HTTP/1.1\r\n${REQUEST}\r\n`],
  ["a page", 503, `GET / HTTP/1.1\r\n${REQUEST}\r\n`],
  ["a text for crawlers", 200, `GET /robots.txt HTTP/1.1\r\n${REQUEST}\r\n`],
  ["a missing file", 404, `GET /mf/none/1/x.js HTTP/1.1\r\n${REQUEST}\r\n`],
  ["a health check", 200, `GET /api/health HTTP/1.1\r\n${REQUEST}\r\n`],
  ["a preflight", 204, `OPTIONS /api/winners HTTP/1.1\r\n${REQUEST}\r\n`],
  ["an undecodable URL", 400, `GET /api/%E0%A4%A HTTP/1.1\r\n${REQUEST}\r\n`],
  ["an unknown method", 404, `PURGE /api/winners HTTP/1.1\r\n${REQUEST}\r\n`],
  [
    "a cross-site write",
    403,
    `POST /api/contact HTTP/1.1\r\n${REQUEST}Origin: https://evil.example\r\nContent-Length: 0\r\n\r\n`,
  ],
  [
    "an oversized body",
    413,
    `POST /api/contact HTTP/1.1\r\n${REQUEST}Content-Type: application/json\r\nContent-Length: 999999\r\n\r\n`,
  ],
  ["no Host", 400, `GET /api/winners HTTP/1.1\r\nConnection: close\r\n\r\n`],
  ["two Hosts", 400, `GET /api/winners HTTP/1.1\r\n${REQUEST}Host: evil.example\r\n\r\n`],
  ["an invalid Host", 400, "GET /api/winners HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n"],
  ["a tunnel", 404, "CONNECT conquest.example:443 HTTP/1.1\r\nHost: conquest.example:443\r\n\r\n"],
  [
    "an unreadable body",
    400,
    `POST /api/contact HTTP/1.1\r\n${REQUEST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nnone\r\n`,
  ],
  ["an unknown expectation", 200, `GET /api/winners HTTP/1.1\r\n${REQUEST}Expect: cake\r\n\r\n`],
  ["no HTTP", 400, "nonsense\r\n\r\n"],
  ["headers without end", 431, `GET / HTTP/1.1\r\n${REQUEST}X-Long: ${"a".repeat(20_000)}\r\n\r\n`],
])("the response to %s (%i) has the request id of its log line", async (_, status, sent) => {
  const { head } = await rawHttp(app, sent);
  const requestId = /^x-request-id: (\S+)\r?$/im.exec(head)?.[1];
  expect(requestId).toMatch(/^[\da-f-]{36}$/);
  expect(lines.filter(({ reqId }) => reqId === requestId)).toContainEqual(expect.objectContaining({ status }));
});

it("processes a request before unreadable data on the same connection", async () => {
  const body = JSON.stringify({ name: "Rafi", email: "rafi@example.com", message: "Hello" });
  const { head, body: rest } = await rawHttp(
    app,
    `POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}nonsense\r\n\r\nnonsense`,
  );
  expect(head).toMatch(/^HTTP\/1.1 200 /);
  expect(rest.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 400"]);
  expect(await site.db.select().from(contactMessages)).toHaveLength(1);
});

it("logs and reports a response that was cut off", async () => {
  app.get("/api/endless", (_request, reply) => {
    const endless = new PassThrough();
    endless.write("begun");
    return reply.send(endless);
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(`GET /api/endless HTTP/1.1\r\n${REQUEST}\r\n`);
  const [head] = (await once(socket, "data")) as [Buffer];
  const cut = new Promise<EndedRequest>((resolve) => app.requestEnds.onEnd(resolve));
  socket.destroy();
  expect(await cut).toMatchObject({ method: "GET", route: "/api/endless", status: 200, isCut: true });
  expect(lines).toContainEqual(
    expect.objectContaining({ reqId: /x-request-id: (\S+)/.exec(head.toString())![1], isCut: true }),
  );
});

it("gives each cached response its own request id", async () => {
  const request = () => rawHttp(app, `GET /api/winners HTTP/1.1\r\n${REQUEST}\r\n`);
  const ids = [await request(), await request(), await request()].map(
    ({ head }) => /^x-request-id: (\S+)\r?$/im.exec(head)?.[1],
  );
  expect(new Set(ids).size).toBe(3);
  expect(lines.map(({ reqId }) => reqId)).toEqual(expect.arrayContaining(ids));
});

it("logs no secret address of a calendar, known or not", async () => {
  const user = await site.people.user();
  const { address } = await site.api.as(user).call(renewCalendarAddress, {});
  const { pathname } = new URL(address);
  const statuses = [];
  for (const url of [pathname, `${pathname}?language=bn`, `/api/calendars/${"a".repeat(32)}.ics`, `${pathname}/x`])
    statuses.push((await app.inject({ url })).statusCode);
  expect(statuses).toEqual([200, 200, 404, 404]);
  expect(lines.map(({ route }) => route)).toEqual([...Array<string>(3).fill("/api/calendars/:file"), "/*"]);
  expect(JSON.stringify(lines)).not.toMatch(/[\w-]{32}\.ics/);
});
