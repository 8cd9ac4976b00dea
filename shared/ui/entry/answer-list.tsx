import type { EntryAnswer } from "@conquest/shared/contracts/entry-answers";
import { digits, t } from "@conquest/shared/singletons/language";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { UserText } from "@conquest/shared/ui/format/user-text";

export interface AnswerListProps {
  answers: readonly EntryAnswer[];
  /** Labels of all fields, to show those without an answer as well. */
  labels?: readonly string[] | undefined;
}

export default function AnswerList({ answers, labels = answers.map(({ label }) => label) }: AnswerListProps) {
  const byLabel = new Map(answers.map((answer) => [answer.label, answer]));
  return (
    <dl className="cq-form">
      {labels.map((label) => {
        const answer = byLabel.get(label);
        return (
          <div key={label}>
            <dt className="cq-hint cq-user-text" dir="auto" lang={langOf(label)}>
              {label}
            </dt>
            <dd>{answer ? <Value answer={answer} /> : <span className="cq-hint">{t("No answer")}</span>}</dd>
          </div>
        );
      })}
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
