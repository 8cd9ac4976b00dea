import { Lightbulb } from "lucide-react";
import type { ReactNode } from "react";
import { useWatch, type Control } from "react-hook-form";
import type { ContestFormInput } from "@conquest/shared/contracts/contests";
import { serverNow, useNow } from "@conquest/shared/ui/time";
import { adviceOn, type Advised as Name } from "./contest-advice";

interface Props {
  name: Name;
  control: Control<ContestFormInput, unknown, ContestFormInput>;
  children: (advice: ReactNode) => ReactNode;
}

/** A field with what could be better about what stands in it, as it is typed. */
export function Advised({ name, control, children }: Props) {
  const value = useWatch({ control, name });
  const sentence = adviceOn(name, value, useNow(serverNow));
  return children(
    sentence && (
      <span className="dc:mt-1 dc:flex dc:items-start dc:gap-1.5 dc:text-ink">
        <Lightbulb aria-hidden="true" size={15} className="dc:mt-[0.15em] dc:shrink-0 dc:text-warning" />
        <span>{sentence}</span>
      </span>
    ),
  );
}

/** A hint with advice after it; nothing where there is neither. */
export const withAdvice = (hint: ReactNode, advice: ReactNode) =>
  advice ? (
    <>
      {hint} {advice}
    </>
  ) : (
    hint
  );
