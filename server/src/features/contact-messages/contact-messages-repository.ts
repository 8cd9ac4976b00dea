import { and, sql } from "drizzle-orm";
import type { z } from "zod";
import type { contactForm, listContactMessages } from "@conquest/shared/contracts/messages";
import type { Database } from "../../database/database";
import { readKeysetPage } from "../../platform/lists/keyset-page";
import { epochMs } from "../../database/epoch-ms";
import { contactMessages } from "../../database/schema/messages";
import { pendingFirst } from "../../database/pending-first";

const waitingFirst = [
  pendingFirst(contactMessages.handledAt),
  sql`-${epochMs(contactMessages.createdAt)}`,
  sql`${contactMessages.id}`,
];

export const contactMessagesRepository = (db: Database) => ({
  async add(message: z.output<typeof contactForm>, now: Date): Promise<void> {
    await db.insert(contactMessages).values({ ...message, createdAt: now });
  },

  inbox({ isHandled, ...query }: z.output<typeof listContactMessages.query>, now: Date) {
    const filter =
      isHandled && sql`${pendingFirst(contactMessages.handledAt)} = ${sql.raw(isHandled === "true" ? "1" : "0")}`;
    return readKeysetPage(db, query, now, {
      order: waitingFirst,
      all: sql`select 1 from ${contactMessages} where ${filter ?? sql`true`}`,
      rows: ({ columns, after, orderBy, limit }) =>
        db
          .select({ message: contactMessages, ...columns })
          .from(contactMessages)
          .where(and(filter, after))
          .orderBy(...orderBy)
          .limit(limit),
    });
  },
});
