import { and, count, eq, getTableColumns, isNotNull, isNull, ne, or, sql, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { listUsers } from "@conquest/shared/contracts/users";
import type { Database } from "../../database/open-database";
import { users } from "../../database/schema";
import { found } from "../../platform/errors";
import { isActiveAdmin, isPresent } from "../../platform/people";
import { epochMs, readPage } from "../../platform/read-page";

export type UserRow = typeof users.$inferSelect;
export type UserChange = Partial<typeof users.$inferInsert>;
type ListQuery = z.output<typeof listUsers.query>;

const accountColumns = {
  ...getTableColumns(users),
  // Selected from one table a column loses its table's name, and `id` would be the participation's.
  takesPart: sql<boolean>`exists (select 1 from participations p where p.user_id = ${users}.id)`,
};
/** A person, and whether they ever took part in a contest. */
export type AccountRow = UserRow & { takesPart: boolean };

/** Open requests first, the longest waiting at the top; then the newest people. */
const requestsFirst = [
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
  async find(id: string): Promise<AccountRow | undefined> {
    const [user] = await db
      .select(accountColumns)
      .from(users)
      .where(and(eq(users.id, id), isPresent));
    return user;
  },

  async findForUpdate(id: string): Promise<UserRow | undefined> {
    const [user] = await db
      .select()
      .from(users)
      .where(and(eq(users.id, id), isPresent))
      .for("update");
    return user;
  },

  /** Holds every admin's row, so that two admins who change each other come one after the other. */
  async lockAdmins(): Promise<string[]> {
    const admins = await db.select({ id: users.id }).from(users).where(isActiveAdmin).orderBy(users.id).for("update");
    return admins.map(({ id }) => id);
  },

  list(query: ListQuery, now: Date, only: { id?: string; exceptEmail?: string }) {
    const conditions = and(
      isPresent,
      only.id === undefined ? undefined : eq(users.id, only.id),
      only.exceptEmail === undefined ? undefined : ne(users.email, only.exceptEmail),
      query.q ? mentions(query.q) : undefined,
      query.role ? hasRole(query.role) : undefined,
    );
    return readPage(query, now, {
      order: requestsFirst,
      rows: ({ sortKeys, after, orderBy, limit }) =>
        db
          .select({ ...accountColumns, sortKeys })
          .from(users)
          .where(and(conditions, after))
          .orderBy(...orderBy)
          .limit(limit),
      total: () => db.select({ total: count() }).from(users).where(conditions),
    });
  },

  /** Leaves a tombstone: an account without name, picture, address and role. */
  remove: (id: string, tombstone: { removedEmailHash: string; removedAt: Date }) =>
    db
      .update(users)
      .set({ ...tombstone, email: null, name: "", image: "", role: "user", requestedAt: null, roleAnswer: null, roleAnswerReason: "", roleAnsweredAt: null })
      .where(eq(users.id, id)),

  /** Writes what is given, and answers the person as they are then; nothing given writes nothing. */
  async change(id: string, change: UserChange): Promise<AccountRow> {
    if (Object.keys(change).length > 0) {
      await db
        .update(users)
        .set(change)
        .where(and(eq(users.id, id), isPresent));
    }
    return found(await this.find(id), "There is no such person.");
  },
});
