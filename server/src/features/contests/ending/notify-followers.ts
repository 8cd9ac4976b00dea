import { sql } from "drizzle-orm";
import type { Database } from "../../../database/database";
import type { Clock } from "../../../platform/clock";
import { notifyAll, type NotificationDraft } from "../../../platform/notify";
import type { ContestRow } from "../contests-repository";

/**
 * Tells whoever follows a contest, and has no more to do with it than that, what became of it: "“…”, which you follow, " begins the
 * sentence. `told` are people who are told otherwise. Of what is hidden after a report they are told nothing.
 */
export async function notifyFollowers(
  tx: Database,
  clock: Clock,
  { id, name, creatorId, hiddenAt }: Pick<ContestRow, "id" | "name" | "creatorId" | "hiddenAt">,
  { text, ...notice }: Pick<NotificationDraft, "kind" | "text" | "href">,
  told: readonly string[] = [],
): Promise<void> {
  if (hiddenAt) return;
  const followers = sql`
    select f.user_id from contest_follows f join users u on u.id = f.user_id
    where f.contest_id = ${id} and u.removed_at is null and u.id <> ${creatorId} and u.id <> all(${sql.param([...told])}::text[])
      and not exists (select from participations p where p.contest_id = ${id} and p.user_id = u.id and p.state = 'paid')
      and not exists (select from contest_judges seat where seat.contest_id = ${id} and seat.judge_id = u.id and seat.state = 'accepted')`;
  await notifyAll(tx, clock, followers, { ...notice, text: `“${name}”, which you follow, ${text}` });
}

/** {@link notifyFollowers} that nothing more comes of it. Its page is gone for them, and so is its card among what they follow: it leads to what is open. */
export const notifyFollowersOfEnd = (
  tx: Database,
  clock: Clock,
  contest: ContestRow,
  text: string,
  told?: readonly string[],
): Promise<void> =>
  notifyFollowers(tx, clock, contest, { kind: "follow_ended", text, href: "/all_contests?phase=open" }, told);
