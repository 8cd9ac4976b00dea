import { diffArrays } from "diff/lib/diff/array.js";

export interface TextSegment {
  kind: "same" | "removed" | "added";
  text: string;
}

/** Texts that take longer to compare are treated as unrelated. */
const TIMEOUT_MS = 250;

/** Compares two texts word by word, in any script. Returns both texts whole if they have too little in common. */
export function wordDifferences(before: string, after: string): TextSegment[] {
  const parts = diffArrays(wordsOf(before), wordsOf(after), { timeout: TIMEOUT_MS });
  if (!parts)
    return [
      { kind: "removed", text: before },
      { kind: "added", text: after },
    ];
  return parts.map(({ added, removed, value }) => ({
    kind: added ? "added" : removed ? "removed" : "same",
    text: value.join(""),
  }));
}

function wordsOf(text: string): string[] {
  // The first use of Intl blocks a slow phone for 100 ms or more, which is acceptable on this lazily loaded admin page.
  /* eslint-disable no-restricted-syntax */
  if (!("Segmenter" in Intl)) return text.split(/(\s+|[^\p{L}\p{M}\p{N}\s])/u).filter(Boolean);
  return Array.from(new Intl.Segmenter(undefined, { granularity: "word" }).segment(text), ({ segment }) => segment);
  /* eslint-enable no-restricted-syntax */
}
