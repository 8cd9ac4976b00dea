import type { ReactNode } from "react";
import { useWatch, type Control } from "react-hook-form";
import type { ContestFormInput } from "@conquest/shared/contracts/contests";
import { parseInstant } from "@conquest/shared/contracts/text/fields";
import { Advice, adviceOn, type AdvisedField } from "@conquest/shared/ui/contest/advice";
import { serverNow, useNow } from "@conquest/shared/ui/format/time";

interface Props {
  name: AdvisedField;
  control: Control<ContestFormInput, unknown, ContestFormInput>;
  children: (advice: ReactNode) => ReactNode;
}

/** A field with what could be better about what stands in it, as it is typed. */
export function FieldHint({ name, control, children }: Props) {
  const typed = useWatch({ control, name });
  const value = name === "deadline" ? (parseInstant(typed) ?? undefined) : typed;
  const now = useNow(serverNow);
  // Nothing, rather than what draws nothing: a hint is made of it.
  return children(adviceOn(name, value, now) && <Advice name={name} value={value} now={now} />);
}

/** A hint with advice after it; nothing where there is neither. */
export const withHint = (hint: ReactNode, advice: ReactNode) =>
  advice ? (
    <>
      {hint} {advice}
    </>
  ) : (
    hint
  );
