import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { buildApp } from "../../app";
import { aServer } from "../../testing/a-server";
import { spoken } from "../../testing/spoken";

const site = aServer({ config: { publicAnswersKeptMs: 1000 } });

let app: FastifyInstance;
let lines: { reqId?: string; status?: number; route?: string; level: number }[];

beforeEach(async () => {
  lines = [];
  const logger = pino({ level: "info" }, { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) });
  app = await buildApp({ db: site.db, identity: site.identity, clock: site.clock, config: site.config }, logger);
});
afterEach(() => app.close());

const REQUEST = "Host: localhost\r\nConnection: close\r\n";

it.each([
  ["a call", 200, `GET /api/winners HTTP/1.1\r\n${REQUEST}\r\n`],
  ["a call of nobody", 401, `GET /api/notices HTTP/1.1\r\n${REQUEST}\r\n`],
  ["a page", 503, `GET / HTTP/1.1\r\n${REQUEST}\r\n`],
  ["a text for crawlers", 200, `GET /robots.txt HTTP/1.1\r\n${REQUEST}\r\n`],
  ["a file that is not there", 404, `GET /mf/none/1/x.js HTTP/1.1\r\n${REQUEST}\r\n`],
  ["how it is", 200, `GET /api/health HTTP/1.1\r\n${REQUEST}\r\n`],
  ["a preflight", 204, `OPTIONS /api/winners HTTP/1.1\r\n${REQUEST}\r\n`],
  ["an address that nobody can read", 400, `GET /api/%E0%A4%A HTTP/1.1\r\n${REQUEST}\r\n`],
  ["an unknown method", 404, `PURGE /api/winners HTTP/1.1\r\n${REQUEST}\r\n`],
  ["another site's write", 403, `POST /api/contact HTTP/1.1\r\n${REQUEST}Origin: https://evil.example\r\nContent-Length: 0\r\n\r\n`],
  ["too much", 413, `POST /api/contact HTTP/1.1\r\n${REQUEST}Content-Type: application/json\r\nContent-Length: 999999\r\n\r\n`],
  ["no Host", 400, `GET /api/winners HTTP/1.1\r\nConnection: close\r\n\r\n`],
  ["an expectation that nobody knows", 200, `GET /api/winners HTTP/1.1\r\n${REQUEST}Expect: cake\r\n\r\n`],
  ["no HTTP", 400, "nonsense\r\n\r\n"],
  ["headers without end", 431, `GET / HTTP/1.1\r\n${REQUEST}X-Long: ${"a".repeat(20_000)}\r\n\r\n`],
])("the answer to %s (%i) carries the id that stands in its line", async (_, status, sent) => {
  const { head } = await spoken(app, sent);
  const told = /^x-request-id: (\S+)\r?$/im.exec(head)?.[1];
  expect(told).toMatch(/^[\da-f-]{36}$/);
  expect(lines.filter(({ reqId }) => reqId === told)).toContainEqual(expect.objectContaining({ status }));
});

it("an answer that is kept for all who ask has an id for each of them", async () => {
  const ask = () => spoken(app, `GET /api/winners HTTP/1.1\r\n${REQUEST}\r\n`);
  const ids = [await ask(), await ask(), await ask()].map(({ head }) => /^x-request-id: (\S+)\r?$/im.exec(head)?.[1]);
  expect(new Set(ids).size).toBe(3);
  expect(lines.map(({ reqId }) => reqId)).toEqual(expect.arrayContaining(ids));
});
