import { connect, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { uploadEntryFile } from "@conquest/shared/contracts/entries";
import { aServer, type Person } from "../../testing/a-server";

const site = aServer();
const { api, people } = site;
const PDF = Buffer.from("%PDF-1.7");

/** Files that come slowly: their beginning is there, and no more of them. */
async function sendSlowly(senders: readonly Person[]): Promise<Socket[]> {
  if (!site.app.server.listening) await site.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = site.app.server.address() as AddressInfo;
  return senders.map(({ cookie }) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(["POST /api/entry-files?name=a.pdf HTTP/1.1", "Host: x", `Cookie: ${cookie}`, "Content-Type: application/octet-stream", "Content-Length: 1000", "", "%PDF-"].join("\r\n"));
    return socket;
  });
}

/** Until this person (or, unless one is named, anybody) is answered so. */
async function untilAnswered(status: number, person?: Person): Promise<void> {
  for (;;) {
    const answer = await api.as(person ?? (await people.user())).send({ method: "POST", url: `/api${uploadEntryFile.path}?name=a.pdf`, payload: PDF, headers: { "content-type": "application/octet-stream" } });
    if (answer.statusCode === status) return;
  }
}

const refusal = (person: Person) => api.as(person).refusal(uploadEntryFile, { query: { name: "a.pdf" }, body: PDF });

it("is for ten at a time, however slowly they come, and for others once those are over", async () => {
  const senders = [];
  for (let number = 0; number < 10; number += 1) senders.push(await people.user());
  const slow = await sendSlowly(senders);
  await untilAnswered(503);
  expect(await refusal(await people.user())).toMatchObject({ code: "busy", message: expect.stringContaining("Many files") as string });
  for (const socket of slow) socket.destroy();
  await untilAnswered(200);
});

it("is for three of one person at a time, and leaves the rest to others", async () => {
  const person = await people.user();
  const slow = await sendSlowly([person, person, person]);
  await untilAnswered(503, person);
  expect(await refusal(person)).toMatchObject({ code: "busy", message: expect.stringContaining("Your other files") as string });
  expect(await api.as(await people.user()).call(uploadEntryFile, { query: { name: "a.pdf" }, body: PDF })).toMatchObject({ name: "a.pdf" });
  for (const socket of slow) socket.destroy();
});
