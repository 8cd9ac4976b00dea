import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { Role } from "@conquest/shared/contracts/http/endpoint";
import type { Database } from "../../database/database";
import { calendarAddresses } from "../../database/schema/calendars";
import { contests } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import { isPresent } from "../../platform/people";
import { visibleToWhere } from "../contests/domain/contest-visibility";

const DAYS_AFTER_DEADLINE = 365;
const MAX_EVENTS = 500;

export function calendarsRepository(db: Database) {
  return {
    async find(userId: string): Promise<Date | null> {
      const [row] = await db
        .select({ createdAt: calendarAddresses.createdAt })
        .from(calendarAddresses)
        .where(eq(calendarAddresses.userId, userId));
      return row?.createdAt ?? null;
    },

    /** Returns false if the address is not the one to replace: null is for none, undefined for any. */
    async save(address: typeof calendarAddresses.$inferInsert, replaces: Date | null | undefined): Promise<boolean> {
      const { userId, secretHash, createdAt } = address;
      if (replaces) {
        const saved = await db
          .update(calendarAddresses)
          .set({ secretHash, createdAt })
          .where(and(eq(calendarAddresses.userId, userId), eq(calendarAddresses.createdAt, replaces)))
          .returning({ userId: calendarAddresses.userId });
        return saved.length > 0;
      }
      const insert = db.insert(calendarAddresses).values(address);
      const saved = await (
        replaces === null
          ? insert.onConflictDoNothing()
          : insert.onConflictDoUpdate({ target: calendarAddresses.userId, set: { secretHash, createdAt } })
      ).returning({ userId: calendarAddresses.userId });
      return saved.length > 0;
    },

    /** Returns undefined for unknown addresses and those of blocked or removed people. */
    async findOwner(secretHash: string): Promise<{ id: string; role: Role } | undefined> {
      const [owner] = await db
        .select({ id: users.id, role: users.role })
        .from(calendarAddresses)
        .innerJoin(users, eq(users.id, calendarAddresses.userId))
        .where(and(eq(calendarAddresses.secretHash, secretHash), eq(users.status, "verified"), isPresent));
      return owner;
    },

    /** Contests that this person runs or takes part in and can still see, including cancelled ones. */
    listContests(owner: { id: string; role: Role }, now: Date) {
      const since = new Date(now.getTime() - DAYS_AFTER_DEADLINE * 24 * 60 * 60 * 1000);
      return db
        .select({
          id: contests.id,
          name: contests.name,
          deadline: contests.deadline,
          tag: contests.tag,
          revision: contests.revision,
          updatedAt: contests.updatedAt,
          cancelledAt: contests.cancelledAt,
          isOwn: sql<boolean>`(${contests.creatorId} = ${owner.id})`,
        })
        .from(contests)
        .where(
          and(
            // A union of two index scans; with "or", all contests would be read.
            sql`${contests.id} in (
              select own.id from contests own where own.creator_id = ${owner.id} and own.status = 'open'
              union all
              select joined.contest_id from participations joined join contests contest on contest.id = joined.contest_id
              where joined.user_id = ${owner.id} and (joined.state = 'paid' or joined.refunded_at >= contest.cancelled_at))`,
            gt(contests.deadline, since),
            visibleToWhere(owner),
          ),
        )
        .orderBy(desc(contests.deadline), contests.id)
        .limit(MAX_EVENTS);
    },
  };
}
