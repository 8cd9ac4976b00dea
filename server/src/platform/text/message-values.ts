import type { Message, MessageValue, Text } from "@conquest/shared/contracts/text/message";

/** Formatted in the reader's language and time zone. */
export const dateOf = (instant: Date): MessageValue => ({ date: instant.toISOString() });

/** Without the time, in UTC. */
export const dayOf = (instant: Date): MessageValue => ({ day: instant.toISOString() });

/** Like {@link dateOf}, but in UTC and with seconds. */
export const secondOf = (instant: Date): MessageValue => ({ second: instant.toISOString() });

export const takaOf = (amount: number): MessageValue => ({ taka: amount });

export const countryOf = (code: string): MessageValue => ({ country: code });

/** A text that may lack its full stop, such as a reason. */
export const sentenceOf = (text: Text): MessageValue => ({ sentence: text });

type Part = Text | false | null | undefined;

/** Joins whole sentences, without those that do not apply. */
export const sentences = (...parts: readonly Part[]): Message => joined(parts, " ");

export const lines = (...parts: readonly Part[]): Message => joined(parts, "\n");

function joined(parts: readonly Part[], separator: string): Message {
  const present = parts.filter((part) => typeof part === "string" || (part !== null && typeof part === "object"));
  return {
    text: present.map((_, index) => `{${index}}`).join(separator),
    values: Object.fromEntries(present.entries()),
  };
}

/** Takes a sentence without and one with `{reason}`, which is a user's text or empty. */
export const withReason = (
  reason: Text,
  [plain, reasoned]: readonly [plain: string, reasoned: string],
  values: Readonly<Record<string, MessageValue>>,
): Message =>
  reason === "" ? { text: plain, values } : { text: reasoned, values: { ...values, reason: sentenceOf(reason) } };
