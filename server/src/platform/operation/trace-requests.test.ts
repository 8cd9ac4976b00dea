import { createServer, get, type IncomingMessage } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { buildApp } from "../../app";
import { currentTrace, type TraceContext } from "../../database/trace-context";
import { testServer } from "../../testing/test-server";
import { openLogger } from "./request-log";
import { traceOutgoingCalls } from "./trace-requests";

const site = testServer();
const { people } = site;

const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";

let app: FastifyInstance;
let lines: { reqId?: string; trace_id?: string; status?: number }[];

async function start(trustProxy: false | number | string): Promise<void> {
  const logger = openLogger("info", { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) });
  const { db, identity, clock } = site;
  app = await buildApp({ db, identity, clock, config: { ...site.config, trustProxy } }, logger);
}

beforeEach(() => {
  lines = [];
});
afterEach(() => app.close());

/** Sends as a proxy does, which adds its client's address. */
const send = (traceparent?: string, headers: Record<string, string> = {}, remoteAddress = "127.0.0.1") =>
  app.inject({
    url: "/api/winners",
    remoteAddress,
    headers: { "x-forwarded-for": "203.0.113.10", ...headers, ...(traceparent !== undefined && { traceparent }) },
  });

it("starts a trace with the id of the request", async () => {
  await start(1);
  const { headers } = await send();
  const id = String(headers["x-request-id"]);
  expect(lines).toMatchObject([{ reqId: id, trace_id: id.replaceAll("-", ""), status: 200 }]);
});

it.each([
  ["a sampled trace", `00-${TRACE_ID}-${PARENT}-01`],
  ["a trace that is not sampled", `00-${TRACE_ID}-${PARENT}-00`],
  ["a later version", `01-${TRACE_ID}-${PARENT}-03-more`],
])("continues %s of a proxy", async (_name, traceparent) => {
  await start(1);
  await send(traceparent);
  expect(lines).toMatchObject([{ trace_id: TRACE_ID }]);
});

it.each([
  ["version ff", `ff-${TRACE_ID}-${PARENT}-01`],
  ["only zeros as a trace", `00-${"0".repeat(32)}-${PARENT}-01`],
  ["only zeros as a parent", `00-${TRACE_ID}-${"0".repeat(16)}-01`],
  ["capital letters", `00-${TRACE_ID.toUpperCase()}-${PARENT}-01`],
  ["another text", "a trace"],
])("ignores %s", async (_name, traceparent) => {
  await start(1);
  const { statusCode } = await send(traceparent);
  expect(statusCode).toBe(200);
  expect(lines[0]!.trace_id).toBe(lines[0]!.reqId!.replaceAll("-", ""));
});

it("ignores traces of clients without a proxy in front", async () => {
  await start(false);
  await send(`00-${TRACE_ID}-${PARENT}-01`);
  expect(lines[0]!.trace_id).not.toBe(TRACE_ID);
});

it("ignores traces of peers that are not among the trusted addresses", async () => {
  await start("10.0.0.0/8");
  for (const peer of ["192.0.2.1", "10.1.2.3"]) await send(`00-${TRACE_ID}-${PARENT}-01`, {}, peer);
  expect(lines.map(({ trace_id }) => trace_id === TRACE_ID)).toEqual([false, true]);
});

it("shows its timing only to admins and sampled traces", async () => {
  await start(1);
  const timing = async (...args: Parameters<typeof send>) => (await send(...args)).headers["server-timing"];
  const [admin, user] = [await people.admin(), await people.user()];
  expect(await timing()).toBeUndefined();
  expect(await timing(`00-${TRACE_ID}-${PARENT}-00`)).toBeUndefined();
  expect(await timing(undefined, { cookie: user.cookie })).toBeUndefined();
  expect(await timing(`00-${TRACE_ID}-${PARENT}-01`)).toMatch(
    // On PostgreSQL with its share.
    /^total;dur=[\d.]+(?:, db;dur=[\d.]+;desc="\d+ statements")?$/,
  );
  expect(await timing(undefined, { cookie: admin.cookie })).toMatch(/^total;dur=[\d.]+$/);
});

/** Node.js 22.12 and later announce requests before they are sent. */
const announcesRequests = Number(process.versions.node.split(".")[0]) >= 24;

(announcesRequests ? it : it.skip)("sends sampled traces on to other services", async () => {
  await start(1);
  traceOutgoingCalls();
  const received: (string | undefined)[] = [];
  const other = createServer((request: IncomingMessage, response) => {
    received.push(request.headers["traceparent"] as string | undefined);
    response.end();
  }).listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const call = () =>
    new Promise<void>(
      (resolve) => void get({ port, host: "127.0.0.1" }, (answer) => answer.resume().on("end", resolve)),
    );
  const trace: TraceContext = {
    traceId: TRACE_ID,
    spanId: PARENT,
    isSampled: true,
    database: { statements: 0, ms: 0 },
  };
  await call();
  await currentTrace.run(trace, call);
  expect(received).toEqual([undefined, `00-${TRACE_ID}-${PARENT}-01`]);
  other.close();
});
