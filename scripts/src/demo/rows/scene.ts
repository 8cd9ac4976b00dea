import type { Notice } from "@conquest/shared/contracts/messages";
import type { contests } from "@conquest/server/src/database/schema/contests";
import type { users } from "@conquest/server/src/database/schema/people";

/** What the rows of the demo are made with. */
export interface Scene {
  now: Date;
  /** So many days from now, less than 0 before it. */
  at(days: number): Date;
  /** The next of a sequence: whoever asks in another order makes another demo. */
  random(): number;
  idOf(name: string): string;
  /** `href`: where the notice leads. */
  notice(name: string, kind: Notice["kind"], text: string, href: string, createdAt: Date): void;
}

/** Somebody who joined. */
export interface Paid {
  name: string;
  paidAt: Date;
}

export type Rows<Table extends { $inferInsert: unknown }> = Table["$inferInsert"][];
export type DemoUser = typeof users.$inferInsert & { id: string; email: string; name: string };
export type DemoContestRow = typeof contests.$inferInsert & { id: string };

export const DAY = 24 * 60 * 60 * 1000;
