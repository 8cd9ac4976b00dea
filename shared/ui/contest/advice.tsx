import { Lightbulb } from "lucide-react";
import { msg, t } from "@conquest/shared/singletons/language";

const DAY_MS = 86_400_000;
export const REVIEW_DAYS = 2;

/** Shorter texts leave questions open, and shorter names say little in a list. */
const MIN_LENGTHS = { name: 12, description: 120, task: 80 };

const ADVICE = {
  name: msg("This name is short. Add a few words to say what the contest is about."),
  description: msg("This is short. Say who it's for, what it should achieve and what you like."),
  task: msg("This is short. Say what to submit, in which size or format, and how the winner will be picked."),
  deadline: msg("An admin reviews it first, which may take {n} days. This deadline may leave no time to join."),
};

export type AdvisedField = keyof typeof ADVICE;
export const isAdvised = (name: string): name is AdvisedField => name in ADVICE;

/** Returns advice on a field's value, if any. Ignores empty and invalid values, which the form rejects. */
export function getAdvice(name: AdvisedField, value: string | Date | undefined, now: number): string | undefined {
  if (typeof value !== "string") {
    const left = (value?.getTime() ?? 0) - now;
    return left > 0 && left < REVIEW_DAYS * DAY_MS ? t(ADVICE.deadline, { n: REVIEW_DAYS }) : undefined;
  }
  const { length } = value.trim();
  return name !== "deadline" && length > 0 && length < MIN_LENGTHS[name] ? t(ADVICE[name]) : undefined;
}

export function Advice({ name, value, now }: { name: AdvisedField; value: string | Date | undefined; now: number }) {
  const sentence = getAdvice(name, value, now);
  return (
    sentence && (
      <span className="cq-advice">
        <Lightbulb aria-hidden="true" size={15} />
        <span>{sentence}</span>
      </span>
    )
  );
}
