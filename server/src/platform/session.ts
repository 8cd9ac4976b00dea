import { createHash, randomBytes } from "node:crypto";
import type {} from "@fastify/cookie";
import DataLoader from "dataloader";
import { and, desc, eq, gt, lt, lte, ne, notInArray, sql, type SQL } from "drizzle-orm";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Role } from "@conquest/shared/contracts/http/endpoint";
import { email as canonicalEmail } from "@conquest/shared/contracts/text/fields";
import type { Database } from "../database/database";
import { endedSignIns, sessions, users } from "../database/schema/people";
import { callIdentityProvider } from "./identity-provider-call";
import type { Deps } from "./deps";
import type { VerifiedIdentity } from "./identity";
import { describeDevice } from "./sessions/describe-device";
import type { AccountRefusal } from "./sessions/account-errors";
import { endSignIns, isStillGood, lockPerson, markEnded } from "./sessions/sign-ins";
import { applyTokensValidSince } from "./sessions/security-notifications";

const HOUR = 60 * 60 * 1000;
/** An unused session ends after this long. */
const IDLE_LIMIT = 12 * HOUR;
/** However much it is used, a session ends after this long: a stolen one too. */
const AGE_LIMIT = 7 * 24 * HOUR;
/** What was asked just before a session was replaced by the next may still arrive with it. */
export const REPLACED_LIMIT = 60 * 1000;
/** Renewing writes a row and asks the identity provider, so not at every request. */
const RENEW_AFTER = 10 * 60 * 1000;
/** Of one person; with one more the oldest ends. As many more may be in their last minute. */
const MOST_SESSIONS = 20;
/** And of those that have ended so many are known. */
const MOST_ENDED = 100;
/** What has ended is known as long as a browser may hold its cookie: whoever signs out with that ends what its sign-in could open. */
const ENDED_KEPT = IDLE_LIMIT;
/** Longer than any session lasts; the provider's own tokens are renewed for as long as somebody wants. */
const SIGN_OUTS_KEPT = 30 * 24 * HOUR;

/** The person who calls, read from the database for this very request. */
export interface Caller {
  id: string;
  email: string;
  name: string;
  image: string;
  role: Role;
}

/** No session, a session, or a session of somebody who may no longer use it. */
export type CallerState = Caller | AccountRefusal | null;

