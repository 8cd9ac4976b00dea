import { useEffect, useEffectEvent, useRef, type RefObject } from "react";
import { digits, msg, t } from "@conquest/shared/singletons/language";
import type { useOptimisticSearchParams } from "@conquest/shared/ui/page/use-optimistic-search-params";
import type { Name } from "./contest-field-config";

export const STEPS: readonly { title: string; fields: readonly Name[] }[] = [
  { title: msg("Basics"), fields: ["name", "description", "visibility", "image"] },
  { title: msg("Task and judging"), fields: ["task", "tags", "criteria", "criteriaWeights", "rules", "entryFields"] },
  {
    title: msg("Prize and deadline"),
    fields: ["registrationPrice", "prize", "morePrizes", "maxParticipants", "maxTeamSize", "deadline"],
  },
  { title: msg("Check and submit"), fields: [] },
];

export interface Steps {
  /** Index of {@link STEPS}. */
  step: number;
  /** Then calls `focus`, instead of focusing the step's heading. */
  open: (index: number, focus?: () => void) => void;
  section: RefObject<HTMLElement | null> | undefined;
}

export const NO_STEPS: Steps = { step: 0, open: (_, focus) => focus?.(), section: undefined };

/** Keeps the step in the URL, counted from 1, so that Back opens the previous one. */
export function useSteps([params, setParams]: ReturnType<typeof useOptimisticSearchParams>): Steps {
  const step = Math.min(Math.max(Math.trunc(Number(params.get("step"))) || 1, 1), STEPS.length) - 1;
  const section = useRef<HTMLElement>(null);
  const nextFocus = useRef<(() => void) | null>(null);

  const focusStep = useEffectEvent(() => {
    if (nextFocus.current) nextFocus.current();
    else section.current?.querySelector("h2")?.focus();
    nextFocus.current = null;
  });
  const before = useRef(step);
  useEffect(() => {
    if (before.current !== step) focusStep();
    before.current = step;
  }, [step]);

  return {
    step,
    open(index, focus) {
      if (index === step) return focus?.();
      nextFocus.current = focus ?? null;
      setParams({ step: String(index + 1) }, false);
    },
    section,
  };
}

export const stepOf = (name: string) => STEPS.findIndex(({ fields }) => fields.some((field) => field === name));

interface StepListProps {
  current: number;
  isInvalid: (name: Name) => boolean;
  onOpen: (index: number) => void;
}

export const StepList = ({ current, isInvalid, onOpen }: StepListProps) => (
  <nav aria-label={t("Steps")}>
    <ol className="dc:flex dc:gap-2">
      {STEPS.map(({ title, fields }, index) => (
        <li key={title} className={index === current ? "dc:flex-auto" : "dc:sm:flex-auto"}>
          <button
            type="button"
            aria-current={index === current ? "step" : undefined}
            className={`dc:flex dc:min-h-11 dc:w-full dc:py-1.5 dc:cursor-pointer dc:items-center dc:gap-2 dc:border-t-4 dc:px-2 dc:text-start dc:text-sm dc:font-semibold ${index <= current ? "dc:border-brand" : "dc:border-line"} ${index === current ? "" : "dc:text-muted"}`}
            onClick={() => onOpen(index)}>
            <span className="dc:min-w-6 dc:text-center">{digits(index + 1)}</span>
            <span className={index === current ? undefined : "dc:max-sm:sr-only"}>{t(title)}</span>
            {fields.some(isInvalid) && <span className="dc:text-danger dc:max-sm:sr-only">{t("needs a change")}</span>}
          </button>
        </li>
      ))}
    </ol>
  </nav>
);
