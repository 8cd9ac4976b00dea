import { diffArrays } from "diff/lib/diff/array.js";
import { langOf } from "@conquest/shared/ui/format/lang-of";

const CONTEXT_LENGTH = 120;

export default function TextDifference({ before, after }: { before: string; after: string }) {
  const stretches = wordDifferences(before, after);
  return (
    <div className="cq-user-text" dir="auto" lang={langOf(after)}>
      {stretches.map(({ kind, text }, index) => {
        if (kind === "removed")
          return (
            <del key={index} className={REMOVED}>
              {text}
            </del>
          );
        if (kind === "added")
          return (
            <ins key={index} className={ADDED}>
              {text}
            </ins>
          );
        return (
          <span key={index}>{shorten(text, { isFirst: index === 0, isLast: index === stretches.length - 1 })}</span>
        );
      })}
    </div>
  );
}

const REMOVED = "da:rounded-xs da:bg-danger-soft da:text-danger da:line-through da:box-decoration-clone";
const ADDED =
  "da:rounded-xs da:bg-success-soft da:text-success da:underline da:underline-offset-2 da:box-decoration-clone";

function shorten(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  const characters = Array.from(text);
  if (characters.length <= 3 * CONTEXT_LENGTH) return text;
  const head = isFirst ? "" : characters.slice(0, CONTEXT_LENGTH).join("");
  const tail = isLast ? "" : characters.slice(-CONTEXT_LENGTH).join("");
  return `${head} … ${tail}`;
}

interface TextSegment {
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
