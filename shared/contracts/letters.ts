import { z } from "zod";
import { defineEndpoint } from "./http/endpoint";

/** What letters can be about; a person switches each on or off. */
export const LETTER_TOPICS = ["account", "money", "results", "deadlines", "review", "talk"] as const;
export const letterTopic = z.enum(LETTER_TOPICS);
export type LetterTopic = z.infer<typeof letterTopic>;

const letterChoice = z.object({
  topic: letterTopic,
  title: z.string(),
  /** Which letters these are, in a sentence. */
  text: z.string(),
  isWanted: z.boolean(),
  /** They are about the safety of the account, or confirm payments and refunds: they cannot be switched off. */
  isAlways: z.boolean(),
});
export type LetterChoice = z.infer<typeof letterChoice>;

/** Which letters this person gets, and whether the site sends any. */
export const listLetterChoices = defineEndpoint({
  method: "GET",
  path: "/letter-choices",
  access: "signed-in",
  response: z.object({ isOn: z.boolean(), choices: z.array(letterChoice) }),
});

export const chooseLetters = defineEndpoint({
  method: "PUT",
  path: "/letter-choices",
  access: "signed-in",
  body: z.object({ topic: letterTopic, isWanted: z.boolean() }),
  response: z.object({ topic: letterTopic, isWanted: z.boolean() }),
});

const stopParams = z.object({ token: z.string().max(64) });

/** What the link of a letter stops, and for whom: the address is masked. Links of older letters may name a topic that is always sent by now. */
const letterStop = z.object({ topic: letterTopic, title: z.string(), email: z.string(), isWanted: z.boolean(), isAlways: z.boolean().optional() });

export const readLetterStop = defineEndpoint({
  method: "GET",
  path: "/unsubscribe/:token",
  access: "everyone",
  params: stopParams,
  response: letterStop,
});

/** Stops one kind of letters for one person, without a session: the token is in the letter. */
export const stopLetters = defineEndpoint({
  method: "POST",
  path: "/unsubscribe/:token",
  access: "everyone",
  params: stopParams,
  response: letterStop,
  perMinute: 60,
});
