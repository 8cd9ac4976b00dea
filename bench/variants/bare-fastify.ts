import { readFile } from "node:fs/promises";
import Fastify from "fastify";
import type { KeptAnswer } from "./open-bare";

/** A program: Fastify and nothing else, which answers each address of the file it is given with the same bytes and headers, at `PORT`. */

const kept = JSON.parse(await readFile(process.argv[2]!, "utf8")) as Record<string, KeptAnswer>;
const answers = new Map(
  Object.entries(kept).map(([address, { headers, base64 }]) => [
    address,
    { headers, body: Buffer.from(base64, "base64") },
  ]),
);
const app = Fastify({ logger: false });
app.get("/*", (request, reply) => {
  const answer = answers.get(request.url);
  if (!answer) return reply.code(404).send();
  return reply.headers(answer.headers).send(answer.body);
});
await app.listen({ port: Number(process.env["PORT"]), host: "127.0.0.1" });
