import { z } from "zod";
import { permission } from "./contests";
import { defineEndpoint, pageQuery } from "./http/endpoint";
import { displayName, email, instant, requiredName, requiredText, sentence } from "./text/fields";
import { MAX_NAME_LENGTH } from "./text/names";

export const MAX_MESSAGE_LENGTH = 5000;

export const contactForm = z.object({
  name: requiredName(MAX_NAME_LENGTH),
  email,
  message: requiredText(MAX_MESSAGE_LENGTH),
});

export const sendContactMessage = defineEndpoint("POST /contact", "everyone", {
  body: contactForm,
  response: z.object({ success: z.literal(true) }),
  perMinute: 20,
});

export const contactReply = z.object({
  _id: z.string(),
  text: z.string(),
  at: instant,
  /** The admin's name; shown to other admins, not to the recipient. */
  by: displayName,
  state: z.enum(["queued", "sent", "given_up"]),
  stateAt: instant,
  tries: z.number().int(),
  because: sentence,
  may: z.object({ sendAgain: permission }),
});
export type ContactReply = z.output<typeof contactReply>;

/** Not derived from {@link contactForm}, because messages older than one of its rules must still be shown. */
export const contactMessage = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  at: instant,
  isHandled: z.boolean(),
  replies: z.array(contactReply),
});

export const listContactMessages = defineEndpoint("GET /contact-messages", ["admin"], {
  query: pageQuery.extend({ isHandled: z.enum(["true", "false"]).optional() }),
  response: z.array(contactMessage),
});

export const markContactMessage = defineEndpoint("PUT /contact-messages/:id", ["admin"], {
  body: z.object({ isHandled: z.boolean() }),
  response: z.object({ modifiedCount: z.number().int() }),
});

/** Returns all replies, including concurrent ones. Repeating the same text by the same admin creates only one reply. */
export const replyToContactMessage = defineEndpoint("POST /contact-messages/:id/replies", ["admin"], {
  body: z.object({ text: requiredText(MAX_MESSAGE_LENGTH) }),
  response: contactMessage,
  perMinute: 20,
});

export const sendReplyAgain = defineEndpoint("PUT /contact-replies/:id/again", ["admin"], {
  response: contactMessage,
  perMinute: 20,
});

export const notice = z.object({
  _id: z.string(),
  kind: z.enum([
    "contest_submitted",
    "contest_confirmed",
    "back_in_review",
    "changes_requested",
    "rejected",
    "comment",
    "role_requested",
    "role_answer",
    "account_blocked",
    "account_unblocked",
    "account_removed",
    "account_deleted",
    "password_changed",
    "email_changed",
    "email_left",
    "joined",
    "team_changed",
    "spot_offered",
    "spot_offer_ended",
    "deadline_near",
    "deadline_moved",
    "follow_ended",
    "deadline_extended",
    "prize_to_send",
    "prize_sent",
    "prize_news",
    "prize_to_settle",
    "winner_due",
    "nobody_joined",
    "winner",
    "result",
    "cancelled",
    "refunded",
    "question",
    "answer",
    "question_removed",
    "news",
    "judge_invited",
    "judge_answered",
    "judging_open",
    "judge_ended",
    "reported",
    "report_opened",
    "report_ended",
    "contest_hidden",
    "contest_invited",
  ]),
  text: z.string(),
  href: z.string(),
  at: instant,
  isRead: z.boolean(),
});
export type Notice = z.infer<typeof notice>;

export const listNotices = defineEndpoint("GET /notices", "signed-in", { query: pageQuery, response: z.array(notice) });

export const countUnreadNotices = defineEndpoint("GET /notices/unread", "signed-in", {
  response: z.object({ unread: z.number().int() }),
});

/** Marks all without `ids`; with `until` only those up to that time. */
export const markNoticesRead = defineEndpoint("PUT /notices/read", "signed-in", {
  // PostgreSQL has no year 0.
  body: z.object({
    ids: z.array(z.string().max(64)).max(500).optional(),
    until: instant.refine((at) => at >= "0001").optional(),
  }),
  response: z.object({ modifiedCount: z.number().int() }),
});
