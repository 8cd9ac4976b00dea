import type { Tag } from "@conquest/shared/contracts/tags";
import type { CreatorName } from "../demo-people";

/** Where a demo contest stands, in days from the first start; a deadline may be hours away. */
export type DemoState =
  | { is: "open"; closesIn: number }
  | { is: "judging"; closedAgo: number }
  | { is: "overdue"; closedAgo: number }
  | { is: "completed"; closedAgo: number; winner: string; note: string }
  | { is: "cancelled"; agoDays: number; closesIn: number; reason: string }
  /** `before`: what it said when changes were asked for. */
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
  /** Whole taka. */
  fee: number;
  /** Whole taka. */
  prize: number;
  /** People who joined, the demo user included where listed below. */
  joined: number;
  state: DemoState;
  /** What the demo user did here; nothing when left out. */
  demoUser?: "joined" | "submitted";
  /** Its deadline was this many days earlier until half a day ago. */
  extended?: { byDays: number; reason: string };
  /** Before all others on the home page. */
  isFeatured?: true;
  /** The demo user judges it beside its creator, who has invited somebody else too. */
  demoUserJudges?: true;
}

export const hours = (count: number) => count / 24;
