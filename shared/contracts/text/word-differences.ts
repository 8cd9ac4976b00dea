import { diffArrays } from "diff/lib/diff/array.js";
import type { TextStretch } from "../brief-changes";

/** Texts that differ more are shown whole: a comparison would take long, and no one could read it. */
const MAX_CHANGED_WORDS = 600;
const CONTEXT_LENGTH = 120;

/** Compares two texts word by word, in any script. Long unchanged stretches are shortened. */
export function wordDifferences(before: string, after: string): TextStretch[] {
  const parts = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: MAX_CHANGED_WORDS });
  if (!parts)
    return [
      { kind: "removed", text: before },
      { kind: "added", text: after },
    ];
  return parts.map(({ added, removed, value }, index) => {
    const text = value.join("");
    if (added || removed) return { kind: added ? "added" : "removed", text };
    return { kind: "same", text: shorten(text, { isFirst: index === 0, isLast: index === parts.length - 1 }) };
  });
}

function shorten(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  const characters = Array.from(text);
  if (characters.length <= 3 * CONTEXT_LENGTH) return text;
  const head = isFirst ? "" : characters.slice(0, CONTEXT_LENGTH).join("");
  const tail = isLast ? "" : characters.slice(-CONTEXT_LENGTH).join("");
  return `${head} … ${tail}`;
}

function wordsOf(text: string): string[] {
  // The first use of Intl blocks a slow phone for 100 ms or more, which is acceptable on the admins' review page.
  if (!("Segmenter" in Intl)) return text.split(/(\s+|[^\p{L}\p{M}\p{N}\s])/u).filter(Boolean);
  return Array.from(new Intl.Segmenter(undefined, { granularity: "word" }).segment(text), ({ segment }) => segment);
}
