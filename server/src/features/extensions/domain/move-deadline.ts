import type { Database } from "../../../database/database";
import { writeAudit } from "../../../platform/write-audit";
import type { Clock } from "../../../platform/clock";
import { notify } from "../../../platform/notify";
import type { Caller } from "../../../platform/sessions/session";
import { contestsRepository, type ContestRow } from "../../contests/domain/contests-repository";
import { prolongOffers } from "../../contests/domain/spot-offers";
import { extensionNotifications } from "./extension-notifications";
import { leaveWindowEnd } from "./extension-policy";

interface Move {
  deadline: Date;
  reason: string;
  by: Caller;
}

/** Moves the deadline of a locked contest with participants; notifies participants and followers. */
export async function moveDeadline(tx: Database, clock: Clock, contest: ContestRow, { deadline, reason, by }: Move) {
  const now = clock.now();
  await contestsRepository(tx).change(contest.id, {
    deadline,
    deadlineMoves: contest.deadlineMoves + 1,
    extendedAt: now,
    extendedFrom: contest.deadline,
    extensionReason: reason,
    updatedAt: now,
  });
  await prolongOffers(tx, contest.id, deadline, now);
  await writeAudit(tx, clock, {
    act: "deadline_extended",
    by,
    contestId: contest.id,
    from: contest.deadline.toISOString(),
    to: deadline.toISOString(),
    reason,
  });
  const leaveUntil = leaveWindowEnd(now);
  await notify(tx, clock, extensionNotifications.deadlineMoved(contest, { deadline, reason, leaveUntil }));
}
