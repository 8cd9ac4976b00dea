import { z } from "zod";
import { defineEndpoint } from "./http/endpoint";

/** What letters can be about; a person switches each on or off. */
export const EMAIL_CATEGORIES = ["account", "money", "results", "deadlines", "review", "talk"] as const;
export const emailCategory = z.enum(EMAIL_CATEGORIES);
export type EmailCategory = z.infer<typeof emailCategory>;

const letterChoice = z.object({
  topic: emailCategory,
  title: z.string(),
  /** Which letters these are, in a sentence. */
  text: z.string(),
  isWanted: z.boolean(),
  /** True for emails about account safety, payments and refunds, which can't be switched off. */
  isAlways: z.boolean(),
});
export type EmailPreference = z.infer<typeof letterChoice>;

/** Which letters this person gets, and whether the site sends any. */
export const listEmailPreferences = defineEndpoint({
  method: "GET",
  path: "/letter-choices",
  access: "signed-in",
  response: z.object({ isOn: z.boolean(), choices: z.array(letterChoice) }),
});

export const chooseEmailPreferences = defineEndpoint({
  method: "PUT",
  path: "/letter-choices",
  access: "signed-in",
  body: z.object({ topic: emailCategory, isWanted: z.boolean() }),
  response: z.object({ topic: emailCategory, isWanted: z.boolean() }),
});

const stopParams = z.object({ token: z.string().max(64) });

/** Topic and masked address of an unsubscribe link. In older emails the topic may since have become mandatory. */
const letterStop = z.object({
  topic: emailCategory,
  title: z.string(),
  email: z.string(),
  isWanted: z.boolean(),
  isAlways: z.boolean().optional(),
});

export const readUnsubscribe = defineEndpoint({
  method: "GET",
  path: "/unsubscribe/:token",
  access: "everyone",
  params: stopParams,
  response: letterStop,
});

/** Stops one kind of letters for one person, without a session: the token is in the letter. */
export const unsubscribeByLink = defineEndpoint({
  method: "POST",
  path: "/unsubscribe/:token",
  access: "everyone",
  params: stopParams,
  response: letterStop,
  perMinute: 60,
});
