import { useEffect, useEffectEvent, useRef, type ReactNode, type Ref } from "react";
import { useWatch, type Control } from "react-hook-form";
import type { ContestFormInput } from "@conquest/shared/contracts/contests";
import { MAX_WEIGHT, weightsAfterEdit } from "@conquest/shared/contracts/judging/criteria-weights";
import { digits, t } from "@conquest/shared/singletons/language";
import { SelectField } from "@conquest/shared/ui/form/select-field";
import { OptionalGroup, useGroupFocus } from "./optional-group";

interface Props {
  control: Control<ContestFormInput, unknown, ContestFormInput>;
  name: string;
  label: string;
  /** One weight per line in the order of the criteria; "" if all count the same. */
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  ref?: Ref<{ focus: () => void }>;
  error?: string | undefined;
  hint?: ReactNode;
}

const linesOf = (text: string | readonly string[] | undefined) =>
  [text ?? ""]
    .flat()
    .flatMap((each) => each.split("\n"))
    .map((line) => line.trim())
    .filter(Boolean);

const OPTIONS = Array.from({ length: MAX_WEIGHT }, (_, index) => index + 1);

/** A weight for each criterion, once there are two. */
export default function WeightsField({ control, name, label, value, onChange, onBlur, ref, error, hint }: Props) {
  const group = useRef<HTMLFieldSetElement>(null);
  useGroupFocus(ref, group);
  const typed = useWatch({ control, name: "criteria" });
  const criteria = linesOf(typed);
  const weights = linesOf(value).map(Number);
  const previous = useRef(criteria);
  const change = (next: readonly number[]) => onChange(new Set(next).size > 1 ? next.join("\n") : "");
  const updateWeights = useEffectEvent(() => {
    if (weights.length > 0 && weights.length !== criteria.length)
      change(weightsAfterEdit(previous.current, weights, criteria));
    previous.current = criteria;
  });
  useEffect(() => {
    updateWeights();
  }, [typed]);
  if (criteria.length < 2) return null;
  return (
    <OptionalGroup ref={group} name={name} label={label} hint={hint} error={error}>
      <ul className="dc:mt-2 dc:grid dc:gap-3 dc:sm:grid-cols-2">
        {criteria.map((criterion, position) => (
          <li key={position} className="dc:min-w-0">
            <SelectField
              name={`${name}-${position}`}
              label={<bdi className="dc:wrap-anywhere">{criterion}</bdi>}
              value={String(weights[position] ?? 1)}
              options={OPTIONS.map((weight) => ({
                value: String(weight),
                label: weight === 1 ? digits(weight) : t("{n}: counts {n} times", { n: weight }),
              }))}
              onChange={({ target }) =>
                change(criteria.map((_, index) => (index === position ? Number(target.value) : (weights[index] ?? 1))))
              }
              onBlur={onBlur}
            />
          </li>
        ))}
      </ul>
    </OptionalGroup>
  );
}
