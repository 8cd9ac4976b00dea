/** Letters that are written from right to left, and marks that turn the direction of what follows. */
const TURNS =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\u200f\u202a-\u202e\u2066-\u2069]/u;
const MARKS = /[\u202a-\u202e\u2066-\u2069]/g;

/** The beginning of a text, which may end what it turns elsewhere: without the marks that turn it. Letters stay as they are read. */
export const withoutTurns = (text: string): string => text.replace(MARKS, "");

/** “…” and what is quoted in it: with what that quotes, or to the next ” where marks have no other half, as in „…“ and 5“. */
export const QUOTED = /“((?:[^“”]|“[^“”]*”)*|[^”]*)”/g;

/**
 * A sentence of ours that quotes what people wrote: what stands in “…” is read in its own direction, and nothing that they wrote
 * turns what is around it, a name without quotes neither. For plain text; where there are elements it is `<bdi>`.
 */
export const inReadingOrder = (sentence: string): string =>
  TURNS.test(sentence)
    ? withoutTurns(sentence).replace(QUOTED, (_, quoted: string) => `“\u2068${quoted}\u2069”`)
    : sentence;
