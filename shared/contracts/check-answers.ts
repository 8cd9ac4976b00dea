import type { EntryAnswer, SentAnswers } from "./entry-answers";
import type { EntryField } from "./entry-fields";
import { countCharacters } from "./text/characters";
import { toLatinDigits } from "./text/digits";
import { hasNoNul, isWebAddress } from "./text/fields";
import { tooLongMessage } from "./text/length-error";
import { message, type Message } from "./text/message";
import { INVALID_NAME_MESSAGE, REQUIRED, VISIBLE_CHARACTER, isPlainName } from "./text/names";

// Apart from the schemas, which pages do not need.

const MAX_SHORT_ANSWER_LENGTH = 200;
const MAX_LONG_ANSWER_LENGTH = 2000;
const MAX_LINK_LENGTH = 500;

/** Key in an error's `fields` for the answer to the field at this position; `answers` is for the whole form. */
export const answerField = (position: number) => `answers.${position}`;

export interface CheckedAnswers {
  /** The valid ones, in the order of the fields. */
  answers: EntryAnswer[];
  /** By {@link answerField}, or `answers`. */
  problems: Record<string, Message>;
}

export function checkAnswers(fields: readonly EntryField[], sent: SentAnswers): CheckedAnswers {
  const values = new Map(sent.map(({ label, value }) => [label, value]));
  const checked: CheckedAnswers = { answers: [], problems: {} };
  for (const [position, field] of fields.entries()) {
    const { answer, problem } = checkAnswer(field, values.get(field.label));
    if (answer) checked.answers.push(answer);
    if (problem) checked.problems[answerField(position)] = problem;
  }
  const labels = new Set(fields.map(({ label }) => label));
  if (values.size < sent.length || sent.some(({ label }) => !labels.has(label)))
    checked.problems["answers"] = message(
      "This contest's entry form has changed. Reload the page and check your answers.",
    );
  return checked;
}

interface CheckedAnswer {
  answer?: EntryAnswer;
  problem?: Message;
}

function checkAnswer(field: EntryField, value: unknown): CheckedAnswer {
  const { kind, label, isRequired } = field;
  if (kind === "consent") return checkConsent(field, value ?? false);
  if (isBlank(value)) return isRequired ? { problem: message(REQUIRED) } : {};
  switch (kind) {
    case "number": {
      const number = readNumber(value);
      return number === null
        ? { problem: message("Enter a number with at most 11 digits, and 4 after the point") }
        : { answer: { kind, label, value: number } };
    }
    case "several":
      return checkSeveral(field, value);
    default: {
      if (typeof value !== "string") return { problem: message("Enter a text") };
      const text = value
        .trim()
        .replace(/\p{Surrogate}/gu, "\uFFFD")
        .normalize("NFC");
      const problem = textProblem(field, text);
      return problem ? { problem } : { answer: { kind, label, value: text } };
    }
  }
}

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === "string" && !VISIBLE_CHARACTER.test(value)) ||
  (Array.isArray(value) && value.length === 0);

function checkConsent({ label, isRequired }: EntryField, value: unknown): CheckedAnswer {
  if (typeof value !== "boolean") return { problem: message("Answer this with yes or no") };
  return isRequired && !value
    ? { problem: message("You can submit only if you agree to this") }
    : { answer: { kind: "consent", label, value } };
}

const CHOOSE = message("Choose from the options");

function checkSeveral({ label, options }: EntryField, value: unknown): CheckedAnswer {
  if (!Array.isArray(value) || value.some((one) => !options.includes(one as string))) return { problem: CHOOSE };
  return { answer: { kind: "several", label, value: options.filter((option) => value.includes(option)) } };
}

/** Fifteen digits in all, which a number keeps exactly. */
const NUMBER = /^-?\d{1,11}(?:\.\d{1,4})?$/;

/** Groups of two or three digits, as in 2,52,000 and 252,000. A decimal comma is refused, not guessed. */
const GROUPED = /^-?\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.|$)/;

/** Accepts Latin and Bangla digits. */
function readNumber(value: unknown): number | null {
  if (typeof value !== "number" && typeof value !== "string") return null;
  const typed = toLatinDigits(String(value).trim());
  const text = GROUPED.test(typed) ? typed.replaceAll(",", "") : typed;
  // Adding zero turns -0 into 0, as it is stored.
  return NUMBER.test(text) ? Number(text) + 0 : null;
}

function textProblem({ kind, options }: EntryField, text: string): Message | null {
  if (kind === "one") return options.includes(text) ? null : CHOOSE;
  const max = kind === "short" ? MAX_SHORT_ANSWER_LENGTH : kind === "link" ? MAX_LINK_LENGTH : MAX_LONG_ANSWER_LENGTH;
  if (countCharacters(text) > max) return tooLongMessage(max);
  if (!hasNoNul(text)) return message("This text contains a character we can't save");
  if (kind === "short" && !isPlainName(text)) return INVALID_NAME_MESSAGE;
  return kind === "link" && !isWebAddress(text) ? message("Enter a link that starts with https:// or http://") : null;
}

/** The lines about answers in the text of a receipt. As JSON, no answer can look like another one. */
export const receiptLines = (answers: readonly EntryAnswer[]): string[] =>
  answers.map(({ label, value }) => `${JSON.stringify(label)}: ${JSON.stringify(value)}`);
