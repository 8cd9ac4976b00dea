import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { testServer } from "../../testing/test-server";

const site = testServer();

const requestHead = (length: number, path = "/api/contact") =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\nExpect: 100-continue\r\n\r\n`;

/** Returns all statuses received by a client that sends its body only after 100 Continue. */
async function statuses(head: string, body: string): Promise<string[]> {
  await site.app.listen({ port: 0, host: "127.0.0.1" });
  const socket = connect((site.app.server.address() as AddressInfo).port, "127.0.0.1").setEncoding("utf8");
  socket.on("data", (chunk: string) => chunk.startsWith("HTTP/1.1 100 ") && socket.write(body));
  socket.write(head);
  return (await text(socket)).match(/(?<=HTTP\/1\.1 )\d+/g) ?? [];
}

describe("an oversized body", () => {
  it.each([
    ["sends its length", "Content-Length: 3000000", "x".repeat(3_000_000)],
    ["sends chunks", "Transfer-Encoding: chunked", `2dc6c0\r\n${"x".repeat(3_000_000)}\r\n0\r\n\r\n`],
  ])("is rejected and read to its end, keeping the connection: the client %s", async (_, length, body) => {
    await site.app.listen({ port: 0, host: "127.0.0.1" });
    const socket = connect((site.app.server.address() as AddressInfo).port, "127.0.0.1").setEncoding("utf8");
    const head = (connection: string, also: string) =>
      `POST /api/contact HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\nContent-Type: application/json\r\n${also}\r\n\r\n`;
    socket.write(`${head("keep-alive", length)}${body}${head("close", "Content-Length: 2")}{}`);
    expect((await text(socket)).match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(["413", "422"]);
  });
});

describe("a client that waits for 100 Continue", () => {
  it("receives 100 Continue and a response", async () => {
    const body = JSON.stringify({ name: "Rafi", email: "rafi@example.com", message: "Hello" });
    expect(await statuses(requestHead(body.length), body)).toEqual(["100", "200"]);
  });

  it.each([
    ["an oversized body", requestHead(999_999), "413"],
    ["a missing session", requestHead(2, "/api/pictures?name=a.png"), "401"],
  ])("is rejected without sending its body: %s", async (_, head, status) => {
    expect(await statuses(head, "{}")).toEqual([status]);
  });
});
