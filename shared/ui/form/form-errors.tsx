import { useEffect, useRef } from "react";
import { CircleAlert } from "lucide-react";
import { t } from "@conquest/shared/singletons/language";

interface FormError {
  name: string;
  label: string;
}

interface Props {
  errors: readonly FormError[];
  submitCount: number;
  /** Shows a field that may be hidden, and then calls `focus`. */
  onGoTo?: ((name: string, focus: () => void) => void) | undefined;
}

/** Lists the invalid fields. Each submission moves the focus here: set the form's `shouldFocusError` to false. */
export function FormErrors({ errors, submitCount, onGoTo = (_, focus) => focus() }: Props) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => summary.current?.focus(), [submitCount]);
  if (errors.length === 0 || submitCount === 0) return null;

  const goTo = (name: string) => {
    const field = summary.current?.closest("form")?.elements.namedItem(name);
    // A group of inputs has its errors at its inputs.
    if (field instanceof HTMLElement) (field.querySelector<HTMLElement>("[aria-invalid=true]") ?? field).focus();
  };
  return (
    <div
      ref={summary}
      tabIndex={-1}
      role="group"
      aria-label={t("Problems with this form")}
      className="cq-note cq-note-danger cq-form-errors">
      <CircleAlert aria-hidden="true" size={20} />
      <div>
        <p className="cq-note-title">
          {t("{n, plural, one {One field needs a change} other {# fields need a change}}", { n: errors.length })}
        </p>
        <ul className="cq-form-errors-list">
          {errors.map(({ name, label }) => (
            <li key={name}>
              <button type="button" className="cq-link" onClick={() => onGoTo(name, () => goTo(name))}>
                {label}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
