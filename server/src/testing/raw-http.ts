import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { FastifyInstance } from "fastify";

/** Says it to a server on a connection of its own, byte for byte, and hears the answer to its end. */
export async function rawHttp(app: FastifyInstance, sent: string): Promise<{ head: string; body: string }> {
  if (!app.server.listening) await app.listen({ port: 0, host: "127.0.0.1" });
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1").setEncoding("utf8");
  socket.write(sent);
  const said = await text(socket);
  const end = said.indexOf("\r\n\r\n");
  return { head: said.slice(0, end), body: said.slice(end + 4) };
}
