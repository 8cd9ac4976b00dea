import type { ComponentProps } from "react";
import { countCharacters } from "@conquest/shared/contracts/text/characters";
import { t } from "@conquest/shared/singletons/language";
import { FieldFrame, useField, type FieldProps } from "@conquest/shared/ui/form/field-frame";

/** For example "4,900 of 5,000 characters", counted like the server does. */
export const charactersUsed = (typed: string, most: number): string =>
  t("{n} of {most} characters", { n: countCharacters(typed.trim()), most });

export function TextAreaField({ rows = 5, ...props }: FieldProps & ComponentProps<"textarea">) {
  const [frame, control] = useField(props);
  return (
    <FieldFrame {...frame}>
      <div className="cq-control">
        <textarea dir="auto" {...control} rows={rows} className="cq-input cq-textarea" />
      </div>
    </FieldFrame>
  );
}
