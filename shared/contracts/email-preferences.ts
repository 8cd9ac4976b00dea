import { z } from "zod";
import { defineEndpoint } from "./http/endpoint";

export const EMAIL_CATEGORIES = ["account", "money", "results", "deadlines", "review", "talk"] as const;
export const emailCategory = z.enum(EMAIL_CATEGORIES);
export type EmailCategory = z.infer<typeof emailCategory>;

const emailPreference = z.object({
  topic: emailCategory,
  title: z.string(),
  text: z.string(),
  isWanted: z.boolean(),
  /** True for emails about account safety, payments and refunds, which can't be switched off. */
  isAlways: z.boolean(),
});
export type EmailPreference = z.infer<typeof emailPreference>;

export const listEmailPreferences = defineEndpoint("GET /letter-choices", "signed-in", {
  response: z.object({ isOn: z.boolean(), choices: z.array(emailPreference) }),
});

export const chooseEmailPreferences = defineEndpoint("PUT /letter-choices", "signed-in", {
  body: z.object({ topic: emailCategory, isWanted: z.boolean() }),
  response: z.object({ topic: emailCategory, isWanted: z.boolean() }),
});

const unsubscribeParams = z.object({ token: z.string().max(64) });

/** Topic and masked address of an unsubscribe link. In older emails the topic may since have become mandatory. */
const unsubscribeState = z.object({
  topic: emailCategory,
  title: z.string(),
  email: z.string(),
  isWanted: z.boolean(),
  isAlways: z.boolean().optional(),
});

export const readUnsubscribe = defineEndpoint("GET /unsubscribe/:token", "everyone", {
  params: unsubscribeParams,
  response: unsubscribeState,
});

export const unsubscribeByLink = defineEndpoint("POST /unsubscribe/:token", "everyone", {
  params: unsubscribeParams,
  response: unsubscribeState,
  perMinute: 60,
});
