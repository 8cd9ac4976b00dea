import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import fresh from "fresh";

export const etagOf = (body: string | Buffer) =>
  `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;

/** Returns whether the client's copy is current. */
export const isFresh = (request: FastifyRequest, etag: string) => fresh(request.headers, { etag });

/** Sends the body with its ETag, or 304 if the client's copy is current. */
export function sendWithEtag(request: FastifyRequest, reply: FastifyReply, body: string | Buffer, etag = etagOf(body)) {
  reply.header("etag", etag);
  if (reply.statusCode === 200 && isFresh(request, etag)) return reply.code(304).removeHeader("content-type").send();
  return reply.send(body);
}
