import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

export const IMMUTABLE = "public, max-age=31536000, immutable";
export const REVALIDATE = "no-cache";

/** True when the copy that the browser holds (If-None-Match) is the one with this tag. */
const holds = (request: FastifyRequest, etag: string) =>
  (request.headers["if-none-match"] ?? "")
    .split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""))
    .some((tag) => tag === "*" || tag === etag);

/** Sends the body with a tag of its content, or 304 and no body to whoever holds it already. */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, body: string | Buffer, tag?: string) {
  const etag = `"${tag ?? createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
  reply.header("etag", etag);
  if (reply.statusCode === 200 && holds(request, etag)) return reply.code(304).removeHeader("content-type").send();
  return reply.send(body);
}

/** The best of the encodings at hand that this browser takes. */
export function chooseEncoding(request: FastifyRequest, file: { content: Buffer; brotli: Buffer | null; gzip: Buffer | null }) {
  const accepted = new Set(
    String(request.headers["accept-encoding"] ?? "")
      .split(",")
      .map((part) => part.trim().split(";"))
      .filter(([, quality]) => quality?.trim() !== "q=0")
      .map(([name]) => name!.toLowerCase()),
  );
  if (file.brotli && accepted.has("br")) return { encoding: "br", body: file.brotli };
  if (file.gzip && accepted.has("gzip")) return { encoding: "gzip", body: file.gzip };
  return { encoding: null, body: file.content };
}
