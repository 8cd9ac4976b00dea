import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { Readable } from "node:stream";
import Fastify, { type FastifyInstance } from "fastify";
import { lengthCheckStream } from "../files/store/file-store";
import { FileToSend } from "./file-to-send";

let app: FastifyInstance;
beforeEach(() => (app = Fastify()));
afterEach(() => app.close());

async function* slowly(...chunks: string[]) {
  for (const chunk of chunks) {
    yield Buffer.from(chunk);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

it("closes the connection if a file ends before its Content-Length", async () => {
  const sent = () => lengthCheckStream(Readable.from(slowly("five ", "")), 20_000);
  app.get("/file", (request, reply) =>
    new FileToSend({
      open: async () => ({ content: sent(), bytes: 20_000 }),
      contentType: "text/plain",
      tag: "a",
      within: "same-origin",
    }).send(request, reply),
  );
  app.get("/next", () => "the next answer");
  await app.listen({ port: 0, host: "127.0.0.1" });
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write("GET /file HTTP/1.1\r\nHost: a\r\n\r\nGET /next HTTP/1.1\r\nHost: a\r\n\r\n");
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(socket, "close");
  const received = Buffer.concat(chunks).toString();
  expect(received).toContain("content-length: 20000");
  expect(received).toMatch(/\r\n\r\nfive $/);
});

it("sends the length of the opened content", async () => {
  app.get("/file", (request, reply) =>
    new FileToSend({
      open: async () => ({ content: Readable.from([Buffer.from("five")]), bytes: 4 }),
      contentType: "text/plain",
      tag: "a",
      within: "same-origin",
    }).send(request, reply),
  );
  const { headers, body } = await app.inject("/file");
  expect([headers["content-length"], body]).toEqual(["4", "five"]);
});
