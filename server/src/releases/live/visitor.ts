import { randomInt } from "node:crypto";
import type {} from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";

const COOKIE = "conquest_visitor";
/** In seconds: longer than any canary runs. */
const KEPT_FOR = 30 * 24 * 60 * 60;

/** As many kinds of visitors are told apart: so few that a number says nothing of who somebody is. */
export const PLACES = 10_000;

/** 0.618 of the places, and without a divisor in common with them: each has its turn. */
const STEP = 6_181;

/**
 * A number for each new visitor, far from those before: of any hundred in a row, 8 to 12 stand among the first ten percent, where
 * by chance it would be 4 to 16. Multiples of the golden section have that property (H. Weyl, 1916).
 */
let last = randomInt(PLACES);
const nextVisitor = () => (last = (last + STEP) % PLACES);

/** Who asks, told from others by a cookie alone; undefined who has none. Anybody can write one: it decides nothing but a canary. */
export function knownVisitor({ cookies }: FastifyRequest): number | undefined {
  const said = cookies[COOKIE];
  return said !== undefined && /^\d{1,4}$/.test(said) ? Number(said) : undefined;
}

/** Who asks, and from now on always the same. Only while some visitors get something else than the others is anybody told apart. */
export function visitorOf(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): number {
  const known = knownVisitor(request);
  if (known !== undefined) return known;
  const visitor = nextVisitor();
  reply.setCookie(COOKIE, String(visitor), {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: isSecure,
    maxAge: KEPT_FOR,
  });
  return visitor;
}
