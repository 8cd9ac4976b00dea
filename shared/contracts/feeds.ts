import type { Language } from "./parts/languages";

const inLanguage = (address: string, language: Language) =>
  language === "en" ? address : `${address}?language=${language}`;

/** Path of the Atom feed of open contests. */
export const contestsFeed = (language: Language) => inLanguage("/feeds/contests.atom", language);

/** Path of the Atom feed of a creator's contests. The id is that of the creator's public page. */
export const creatorFeed = (publicId: string, language: Language) =>
  inLanguage(`/feeds/creators/${encodeURIComponent(publicId)}.atom`, language);
