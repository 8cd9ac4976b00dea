import { Lightbulb } from "lucide-react";

const DAY_MS = 86_400_000;
/** A review may take so many days. */
export const REVIEW_DAYS = 2;

/** Below so many characters a brief leaves questions open; a name tells nothing in a list. */
const THIN = { name: 12, description: 120, task: 80 };

const SENTENCES = {
  name: "This is a short name. A few more words tell people in a list what it is about.",
  description: "This is short. Say who it is for, what it should achieve, and what you like.",
  task: "This is short. Say what to hand in, in which size or format, and what the winner is chosen by.",
  deadline: `An admin looks at it first, which may take ${REVIEW_DAYS} days. With this deadline there may be no time left to take part.`,
};

export type AdvisedField = keyof typeof SENTENCES;
export const isAdvised = (name: string): name is AdvisedField => name in SENTENCES;

/**
 * What could be better about what stands in a field (of a deadline its instant), as a sentence; undefined where there is nothing to
 * say. It refuses nothing, and says nothing of what is empty or no date: the form does. `now` in milliseconds.
 */
export function adviceOn(name: AdvisedField, value: string | Date | undefined, now: number): string | undefined {
  if (typeof value !== "string") {
    const left = (value?.getTime() ?? 0) - now;
    return left > 0 && left < REVIEW_DAYS * DAY_MS ? SENTENCES.deadline : undefined;
  }
  const { length } = value.trim();
  return name !== "deadline" && length > 0 && length < THIN[name] ? SENTENCES[name] : undefined;
}

interface Props {
  name: AdvisedField;
  value: string | Date | undefined;
  /** In milliseconds. */
  now: number;
}

/** That sentence as it stands beside the field, for who writes a contest and for who reviews it. */
export function Advice({ name, value, now }: Props) {
  const sentence = adviceOn(name, value, now);
  return (
    sentence && (
      <span className="cq-advice">
        <Lightbulb aria-hidden="true" size={15} />
        <span>{sentence}</span>
      </span>
    )
  );
}
