import { diffArrays } from "diff";
import type { TextStretch } from "@conquest/shared/contracts/brief-changes";

/** Texts that differ more are shown whole: a comparison would take long, and no one could read it. */
const MAX_CHANGED_WORDS = 600;
const CONTEXT_LENGTH = 120;

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });
const wordsOf = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment);

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
