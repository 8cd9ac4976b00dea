import type { Language } from "./parts/languages";

const inLanguage = (address: string, language: Language) =>
  language === "en" ? address : `${address}?language=${language}`;

export const contestsFeed = (language: Language) => inLanguage("/feeds/contests.atom", language);

export const creatorFeed = (publicId: string, language: Language) =>
  inLanguage(`/feeds/creators/${encodeURIComponent(publicId)}.atom`, language);
