import { and, eq, inArray, isNull, or, sql, type SQL } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { awards } from "../../../database/schema/awards";
import { contests } from "../../../database/schema/contests";
import { files } from "../../../database/schema/files";
import { placements } from "../../../database/schema/placements";
import { users } from "../../../database/schema/people";
import type { Viewer, ViewerInStatement } from "../../contests/domain/contest-visibility";
import type { AwardFacts } from "./award-policy";

export const isPlacementOfAward = and(eq(placements.contestId, awards.contestId), eq(placements.place, awards.place));

export type AwardRow = typeof awards.$inferSelect;

/** Condition on `users`, as the creator. */
export const canCreatorSend = sql<boolean>`(${users.status} = 'verified' and ${users.removedAt} is null)`;

/** The viewer's award of the contest, or else the first. Needs the creator in the query, as `users`. */
export const awardFactsFor = (viewer: ViewerInStatement): SQL<AwardFacts | null> =>
  viewer
    ? sql<AwardFacts | null>`(
        select json_build_object('state', award.state, 'isWinner', award.winner_id = ${viewer.id}, 'canCreatorSend', ${canCreatorSend})
        from awards award where award.contest_id = ${contests.id}
        order by award.winner_id <> ${viewer.id}, award.place limit 1)`
    : sql<null>`null`;

/** Condition on `files`: the proof of an award of the viewer, as its creator or winner, or of any for admins. */
export const isReadableProof = (viewer: NonNullable<Viewer>): SQL | undefined =>
  and(
    eq(files.use, "proof"),
    sql`exists (select from ${awards} where ${and(
      eq(awards.proofId, files.id),
      viewer.role === "admin" ? undefined : or(eq(awards.creatorId, viewer.id), eq(awards.winnerId, viewer.id)),
    )})`,
  );

export const UNSENT = ["to_send", "late"] as const;

export const countUnsentAwards = (db: Database, creatorId: string): Promise<number> =>
  db.$count(awards, and(eq(awards.creatorId, creatorId), inArray(awards.state, UNSENT)));

/** Condition on `contests`: this person has an award that is not ended. Lock these before deleting the person. */
export const hasOpenAwardOf = (winnerId: string): SQL<boolean> =>
  sql<boolean>`${contests.id} in (select award.contest_id from awards award where award.winner_id = ${winnerId} and award.ended_at is null)`;

export const isOpen = isNull(awards.endedAt);
