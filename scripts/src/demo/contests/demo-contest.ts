import type { Tag } from "@conquest/shared/contracts/tags";
import type { CreatorName } from "../demo-people";

/** The state of a demo contest; times are in days relative to the first start. */
export type DemoState =
  | { is: "open"; closesIn: number }
  | { is: "judging"; closedAgo: number }
  | { is: "overdue"; closedAgo: number }
  | { is: "completed"; closedAgo: number; winner: string; note: string }
  | { is: "cancelled"; agoDays: number; closesIn: number; reason: string }
  /** `before` is the version for which an admin requested changes. */
  | {
      is: "in_review";
      closesIn: number;
      before?: { comment: string; description: string; task: string; prize: number };
    }
  | { is: "changes_requested" | "rejected"; closesIn: number; comment: string };

export interface DemoContest {
  tag: Tag;
  by: CreatorName;
  name: string;
  description: string;
  task: string;
  fee: number;
  prize: number;
  /** Number of participants, including the demo user if `demoUser` is set. */
  joined: number;
  state: DemoState;
  demoUser?: "joined" | "submitted";
  /** An extension by this many days, half a day ago. */
  extended?: { byDays: number; reason: string };
  isFeatured?: true;
  /** The demo user is a co-judge; the creator has also invited another judge. */
  demoUserJudges?: true;
}

export const hours = (count: number) => count / 24;
