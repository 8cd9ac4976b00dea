import { and, count, eq, isNotNull, isNull, ne, or, sql, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { Account, listUsers } from "@conquest/shared/contracts/users";
import type { Clock } from "../../platform/clock";
import type { Database } from "../../platform/database";
import { found } from "../../platform/errors";
import { cutPage, epochMs, isAfter, placeFrom, sortKeysOf } from "../../platform/keyset";
import { DEFAULT_LIMIT, page, type Page } from "../../platform/paging";
import { users } from "../../schema";

export type UserRow = typeof users.$inferSelect;
type ListQuery = z.output<typeof listUsers.query>;

export function toAccount(user: UserRow): Account {
  return {
    _id: user.id,
    name: user.name,
    email: user.email ?? "",
    image: user.image,
    status: user.status,
    role: user.requestedAt ? "requested" : user.role,
    requestedAt: user.requestedAt?.toISOString() ?? null,
    roleAnswer:
      user.roleAnswer && user.roleAnsweredAt
        ? { answer: user.roleAnswer, reason: user.roleAnswerReason, at: user.roleAnsweredAt.toISOString() }
        : null,
    createdAt: user.createdAt.toISOString(),
  };
}

const isPresent = isNull(users.removedAt);

/** Open requests first, the longest waiting at the top; then the newest people. */
const listOrder = [
  sql`(case when ${users.requestedAt} is null then 1 else 0 end)`,
  sql`(case when ${users.requestedAt} is null then -${epochMs(users.createdAt)} else ${epochMs(users.requestedAt)} end)`,
  sql`${users.id}`,
];

function hasRole(role: NonNullable<ListQuery["role"]>): SQL | undefined {
  if (role === "requested") return isNotNull(users.requestedAt);
  return role === "user" ? and(eq(users.role, "user"), isNull(users.requestedAt)) : eq(users.role, role);
}

/** Literal, whatever characters the words hold. */
const mentions = (words: string) => {
  const isIn = (column: typeof users.name | typeof users.email) => sql`strpos(lower(${column}), lower(${words})) > 0`;
  return or(isIn(users.name), isIn(users.email));
};

export const usersOf = (db: Database) => ({
  async find(id: string): Promise<UserRow | undefined> {
    const [user] = await db.select().from(users).where(and(eq(users.id, id), isPresent));
    return user;
  },

  /** The person with this address, provided that it is this person when `onlyId` is given. */
  async findByEmail(email: string, onlyId?: string): Promise<UserRow | undefined> {
    const [user] = await db
      .select()
      .from(users)
      .where(and(eq(users.email, email), isPresent, onlyId === undefined ? undefined : eq(users.id, onlyId)));
    return user;
  },

  async findForUpdate(id: string): Promise<UserRow | undefined> {
    const [user] = await db.select().from(users).where(and(eq(users.id, id), isPresent)).for("update");
    return user;
  },

  /** Holds every admin's row, so that two admins who change each other come one after the other. */
  async lockAdmins(): Promise<string[]> {
    const admins = await db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.role, "admin"), eq(users.status, "verified"), isPresent))
      .orderBy(users.id)
      .for("update");
    return admins.map(({ id }) => id);
  },

  async adminIds(): Promise<string[]> {
    const admins = await db.select({ id: users.id }).from(users).where(and(eq(users.role, "admin"), isPresent));
    return admins.map(({ id }) => id);
  },

  async list(query: ListQuery, clock: Clock, only: { id?: string; exceptEmail?: string }): Promise<Page<Account>> {
    const conditions = and(
      isPresent,
      only.id === undefined ? undefined : eq(users.id, only.id),
      only.exceptEmail === undefined ? undefined : ne(users.email, only.exceptEmail),
      query.q ? mentions(query.q) : undefined,
      query.role ? hasRole(query.role) : undefined,
    );
    const limit = query.limit ?? DEFAULT_LIMIT;
    const place = placeFrom(query.cursor, clock.now());
    const candidates = await db
      .select({ user: users, sortKeys: sortKeysOf(listOrder) })
      .from(users)
      .where(and(conditions, isAfter(listOrder, place)))
      .orderBy(...listOrder)
      .limit(limit + 1);
    const [total] = await db.select({ count: count() }).from(users).where(conditions);
    const { rows, nextCursor } = cutPage(candidates, limit, place);
    return page({ items: rows.map(({ user }) => toAccount(user)), nextCursor, total: total?.count ?? 0 });
  },

  /** Writes what is given, and answers the person as they are then; nothing given writes nothing. */
  async change(id: string, change: Partial<typeof users.$inferInsert>): Promise<UserRow> {
    const person = and(eq(users.id, id), isPresent);
    const [user] =
      Object.keys(change).length > 0
        ? await db.update(users).set(change).where(person).returning()
        : await db.select().from(users).where(person);
    return found(user, "There is no such person.");
  },
});
