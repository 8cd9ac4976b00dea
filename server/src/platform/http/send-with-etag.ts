import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import fresh from "fresh";

export const etagOf = (body: string | Buffer) =>
  `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;

export const isFresh = (request: FastifyRequest, etag: string) => fresh(request.headers, { etag });

export function sendWithEtag(request: FastifyRequest, reply: FastifyReply, body: string | Buffer, etag = etagOf(body)) {
  reply.header("etag", etag);
  if (reply.statusCode === 200 && isFresh(request, etag)) return reply.code(304).removeHeader("content-type").send();
  return reply.send(body);
}
