import type { EntryField } from "@conquest/shared/contracts/entry-fields";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { describeKind } from "@conquest/shared/ui/entry/describe-field";

export interface EntryFieldListProps {
  fields: readonly EntryField[];
}

export default function EntryFieldList({ fields }: EntryFieldListProps) {
  return (
    <dl className="cq-form">
      {fields.map(({ label, help, options, ...field }) => (
        <div key={label}>
          <dt className="cq-user-text" dir="auto" lang={langOf(label)}>
            {label}
          </dt>
          <dd className="cq-hint">
            {describeKind(field)}
            {[help, options.join(" · ")].map(
              (text) =>
                text && (
                  <span key={text} className="cq-user-text" dir="auto" lang={langOf(text)}>
                    <br />
                    {text}
                  </span>
                ),
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
