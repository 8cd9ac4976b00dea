import { randomInt, createHash } from "node:crypto";
import type {} from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { LiveRegistry } from "./live-registry";

const COOKIE = "conquest_visitor";
/** Seconds; longer than any canary runs. */
const COOKIE_MAX_AGE = 30 * 24 * 60 * 60;

/** Few enough that a number does not identify a person. */
const VISITOR_BUCKETS = 10_000;

/** 0.618 of the buckets and coprime to them, so that every bucket is used. */
const STEP = 6_181;

/** Spreads by the golden ratio: of 100 in a row, 8 to 12 are in the first ten percent; at random, 4 to 16 (H. Weyl). */
let last = randomInt(VISITOR_BUCKETS);
const nextVisitor = () => (last = (last + STEP) % VISITOR_BUCKETS);

/** Returns the visitor number from the cookie, if present. Clients can forge it: it only selects canaries. */
export function knownVisitor({ cookies }: FastifyRequest): number | undefined {
  const value = cookies[COOKIE];
  return value !== undefined && /^\d{1,4}$/.test(value) ? Number(value) : undefined;
}

/** Returns the visitor number, setting the cookie if needed. Only called while a canary runs. */
export function visitorOf(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): number {
  const known = knownVisitor(request);
  if (known !== undefined) return known;
  const visitor = nextVisitor();
  reply.setCookie(COOKIE, String(visitor), {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: isSecure,
    maxAge: COOKIE_MAX_AGE,
  });
  return visitor;
}

/** Returns 0 to 100, differently for each part. Evenly distributed visitors stay evenly distributed. */
function positionOf(visitor: number, part: string): number {
  const offset = createHash("sha256").update(part).digest().readUInt32BE() / 2 ** 32;
  return ((visitor / VISITOR_BUCKETS + offset) % 1) * 100;
}

/** Applies the canaries that the visitor gets. A visitor keeps a canary when its percentage grows. */
export function registryForVisitor(live: LiveRegistry, visitor: number): LiveRegistry {
  const assigned = Object.entries(live.canaries).filter(([part, { percent }]) => positionOf(visitor, part) < percent);
  if (assigned.length === 0) return live;
  const remotes = { ...live.registry.remotes };
  let { shell } = live;
  for (const [part, canary] of assigned) {
    if (canary.shell) shell = canary.shell;
    const known = remotes[part];
    // Fallback for a browser that fails to load the canary.
    if (canary.release && known) remotes[part] = { ...known, current: canary.release, previous: known.current };
  }
  const variant = assigned.map(([part, { version }]) => `${part}@${version}`).join(",");
  return { ...live, shell, registry: { ...live.registry, remotes }, variant };
}

export const hasCanaries = (live: LiveRegistry) => Object.keys(live.canaries).length > 0;
