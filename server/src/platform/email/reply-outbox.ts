import { and, asc, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import type { Config } from "../../config/config";
import type { Database } from "../../database/database";
import { contactMessages, contactReplies } from "../../database/schema/messages";
import { oneLine } from "./email-template";
import { LEASE_MS } from "./claim-emails";
import { renderReply } from "./render-reply";
import type { AddressedEmail } from "./transport";

const isWaiting = and(isNull(contactReplies.sentAt), isNull(contactReplies.givenUpAt));

const details = {
  id: contactReplies.id,
  attempts: contactReplies.attempts,
  createdAt: contactReplies.writtenAt,
  dueAt: contactReplies.dueAt,
  sentAt: contactReplies.sentAt,
  givenUpAt: contactReplies.givenUpAt,
  givenUpBecause: contactReplies.givenUpBecause,
  text: contactReplies.text,
  name: contactMessages.name,
  email: contactMessages.email,
  message: contactMessages.message,
  askedAt: contactMessages.createdAt,
};

const select = (db: Database) =>
  db.select(details).from(contactReplies).innerJoin(contactMessages, eq(contactMessages.id, contactReplies.messageId));
export type StoredReply = Awaited<ReturnType<typeof select>>[number];

/** Senders may have no account, so there are no notifications or preferences; blocked users get replies too. */
export const replyOutbox = (db: Database) => ({
  async take(now: Date, limit: number): Promise<StoredReply[]> {
    const due = db.$with("due").as(
      db
        .select({ id: contactReplies.id })
        .from(contactReplies)
        .where(and(isWaiting, lte(contactReplies.dueAt, now)))
        .orderBy(asc(contactReplies.dueAt))
        .limit(limit)
        .for("update", { skipLocked: true }),
    );
    const leased = await db
      .with(due)
      .update(contactReplies)
      .set({ dueAt: new Date(now.getTime() + LEASE_MS), attempts: sql`${contactReplies.attempts} + 1` })
      .from(due)
      .where(eq(contactReplies.id, due.id))
      .returning({ id: contactReplies.id });
    if (leased.length === 0) return [];
    return select(db).where(
      inArray(
        contactReplies.id,
        leased.map(({ id }) => id),
      ),
    );
  },

  end: (id: string, change: { sentAt: Date } | { givenUpAt: Date; givenUpBecause: string } | { dueAt: Date }) =>
    db
      .update(contactReplies)
      .set(change)
      .where(and(eq(contactReplies.id, id), isWaiting)),

  async giveUpDue(now: Date, because: string): Promise<number> {
    const isDue = and(isWaiting, lte(contactReplies.dueAt, now));
    const unlocked = db
      .select({ id: contactReplies.id })
      .from(contactReplies)
      .where(isDue)
      .for("update", { skipLocked: true });
    const givenUp = await db
      .update(contactReplies)
      .set({ givenUpAt: now, givenUpBecause: because })
      .where(inArray(contactReplies.id, unlocked))
      .returning({ id: contactReplies.id });
    return givenUp.length;
  },

  list: (limit: number, to: string | undefined): Promise<StoredReply[]> =>
    select(db)
      .where(to === undefined ? undefined : eq(contactMessages.email, to))
      .orderBy(sql`${contactReplies.writtenAt} desc`, contactReplies.id)
      .limit(limit),

  async find(id: string): Promise<StoredReply | undefined> {
    const [reply] = await select(db).where(eq(contactReplies.id, id));
    return reply;
  },

  countWaiting: (): Promise<number> => db.$count(contactReplies, isWaiting),
});

export function addressedReply(
  { id, name, email, createdAt, ...facts }: StoredReply,
  { publicUrl }: Pick<Config, "publicUrl">,
): AddressedEmail {
  return {
    ...renderReply({ ...facts, name, siteUrl: publicUrl }),
    to: { name: oneLine(name), address: email },
    messageId: `<${id}@${new URL(publicUrl).hostname}>`,
    date: createdAt,
  };
}
