import { sql } from "drizzle-orm";
import { checkAnswers } from "@conquest/shared/contracts/check-answers";
import type { EntryAnswer, SentAnswers } from "@conquest/shared/contracts/entry-answers";
import type { EntryField } from "@conquest/shared/contracts/entry-fields";
import { message } from "@conquest/shared/contracts/text/message";
import { throwConflict, throwValidationError } from "../../../platform/errors";
import { entries } from "../../../database/schema/contests";

/** Returns the answers to the contest's entry form, in its order. Throws if one is missing or wrong. */
export function readAnswers(fields: readonly EntryField[], sent: SentAnswers | undefined): EntryAnswer[] {
  // Saving without them would lose the answers of a person whose page is older than the form.
  if (fields.length > 0 && sent === undefined)
    throwConflict(
      "entry_form_missing",
      message("This contest has an entry form that your page doesn't show. Reload the page, then submit again."),
    );
  const { answers, problems } = checkAnswers(fields, sent ?? []);
  if (Object.keys(problems).length > 0) throwValidationError(problems);
  return answers;
}

export const answersOrNone = (answers: readonly EntryAnswer[] | null | undefined): EntryAnswer[] | undefined =>
  answers && answers.length > 0 ? [...answers] : undefined;

/** An entry's answers except consents as one text, for searching. */
export const answeredTexts = sql<string>`(
  select coalesce(string_agg(answer.value #>> '{}', ' '), '')
  from jsonb_path_query(${entries.answers}, '$[*].value[*] ? (@.type() != "boolean")') answer(value))`;
