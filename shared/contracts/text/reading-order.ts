/** Right-to-left letters, and control characters that change the direction of the following text. */
const CHANGES_DIRECTION =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\u200f\u202a-\u202e\u2066-\u2069]/u;
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Removes direction controls from a truncated text, which may have lost their ends. Letters keep their direction. */
export const stripDirectionControls = (text: string): string => text.replace(DIRECTION_CONTROLS, "");

/** Matches “…” including nested quotes, or up to the next ” if the quotes are unbalanced, as in „…“ and 5“. */
export const QUOTED_TEXT = /“((?:[^“”]|“[^“”]*”)*|[^”]*)”/g;

/** Isolates quoted user text, so that its direction can't affect the sentence. For plain text; elements use `<bdi>`. */
export const isolateQuotedText = (sentence: string): string =>
  CHANGES_DIRECTION.test(sentence)
    ? stripDirectionControls(sentence).replace(QUOTED_TEXT, (_, quoted: string) => `“\u2068${quoted}\u2069”`)
    : sentence;
