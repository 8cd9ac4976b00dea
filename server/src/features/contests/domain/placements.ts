import { and, eq, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import { message, type Text } from "@conquest/shared/contracts/text/message";
import type { Database } from "../../../database/database";
import { contests, entries } from "../../../database/schema/contests";
import { placements } from "../../../database/schema/placements";
import { publicDisplayNameOf } from "../../../platform/people";
import { toPermission } from "../../../platform/policy";
import { canReportEntry } from "../../reports/domain/report-policy";
import { entryIdsOf, teamOfEntry, type TeamOfEntry } from "./entry-authors";
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

interface PlacementOfContest {
  place: number;
  prizeName: string;
  prize: number;
  name: string;
  photo: string;
  status: "verified" | "blocked";
  removedAt: string | null;
  isViewer: boolean;
  team: TeamOfEntry | null;
}

/** Condition on `contests`: the viewer won one of the further prizes and agreed to publication. */
export const hasShownPlacement = (viewer: NonNullable<ViewerInStatement>): SQL<boolean> => sql<boolean>`exists (
  select from placements placement join entries placed on placed.id = placement.entry_id
  where placement.contest_id = ${contests.id} and placed.show_if_wins and placed.id in ${entryIdsOf(viewer.id)})`;

/** The winners of a contest's further prizes, by place. */
export const placementsFor = (viewer: ViewerInStatement): SQL<PlacementOfContest[]> =>
  sql<
    PlacementOfContest[]
  >`case when ${contests.winnerAt} is null or ${contests.morePrizes} = '[]' then '[]'::json else coalesce((
    select json_agg(json_build_object('place', placement.place, 'prizeName', placement.prize_name, 'prize', placement.prize,
      'name', placed.name, 'photo', placed.image, 'status', placed.status, 'removedAt', placed.removed_at,
      'isViewer', ${viewer ? sql`placement.entry_id in ${entryIdsOf(viewer.id)}` : sql`false`},
      'team', ${teamOfEntry(sql`placement.entry_id`, viewer)}) order by placement.place)
    from placements placement join users placed on placed.id = placement.winner_id where placement.contest_id = ${contests.id}), '[]') end`;

const isShownInEntries = ({ isPublished, members }: TeamOfEntry): boolean =>
  isPublished && members[0]?.status === "verified" && members[0].removedAt === null;

const toReportable = ({ entryId, hasReported, isOwn }: TeamOfEntry) => ({
  entryId,
  hasReported,
  may: { report: toPermission(canReportEntry({ isOwner: isOwn, hasReported })) },
});

/** Condition on `entries`: by a team whose name is public since it won a prize, also if the entry isn't public. */
export const namesWinningTeam = and(
  isNotNull(entries.teamId),
  isNull(entries.hiddenAt),
  sql<boolean>`(exists (select from contests won where won.id = ${entries.contestId} and won.winner_entry_id = ${entries.id})
    or exists (select from placements placed where placed.entry_id = ${entries.id}))`,
);

/** Overrides name and photo if a team won. Its name is hidden with its entry, since a report covers both. */
export const toWinningTeam = (team: TeamOfEntry | null) =>
  team && {
    ...(!team.isHidden && !isShownInEntries(team) && { reportable: toReportable(team) }),
    name: (team.isHidden ? message("Unnamed team") : team.name) as Text,
    photo: "",
    members: team.members.map(({ removedAt, ...member }) =>
      publicDisplayNameOf({ ...member, removedAt: removedAt === null ? null : new Date(removedAt) }),
    ),
  };

export const toPlacement = ({ status, removedAt, name, photo, team, ...placement }: PlacementOfContest) => ({
  ...placement,
  name: publicDisplayNameOf({ name, status, removedAt: removedAt === null ? null : new Date(removedAt) }) as Text,
  photo: status === "verified" ? photo : "",
  ...toWinningTeam(team),
});

/** Condition on `contests`: further prizes have winners. */
export const hasPlacements = sql<boolean>`exists (select from placements placement where placement.contest_id = ${contests.id})`;

/** Condition on `contests`: this person or their team won one of the further prizes. */
export const isPlacedOf = (winnerId: string): SQL<boolean> =>
  sql<boolean>`${contests.id} in (select placement.contest_id from placements placement where placement.entry_id in ${entryIdsOf(winnerId)})`;
