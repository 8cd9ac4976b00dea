import { sql } from "drizzle-orm";
import { type NotificationTable } from "../../../platform/notify";
import { asSentence, formatUtc } from "../../../platform/text/format";
import type { ContestRow } from "../../contests/domain/contests-repository";
import { toFollowers } from "../../follows/domain/follower-notifications";

export const extensionNotifications = {
  /** To participants, who may leave until `leaveUntil`, and to followers. */
  deadlineMoved: (contest: ContestRow, move: { deadline: Date; reason: string; leaveUntil: Date }) => {
    const href = `/contest-details/${contest.id}`;
    const because = move.reason === "" ? "" : ` Its creator says: ${asSentence(`“${move.reason}”`)}`;
    const text = `closes later than you were told: on ${formatUtc(move.deadline)} in place of ${formatUtc(contest.deadline)}.${because}`;
    return [
      {
        to: sql`select p.user_id from participations p join users u on u.id = p.user_id where p.contest_id = ${contest.id} and p.state = 'paid' and u.removed_at is null`,
        kind: "deadline_extended",
        text: `“${contest.name}” ${text} Until ${formatUtc(move.leaveUntil)} you may leave${contest.paidTotal > 0 ? " and have your money back" : ""}, also if your entry is in.`,
        href,
      },
      ...toFollowers(contest, { kind: "deadline_moved", text, href }),
    ];
  },
} satisfies NotificationTable;
