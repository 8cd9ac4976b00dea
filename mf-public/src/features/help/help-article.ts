import { joiningCostsPrize } from "@conquest/shared/ui/contest/cost";

/** A message, one whose `<a>…</a>` links to a page of this site, or one for each entry fee that sites can have. */
export type HelpText = string | { text: string; to: string } | { ifPrize: string; ifPrice: string };

/** A picture in `/media/help`, 1280 × 720, with one file for each language. */
export interface HelpPicture {
  picture: string;
  alt: string;
}

export type HelpBlock = HelpText | { steps: readonly HelpText[] } | { list: readonly HelpText[] } | HelpPicture;

export interface HelpArticle {
  /** The fragment of its address; others link to it, so it must not change. */
  id: string;
  title: string;
  /** A message with words that people search for and the texts don't have. */
  keywords?: string;
  body: readonly HelpBlock[];
}

export const isHelpText = (block: HelpBlock): block is HelpText =>
  typeof block === "string" || "text" in block || "ifPrize" in block;

export function messageOf(text: HelpText): string {
  if (typeof text === "string") return text;
  if ("text" in text) return text.text;
  return joiningCostsPrize() ? text.ifPrize : text.ifPrice;
}
