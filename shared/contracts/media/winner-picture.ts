import type { Language } from "../parts/languages";

/** Path of a winner's picture (PNG, 1200 by 630 pixels), visible to everyone who can see the winner's page. */
export const winnerPicture = (contestId: string, language: Language = "en") =>
  `/media/winners/${contestId}.png${language === "en" ? "" : `?language=${language}`}`;
