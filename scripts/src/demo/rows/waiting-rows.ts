import type { waitingList } from "@conquest/server/src/database/schema/waiting-list";
import type { DemoContest } from "../demo-contests";
import { DEMO_USER, PARTICIPANTS } from "../demo-people";
import type { Paid, Rows, Scene } from "./contest-rows";

const HOURS_APART = 5;

/** The waiting list of a full contest, in order; the demo user is last. */
export function waitingRows(
  { spots }: DemoContest,
  { contestId, paid }: { contestId: string; paid: readonly Paid[] },
  { at, idOf }: Pick<Scene, "at" | "idOf">,
): Rows<typeof waitingList> {
  const count = spots?.waiting ?? 0;
  if (count === 0) return [];
  const joined = new Set(paid.map(({ name }) => name));
  const others = PARTICIPANTS.filter(({ name, blockedBecause }) => !joined.has(name) && !blockedBecause);
  return [...others.slice(0, count - 1), DEMO_USER].map(({ name }, position) => ({
    contestId,
    userId: idOf(name),
    joinedAt: at(((position - count) * HOURS_APART) / 24),
  }));
}
