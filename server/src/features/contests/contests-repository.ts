import { and, asc, count, desc, eq, getTableColumns, ilike, inArray, isNull, or, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Phase, SORTS } from "@conquest/shared/contracts/contests";
import type { Tag } from "@conquest/shared/contracts/tags";
import type { Database } from "../../platform/database";
import { contestComments, contests, participations, users } from "../../schema";
import { visibleTo, type Viewer } from "./contest-visibility";
import { cutPage, epochMs, isAfter, sortKeysOf, type Place, type SortKeys } from "../../platform/keyset";
import { phaseSql } from "./phase";

/** Public answers name at most so many participants; their number is exact. */
const NAMED_PARTICIPANTS = 100;

const winners = alias(users, "winner");

const cardColumns = {
  id: contests.id,
  name: contests.name,
  image: contests.image,
  description: contests.description,
  tag: contests.tag,
  registrationPrice: contests.registrationPrice,
  prize: contests.prize,
  deadline: contests.deadline,
  status: contests.status,
  review: contests.review,
  cancelledAt: contests.cancelledAt,
  winnerAt: contests.winnerAt,
  participantCount: contests.participantCount,
  participants: sql<string[]>`array(
    select p.id from participations p where p.contest_id = ${contests.id} and p.state = 'paid'
    order by p.paid_at, p.id limit ${sql.raw(String(NAMED_PARTICIPANTS))})`,
  creatorName: users.name,
  creatorPhoto: users.image,
};

/** Cards name their columns, since a list need not read all that a contest says; whoever looks at one contest reads it whole. */
const wholeColumns = { ...getTableColumns(contests), ...cardColumns };

/** What the rules ask about the caller and the contest beyond its own row; see actsOf. */
const factColumns = (viewer: Viewer) => ({
  hasJoined: viewer
    ? sql<boolean>`exists (
        select 1 from participations p
        where p.contest_id = ${contests.id} and p.user_id = ${viewer.id} and p.state = 'paid')`
    : sql<boolean>`false`,
  hasSubmitted: viewer
    ? sql<boolean>`exists (select 1 from entries e where e.contest_id = ${contests.id} and e.user_id = ${viewer.id})`
    : sql<boolean>`false`,
  wasPaidFor: sql<boolean>`exists (select 1 from participations p where p.contest_id = ${contests.id})`,
  isPublic: sql<boolean>`(${visibleTo(null)})`,
});

const ownColumns = (viewer: Viewer) => ({
  ...wholeColumns,
  ...factColumns(viewer),
  creatorEmail: users.email,
  entryCount: sql<number>`(select count(*)::int from entries e where e.contest_id = ${contests.id})`,
  paidCount: sql<number>`(select count(*)::int from participations p where p.contest_id = ${contests.id} and p.state = 'paid')`,
  paidTotal: sql<number>`(
    select coalesce(sum(p.amount), 0)::float8 from participations p where p.contest_id = ${contests.id} and p.state = 'paid')`,
});

export type ContestRow = typeof contests.$inferSelect;
export type CardRow = Awaited<ReturnType<typeof listCards>>["rows"][number];
export type OwnRow = Awaited<ReturnType<typeof listOwnRows>>["rows"][number];
export type DetailsRow = NonNullable<Awaited<ReturnType<typeof findDetails>>>;
export type CommentRow = Awaited<ReturnType<typeof listComments>>[number];

/** `top`: open first, by participants, then nearer deadline. `review`: what waits for an admin first. */
export type ContestOrder = (typeof SORTS)[number] | "latest" | "created" | "review" | { bestMatchFor: string };

function sortKeys(order: ContestOrder, at: Date): SortKeys {
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
}

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

