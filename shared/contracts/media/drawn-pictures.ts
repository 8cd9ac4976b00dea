import type { Language } from "../parts/languages";

/** Path of a winner's picture (PNG, 1200 by 630 pixels), visible to everyone who can see the winner's page. */
export const winnerPicture = (contestId: string, language: Language) =>
  `/media/winners/${language === "en" ? "" : `${language}/`}${contestId}.png`;

/** Path of a contest's drawn picture, of the same kind. Visible to everyone who can see the contest's page. */
export const contestPicture = (contestId: string, language: Language) =>
  `/media/contests/${language === "en" ? "" : `${language}/`}${contestId}.png`;
