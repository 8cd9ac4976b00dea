import { createHash, randomBytes } from "node:crypto";
import type {} from "@fastify/cookie";
import DataLoader from "dataloader";
import { and, desc, eq, gt, lt, lte, ne, notInArray, sql, type SQL } from "drizzle-orm";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Role } from "@conquest/shared/contracts/http/endpoint";
import { email as canonicalEmail } from "@conquest/shared/contracts/text/fields";
import { message, msg } from "@conquest/shared/contracts/text/message";
import { throwForbidden } from "../errors";
import type { Database } from "../../database/database";
import { writtenToOfUser } from "../../database/replicas/write-positions";
import { endedSignIns, sessions, users } from "../../database/schema/people";
import { callIdentityProvider } from "../identity/identity-provider-call";
import type { Deps } from "../deps";
import type { VerifiedIdentity } from "../identity/identity";
import { describeDevice, endSignIns, isSignInValid, lockUser, markSignInEnded } from "./sign-ins";
import { applyTokensValidSince } from "./security-notifications";

const MESSAGES = {
  blocked: [
    message("Your account is blocked. Contact us if you think this is a mistake."),
    msg("Your account is blocked. Contact us if you think this is a mistake. Reason: {reason}"),
  ],
  removed: [
    message("This account was removed. Contact us."),
    msg("This account was removed. Contact us. Reason: {reason}"),
  ],
} as const;

interface AccountError {
  refused: keyof typeof MESSAGES;
  because: string;
}

export function throwAccountError({ refused, because }: AccountError): never {
  const [plain, withReason] = MESSAGES[refused];
  throwForbidden(refused, because === "" ? plain : message(withReason, { reason: because }));
}

const HOUR_MS = 60 * 60 * 1000;
const IDLE_TIMEOUT_MS = 12 * HOUR_MS;
/** Applies however active the session is, which also limits a stolen one. */
const MAX_SESSION_AGE_MS = 7 * 24 * HOUR_MS;
/** Requests sent just before a session is replaced may still arrive with the old cookie. */
export const REPLACED_SESSION_TTL_MS = 60 * 1000;
/** Renewal writes a row and calls the identity provider, so it does not happen on every request. */
const RENEW_AFTER_MS = 10 * 60 * 1000;
/** Per user; a further sign-in ends the oldest. Replaced sessions are counted separately. */
const MAX_SESSIONS = 20;
const MAX_ENDED_SESSIONS = 100;
/** Signing out with an ended session ends its sign-in, so it is kept as long as a browser may hold its cookie. */
const ENDED_RETENTION_MS = IDLE_TIMEOUT_MS;
/** Outlives every session; the provider's own tokens can be renewed indefinitely. */
const SIGN_OUT_RETENTION_MS = 30 * 24 * HOUR_MS;

export interface Caller {
  id: string;
  email: string;
  name: string;
  image: string;
  role: Role;
  timeZone: string | null;
}

type CallerState = Caller | AccountError | null;

