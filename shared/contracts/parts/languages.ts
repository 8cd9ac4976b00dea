/** The first is the language of the source; its addresses have no prefix. */
export const LANGUAGES = ["en", "bn"] as const;
export type Language = (typeof LANGUAGES)[number];

/** In their own language, for people who cannot read the page's. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: "English", bn: "বাংলা" };

/** Cookie with the language that someone chose in this browser. */
export const LANGUAGE_COOKIE = "conquest_language";

/** Translations by English message, or by its key. */
export type Catalog = Readonly<Record<string, string>>;

/** Splits `/bn/about?x` into the language and `/about?x`. A language that the site does not offer is part of the address. */
export function splitLanguage(address: string, offered: readonly Language[] = []) {
  const prefix = /^\/(\w+)(?![^/?#])/.exec(address)?.[1];
  const language = offered.find((each) => each !== "en" && each === prefix) ?? "en";
  const rest = language === "en" ? address : address.slice(1 + language.length);
  return { language, address: rest.startsWith("/") ? rest : `/${rest}` };
}

export const languagePrefix = (language: Language) => (language === "en" ? "" : `/${language}`);

export const withLanguage = (address: string, language: Language) =>
  languagePrefix(language) + (language === "en" ? address : address.replace(/^\/(?![^?#])/, ""));
