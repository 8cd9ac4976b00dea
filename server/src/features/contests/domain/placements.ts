import { eq, sql, type SQL } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contests, entries } from "../../../database/schema/contests";
import { placements } from "../../../database/schema/placements";
import { entryIdsOf } from "./entry-authors";
import type { ViewerInStatement } from "./contest-visibility";

export type PlacementRow = typeof placements.$inferSelect;

const ofEntry = <Value>(column: "place" | "prize_name") => sql<Value | null>`(
  select placement.${sql.raw(column)} from placements placement
  where placement.contest_id = ${entries.contestId} and placement.winner_id = ${entries.userId})`;

/** The place and the prize of an entry that won one of the further prizes, or null. Need the entry in the query. */
export const entryPlace = ofEntry<number>("place");
export const entryPrizeName = ofEntry<string>("prize_name");

export const isPlaced = async (db: Database, entryId: string): Promise<boolean> =>
  (await db.$count(placements, eq(placements.entryId, entryId))) > 0;

/** Condition on `contests`: the viewer won one of the further prizes and agreed to publication. */
export const hasShownPlacement = (viewer: NonNullable<ViewerInStatement>): SQL<boolean> => sql<boolean>`exists (
  select from placements placement join entries placed on placed.id = placement.entry_id
  where placement.contest_id = ${contests.id} and placed.show_if_wins and placed.id in ${entryIdsOf(viewer.id)})`;

export const hasPlacements = sql<boolean>`exists (select from placements placement where placement.contest_id = ${contests.id})`;

export const isPlacedOf = (winnerId: string): SQL<boolean> =>
  sql<boolean>`${contests.id} in (select placement.contest_id from placements placement where placement.entry_id in ${entryIdsOf(winnerId)})`;