interface Sessions {
  /** Whether the browser says that it has a session, which may be over. */
  isClaimed(request: FastifyRequest): boolean;
  /** By what the session of this browser is found in the table; null where it says that it has none. */
  hashOf(request: FastifyRequest): string | null;
  read(request: FastifyRequest, reply: FastifyReply): Promise<CallerState>;
  /**
   * Opens a session; one of the same person that this browser had before lasts another minute, one of somebody else ends. An older
   * sign-in of that person in this browser opens nothing any more. Sessions from before the provider's `validSince` end. False, and
   * nothing is opened, where this sign-in was signed out of before, or is no longer good.
   */
  start(person: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
  /** Ends the session, and with it what else the same sign-in could open. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

type SignedIn = Pick<VerifiedIdentity, "uid" | "hasPassword" | "signedInAt" | "validSince"> & { userId: string };

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
      signedInAt: sessions.signedInAt,
      user: {
        id: users.id,
        uid: users.uid,
        email: users.email,
        name: users.name,
        image: users.image,
        role: users.role,
        status: users.status,
        removedAt: users.removedAt,
        because: users.refusedBecause,
      },
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
export function registerSessions(
  app: FastifyInstance,
  { db, clock, identity }: Pick<Deps, "db" | "clock" | "identity">,
  isSecure: boolean,
): void {
  const sessionsByHash = sessionReader(db);
  const cookie = sessionCookie(isSecure);
  const attributes = { path: "/", httpOnly: true, sameSite: "lax", secure: isSecure } as const;

  const setCookie = (reply: FastifyReply, id: string, expiresAt: Date) =>
    reply.setCookie(cookie, id, {
      ...attributes,
      maxAge: Math.floor((expiresAt.getTime() - clock.now().getTime()) / 1000),
    });

  const expiryOf = (createdAt: Date, now: Date) =>
    new Date(Math.min(now.getTime() + IDLE_LIMIT, createdAt.getTime() + AGE_LIMIT));

  app.decorateRequest("caller", null);
  app.decorate("sessions", {
    isClaimed: (request) => Boolean(request.cookies[cookie]),
    hashOf(request) {
      const id = request.cookies[cookie];
      return id ? hash(id) : null;
    },

    async read(request, reply) {
      const id = request.cookies[cookie];
      if (!id) return null;
      const now = clock.now();
      const session = await sessionsByHash.load(hash(id));
      if (!session || session.expiresAt <= now) return null;
      const { uid, email, removedAt, status, because, ...person } = session.user;
      if (removedAt || email === null) return { refused: "removed", because };
      if (status === "blocked") return { refused: "blocked", because };
      if (now.getTime() - session.lastUsedAt.getTime() > RENEW_AFTER) {
        const expiresAt = expiryOf(session.createdAt, now);
        await db.update(sessions).set({ lastUsedAt: now, expiresAt }).where(eq(sessions.idHash, session.idHash));
        setCookie(reply, id, expiresAt);
        // Nobody waits for the provider: while it is away sessions go on.
        if (uid !== null)
          void endIfOutdated(uid, session, email).catch((error: unknown) =>
            request.log.warn({ err: error }, "a session was not checked"),
          );
      }
      return { ...person, email };
    },

    async start(person, request, reply) {
      const { userId, signedInAt, validSince } = person;
      const now = clock.now();
      const before = request.cookies[cookie];
      const id = randomBytes(32).toString("base64url");
      const expiresAt = expiryOf(now, now);
      const inAMinute = new Date(now.getTime() + REPLACED_LIMIT);
      const isOpened = await db.transaction(async (tx) => {
        const [held] = await lockPerson(tx, userId);
        if (!held || !(await isStillGood(tx, held, person))) return false;
        await applyTokensValidSince(tx, clock, held, person);
        if (before) {
          const isBefore = eq(sessions.idHash, hash(before));
          await tx.delete(sessions).where(and(isBefore, ne(sessions.userId, userId)));
          // Used now, it is not renewed within its last minute.
          const lastMinute = {
            lastUsedAt: now,
            expiresAt: sql`least(${sessions.expiresAt}, ${sql.param(inAMinute, sessions.expiresAt)})`,
          };
          const [replaced] = await tx
            .update(sessions)
            .set(lastMinute)
            .where(isBefore)
            .returning({ signedInAt: sessions.signedInAt });
          if (replaced?.signedInAt && replaced.signedInAt < signedInAt)
            await markEnded(tx, userId, replaced.signedInAt, now);
        }
        await tx.delete(sessions).where(lt(sessions.expiresAt, new Date(now.getTime() - ENDED_KEPT)));
        await tx.delete(sessions).where(and(eq(sessions.userId, userId), lt(sessions.signedInAt, validSince)));
        const isOwn = eq(sessions.userId, userId);
        const isReplaced = and(gt(sessions.expiresAt, now), lte(sessions.expiresAt, inAMinute));
        // Those that are replaced end by themselves: somebody who reloads a page pushes nobody out.
        for (const [isOfKind, most] of [
          [gt(sessions.expiresAt, inAMinute), MOST_SESSIONS - 1],
          [isReplaced, MOST_SESSIONS],
        ] as const) {
          const isCounted = and(isOwn, isOfKind);
          await tx
            .update(sessions)
            .set({ expiresAt: now })
            .where(and(isCounted, notInArray(sessions.idHash, newest(tx, isCounted, most))));
        }
        const isOver = and(isOwn, lte(sessions.expiresAt, now));
        await tx.delete(sessions).where(and(isOver, notInArray(sessions.idHash, newest(tx, isOver, MOST_ENDED))));
        await tx
          .insert(sessions)
          .values({
            idHash: hash(id),
            userId,
            createdAt: now,
            lastUsedAt: now,
            expiresAt,
            signedInAt,
            device: describeDevice(request.headers["user-agent"]),
          });
        return true;
      });
      if (isOpened) setCookie(reply, id, expiresAt);
      return isOpened;
    },

    async end(request, reply) {
      const id = request.cookies[cookie];
      if (id) await endSignIn(hash(id));
      reply.clearCookie(cookie, attributes);
    },
  });

  /** The session, those that it has replaced, and what else its sign-in has opened or could open. */
  async function endSignIn(idHash: string): Promise<void> {
    const now = clock.now();
    await db.transaction(async (tx) => {
      const [ended] = await tx
        .select({ userId: sessions.userId, signedInAt: sessions.signedInAt })
        .from(sessions)
        .where(eq(sessions.idHash, idHash));
      if (!ended) return;
      const { userId, signedInAt } = ended;
      await lockPerson(tx, userId);
      await tx
        .delete(sessions)
        .where(and(eq(sessions.userId, userId), lte(sessions.expiresAt, new Date(now.getTime() + REPLACED_LIMIT))));
      await tx.delete(endedSignIns).where(lt(endedSignIns.endedAt, new Date(now.getTime() - SIGN_OUTS_KEPT)));
      await endSignIns(tx, userId, [{ idHash, signedInAt }], now);
    });
  }

  /** A session from before the person changed the password, or whose account the provider no longer lets in. */
  async function endIfOutdated(
    uid: string,
    { idHash, signedInAt, user }: { idHash: string; signedInAt: Date | null; user: { id: string } },
    email: string,
  ): Promise<void> {
    const account = await callIdentityProvider(identity.account(uid), app.log);
    await db.transaction(async (tx) => {
      const [held] = await lockPerson(tx, user.id);
      if (!account || (signedInAt && signedInAt < account.validSince))
        await tx.delete(sessions).where(eq(sessions.idHash, idHash));
      // With another address it is that which was changed: the next sign-in follows it there, and tells.
      if (account && held && held.email === email && canonicalEmail.safeParse(account.email).data === email)
        await applyTokensValidSince(tx, clock, held, account);
    });
  }
}

const newest = (tx: Database, isOne: SQL | undefined, most: number) =>
  tx
    .select({ idHash: sessions.idHash })
    .from(sessions)
    .where(isOne)
    .orderBy(desc(sessions.createdAt), sessions.idHash)
    .limit(most);

export const readCaller = (request: FastifyRequest, reply: FastifyReply): Promise<CallerState> =>
  request.server.sessions.read(request, reply);
