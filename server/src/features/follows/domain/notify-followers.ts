import { sql } from "drizzle-orm";
import type { Database } from "../../../database/database";
import type { Clock } from "../../../platform/clock";
import { notifyAll, type NotificationDraft } from "../../../platform/notify";
import type { ContestRow } from "../../contests/domain/contests-repository";

/** Notifies mere followers, unless the contest is hidden. `text` continues the sentence "“…”, which you follow, ". */
export async function notifyFollowers(
  tx: Database,
  clock: Clock,
  { id, name, creatorId, hiddenAt }: Pick<ContestRow, "id" | "name" | "creatorId" | "hiddenAt">,
  { text, ...notice }: Pick<NotificationDraft, "kind" | "text" | "href">,
  excludedIds: readonly string[] = [],
): Promise<void> {
  if (hiddenAt) return;
  const followers = sql`
    select f.user_id from contest_follows f join users u on u.id = f.user_id
    where f.contest_id = ${id} and u.removed_at is null and u.id <> ${creatorId} and u.id <> all(${sql.param([...excludedIds])}::text[])
      and not exists (select from participations p where p.contest_id = ${id} and p.user_id = u.id and p.state = 'paid')
      and not exists (select from contest_judges seat where seat.contest_id = ${id} and seat.judge_id = u.id and seat.state = 'accepted')`;
  await notifyAll(tx, clock, followers, { ...notice, text: `“${name}”, which you follow, ${text}` });
}

/** Links to the open contests, since the contest's own page and card are no longer visible to followers. */
export const notifyFollowersOfEnd = (
  tx: Database,
  clock: Clock,
  contest: ContestRow,
  text: string,
  excludedIds?: readonly string[],
): Promise<void> =>
  notifyFollowers(tx, clock, contest, { kind: "follow_ended", text, href: "/all_contests?phase=open" }, excludedIds);