interface Sessions {
  isClaimed(request: FastifyRequest): boolean;
  hashOf(request: FastifyRequest): string | null;
  read(request: FastifyRequest, reply: FastifyReply): Promise<CallerState>;
  /**
   * The browser's previous session of the same user lasts one more minute. Older sign-ins, and sessions older than
   * `validSince`, become invalid. Returns false if this sign-in is no longer valid.
   */
  start(person: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

type SignedIn = Pick<VerifiedIdentity, "uid" | "hasPassword" | "signedInAt" | "validSince"> & { userId: string };

declare module "fastify" {
  interface FastifyInstance {
    sessions: Sessions;
  }
  interface FastifyRequest {
    caller: Caller | null;
    /** WAL position of the caller's last write; null if it is not known. */
    writtenTo: bigint | null;
  }
}

/** Only the hash is stored, so that reading the table does not allow taking over a session. */
const hash = (id: string) => createHash("sha256").update(id).digest("hex");

/** Browsers reject a cookie with the __Host- prefix if it comes from a subdomain or over http. */
export const sessionCookie = (isSecure: boolean) => (isSecure ? "__Host-conquest_session" : "conquest_session");

const MAX_BATCH_SIZE = 100;

/** Batches the session reads of one event-loop tick. Nothing is cached: reads follow their request's arrival. */
function sessionReader(db: Deps["db"], hasReplicas: boolean) {
  // Prepared, because building the SQL text on every authenticated request would take longer than the rest of the call.
  const statement = db
    .select({
      idHash: sessions.idHash,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      expiresAt: sessions.expiresAt,
      signedInAt: sessions.signedInAt,
      ...(hasReplicas && { writtenTo: writtenToOfUser }),
      user: {
        id: users.id,
        uid: users.uid,
        email: users.email,
        name: users.name,
        image: users.image,
        role: users.role,
        timeZone: users.timeZone,
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
  return new DataLoader(read, { cache: false, maxBatchSize: MAX_BATCH_SIZE, batchScheduleFn: setImmediate });
}

export function registerSessions(
  app: FastifyInstance,
  { db, clock, identity }: Pick<Deps, "db" | "clock" | "identity">,
  isSecure: boolean,
): void {
  const sessionsByHash = sessionReader(db, app.replicas.isConfigured);
  const cookie = sessionCookie(isSecure);
  const attributes = { path: "/", httpOnly: true, sameSite: "lax", secure: isSecure } as const;

  const setCookie = (reply: FastifyReply, id: string, expiresAt: Date) =>
    reply.setCookie(cookie, id, {
      ...attributes,
      maxAge: Math.floor((expiresAt.getTime() - clock.now().getTime()) / 1000),
    });

  const expiryOf = (createdAt: Date, now: Date) =>
    new Date(Math.min(now.getTime() + IDLE_TIMEOUT_MS, createdAt.getTime() + MAX_SESSION_AGE_MS));

  app.decorateRequest("caller", null).decorateRequest("writtenTo", null);
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
      if (session.writtenTo) request.writtenTo = BigInt(session.writtenTo);
      if (now.getTime() - session.lastUsedAt.getTime() > RENEW_AFTER_MS) {
        const expiresAt = expiryOf(session.createdAt, now);
        await db.update(sessions).set({ lastUsedAt: now, expiresAt }).where(eq(sessions.idHash, session.idHash));
        setCookie(reply, id, expiresAt);
        // Not awaited: sessions continue while the provider is unavailable.
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
      const previousId = request.cookies[cookie];
      const id = randomBytes(32).toString("base64url");
      const expiresAt = expiryOf(now, now);
      const replacedExpiry = new Date(now.getTime() + REPLACED_SESSION_TTL_MS);
      const isOpened = await db.transaction(async (tx) => {
        const [locked] = await lockUser(tx, userId);
        if (!locked || !(await isSignInValid(tx, locked, person))) return false;
        await applyTokensValidSince(tx, clock, locked, person);
        if (previousId) {
          const isPrevious = eq(sessions.idHash, hash(previousId));
          await tx.delete(sessions).where(and(isPrevious, ne(sessions.userId, userId)));
          // Marking it as used now prevents a renewal within its last minute.
          const lastMinute = {
            lastUsedAt: now,
            expiresAt: sql`least(${sessions.expiresAt}, ${sql.param(replacedExpiry, sessions.expiresAt)})`,
          };
          const [replaced] = await tx
            .update(sessions)
            .set(lastMinute)
            .where(isPrevious)
            .returning({ signedInAt: sessions.signedInAt });
          if (replaced?.signedInAt && replaced.signedInAt < signedInAt)
            await markSignInEnded(tx, userId, replaced.signedInAt, now);
        }
        await tx.delete(sessions).where(lt(sessions.expiresAt, new Date(now.getTime() - ENDED_RETENTION_MS)));
        await tx.delete(sessions).where(and(eq(sessions.userId, userId), lt(sessions.signedInAt, validSince)));
        const isOwn = eq(sessions.userId, userId);
        const isReplaced = and(gt(sessions.expiresAt, now), lte(sessions.expiresAt, replacedExpiry));
        // Replaced sessions expire by themselves: reloading a page must not end the user's other sessions.
        for (const [isOfKind, limit] of [
          [gt(sessions.expiresAt, replacedExpiry), MAX_SESSIONS - 1],
          [isReplaced, MAX_SESSIONS],
        ] as const) {
          const isCounted = and(isOwn, isOfKind);
          await tx
            .update(sessions)
            .set({ expiresAt: now })
            .where(and(isCounted, notInArray(sessions.idHash, newest(tx, isCounted, limit))));
        }
        const isOver = and(isOwn, lte(sessions.expiresAt, now));
        await tx
          .delete(sessions)
          .where(and(isOver, notInArray(sessions.idHash, newest(tx, isOver, MAX_ENDED_SESSIONS))));
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
      if (isOpened) await app.replicas.recordWrite(userId);
      if (isOpened) setCookie(reply, id, expiresAt);
      return isOpened;
    },

    async end(request, reply) {
      const id = request.cookies[cookie];
      if (id) await endSignIn(hash(id));
      reply.clearCookie(cookie, attributes);
    },
  });

  async function endSignIn(idHash: string): Promise<void> {
    const now = clock.now();
    await db.transaction(async (tx) => {
      const [ended] = await tx
        .select({ userId: sessions.userId, signedInAt: sessions.signedInAt })
        .from(sessions)
        .where(eq(sessions.idHash, idHash));
      if (!ended) return;
      const { userId, signedInAt } = ended;
      await lockUser(tx, userId);
      await tx
        .delete(sessions)
        .where(
          and(eq(sessions.userId, userId), lte(sessions.expiresAt, new Date(now.getTime() + REPLACED_SESSION_TTL_MS))),
        );
      await tx.delete(endedSignIns).where(lt(endedSignIns.endedAt, new Date(now.getTime() - SIGN_OUT_RETENTION_MS)));
      await endSignIns(tx, userId, [{ idHash, signedInAt }], now);
    });
  }

  /** Ends a session that predates the last password change, or whose account the provider no longer accepts. */
  async function endIfOutdated(
    uid: string,
    { idHash, signedInAt, user }: { idHash: string; signedInAt: Date | null; user: { id: string } },
    email: string,
  ): Promise<void> {
    const account = await callIdentityProvider(identity.account(uid), app.log);
    await db.transaction(async (tx) => {
      const [locked] = await lockUser(tx, user.id);
      if (!account || (signedInAt && signedInAt < account.validSince))
        await tx.delete(sessions).where(eq(sessions.idHash, idHash));
      // If the email differs, the email change came first: the next sign-in applies it and notifies the user.
      if (account && locked && locked.email === email && canonicalEmail.safeParse(account.email).data === email)
        await applyTokensValidSince(tx, clock, locked, account);
    });
  }
}

const newest = (tx: Database, isOne: SQL | undefined, limit: number) =>
  tx
    .select({ idHash: sessions.idHash })
    .from(sessions)
    .where(isOne)
    .orderBy(desc(sessions.createdAt), sessions.idHash)
    .limit(limit);

export const readCaller = (request: FastifyRequest, reply: FastifyReply): Promise<CallerState> =>
  request.server.sessions.read(request, reply);
