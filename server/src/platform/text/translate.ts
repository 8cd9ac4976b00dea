import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Catalog, Language } from "@conquest/shared/contracts/parts/languages";
import { formatDigits, formatMessage } from "@conquest/shared/contracts/text/format-message";
import { message, provideTranslation, type MessageValue, type Text } from "@conquest/shared/contracts/text/message";
import { isTimeZone } from "@conquest/shared/contracts/text/time-zone";
import { serverFolder } from "../../config/folders";
import { asSentence, countryName, formatInZone, formatTaka, formatUtc, formatUtcSeconds } from "./format";

/** The second folder has the messages of contracts. */
const FOLDERS = ["messages", "../shared/messages"].map((folder) => path.join(serverFolder, folder));

const readMessages = (language: Language): Catalog =>
  Object.assign(
    {},
    ...FOLDERS.flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith(`.${language}.json`))
        .map((name) => JSON.parse(readFileSync(path.join(folder, name), "utf8")) as Catalog),
    ),
  ) as Catalog;

const CATALOGS: Readonly<Record<Language, Catalog>> = { en: {}, bn: readMessages("bn") };

/** Writes a message in a language. A plain string, and a message without translation, stay as they are. */
export function translate(language: Language, text: Text, timeZone: string | null = null): string {
  if (typeof text === "string") return text;
  const values = Object.entries(text.values ?? {}).map(
    ([name, value]) => [name, formatValue(language, value, timeZone)] as const,
  );
  const translation = CATALOGS[language][text.text] || text.text;
  return formatMessage(translation, Object.fromEntries(values), language).join("");
}

/** Throws for a value of an unknown kind. */
function formatValue(language: Language, value: MessageValue, timeZone: string | null): string | number {
  if (typeof value !== "object") return value;
  if ("text" in value) return translate(language, value, timeZone);
  if ("date" in value) return formatInstant(new Date(value.date), language, timeZone);
  if ("day" in value) return formatDay(new Date(value.day), language);
  if ("second" in value) return translateInstant(formatUtcSeconds(new Date(value.second)), language);
  if ("taka" in value) return formatTaka(value.taka, language);
  if ("digits" in value) return formatDigits(value.digits, language);
  if ("country" in value) return countryName(value.country, language);
  if ("sentence" in value) return asSentence(translate(language, value.sentence, timeZone), language);
  throw new Error(`Unknown value: ${Object.keys(value).join(", ")}`);
}

const MONTHS = message("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec");

/** "5 Mar 2026, 14:00 GMT+6" in a time zone; in UTC if it is null or unknown to this server. */
export function formatInstant(instant: Date, language: Language, timeZone: string | null): string {
  const text = timeZone !== null && isTimeZone(timeZone) ? formatInZone(instant, timeZone) : formatUtc(instant);
  return translateInstant(text, language);
}

function translateInstant(text: string, language: Language): string {
  if (language === "en") return text;
  const [, date, month, rest] = /^(\d+) (\w+) (.*)$/.exec(text)!;
  const months = translate(language, MONTHS).split(" ");
  return `${formatDigits(date!, language)} ${months[MONTHS.text.split(" ").indexOf(month!)]} ${formatDigits(rest!, language)}`;
}

/** "5 March 2026", in a time zone or in UTC. */
function formatDay(instant: Date, language: Language, timeZone: string | null = null): string {
  if (language !== "en") return formatInstant(instant, language, timeZone).split(",")[0]!;
  const zone = timeZone !== null && isTimeZone(timeZone) ? timeZone : "UTC";
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: zone }).format(instant);
}

/** "5 March 2026 (GMT+6)". */
export const formatLongDay = (instant: Date, language: Language, timeZone: string | null): string =>
  `${formatDay(instant, language, timeZone)} (${formatInstant(instant, language, timeZone).split(" ").at(-1)})`;

/** Runs synchronous work, such as a parse, whose sentences are in this language. */
export function inLanguage<T>(language: Language, work: () => T): T {
  provideTranslation((message) => translate(language, message));
  try {
    return work();
  } finally {
    provideTranslation(undefined);
  }
}
