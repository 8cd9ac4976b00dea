import type { awards } from "@conquest/server/src/database/schema/awards";
import { awardDueAt, nextReminderAt } from "@conquest/server/src/features/awards/domain/award-schedule";
import { DAY } from "./contest-rows";
import type { DemoHandover } from "../demo-contests";

export type DemoAward = Partial<typeof awards.$inferInsert> & { contestId: string };

/** Returns the columns of an award that its handover determines. */
export function awardRow(handover: DemoHandover | undefined, contestId: string, winnerAt: Date, now: Date): DemoAward {
  const { sentAfter, deliveredAfter, note = "", problem, returned } = handover ?? {};
  const after = (days: number) => new Date(winnerAt.getTime() + days * DAY);
  const since = returned ? after(returned.after) : sentAfter === undefined ? winnerAt : after(sentAfter);
  const waiting = { waitingSince: since, nextAt: nextReminderAt(since, now) };
  const isOver = now >= awardDueAt(since);
  const complaint = problem && { problem: problem.text, problemAt: after(problem.after) };
  if (returned)
    return {
      contestId,
      ...waiting,
      ...complaint,
      decision: "returned",
      decisionNote: returned.note,
      decidedAt: since,
      revision: 4,
    };
  if (sentAfter === undefined) return { contestId, ...waiting, state: isOver ? "late" : "to_send" };
  const sent = { contestId, sentAt: since, sentOn: since.toISOString().slice(0, 10), sentNote: note };
  if (deliveredAfter !== undefined)
    return { ...sent, state: "delivered", endedAt: after(deliveredAfter), nextAt: null, revision: 3 };
  return complaint
    ? { ...sent, ...complaint, state: "disputed", waitingSince: complaint.problemAt, nextAt: null, revision: 3 }
    : { ...sent, ...waiting, state: isOver ? "unconfirmed" : "sent", revision: 2 };
}
