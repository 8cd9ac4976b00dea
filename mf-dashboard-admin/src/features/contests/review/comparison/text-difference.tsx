import { wordDifferences } from "./word-differences";

const CONTEXT_LENGTH = 120;

export default function TextDifference({ before, after }: { before: string; after: string }) {
  const stretches = wordDifferences(before, after);
  return (
    <div className="cq-user-text" dir="auto">
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

export const REMOVED = "da:rounded-xs da:bg-danger-soft da:text-danger da:line-through da:box-decoration-clone";
export const ADDED =
  "da:rounded-xs da:bg-success-soft da:text-success da:underline da:underline-offset-2 da:box-decoration-clone";

function shorten(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  const characters = Array.from(text);
  if (characters.length <= 3 * CONTEXT_LENGTH) return text;
  const head = isFirst ? "" : characters.slice(0, CONTEXT_LENGTH).join("");
  const tail = isLast ? "" : characters.slice(-CONTEXT_LENGTH).join("");
  return `${head} … ${tail}`;
}
