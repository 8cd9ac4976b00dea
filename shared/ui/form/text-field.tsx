import { useId, useState, type ComponentProps, type ReactNode } from "react";
import { Eye, EyeOff } from "lucide-react";
import { describedBy, FieldFrame, type FieldProps } from "@conquest/shared/ui/form/field-frame";

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
            onClick={() => setRevealed(!isRevealed)}>
            {isRevealed ? <EyeOff aria-hidden="true" size={18} /> : <Eye aria-hidden="true" size={18} />}
          </button>
        )}
        {after && <span className="cq-control-after">{after}</span>}
      </div>
    </FieldFrame>
  );
}
