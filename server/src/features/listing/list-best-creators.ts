import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../database/open-database";
import { contests, participations, users } from "../../database/schema";
import { isCreator } from "../contests/contest-list";
import { visibleTo } from "../contests/contest-visibility";

const SHOWN = 6;

/** Creators whose visible contests the most people joined, each with the one most joined. */
export async function listBestCreators(db: Database) {
  const people = sql<number>`count(distinct ${participations.userId})::int`;
  const creators = await db
    .select({ _id: users.id, name: users.name, photo: users.image, participantCount: people })
    .from(contests)
    .innerJoin(users, isCreator)
    .leftJoin(participations, and(eq(participations.contestId, contests.id), eq(participations.state, "paid")))
    .where(visibleTo(null))
    .groupBy(users.id)
    .orderBy(desc(people), asc(users.createdAt), asc(users.id))
    .limit(SHOWN);
  const creatorIds = creators.map(({ _id }) => _id);
  const best = await db
    .selectDistinctOn([contests.creatorId], {
      creatorId: contests.creatorId,
      _id: contests.id,
      name: contests.name,
      description: contests.description,
    })
    .from(contests)
    .where(and(visibleTo(null), inArray(contests.creatorId, creatorIds)))
    .orderBy(contests.creatorId, desc(contests.participantCount), contests.deadline, contests.id);
  const bestOf = new Map(best.map((contest) => [contest.creatorId, contest]));
  return creators.flatMap((creator) => {
    const bestContest = bestOf.get(creator._id);
    return bestContest ? [{ ...creator, bestContest }] : [];
  });
}
