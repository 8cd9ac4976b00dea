import { answerField, checkAnswers, receiptLines } from "@conquest/shared/contracts/check-answers";
import type { EntryAnswer } from "@conquest/shared/contracts/entry-answers";
import type { EntryField } from "@conquest/shared/contracts/entry-fields";
import { translated } from "@conquest/shared/contracts/text/message";

/** A list of options for several choices, a boolean for a consent, otherwise a text. */
export type TypedAnswer = string | string[] | boolean;

/** The answers as the form holds them: one for each field. */
export const toTypedAnswers = (fields: readonly EntryField[], answers: readonly EntryAnswer[] = []): TypedAnswer[] =>
  fields.map(({ kind, label }) => {
    const value = answers.find((answer) => answer.label === label)?.value;
    if (kind === "consent") return value === true;
    if (kind === "several") return Array.isArray(value) ? value : [];
    return String(value ?? "");
  });

export const toSentAnswers = (fields: readonly EntryField[], typed: readonly TypedAnswer[]) =>
  fields.map(({ label }, position) => ({ label, value: typed[position] }));

/** Returns the errors of the answers by position, or undefined if all are valid. */
export function answerErrors(fields: readonly EntryField[], typed: readonly TypedAnswer[]) {
  const { problems } = checkAnswers(fields, toSentAnswers(fields, typed));
  if (Object.keys(problems).length === 0) return undefined;
  return fields.map((_, position) => {
    const problem = problems[answerField(position)];
    return problem && { type: "wrong", message: translated(problem) };
  });
}

export const equalsAnswers = (
  fields: readonly EntryField[],
  typed: readonly TypedAnswer[],
  answers: readonly EntryAnswer[] = [],
): boolean =>
  receiptLines(checkAnswers(fields, toSentAnswers(fields, typed)).answers).join() === receiptLines(answers).join();