function matching(filter: ContestFilter, now: Date): SQL | undefined {
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

export interface ListRequest {
  viewer: Viewer;
  filter: ContestFilter;
  order: ContestOrder;
  limit: number;
  place: Place;
  now: Date;
}

const countContests = async (db: Database, where: SQL | undefined) => {
  const [row] = await db.select({ total: count() }).from(contests).innerJoin(users, eq(users.id, contests.creatorId)).where(where);
  return row?.total ?? 0;
};

export async function listCards(db: Database, { viewer, filter, order, limit, place, now }: ListRequest) {
  const where = and(visibleTo(viewer), matching(filter, now));
  const keys = sortKeys(order, place.at);
  const rows = await db
    .select({ ...cardColumns, sortKeys: sortKeysOf(keys) })
    .from(contests)
    .innerJoin(users, eq(users.id, contests.creatorId))
    .where(and(where, isAfter(keys, place)))
    .orderBy(...keys)
    .limit(limit + 1);
  return { ...cutPage(rows, limit, place), total: await countContests(db, where) };
}

/** As {@link listCards}, with what only the owner and admins see. */
export async function listOwnRows(db: Database, { viewer, filter, order, limit, place, now }: ListRequest) {
  const where = and(visibleTo(viewer), matching(filter, now));
  const keys = sortKeys(order, place.at);
  const rows = await db
    .select({ ...ownColumns(viewer), sortKeys: sortKeysOf(keys) })
    .from(contests)
    .innerJoin(users, eq(users.id, contests.creatorId))
    .where(and(where, isAfter(keys, place)))
    .orderBy(...keys)
    .limit(limit + 1);
  return { ...cutPage(rows, limit, place), total: await countContests(db, where) };
}

export async function findOwnRow(db: Database, id: string, viewer: Viewer) {
  const [row] = await db.select(ownColumns(viewer)).from(contests).innerJoin(users, eq(users.id, contests.creatorId)).where(eq(contests.id, id));
  return row;
}

export async function findDetails(db: Database, id: string, viewer: Viewer) {
  const [row] = await db
    .select({
      ...wholeColumns,
      winnerName: winners.name,
      winnerPhoto: winners.image,
      winnerRemovedAt: winners.removedAt,
      ...factColumns(viewer),
    })
    .from(contests)
    .innerJoin(users, eq(users.id, contests.creatorId))
    .leftJoin(winners, eq(winners.id, contests.winnerId))
    .where(and(eq(contests.id, id), visibleTo(viewer)));
  return row;
}

async function lock(db: Database, id: string, where: SQL | undefined): Promise<ContestRow | undefined> {
  const [row] = await db
    .select()
    .from(contests)
    .where(and(eq(contests.id, id), where))
    .for("update");
  return row;
}

/**
 * A contest that the caller may see, held until the transaction ends: joins, entries, edits, cancelling and results of one
 * contest happen one after another.
 */
export const lockVisibleContest = (db: Database, id: string, viewer: Viewer) => lock(db, id, visibleTo(viewer));

/** As {@link lockVisibleContest}, for its owner alone. */
export const lockOwnContest = (db: Database, id: string, ownerId: string) => lock(db, id, eq(contests.creatorId, ownerId));

/** As {@link lockVisibleContest}, for its owner and for admins. */
export const lockManagedContest = (db: Database, id: string, caller: NonNullable<Viewer>) => lock(db, id, managedBy(caller));

const managedBy = (caller: NonNullable<Viewer>) => (caller.role === "admin" ? undefined : eq(contests.creatorId, caller.id));

export const isManagedBy = (db: Database, id: string, caller: NonNullable<Viewer>) => exists(db, id, managedBy(caller));

export const isVisibleTo = (db: Database, id: string, viewer: Viewer) => exists(db, id, visibleTo(viewer));

async function exists(db: Database, id: string, where: SQL | undefined): Promise<boolean> {
  const rows = await db
    .select({ id: contests.id })
    .from(contests)
    .where(and(eq(contests.id, id), where));
  return rows.length > 0;
}

/** The person of this address, for themselves and for admins. */
export async function findPersonId(db: Database, email: string, caller: NonNullable<Viewer>): Promise<string | undefined> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), caller.role === "admin" ? undefined : eq(users.id, caller.id)));
  return row?.id;
}

export async function listAdminIds(db: Database): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "admin"), eq(users.status, "verified"), isNull(users.removedAt)));
  return rows.map((row) => row.id);
}

export async function insertContest(db: Database, contest: typeof contests.$inferInsert): Promise<string> {
  const [row] = await db.insert(contests).values(contest).returning({ id: contests.id });
  if (!row) throw new Error("The new contest was not answered.");
  return row.id;
}

export const changeContest = (db: Database, id: string, change: Partial<typeof contests.$inferInsert>) =>
  db.update(contests).set(change).where(eq(contests.id, id));

export const changeParticipantCount = async (db: Database, id: string, by: 1 | -1): Promise<number> => {
  const [row] = await db
    .update(contests)
    .set({ participantCount: sql`${contests.participantCount} + ${by}` })
    .where(eq(contests.id, id))
    .returning({ participantCount: contests.participantCount });
  return row?.participantCount ?? 0;
};

/** Comments go with it; a contest that anyone ever paid for is refused by the database. */
export const removeContest = (db: Database, id: string) => db.delete(contests).where(eq(contests.id, id));

export async function insertComment(db: Database, comment: typeof contestComments.$inferInsert): Promise<string> {
  const [row] = await db.insert(contestComments).values(comment).returning({ id: contestComments.id });
  if (!row) throw new Error("The new comment was not answered.");
  return row.id;
}

