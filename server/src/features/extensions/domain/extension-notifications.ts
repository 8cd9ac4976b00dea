import { sql } from "drizzle-orm";
import { quotedName } from "../../../platform/email/email-subject";
import { type NotificationTable } from "../../../platform/notify";
import { asSentence, formatUtc } from "../../../platform/text/format";
import type { ContestRow } from "../../contests/domain/contests-repository";
import { toFollowers } from "../../follows/domain/follower-notifications";

export const extensionNotifications = {
  /** To participants, who may leave until `leaveUntil`, and to followers. */
  deadlineMoved: (contest: ContestRow, move: { deadline: Date; reason: string; leaveUntil: Date }) => {
    const { id, name } = contest;
    const href = `/contest-details/${id}`;
    const subject = `Deadline extended: ${quotedName(name)}`;
    const [newDeadline, oldDeadline] = [formatUtc(move.deadline), formatUtc(contest.deadline)];
    const because = move.reason === "" ? "" : ` The creator says: ${asSentence(`“${move.reason}”`)}`;
    const leaving =
      contest.paidTotal > 0
        ? `You can leave for a full refund until ${formatUtc(move.leaveUntil)}, even if you've submitted an entry.`
        : `You can leave until ${formatUtc(move.leaveUntil)}, even if you've submitted an entry.`;
    return [
      {
        to: sql`select p.user_id from participations p join users u on u.id = p.user_id where p.contest_id = ${id} and p.state = 'paid' and u.removed_at is null`,
        kind: "deadline_extended",
        subject,
        text: `Deadline extended: “${name}” now closes on ${newDeadline} (was ${oldDeadline}).${because} ${leaving}`,
        href,
      },
      ...toFollowers(contest, {
        kind: "deadline_moved",
        subject,
        text: `Deadline extended: “${name}”, which you follow, now closes on ${newDeadline} (was ${oldDeadline}).${because}`,
        href,
      }),
    ];
  },
} satisfies NotificationTable;
