/** A message, or one whose `<a>…</a>` links to a page of this site. */
export type HelpText = string | { text: string; to: string };

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
  body: readonly HelpBlock[];
}
