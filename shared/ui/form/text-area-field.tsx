import { useId, type ComponentProps } from "react";
import { countCharacters } from "@conquest/shared/contracts/text/characters";
import { describedBy, FieldFrame, type FieldProps } from "@conquest/shared/ui/form/field-frame";
import { formatNumber } from "@conquest/shared/ui/format/text";

/** For example "4,900 of 5,000 characters", counted like the server does. */
export const charactersUsed = (typed: string, most: number): string =>
  `${formatNumber(countCharacters(typed.trim()))} of ${formatNumber(most)} characters`;

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
