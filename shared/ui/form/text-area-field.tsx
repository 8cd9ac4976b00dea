import { useId, type ComponentProps } from "react";
import { describedBy, FieldFrame, type FieldProps } from "@conquest/shared/ui/form/field-frame";

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
