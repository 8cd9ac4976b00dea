import { connect, type AddressInfo, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { uploadEntryFile } from "@conquest/shared/contracts/media/entry-files";
import { testServer } from "../../testing/test-server";
import { abortStalledBodies } from "../operation/malformed-requests";

const site = testServer();

/** Shorter than production's limit, which would be too long for a test. */
const LIMIT_MS = 400;

async function connected(): Promise<Socket> {
  abortStalledBodies(site.app, LIMIT_MS);
  await site.app.listen({ port: 0, host: "127.0.0.1" });
  return connect((site.app.server.address() as AddressInfo).port, "127.0.0.1").setEncoding("utf8");
}

const MESSAGE = JSON.stringify({ name: "Rafi", email: "rafi@example.com", message: "Hello" });
const head = (path: string, headers: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n\r\n`;
const asJson = (length: string) => head("/api/contact", `Content-Type: application/json\r\n${length}`);

/** Sends pieces with pauses below the limit, which together take several times the limit. */
async function sendSlowly(socket: Socket, pieces: readonly (string | Buffer)[]): Promise<string> {
  const response = text(socket);
  for (const piece of pieces) {
    socket.write(piece);
    await pause(LIMIT_MS / 2);
  }
  return response;
}

const piecesOf = (content: Buffer, count: number) =>
  Array.from({ length: count }, (_, at) =>
    content.subarray((at * content.length) / count, ((at + 1) * content.length) / count),
  );

it("limits the time for headers, but not for whole requests", () => {
  expect(site.app.server.requestTimeout).toBe(0);
  expect(site.app.server.headersTimeout).toBe(60_000);
});

it("reads JSON that arrives slowly", async () => {
  const socket = await connected();
  expect(
    await sendSlowly(socket, [asJson(`Content-Length: ${MESSAGE.length}`), ...piecesOf(Buffer.from(MESSAGE), 8)]),
  ).toMatch(/^HTTP\/1\.1 200 /);
});

it("reads chunked JSON that arrives slowly", async () => {
  const socket = await connected();
  const chunks = piecesOf(Buffer.from(MESSAGE), 8).map(
    (piece) => `${piece.length.toString(16)}\r\n${piece.toString()}\r\n`,
  );
  expect(await sendSlowly(socket, [asJson("Transfer-Encoding: chunked"), ...chunks, "0\r\n\r\n"])).toMatch(
    /^HTTP\/1\.1 200 /,
  );
});

it("reads a file that arrives slowly", async () => {
  const { cookie } = await site.people.user();
  const socket = await connected();
  const file = Buffer.from("A text that is sent in pieces.");
  const sent = head(
    `/api${uploadEntryFile.path}?name=a.txt`,
    `Cookie: ${cookie}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${file.length}`,
  );
  expect(await sendSlowly(socket, [sent, ...piecesOf(file, 8)])).toMatch(/^HTTP\/1\.1 200 /);
});

it("responds with 408 to a body that stops, and closes the connection", async () => {
  const socket = await connected();
  const startedAt = performance.now();
  const response = await sendSlowly(socket, [asJson("Content-Length: 200"), MESSAGE]);
  expect(response).toMatch(
    /^HTTP\/1\.1 408 [\s\S]*Connection: close[\s\S]*"code":"too_slow","message":"Sending stopped before it finished/,
  );
  expect(performance.now() - startedAt).toBeGreaterThan(LIMIT_MS);
});

it("responds with 408 to a body that never begins", async () => {
  const socket = await connected();
  expect(await sendSlowly(socket, [asJson("Content-Length: 200")])).toMatch(/^HTTP\/1\.1 408 /);
});
