import { connect, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { uploadEntryFile } from "@conquest/shared/contracts/entries";
import { aServer } from "../../testing/a-server";

const site = aServer();
const PDF = Buffer.from("%PDF-1.7");

async function untilAnswered(status: number): Promise<void> {
  for (;;) {
    const person = await site.people.user();
    const answer = await site.api.as(person).send({ method: "POST", url: `/api${uploadEntryFile.path}?name=a.pdf`, payload: PDF, headers: { "content-type": "application/octet-stream" } });
    if (answer.statusCode === status) return;
  }
}

it("takes ten files at a time, however slowly they come, and others again once those are over", async () => {
  await site.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = site.app.server.address() as AddressInfo;
  const slow: Socket[] = [];
  for (let number = 0; number < 10; number += 1) {
    const { cookie } = await site.people.user();
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(["POST /api/entry-files?name=a.pdf HTTP/1.1", "Host: x", `Cookie: ${cookie}`, "Content-Type: application/octet-stream", "Content-Length: 1000", "", "%PDF-"].join("\r\n"));
    slow.push(socket);
  }
  await untilAnswered(503);
  const person = await site.people.user();
  expect(await site.api.as(person).refusal(uploadEntryFile, { query: { name: "a.pdf" }, body: PDF })).toMatchObject({ code: "busy", message: expect.stringContaining("try again") as string });
  for (const socket of slow) socket.destroy();
  await untilAnswered(200);
});
