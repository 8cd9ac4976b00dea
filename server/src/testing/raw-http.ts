import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { FastifyInstance } from "fastify";

export async function rawHttp(app: FastifyInstance, sent: string): Promise<{ head: string; body: string }> {
  if (!app.server.listening) await app.listen({ port: 0, host: "127.0.0.1" });
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1").setEncoding("utf8");
  socket.write(sent);
  const response = await text(socket);
  const end = response.indexOf("\r\n\r\n");
  return { head: response.slice(0, end), body: response.slice(end + 4) };
}
