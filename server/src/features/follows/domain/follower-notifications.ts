import { sql } from "drizzle-orm";
import { contests } from "../../../database/schema/contests";
import { type Notification } from "../../../platform/notify";
import { hasPrivateAccess } from "../../contests/domain/contest-visibility";
import type { ContestRow } from "../../contests/domain/contests-repository";

/** Mere followers: no creator, participant or judge. */
const followersOf = ({ id, creatorId, visibility }: ContestRow, excludedIds: readonly string[]) => sql`
  select f.user_id from contest_follows f join users u on u.id = f.user_id
  where f.contest_id = ${id} and u.removed_at is null and u.id <> ${creatorId} and u.id <> all(${sql.param([...excludedIds])}::text[])
    and not exists (select from participations p where p.contest_id = ${id} and p.user_id = u.id and p.state = 'paid')
    ${visibility === "private" ? sql`and exists (select from ${contests} where ${contests.id} = ${id} and ${hasPrivateAccess(sql`u.id`)})` : sql``}
    and not exists (select from contest_judges seat where seat.contest_id = ${id} and seat.judge_id = u.id and seat.state = 'accepted')`;

/** Nothing if the contest is hidden. */
export const toFollowers = (
  contest: ContestRow,
  content: Omit<Notification, "to">,
  excludedIds: readonly string[] = [],
): Notification[] => (contest.hiddenAt ? [] : [{ ...content, to: followersOf(contest, excludedIds) }]);
