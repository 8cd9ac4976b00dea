import { and, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { message, type Text } from "@conquest/shared/contracts/text/message";
import { contests, entries } from "../../../database/schema/contests";
import { publicDisplayNameOf } from "../../../platform/people";
import { toPermission } from "../../../platform/policy";
import type { ViewerInStatement } from "../../contests/domain/contest-visibility";
import { entryIdsOf } from "../../contests/domain/entry-authors";
import { hasReportedEntry } from "../../reports/domain/has-reported";
import { canReportEntry } from "../../reports/domain/report-policy";

export interface TeamOfEntry {
  name: string;
  isHidden: boolean;
  entryId: string;
  isPublished: boolean;
  hasReported: boolean;
  isOwn: boolean;
  members: { name: string; status: "verified" | "blocked"; removedAt: string | null }[];
}

/** The team of the entry with this id, with all members, the captain first; null for an entry of one person. */
export const teamOfEntry = (
  entryId: PgColumn | SQL,
  viewer: ViewerInStatement = null,
): SQL<TeamOfEntry | null> => sql<TeamOfEntry | null>`(
  select json_build_object('name', team.name, 'isHidden', shared.hidden_at is not null,
    'entryId', shared.id, 'isPublished', shared.published_at is not null,
    'hasReported', ${hasReportedEntry(viewer, sql`shared.id`)},
    'isOwn', ${viewer ? sql`shared.id in ${entryIdsOf(viewer.id)}` : sql`false`}, 'members', (
    select json_agg(json_build_object('name', mate.name, 'status', mate.status, 'removedAt', mate.removed_at)
      order by mate.id <> team.captain_id, member.joined_at, member.user_id)
    from team_members member join users mate on mate.id = member.user_id where member.team_id = team.id))
  from entries shared join teams team on team.id = shared.team_id where shared.id = ${entryId})`;

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
