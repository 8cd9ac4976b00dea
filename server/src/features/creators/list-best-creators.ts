import { and, eq, isNull, sql } from "drizzle-orm";
import { contests } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import { creatorRecords } from "../../database/schema/records";
import type { Deps } from "../../platform/deps";
import { isPresent } from "../../platform/people";
import { visibleToWhere } from "../contests/domain/contest-visibility";

const MAX_CREATORS = 6;

const mostJoinedOf = (creatorId: string) =>
  sql`(select id from ${contests} where ${and(eq(contests.creatorId, creatorId), eq(contests.status, "open"), isNull(contests.cancelledAt))}
    order by ${contests.participantCount} desc, ${contests.deadline}, ${contests.id} limit 1)`;

export const listBestCreators =
  ({ db }: Pick<Deps, "db">) =>
  async () => {
    const creators = await db
      .select({
        id: users.id,
        _id: creatorRecords.publicId,
        name: users.name,
        photo: users.image,
        participantCount: creatorRecords.participantCount,
      })
      .from(creatorRecords)
      .innerJoin(users, eq(users.id, creatorRecords.creatorId))
      .where(
        and(
          isPresent,
          sql`exists (select from ${contests} where ${and(eq(contests.creatorId, creatorRecords.creatorId), visibleToWhere(null))})`,
        ),
      )
      .orderBy(sql`-${creatorRecords.participantCount}`, creatorRecords.since, creatorRecords.creatorId)
      .limit(MAX_CREATORS);
    if (creators.length === 0) return [];
    const best = await db
      .select({
        creatorId: contests.creatorId,
        _id: contests.id,
        name: contests.name,
        description: contests.description,
      })
      .from(contests)
      .where(
        sql`${contests.id} in (${sql.join(
          creators.map(({ id }) => mostJoinedOf(id)),
          sql`, `,
        )})`,
      );
    const bestOf = new Map(best.map((contest) => [contest.creatorId, contest]));
    return creators.flatMap(({ id, ...creator }) => {
      const bestContest = bestOf.get(id);
      return bestContest ? [{ ...creator, bestContest }] : [];
    });
  };
