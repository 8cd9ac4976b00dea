import { randomBytes } from "node:crypto";
import type {} from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";

const COOKIE = "conquest_visitor";
/** In seconds: longer than any canary runs. */
const KEPT_FOR = 30 * 24 * 60 * 60;

/** Who asks, told from others by a cookie alone; undefined who has none. Anybody can write one: it decides nothing but a canary. */
export function knownVisitor({ cookies }: FastifyRequest): string | undefined {
  const said = cookies[COOKIE];
  return said !== undefined && /^[\w-]{12}$/.test(said) ? said : undefined;
}

/** Who asks, and from now on always the same. Only while some visitors get something else than the others is anybody told apart. */
export function visitorOf(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): string {
  const known = knownVisitor(request);
  if (known) return known;
  const visitor = randomBytes(9).toString("base64url");
  reply.setCookie(COOKIE, visitor, { path: "/", httpOnly: true, sameSite: "lax", secure: isSecure, maxAge: KEPT_FOR });
  return visitor;
}
