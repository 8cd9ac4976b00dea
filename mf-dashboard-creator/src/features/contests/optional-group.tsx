import { useId, type ReactNode, type Ref } from "react";
import { CircleAlert } from "lucide-react";
import { t } from "@conquest/shared/singletons/language";
import { describedBy } from "@conquest/shared/ui/form/field-frame";

interface Props {
  /** Can be focused when the group has an error. */
  ref: Ref<HTMLFieldSetElement>;
  name: string;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  children: ReactNode;
}

/** An optional group of inputs with a legend, a hint and an error. */
export function OptionalGroup({ ref, name, label, hint, error, children }: Props) {
  const id = useId();
  return (
    <fieldset
      ref={ref}
      name={name}
      tabIndex={-1}
      aria-describedby={describedBy(id, error, hint)}
      className="cq-field dc:min-w-0">
      <legend className="cq-label">
        {label}
        <span className="cq-label-note"> {t("(optional)")}</span>
      </legend>
      {hint && (
        <p className="cq-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      <p className="cq-error" id={`${id}-error`} aria-live="polite">
        {error && (
          <>
            <CircleAlert aria-hidden="true" size={15} />
            <span>{t(error)}</span>
          </>
        )}
      </p>
    </fieldset>
  );
}
