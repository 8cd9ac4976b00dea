import { readFile } from "node:fs/promises";
import Fastify from "fastify";
import type { SavedResponse } from "./open-bare";

/** Program: plain Fastify on `PORT` that serves the saved responses of the file in its first argument. */

const saved = JSON.parse(await readFile(process.argv[2]!, "utf8")) as Record<string, SavedResponse>;
const responses = new Map(
  Object.entries(saved).map(([address, { headers, base64 }]) => [
    address,
    { headers, body: Buffer.from(base64, "base64") },
  ]),
);
const app = Fastify({ logger: false });
app.get("/*", (request, reply) => {
  const response = responses.get(request.url);
  if (!response) return reply.code(404).send();
  return reply.headers(response.headers).send(response.body);
});
await app.listen({ port: Number(process.env["PORT"]), host: "127.0.0.1" });
