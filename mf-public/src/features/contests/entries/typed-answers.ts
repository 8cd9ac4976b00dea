import { answerField, checkAnswers, receiptLines } from "@conquest/shared/contracts/check-answers";
import type { EntryAnswer } from "@conquest/shared/contracts/entry-answers";
import type { EntryField } from "@conquest/shared/contracts/entry-fields";
import { translated } from "@conquest/shared/contracts/text/message";

/** A list of options for several choices, a boolean for a consent, otherwise a text. */
export type TypedAnswer = string | string[] | boolean;

export const toTypedAnswers = (fields: readonly EntryField[], answers: readonly EntryAnswer[] = []): TypedAnswer[] =>
  fields.map(({ kind, label }) => {
    const value = answers.find((answer) => answer.label === label)?.value;
    if (kind === "consent") return value === true;
    if (kind === "several") return Array.isArray(value) ? value : [];
    return String(value ?? "");
  });

/** Two fields with the same identity ask the same. */
export const identityOf = ({ kind, label }: EntryField): string => `${kind} ${label}`;

/** Returns the answers in the positions of these fields, blank for new ones; null if they are the fields answered. */
export function moveAnswers(
  fields: readonly EntryField[],
  answered: readonly string[],
  answers: readonly TypedAnswer[],
): TypedAnswer[] | null {
  const identities = fields.map(identityOf);
  if (identities.join("\n") === answered.join("\n")) return null;
  return toTypedAnswers(fields).map((blank, position) => answers[answered.indexOf(identities[position]!)] ?? blank);
}

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
