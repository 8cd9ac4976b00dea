import { wordDifferences } from "@conquest/shared/contracts/text/word-differences";
import { langOf } from "@conquest/shared/ui/format/lang-of";

export default function TextDifference({ before, after }: { before: string; after: string }) {
  return (
    <div className="cq-user-text" dir="auto" lang={langOf(after)}>
      {wordDifferences(before, after).map(({ kind, text }, index) => {
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
        return <span key={index}>{text}</span>;
      })}
    </div>
  );
}

const REMOVED = "da:rounded-xs da:bg-danger-soft da:text-danger da:line-through da:box-decoration-clone";
const ADDED =
  "da:rounded-xs da:bg-success-soft da:text-success da:underline da:underline-offset-2 da:box-decoration-clone";
