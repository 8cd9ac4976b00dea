import { useEffect, useId, useRef, type ReactNode } from "react";
import clsx from "clsx";
import { CircleAlert } from "lucide-react";
import { provideTranslation } from "@conquest/shared/contracts/text/message";
import { language, t } from "@conquest/shared/singletons/language";

// Texts of contracts have plain values, and are English by themselves.
provideTranslation(({ text, values }) =>
  language() === "en" ? undefined : t(text, values as Record<string, string | number> | undefined),
);

interface FrameProps {
  label: ReactNode;
  /** The control's id. Its hint has the id `<id>-hint`, its error `<id>-error`. */
  htmlFor: string;
  error?: ReactNode;
  hint?: ReactNode;
  isOptional?: boolean;
  className?: string;
  children: ReactNode;
}

/** Label, hint and error around any control. Set the control's aria-describedby to `describedBy(...)`. */
export function FieldFrame({ label, htmlFor, error, hint, isOptional = false, className, children }: FrameProps) {
  const errorElement = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // Focusing scrolled only to the control, so the dialog's buttons may cover the error below it.
    const field = errorElement.current?.parentElement;
    if (error && field?.contains(document.activeElement) && field.closest(".cq-dialog-body"))
      errorElement.current?.scrollIntoView({ block: "nearest" });
  }, [error]);
  return (
    <div className={clsx("cq-field", error && "cq-field-invalid", className)}>
      <label className="cq-label" htmlFor={htmlFor}>
        {label}
        {isOptional && <span className="cq-label-note"> (optional)</span>}
      </label>
      {children}
      {hint && (
        <p className="cq-hint" id={`${htmlFor}-hint`}>
          {hint}
        </p>
      )}
      {/* Always rendered, so that new errors are announced. */}
      <p ref={errorElement} className="cq-error" id={`${htmlFor}-error`} aria-live="polite">
        {error && (
          <>
            <CircleAlert aria-hidden="true" size={15} />
            <span>{typeof error === "string" ? t(error) : error}</span>
          </>
        )}
      </p>
    </div>
  );
}

export const describedBy = (id: string, error?: ReactNode, hint?: ReactNode) =>
  clsx(error && `${id}-error`, hint && `${id}-hint`) || undefined;

export interface FieldProps {
  label: ReactNode;
  name: string;
  error?: ReactNode;
  hint?: ReactNode;
  isOptional?: boolean;
}

type AnyFieldProps = FieldProps & { id?: string; className?: string };

/** Splits a field's props into those of its frame and those of its control. */
export function useField<Props extends AnyFieldProps>(props: Props) {
  const { label, error, hint, isOptional, id: givenId, className, ...rest } = props;
  const ownId = useId();
  const id = givenId ?? ownId;
  const aria = { "aria-invalid": error ? true : undefined, "aria-describedby": describedBy(id, error, hint) };
  return [
    { label, htmlFor: id, error, hint, isOptional, className },
    { ...rest, id, ...aria },
  ] as const;
}
