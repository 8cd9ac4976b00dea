import { and, count, eq, ilike, or, sql, type SQL } from "drizzle-orm";
import type { Phase, SORTS } from "@conquest/shared/contracts/contests";
import type { Tag } from "@conquest/shared/contracts/tags";
import type { Database } from "../../database/open-database";
import { contests, users } from "../../database/schema";
import { epochMs, type SortKeys } from "../../platform/read-page";
import { phaseSql } from "./phase";

/** `popular`: open first, by participants, then nearer deadline. `review`: what waits for an admin first. */
export type ContestOrder = (typeof SORTS)[number] | "latest" | "created" | "review" | { bestMatchFor: string };

/** The sort keys of an order, as things stand at an instant. */
export const sortedBy = (order: ContestOrder) => (at: Date): SortKeys => {
  const closed = sql`(${phaseSql(at)} <> 'open')::int`;
  const id = sql`${contests.id}`;
  const newestFirst = sql`-${epochMs(sql`coalesce(${contests.openedAt}, ${contests.createdAt})`)}`;
  const lastCreatedFirst = sql`-${epochMs(contests.createdAt)}`;
  const mostJoinedFirst = [closed, sql`-${contests.participantCount}`, epochMs(contests.deadline), id];
  if (typeof order === "object") {
    return [sql`(${contests.name} not ilike ${containing(order.bestMatchFor)})::int`, ...mostJoinedFirst];
  }
  switch (order) {
    case "popular":
      return mostJoinedFirst;
    case "newest":
      return [newestFirst, id];
    case "latest":
      return [closed, newestFirst, id];
    case "deadline":
      // The next deadline first; of those that have passed, the last.
      return [closed, sql`case when ${phaseSql(at)} = 'open' then 1 else -1 end * ${epochMs(contests.deadline)}`, id];
    case "prize":
      return [sql`-${contests.prize}`, id];
    case "created":
      return [lastCreatedFirst, id];
    case "review":
      return [sql`(${phaseSql(at)} <> 'in_review')::int`, lastCreatedFirst, id];
  }
};

/** An ILIKE pattern for text that holds these very characters. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

export interface ContestFilter {
  q?: string | undefined;
  tag?: Tag | undefined;
  phase?: Phase | undefined;
  creatorId?: string | undefined;
  /** Search the creator's name and address too. */
  withCreator?: boolean;
}

/** Condition on contests joined with their creators. */
export function matching(filter: ContestFilter, now: Date): SQL | undefined {
  const pattern = filter.q ? containing(filter.q.normalize("NFC")) : undefined;
  return and(
    filter.creatorId === undefined ? undefined : eq(contests.creatorId, filter.creatorId),
    filter.tag && eq(contests.tag, filter.tag),
    filter.phase && sql`${phaseSql(now)} = ${filter.phase}`,
    pattern === undefined
      ? undefined
      : or(
          ilike(contests.name, pattern),
          ilike(contests.description, pattern),
          ilike(contests.tag, pattern),
          ...(filter.withCreator ? [ilike(users.name, pattern), ilike(users.email, pattern)] : []),
        ),
  );
}

export const isCreator = eq(users.id, contests.creatorId);

export const countContests = (db: Database, where: SQL | undefined) =>
  db.select({ total: count() }).from(contests).innerJoin(users, isCreator).where(where);
