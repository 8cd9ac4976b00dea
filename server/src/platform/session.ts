import { createHash, randomBytes } from "node:crypto";
import type {} from "@fastify/cookie";
import DataLoader from "dataloader";
import { and, eq, inArray, lt, lte, ne, or, sql } from "drizzle-orm";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Role } from "@conquest/shared/contracts/endpoint";
import { sessions, users } from "../database/schema";
import type { Deps } from "./deps";

const HOUR = 60 * 60 * 1000;
/** An unused session ends after this long. */
const IDLE_LIMIT = 12 * HOUR;
/** However much it is used, a session ends after this long: a stolen one too. */
const AGE_LIMIT = 7 * 24 * HOUR;
/** What was asked just before a session was replaced by the next may still arrive with it. */
const REPLACED_LIMIT = 60 * 1000;
/** Renewing writes a row, so not at every request. */
const RENEW_AFTER = 10 * 60 * 1000;

/** The person who calls, read from the database for this very request. */
export interface Caller {
  id: string;
  email: string;
  name: string;
  image: string;
  role: Role;
}

/** No session, a session, or a session of somebody who may no longer use it. */
export type CallerState = Caller | "blocked" | "removed" | null;

interface Sessions {
  /** Whether the browser says that it has a session, which may be over. */
  isClaimed(request: FastifyRequest): boolean;
  read(request: FastifyRequest, reply: FastifyReply): Promise<CallerState>;
  /** Opens a session; one of the same person that this browser had before lasts another minute, one of somebody else ends. */
  start(userId: string, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

declare module "fastify" {
  interface FastifyInstance {
    sessions: Sessions;
  }
  interface FastifyRequest {
    caller: Caller | null;
  }
}

/** Only the hash is stored: who reads the table cannot take a session over. */
const hash = (id: string) => createHash("sha256").update(id).digest("hex");

/** The prefix makes browsers refuse this cookie from a subdomain or over http. */
export const sessionCookie = (isSecure: boolean) => (isSecure ? "__Host-conquest_session" : "conquest_session");

/** Of one statement, however many people call at once. */
const MOST_TOGETHER = 100;

/**
 * Sessions with their people, read in one statement for all who call in the same turn of the event loop. Nothing is kept: each
 * is read after its call has come.
 */
function sessionReader(db: Deps["db"]) {
  // Every call of somebody signed in asks this: putting its text together anew would take longer than the rest of it.
  const statement = db
    .select({
      idHash: sessions.idHash,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      expiresAt: sessions.expiresAt,
      user: { id: users.id, email: users.email, name: users.name, image: users.image, role: users.role, status: users.status, removedAt: users.removedAt },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(sql`${sessions.idHash} = any(${sql.placeholder("hashes")}::text[])`)
    .prepare("sessions_of_callers");
  const read = async (hashes: readonly string[]) => {
    const rows = await statement.execute({ hashes: [...new Set(hashes)] });
    const byHash = new Map(rows.map((row) => [row.idHash, row]));
    return hashes.map((idHash) => byHash.get(idHash) ?? null);
  };
  return new DataLoader(read, { cache: false, maxBatchSize: MOST_TOGETHER, batchScheduleFn: setImmediate });
}

/** Adds `app.sessions` and `request.caller`. Needs the cookie plugin. `isSecure`: the site is served over https. */
export function keepSessions(app: FastifyInstance, { db, clock }: Pick<Deps, "db" | "clock">, isSecure: boolean): void {
  const sessionsByHash = sessionReader(db);
  const cookie = sessionCookie(isSecure);
  const attributes = { path: "/", httpOnly: true, sameSite: "lax", secure: isSecure } as const;

  const setCookie = (reply: FastifyReply, id: string, expiresAt: Date) =>
    reply.setCookie(cookie, id, { ...attributes, maxAge: Math.floor((expiresAt.getTime() - clock.now().getTime()) / 1000) });

  const expiryOf = (createdAt: Date, now: Date) => new Date(Math.min(now.getTime() + IDLE_LIMIT, createdAt.getTime() + AGE_LIMIT));

  app.decorateRequest("caller", null);
  app.decorate("sessions", {
    isClaimed: (request) => Boolean(request.cookies[cookie]),

    async read(request, reply) {
      const id = request.cookies[cookie];
      if (!id) return null;
      const now = clock.now();
      const session = await sessionsByHash.load(hash(id));
      if (!session || session.expiresAt <= now) return null;
      const { email, removedAt, status, ...person } = session.user;
      if (removedAt || email === null) return "removed";
      if (status === "blocked") return "blocked";
      if (now.getTime() - session.lastUsedAt.getTime() > RENEW_AFTER) {
        const expiresAt = expiryOf(session.createdAt, now);
        await db.update(sessions).set({ lastUsedAt: now, expiresAt }).where(eq(sessions.idHash, session.idHash));
        setCookie(reply, id, expiresAt);
      }
      return { ...person, email };
    },

    async start(userId, request, reply) {
      const now = clock.now();
      const before = request.cookies[cookie];
      if (before) {
        const isBefore = eq(sessions.idHash, hash(before));
        await db.delete(sessions).where(and(isBefore, ne(sessions.userId, userId)));
        // Used now, it is not renewed within its last minute.
        await db.update(sessions).set({ lastUsedAt: now, expiresAt: new Date(now.getTime() + REPLACED_LIMIT) }).where(isBefore);
      }
      const id = randomBytes(32).toString("base64url");
      const expiresAt = expiryOf(now, now);
      await db.delete(sessions).where(lt(sessions.expiresAt, now));
      await db.insert(sessions).values({ idHash: hash(id), userId, createdAt: now, lastUsedAt: now, expiresAt });
      setCookie(reply, id, expiresAt);
    },

    async end(request, reply) {
      const id = request.cookies[cookie];
      if (id) {
        const owner = db.select({ id: sessions.userId }).from(sessions).where(eq(sessions.idHash, hash(id)));
        const isReplaced = lte(sessions.expiresAt, new Date(clock.now().getTime() + REPLACED_LIMIT));
        await db.delete(sessions).where(or(eq(sessions.idHash, hash(id)), and(isReplaced, inArray(sessions.userId, owner))));
      }
      reply.clearCookie(cookie, attributes);
    },
  });
}

export const readCaller = (request: FastifyRequest, reply: FastifyReply): Promise<CallerState> =>
  request.server.sessions.read(request, reply);
