import { formatDigits } from "@conquest/shared/contracts/text/format-message";
import type { Language } from "@conquest/shared/contracts/parts/languages";

/** "5 Mar 2026, 08:00 UTC": the reader's time zone is unknown. */
export function formatUtc(instant: Date): string {
  const [, day, month, year, time] = instant.toUTCString().split(" ");
  return `${Number(day)} ${month} ${year}, ${time!.slice(0, 5)} UTC`;
}

/** "2 Mar 2026, 08:00:03 UTC": the reader's zone isn't known on the server. */
export function formatUtcSeconds(instant: Date): string {
  const [, day, month, year, time] = instant.toUTCString().split(" ");
  return `${Number(day)} ${month} ${year}, ${time} UTC`;
}

/** "2 Mar 2026, 14:00 GMT+6", or with "UTC", as the site's pages show it in this zone. */
export function formatInZone(instant: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "shortOffset",
  }).formatToParts(instant);
  const { day, month, year, hour, minute, timeZoneName } = Object.fromEntries(
    parts.map(({ type, value }) => [type, value]),
  );
  return `${day} ${month} ${year}, ${hour}:${minute} ${/^GMT(?:[+-]0)?$/.test(timeZoneName!) ? "UTC" : timeZoneName}`;
}

const grouping = new Intl.NumberFormat("en-IN");

export const formatTaka = (amount: number, language: Language = "en"): string =>
  formatDigits(`৳${grouping.format(amount)}`, language);

const regions = new Map<Language, Intl.DisplayNames>();

/** Returns the code itself if it has no name. */
export function countryName(code: string, language: Language): string {
  const names = regions.get(language) ?? new Intl.DisplayNames([language], { type: "region" });
  regions.set(language, names);
  return names.of(code) ?? code;
}

export function sumOfTaka(amounts: readonly (string | null)[]): string | null {
  const written = amounts.filter((amount) => amount !== null);
  if (written.length === 0) return null;
  // Emails store an amount only as formatted text.
  const total = written.reduce((sum, amount) => sum + Number(amount.replace(/\D/g, "")), 0);
  return formatTaka(total);
}

/** Ends the text with a full stop unless it has one, possibly inside “…”. */
export const asSentence = (words: string, language: Language = "en"): string =>
  /[.!?…।॥؟。]”?$/.test(words) ? words : words + (language === "bn" ? "।" : ".");

/** Cuts after a word; a word that takes half of the length or more is cut between grapheme clusters. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  let end = 0;
  for (const { index, segment } of new Intl.Segmenter("en").segment(text)) {
    if (index + segment.length > maxLength - 1) break;
    end = index + segment.length;
  }
  const kept = text.slice(0, end);
  const wordEnd = /^\s/u.test(text.slice(end)) ? end : kept.search(/\s+\S*$/u);
  return `${(wordEnd > maxLength / 2 ? kept.slice(0, wordEnd) : kept).replace(/[\s,;:·–—]+$/u, "")}…`;
}

/** Masks an email for public display: `rahim@gmail.com` becomes `r•••@g•••.com`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  if (at < 1) return "•••";
  const domain = email.slice(at + 1);
  const dot = domain.lastIndexOf(".");
  return `${masked(email.slice(0, at))}@${masked(dot > 0 ? domain.slice(0, dot) : domain)}${dot > 0 ? domain.slice(dot) : ""}`;
}

// Takes a whole code point, so that a surrogate pair is not split.
const masked = (part: string) => `${[...part][0] ?? ""}•••`;

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);
