import { once } from "node:events";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { uploadEntryFile } from "@conquest/shared/contracts/media/entry-files";
import { testServer, type Person } from "../../testing/test-server";
import { withUploadSlot, acquireUploadSlot } from "./upload-slots";

const site = testServer();
const { api, people } = site;
const PDF = { query: { name: "a.pdf" }, body: Buffer.from("%PDF-1.7\n%%EOF") };

/** Sends one incomplete upload more than allowed. Returns a function that disconnects the others. */
async function sendSlowly(senders: readonly Person[]): Promise<() => void> {
  await site.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = site.app.server.address() as AddressInfo;
  const sockets = senders.map(({ cookie }) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(
      [
        "POST /api/entry-files?name=a.pdf HTTP/1.1",
        "Host: x",
        `Cookie: ${cookie}`,
        "Content-Type: application/octet-stream",
        "Content-Length: 1000",
        "",
        "%PDF-",
      ].join("\r\n"),
    );
    return socket;
  });
  const [response] = (await Promise.race(sockets.map((socket) => once(socket, "data")))) as [Buffer];
  expect(response.toString()).toMatch(/^HTTP\/1.1 503 /);
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

const rejectionOf = (person: Person) => api.as(person).expectError(uploadEntryFile, PDF);

it("allows ten slow uploads at a time, and others once those end", async () => {
  const senders: Person[] = [];
  for (let number = 0; number < 11; number += 1) senders.push(await people.user());
  const disconnect = await sendSlowly(senders);
  expect(await rejectionOf(await people.user())).toMatchObject({
    status: 503,
    code: "busy",
    message: expect.stringContaining("many files") as string,
  });
  disconnect();
  const ask = async () =>
    (
      await api
        .as(await people.user())
        .send({
          method: "POST",
          url: "/api/entry-files?name=a.pdf",
          payload: PDF.body,
          headers: { "content-type": "application/octet-stream" },
        })
    ).statusCode;
  let status = await ask();
  // Until the server notices that they were closed.
  while (status === 503) status = await ask();
  expect(status).toBe(200);
});

it("allows three uploads per user at a time, and others for other users", async () => {
  const person = await people.user();
  const disconnect = await sendSlowly([person, person, person, person]);
  expect(await rejectionOf(person)).toMatchObject({
    status: 503,
    code: "busy",
    message: expect.stringContaining("Your other files") as string,
  });
  expect(await api.as(await people.user()).call(uploadEntryFile, PDF)).toMatchObject({ name: "a.pdf" });
  disconnect();
});

it("keeps the slot while an upload is processed, even if the sender disconnects", async () => {
  const app = Fastify();
  app.decorateRequest("caller", null);
  let finish = () => {};
  const isDone = new Promise<void>((resolve) => (finish = resolve));
  const closed: Promise<unknown>[] = [];
  let begun = 0;
  const allBegun = new Promise<void>((resolve) => {
    app.post("/", { preParsing: async (request, reply) => acquireUploadSlot(app, request, reply) }, (request, reply) =>
      withUploadSlot(request, async () => {
        closed.push(once(reply.raw, "close"));
        begun += 1;
        if (begun === 3) resolve();
        await isDone;
        return "kept";
      }),
    );
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const sockets = Array.from({ length: 3 }, () => connect((app.server.address() as AddressInfo).port, "127.0.0.1"));
  for (const socket of sockets)
    socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\na");
  await allBegun;
  for (const socket of sockets) socket.destroy();
  await Promise.all(closed);
  const send = () => app.inject({ method: "POST", url: "/", payload: "a", headers: { "content-type": "text/plain" } });
  expect((await send()).statusCode).toBe(503);
  finish();
  // The processing of each ends in a later tick.
  let status = 503;
  while (status === 503) status = (await send()).statusCode;
  expect(status).toBe(200);
  await app.close();
});
