import type { EntryAnswer } from "@conquest/shared/contracts/entry-answers";
import { digits, t } from "@conquest/shared/singletons/language";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { UserText } from "@conquest/shared/ui/format/user-text";

export interface AnswerListProps {
  answers: readonly EntryAnswer[];
}

/** The answers to a contest's entry form, in its order. */
export default function AnswerList({ answers }: AnswerListProps) {
  return (
    <dl className="cq-form">
      {answers.map((answer) => (
        <div key={answer.label}>
          <dt className="cq-hint cq-user-text" dir="auto" lang={langOf(answer.label)}>
            {answer.label}
          </dt>
          <dd>
            <Value answer={answer} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ answer }: { answer: EntryAnswer }) {
  switch (answer.kind) {
    case "consent":
      return t(answer.value ? "Yes" : "No");
    case "number":
      return digits(String(answer.value));
    case "link":
      return (
        <a href={answer.value} target="_blank" rel="nofollow ugc noopener noreferrer" className="cq-link cq-user-text">
          {answer.value}
        </a>
      );
    case "several":
      return (
        <ul>
          {answer.value.map((option) => (
            <li key={option}>
              <UserText>{option}</UserText>
            </li>
          ))}
        </ul>
      );
    default:
      // A newer server may send a kind that this page does not know.
      return <UserText>{String(answer.value)}</UserText>;
  }
}
