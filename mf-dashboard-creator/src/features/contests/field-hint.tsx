import type { ReactNode } from "react";
import { useWatch, type Control } from "react-hook-form";
import type { ContestFormInput } from "@conquest/shared/contracts/contests";
import { parseInstant } from "@conquest/shared/contracts/text/fields";
import { Advice, getAdvice, type AdvisedField } from "@conquest/shared/ui/contest/advice";
import { serverNow, useNow } from "@conquest/shared/ui/format/time";

interface Props {
  name: AdvisedField;
  control: Control<ContestFormInput, unknown, ContestFormInput>;
  /** Gives no advice yet. */
  isUntouched: boolean;
  children: (advice: ReactNode) => ReactNode;
}

export function FieldHint({ name, control, isUntouched, children }: Props) {
  const typed = useWatch({ control, name });
  const value = name === "deadline" ? (parseInstant(typed) ?? undefined) : typed;
  const now = useNow(serverNow);
  // Undefined instead of an element that renders nothing, because any element would become a hint.
  return children(!isUntouched && getAdvice(name, value, now) && <Advice name={name} value={value} now={now} />);
}

/** Appends advice to a hint; undefined if there is neither. */
export const withHint = (hint: ReactNode, advice: ReactNode) =>
  advice ? (
    <>
      {hint} {advice}
    </>
  ) : (
    hint
  );
