import type { ComponentProps, ReactNode } from "react";
import { countCharacters } from "@conquest/shared/contracts/text/characters";
import { t } from "@conquest/shared/singletons/language";
import { FieldFrame, useField, type FieldProps } from "@conquest/shared/ui/form/field-frame";

/** For example "4,900 of 5,000 characters", counted like the server does. */
export const charactersUsed = (typed: string, most: number): string =>
  t("{n} of {most} characters", { n: countCharacters(typed.trim()), most });

interface Props extends FieldProps, ComponentProps<"textarea"> {
  name: string;
  /** Shown between the control and its hint, such as a toolbar. */
  below?: ReactNode;
}

export function TextAreaField({ rows = 5, below, ...props }: Props) {
  const [frame, control] = useField(props);
  return (
    <FieldFrame {...frame}>
      <div className="cq-control">
        <textarea dir="auto" {...control} rows={rows} className="cq-input cq-textarea" />
      </div>
      {below}
    </FieldFrame>
  );
}
