import { useId, type ComponentProps } from "react";
import { ChevronDown } from "lucide-react";
import { describedBy, FieldFrame, type FieldProps } from "@conquest/shared/ui/form/field-frame";

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
          aria-describedby={describedBy(id, error, hint)}>
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
