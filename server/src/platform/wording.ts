import type { Language } from "@conquest/shared/contracts/parts/languages";
import type { Wording } from "../database/schema/messages";
import { oneLine } from "./email/email-template";
import { translate } from "./text/translate";

/** A lone surrogate, left where a text was truncated, is invalid in jsonb. */
export const toJson = (value: object) =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === "string" ? each.toWellFormed() : each));

/** How a notification's words are stored: in English, for older servers, and as messages. */
export const wordingColumns = ({ subject, text }: Wording) => ({
  subject: oneLine(translate("en", subject)),
  text: translate("en", text),
  wording: JSON.parse(toJson({ subject, text })) as Wording,
});

export const offeredLanguage = (chosen: unknown, offered: readonly Language[]): Language =>
  offered.find((language) => language === chosen) ?? "en";

interface StoredWords {
  subject: string;
  text: string;
  wording: Wording | null;
}

/** Returns a notification's words in the reader's language, or as they are stored if they can't be translated. */
export function readWords({ subject, text, wording }: StoredWords, language: Language, timeZone: string | null) {
  if (wording === null) return { subject, text };
  try {
    return {
      subject: translate(language, wording.subject, timeZone),
      text: translate(language, wording.text, timeZone),
    };
  } catch {
    // A newer server used a kind of value that this one doesn't know.
    return { subject, text };
  }
}
