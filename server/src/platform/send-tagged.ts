import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import fresh from "fresh";

const tagOf = (body: string | Buffer) => createHash("sha256").update(body).digest("base64url").slice(0, 27);

/** Sends the body with a tag of its content, or 304 and no body to whoever holds it already. */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, body: string | Buffer, tag = tagOf(body)) {
  const etag = `"${tag}"`;
  reply.header("etag", etag);
  if (reply.statusCode === 200 && fresh(request.headers, { etag })) return reply.code(304).removeHeader("content-type").send();
  return reply.send(body);
}