/** Of all these contests in one query, newest first. */
export const listComments = (db: Database, contestIds: string[]) =>
  db
    .select({
      id: contestComments.id,
      contestId: contestComments.contestId,
      text: contestComments.text,
      decision: contestComments.decision,
      createdAt: contestComments.createdAt,
      author: users.name,
      authorRemovedAt: users.removedAt,
    })
    .from(contestComments)
    .innerJoin(users, eq(users.id, contestComments.authorId))
    .where(inArray(contestComments.contestId, contestIds))
    .orderBy(desc(contestComments.createdAt), asc(contestComments.id));

/** Creators whose visible contests the most people joined, each with the one most joined. */
export async function listBestCreators(db: Database, limit: number) {
  const people = sql<number>`count(distinct ${participations.userId})::int`;
  const creators = await db
    .select({ id: users.id, name: users.name, photo: users.image, participantCount: people })
    .from(contests)
    .innerJoin(users, eq(users.id, contests.creatorId))
    .leftJoin(participations, and(eq(participations.contestId, contests.id), eq(participations.state, "paid")))
    .where(visibleTo(null))
    .groupBy(users.id)
    .orderBy(desc(people), asc(users.createdAt), asc(users.id))
    .limit(limit);
  const creatorIds = creators.map((creator) => creator.id);
  const best = await db
    .selectDistinctOn([contests.creatorId], {
      creatorId: contests.creatorId,
      id: contests.id,
      name: contests.name,
      description: contests.description,
    })
    .from(contests)
    .where(and(visibleTo(null), inArray(contests.creatorId, creatorIds)))
    .orderBy(contests.creatorId, desc(contests.participantCount), contests.deadline, contests.id);
  const bestOf = new Map(best.map((contest) => [contest.creatorId, contest]));
  return creators.flatMap((creator) => {
    const bestContest = bestOf.get(creator.id);
    return bestContest ? [{ ...creator, bestContest }] : [];
  });
}

/** Who won visible contests, most wins first, each with the latest. Blocked and removed people are left out. */
export async function listWinners(db: Database, limit: number) {
  const timesWon = sql<number>`count(*)::int`;
  const isInGoodStanding = and(eq(winners.status, "verified"), sql`${winners.removedAt} is null`);
  const people = await db
    .select({ id: winners.id, name: winners.name, photo: winners.image, email: winners.email, timesWon })
    .from(contests)
    .innerJoin(winners, eq(winners.id, contests.winnerId))
    .where(and(visibleTo(null), isInGoodStanding))
    .groupBy(winners.id)
    .orderBy(desc(timesWon), sql`max(${contests.winnerAt}) desc`, asc(winners.id))
    .limit(limit);
  const winnerIds = people.map((person) => person.id);
  const last = await db
    .selectDistinctOn([contests.winnerId], { winnerId: contests.winnerId, id: contests.id, name: contests.name })
    .from(contests)
    .where(and(visibleTo(null), inArray(contests.winnerId, winnerIds)))
    .orderBy(contests.winnerId, desc(contests.winnerAt), contests.id);
  const lastOf = new Map(last.map((contest) => [contest.winnerId, contest]));
  return people.flatMap((person) => {
    const lastContest = lastOf.get(person.id);
    return lastContest ? [{ ...person, lastContest }] : [];
  });
}

/** What a person won, latest first. */
export const listWonBy = (db: Database, userId: string, limit: number) =>
  db
    .select({
      id: contests.id,
      image: contests.image,
      name: contests.name,
      wonAt: contests.winnerAt,
      prize: contests.prize,
      note: contests.winnerNote,
    })
    .from(contests)
    .where(eq(contests.winnerId, userId))
    .orderBy(desc(contests.winnerAt), asc(contests.id))
    .limit(limit);

/** `joined` counts every contest that the person's list shows, also those that were left or cancelled. */
export async function countsOf(db: Database, userId: string) {
  const isPaid = eq(participations.state, "paid");
  const [row] = await db
    .select({
      joined: sql<number>`count(distinct ${participations.contestId})::int`,
      finished: sql<number>`(count(${contests.winnerAt}) filter (where ${isPaid}))::int`,
      won: sql<number>`(count(*) filter (where ${isPaid} and ${contests.winnerId} = ${userId}))::int`,
    })
    .from(participations)
    .innerJoin(contests, eq(contests.id, participations.contestId))
    .where(eq(participations.userId, userId));
  return row ?? { joined: 0, finished: 0, won: 0 };
}
