import { useEffect, useId, useRef, useState, type ComponentProps, type ReactNode } from "react";
import clsx from "clsx";
import { ChevronDown, CircleAlert, Eye, EyeOff } from "lucide-react";

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
    if (error && field?.contains(document.activeElement) && field.closest(".cq-dialog-body")) said.current?.scrollIntoView({ block: "nearest" });
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

interface FieldProps {
  label: ReactNode;
  name: string;
  error?: string;
  hint?: ReactNode;
  isOptional?: boolean;
}

/** What stands inside the control's border, before or after what is typed: an icon, a currency sign, a button. */
interface Adornments {
  before?: ReactNode;
  after?: ReactNode;
}

export function TextField({
  label,
  error,
  hint,
  isOptional,
  id: givenId,
  className,
  type = "text",
  before,
  after,
  ...rest
}: FieldProps & Adornments & ComponentProps<"input">) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const [isRevealed, setRevealed] = useState(false);
  const isPassword = type === "password";
  return (
    <FieldFrame label={label} htmlFor={id} error={error} hint={hint} isOptional={isOptional} className={className}>
      <div className="cq-control">
        {before && <span className="cq-control-before">{before}</span>}
        <input
          dir="auto"
          {...rest}
          id={id}
          type={isPassword && isRevealed ? "text" : type}
          className="cq-input"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, error, hint)}
        />
        {isPassword && (
          <button
            type="button"
            className="cq-control-button"
            aria-label="Show typed characters"
            aria-pressed={isRevealed}
            onClick={() => setRevealed(!isRevealed)}
          >
            {isRevealed ? <EyeOff aria-hidden="true" size={18} /> : <Eye aria-hidden="true" size={18} />}
          </button>
        )}
        {after && <span className="cq-control-after">{after}</span>}
      </div>
    </FieldFrame>
  );
}

export function TextAreaField({
  label,
  error,
  hint,
  isOptional,
  id: givenId,
  className,
  rows = 5,
  ...rest
}: FieldProps & ComponentProps<"textarea">) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <FieldFrame label={label} htmlFor={id} error={error} hint={hint} isOptional={isOptional} className={className}>
      <div className="cq-control">
        <textarea
          dir="auto"
          {...rest}
          id={id}
          rows={rows}
          className="cq-input cq-textarea"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, error, hint)}
        />
      </div>
    </FieldFrame>
  );
}

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

export function SelectField({
  label,
  error,
  hint,
  isOptional,
  id: givenId,
  className,
  options,
  ...rest
}: FieldProps & { options: readonly SelectOption[] } & ComponentProps<"select">) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <FieldFrame label={label} htmlFor={id} error={error} hint={hint} isOptional={isOptional} className={className}>
      <div className="cq-control">
        <select
          {...rest}
          id={id}
          className="cq-input cq-select"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, error, hint)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown className="cq-select-arrow" aria-hidden="true" size={18} />
      </div>
    </FieldFrame>
  );
}
