import { message } from "@conquest/shared/contracts/text/message";
import { sql } from "drizzle-orm";
import { type NotificationTable } from "../../../platform/notify";
import { dateOf, sentenceOf, sentences } from "../../../platform/text/message-values";
import type { ContestRow } from "../../contests/domain/contests-repository";
import { toFollowers } from "../../follows/domain/follower-notifications";

export const extensionNotifications = {
  /** To participants, who may leave until `leaveUntil`, and to followers. */
  deadlineMoved: (contest: ContestRow, move: { deadline: Date; reason: string; leaveUntil: Date }) => {
    const { id, name } = contest;
    const href = `/contest-details/${id}`;
    const subject = message("Deadline extended: “{name}”", { name });
    const deadlines = { name, deadline: dateOf(move.deadline), before: dateOf(contest.deadline) };
    const because =
      move.reason !== "" && message("The creator says: {reason}", { reason: sentenceOf(`“${move.reason}”`) });
    const until = dateOf(move.leaveUntil);
    const leaving =
      contest.paidTotal > 0
        ? message("You can leave for a full refund until {until}, even if you've submitted an entry.", { until })
        : message("You can leave until {until}, even if you've submitted an entry.", { until });
    return [
      {
        to: sql`select p.user_id from participations p join users u on u.id = p.user_id where p.contest_id = ${id} and p.state = 'paid' and u.removed_at is null`,
        kind: "deadline_extended",
        subject,
        text: sentences(
          message("Deadline extended: “{name}” now closes on {deadline} (was {before}).", deadlines),
          because,
          leaving,
        ),
        href,
      },
      ...toFollowers(contest, {
        kind: "deadline_moved",
        subject,
        text: sentences(
          message("Deadline extended: “{name}”, which you follow, now closes on {deadline} (was {before}).", deadlines),
          because,
        ),
        href,
      }),
    ];
  },
} satisfies NotificationTable;
