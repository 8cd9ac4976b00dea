import { useEffect, useRef, type ReactNode } from "react";
import clsx from "clsx";
import { CircleAlert } from "lucide-react";

interface FrameProps {
  label: ReactNode;
  /** The id of the control. Its hint is announced from `<id>-hint`, its error from `<id>-error`. */
  htmlFor: string;
  error?: string;
  hint?: ReactNode;
  isOptional?: boolean;
  className?: string;
  children: ReactNode;
}

/** Label above, hint and error below, around any control. Give the control `describedBy(...)` as aria-describedby. */
export function FieldFrame({ label, htmlFor, error, hint, isOptional = false, className, children }: FrameProps) {
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The focus came first and brought only the control into sight; a dialog's buttons may hide what stands below it.
    const field = said.current?.parentElement;
    if (error && field?.contains(document.activeElement) && field.closest(".cq-dialog-body"))
      said.current?.scrollIntoView({ block: "nearest" });
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
      {/* Always there, so that an error that arrives is announced. */}
      <p ref={said} className="cq-error" id={`${htmlFor}-error`} aria-live="polite">
        {error && (
          <>
            <CircleAlert aria-hidden="true" size={15} />
            <span>{error}</span>
          </>
        )}
      </p>
    </div>
  );
}

/** The aria-describedby of a control inside a {@link FieldFrame}. */
export const describedBy = (id: string, error?: string, hint?: ReactNode) =>
  clsx(error && `${id}-error`, hint && `${id}-hint`) || undefined;

/** What fields of all kinds are given. */
export interface FieldProps {
  label: ReactNode;
  name: string;
  error?: string;
  hint?: ReactNode;
  isOptional?: boolean;
}
