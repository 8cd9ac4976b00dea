import { and, eq, gt } from "drizzle-orm";
import type { OwnSession } from "@conquest/shared/contracts/account";
import type { Database } from "../../database/database";
import { sessions } from "../../database/schema/people";
import type { Deps } from "../../platform/deps";
import { orNotFound, throwUnauthorized, SESSION_ENDED } from "../../platform/errors";
import { REPLACED_LIMIT } from "../../platform/session";
import { endSignIns, lockPerson } from "../../platform/sessions/sign-ins";

type SessionRow = typeof sessions.$inferSelect;

/** What people see as one session: each page that is opened has one of its own, all of them of one sign-in. */
const signInOf = ({ signedInAt, idHash }: SessionRow) => signedInAt?.getTime() ?? idHash;

const readAll = (db: Database, userId: string) => db.select().from(sessions).where(eq(sessions.userId, userId));

/** Sessions of the caller that are open, one for each sign-in; `ownHash` is of the one that asks. */
export const listOwnSignIns =
  ({ db, clock }: Pick<Deps, "db" | "clock">) =>
  async (userId: string, ownHash: string): Promise<OwnSession[]> => {
    const now = clock.now();
    const open = await db
      .select()
      .from(sessions)
      .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)));
    const own = open.find(({ idHash }) => idHash === ownHash);
    // One that was replaced is over within a minute, and is no other browser.
    const inAMinute = now.getTime() + REPLACED_LIMIT;
    const bySignIn = new Map<unknown, SessionRow>();
    for (const row of open.filter((each) => each.expiresAt.getTime() > inAMinute || each === own)) {
      const known = bySignIn.get(signInOf(row));
      if (!known || known.lastUsedAt < row.lastUsedAt) bySignIn.set(signInOf(row), row);
    }
    return [...bySignIn.values()]
      .map((row) => ({ row, isThisOne: own !== undefined && signInOf(row) === signInOf(own) }))
      .sort(
        (one, other) =>
          Number(other.isThisOne) - Number(one.isThisOne) ||
          other.row.lastUsedAt.getTime() - one.row.lastUsedAt.getTime(),
      )
      .map(({ row, isThisOne }) => ({
        _id: row.idHash,
        device: row.device,
        startedAt: (row.signedInAt ?? row.createdAt).toISOString(),
        lastUsedAt: row.lastUsedAt.toISOString(),
        isThisOne,
      }));
  };

/** Ends a sign-in of the caller's own, by one of its sessions. */
export const endOwnSignIn =
  ({ db, clock }: Pick<Deps, "db" | "clock">) =>
  (idHash: string, userId: string): Promise<number> =>
    db.transaction(async (tx) => {
      await lockPerson(tx, userId);
      const ended = orNotFound(
        (await readAll(tx, userId)).find((row) => row.idHash === idHash),
        "This session has ended already.",
      );
      await endSignIns(tx, userId, [ended], clock.now());
      return 1;
    });

/** Ends all sign-ins of the caller's but the one that asks. Also those whose sessions have run out: their tokens could open new ones. */
export const endOtherSignIns =
  ({ db, clock }: Pick<Deps, "db" | "clock">) =>
  (userId: string, ownHash: string): Promise<number> =>
    db.transaction(async (tx) => {
      await lockPerson(tx, userId);
      const known = await readAll(tx, userId);
      const own = known.find(({ idHash }) => idHash === ownHash);
      // Ended meanwhile, by another browser: it has no say any more.
      if (!own) return throwUnauthorized(SESSION_ENDED);
      const others = known.filter((row) => signInOf(row) !== signInOf(own));
      await endSignIns(tx, userId, others, clock.now());
      return new Set(others.map(signInOf)).size;
    });
