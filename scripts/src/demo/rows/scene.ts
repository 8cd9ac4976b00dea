import type { Notice } from "@conquest/shared/contracts/messages";
import type { contests } from "@conquest/server/src/database/schema/contests";
import type { users } from "@conquest/server/src/database/schema/people";

export interface Scene {
  now: Date;
  at(days: number): Date;
  /** Returns the next random number; the order of calls determines the demo. */
  random(): number;
  idOf(name: string): string;
  notice(name: string, kind: Notice["kind"], text: string, href: string, createdAt: Date): void;
}

export interface Paid {
  name: string;
  paidAt: Date;
}

export type Rows<Table extends { $inferInsert: unknown }> = Table["$inferInsert"][];
export type DemoUser = typeof users.$inferInsert & { id: string; email: string; name: string };
export type DemoContestRow = typeof contests.$inferInsert & { id: string };

export const DAY = 24 * 60 * 60 * 1000;
