import type { ComponentProps } from "react";
import { ChevronDown } from "lucide-react";
import { FieldFrame, useField, type FieldProps } from "@conquest/shared/ui/form/field-frame";

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

type Props = FieldProps & { options: readonly SelectOption[] } & ComponentProps<"select">;

export function SelectField({ options, ...props }: Props) {
  const [frame, control] = useField(props);
  return (
    <FieldFrame {...frame}>
      <div className="cq-control">
        <select {...control} className="cq-input cq-select">
          {options.map(({ value, label, disabled }) => (
            <option key={value} value={value} disabled={disabled}>
              {label}
            </option>
          ))}
        </select>
        <ChevronDown className="cq-select-arrow" aria-hidden="true" size={18} />
      </div>
    </FieldFrame>
  );
}
