import { Agent, get } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { json, text } from "node:stream/consumers";
import { errorBody } from "@conquest/shared/contracts/http/errors";
import { releasePart } from "../../releases/deploy/release-part";
import { aShellBuild } from "../../testing/sample-builds";
import { testServer } from "../../testing/test-server";

const site = testServer();

it("drains connections: reports not ready, accepts no new ones and closes existing ones", async () => {
  await releasePart(site)(aShellBuild(), { who: "tests", why: "" });
  await site.app.listen({ port: 0 });
  const { port } = site.app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (path: string, through: Agent | false = agent) =>
    new Promise<{ status: number; connection: string | undefined; body: unknown }>((resolve, reject) =>
      get(
        `http://127.0.0.1:${port}${path}`,
        { agent: through },
        (response) =>
          void json(response).then(
            (body) => resolve({ status: response.statusCode!, connection: response.headers.connection, body }),
            reject,
          ),
      ).on("error", reject),
    );
  expect(await ask("/api/ready")).toMatchObject({ status: 200, connection: "keep-alive" });
  const leaving = site.app.leaving.leave(3_000);
  // Requests are still answered, so that load balancers have time to notice.
  const { status, connection, body } = await ask("/api/ready");
  expect([status, connection]).toEqual([503, "keep-alive"]);
  expect(errorBody.parse(body).error.code).toBe("leaving");
  expect(await ask("/api/all-contests", false)).toMatchObject({ status: 200, body: [] });
  // Then new connections are refused.
  let isTaken = true;
  while (isTaken)
    isTaken = await ask("/api/health", false).then(
      () => true,
      () => false,
    );
  expect(await ask("/api/all-contests")).toMatchObject({ status: 200, connection: "close", body: [] });
  await leaving;
  await expect(ask("/api/health")).rejects.toThrow(/ECONNREFUSED/);
  agent.destroy();
});

it("rejects requests during closing with 503, and finishes running ones", async () => {
  let finish: () => void = () => undefined;
  const isBegun = new Promise<void>((resolve) => {
    site.app.get("/api/slow", () => {
      resolve();
      return new Promise<object>((done) => (finish = () => done({ done: true })));
    });
  });
  await site.app.listen({ port: 0 });
  const { port } = site.app.server.address() as AddressInfo;
  const connection = (start: string) => {
    const socket = connect(port, "127.0.0.1");
    socket.write(start);
    return { socket, answer: text(socket) };
  };
  const early = connection("GET /api/slow HTTP/1.1\r\nHost: x\r\n\r\n");
  await isBegun;
  // Its request has not arrived completely.
  const late = connection("GET /api/health HTTP/1.1\r\nHost: x\r\n");
  await new Promise<void>((resolve) => late.socket.once("connect", resolve));
  await site.app.inject("/api/health");
  const closing = site.app.close();
  late.socket.write("\r\n");
  const rejected = await late.answer;
  expect(rejected).toMatch(/^HTTP\/1\.1 503/);
  expect(rejected).toMatch(/connection: close/i);
  expect(rejected).toMatch(/retry-after: 5/i);
  expect(errorBody.parse(JSON.parse(rejected.split("\r\n\r\n")[1]!)).error.code).toBe("leaving");
  finish();
  expect(await early.answer).toMatch(/\{"done":true\}$/);
  await closing;
});

describe.each([
  ["nothing", ""],
  ["half a request", "GET /api/health HTTP/1.1\r\nHost: x\r\n"],
])("a server with a client that connected and sent %s", (_, sent) => {
  const other = testServer();

  it("does not wait for it", async () => {
    await other.app.listen({ port: 0 });
    const silent = connect((other.app.server.address() as AddressInfo).port, "127.0.0.1");
    const isConnected = new Promise<void>((resolve) => other.app.server.once("connection", () => resolve()));
    silent.write(sent);
    await isConnected;
    const isCut = new Promise<void>((resolve) => silent.once("close", () => resolve()));
    silent.on("error", () => undefined);
    await other.app.close();
    await isCut;
  });
});
