import { sql } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { writeAudit } from "../../../platform/write-audit";
import type { Clock } from "../../../platform/clock";
import { notifyAll } from "../../../platform/notify";
import type { Caller } from "../../../platform/sessions/session";
import { asSentence } from "../../../platform/text/sentences";
import { formatUtc } from "../../../platform/text/format-utc";
import { contestsRepository, type ContestRow } from "../../contests/domain/contests-repository";
import { notifyFollowers } from "../../follows/domain/notify-followers";
import { leaveWindowEnd } from "./extension-policy";

interface Move {
  deadline: Date;
  reason: string;
  by: Caller;
}

/** Moves the deadline of a locked contest with participants; notifies participants and followers. */
export async function moveDeadline(
  tx: Database,
  clock: Clock,
  contest: ContestRow,
  { deadline, reason, by }: Move,
): Promise<void> {
  const now = clock.now();
  await contestsRepository(tx).change(contest.id, {
    deadline,
    deadlineMoves: contest.deadlineMoves + 1,
    extendedAt: now,
    extendedFrom: contest.deadline,
    extensionReason: reason,
    updatedAt: now,
  });
  await writeAudit(tx, clock, {
    act: "deadline_extended",
    by,
    contestId: contest.id,
    from: contest.deadline.toISOString(),
    to: deadline.toISOString(),
    reason,
  });
  const href = `/contest-details/${contest.id}`;
  const movedText = `closes later than you were told: on ${formatUtc(deadline)} in place of ${formatUtc(contest.deadline)}.`;
  const because = reason === "" ? "" : ` Its creator says: ${asSentence(`“${reason}”`)}`;
  const leaving = ` Until ${formatUtc(leaveWindowEnd(now))} you may leave${contest.paidTotal > 0 ? " and have your money back" : ""}, also if your entry is in.`;
  const places = sql`select p.user_id from participations p join users u on u.id = p.user_id where p.contest_id = ${contest.id} and p.state = 'paid' and u.removed_at is null`;
  await notifyAll(tx, clock, places, {
    kind: "deadline_extended",
    text: `“${contest.name}” ${movedText}${because}${leaving}`,
    href,
  });
  await notifyFollowers(tx, clock, contest, { kind: "deadline_moved", text: `${movedText}${because}`, href });
}
