import type { DemoContest } from "../contests/demo-contest";
import { DAY, type Scene } from "./scene";

export interface ContestDates {
  createdAt: Date;
  openedAt: Date | null;
  deadline: Date;
  cancelledAt: Date | null;
  winnerAt: Date | null;
  /** No joins or submissions are possible after it. */
  closedAt: Date;
}

const UNPUBLISHED = ["in_review", "changes_requested", "rejected"];

export function contestDates(
  { state }: DemoContest,
  { now, at, random }: Pick<Scene, "now" | "at" | "random">,
): Omit<ContestDates, "winnerAt"> {
  const deadline = at("closesIn" in state ? state.closesIn : -state.closedAgo);
  const untilDeadline = (deadline.getTime() - now.getTime()) / DAY;
  const openedAt = UNPUBLISHED.includes(state.is)
    ? null
    : at(Math.min("closedAgo" in state ? -state.closedAgo : 0, untilDeadline) - 6 - random() * 16);
  const createdAt = openedAt ? new Date(openedAt.getTime() - DAY * (0.4 + random())) : at(-0.3 - random() * 5);
  const cancelledAt = state.is === "cancelled" ? at(-state.agoDays) : null;
  const closedAt = [deadline, cancelledAt ?? now, now].reduce((one, other) => (one < other ? one : other));
  return { createdAt, openedAt, deadline, cancelledAt, closedAt };
}
