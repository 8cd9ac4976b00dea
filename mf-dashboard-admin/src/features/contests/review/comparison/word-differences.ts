import { diffArrays } from "diff/lib/diff/array.js";

export interface Stretch {
  kind: "same" | "removed" | "added";
  text: string;
}

/** What takes longer, in milliseconds, is two texts rather than one that was changed. */
const PATIENCE = 250;

/** What became of a text, word by word, in any script; the whole of both where they have too little in common. */
export function wordDifferences(before: string, after: string): Stretch[] {
  const parts = diffArrays(wordsOf(before), wordsOf(after), { timeout: PATIENCE });
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

/** Spaces and punctuation are pieces of their own: a new comma is no new word. */
function wordsOf(text: string): string[] {
  // Asked for by an admin's page alone, after all else of it: what it costs keeps nobody waiting.
  /* eslint-disable no-restricted-syntax */
  if (!("Segmenter" in Intl)) return text.split(/(\s+|[^\p{L}\p{M}\p{N}\s])/u).filter(Boolean);
  return Array.from(new Intl.Segmenter(undefined, { granularity: "word" }).segment(text), ({ segment }) => segment);
  /* eslint-enable no-restricted-syntax */
}
