import { z } from "zod";
import { countCharacters } from "./text/characters";
import { message, msg, type Message } from "./text/message";
import { INVALID_NAME_MESSAGE, VISIBLE_CHARACTER, isPlainName } from "./text/names";
import { rejectParts, type PartProblem } from "./text/part-problems";

export const MAX_ENTRY_FIELDS = 10;
export const MAX_FIELD_LABEL_LENGTH = 150;
export const MAX_FIELD_HELP_LENGTH = 300;
export const MIN_FIELD_OPTIONS = 2;
export const MAX_FIELD_OPTIONS = 20;
export const MAX_FIELD_OPTION_LENGTH = 80;

export const FIELD_KINDS = ["short", "long", "number", "one", "several", "link", "consent"] as const;
export const fieldKind = /* @__PURE__ */ z.enum(FIELD_KINDS);
export type FieldKind = z.infer<typeof fieldKind>;

export const FIELD_KIND_LABELS: Record<FieldKind, string> = {
  short: msg("Short text"),
  long: msg("Long text"),
  number: msg("Numeric value"),
  one: msg("One choice"),
  several: msg("Several choices"),
  link: msg("Link"),
  consent: msg("Consent"),
};

export const hasOptions = (kind: string): boolean => kind === "one" || kind === "several";

/** A field of a contest's entry form. Its label identifies it. */
export const entryField = /* @__PURE__ */ z.object({
  // In the order in which PostgreSQL stores the keys, as changes are found by comparing JSON.
  help: z.string(),
  kind: fieldKind,
  label: z.string(),
  /** Empty unless the kind is a choice. */
  options: z.array(z.string()),
  isRequired: z.boolean(),
});
export type EntryField = z.infer<typeof entryField>;

/** A field in the form's text, which may be incomplete. */
export interface TypedField {
  kind: string;
  label: string;
  help: string;
  isRequired: boolean;
  options: string[];
}

const typedFields = /* @__PURE__ */ (() =>
  z.array(
    z.object({
      help: z.string().default(""),
      kind: z.string(),
      label: z.string(),
      options: z.array(z.string()).default([]),
      isRequired: z.boolean().default(false),
    }),
  ))();

/** Forms and drafts hold the fields as one text, which is empty without fields. */
export const toFieldsText = (fields: readonly TypedField[]): string =>
  fields.length === 0 ? "" : JSON.stringify(fields);

/** Returns null if the text is not one of {@link toFieldsText}. */
export function readFieldsText(text: string): TypedField[] | null {
  if (text.trim() === "") return [];
  try {
    return typedFields.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

const isBlank = ({ label, help, options }: TypedField) => [label, help, ...options].every((text) => text.trim() === "");

/** Accepts a list, or the text of {@link toFieldsText}. Blank fields and options are left out. */
export const entryFields = /* @__PURE__ */ (() =>
  z.union([z.string(), typedFields]).transform((input, context): EntryField[] => {
    const typed = typeof input === "string" ? readFieldsText(input) : input;
    if (!typed)
      return rejectParts(context, [
        { path: [], problem: message("This entry form can't be read. Add its fields again.") },
      ]);
    const fields: EntryField[] = [];
    const problems: PartProblem[] = [];
    const labels = new Set<string>();
    for (const [index, field] of typed.entries()) {
      if (isBlank(field)) continue;
      const cleaned = cleanField(field);
      const label = cleaned.label.toLowerCase();
      const found = problemsOf(cleaned, index + 1);
      if (labels.has(label)) found.label ??= message("Give each field a different label");
      labels.add(label);
      for (const [part, problem] of Object.entries(found)) if (problem) problems.push({ path: [index, part], problem });
      fields.push(cleaned as EntryField);
    }
    if (fields.length > MAX_ENTRY_FIELDS)
      problems.unshift({ path: [], problem: message("Add at most {max} fields", { max: MAX_ENTRY_FIELDS }) });
    return problems.length === 0 ? fields : rejectParts(context, problems);
  }))();

const clean = (text: string) => text.trim().normalize("NFC");

const cleanField = ({ kind, label, help, options, isRequired }: TypedField): TypedField => ({
  help: clean(help),
  kind,
  label: clean(label),
  options: hasOptions(kind) ? options.map(clean).filter((option) => option !== "") : [],
  isRequired,
});

const isTooLong = (text: string, max: number) => countCharacters(text) > max;

/** At most one problem for each part, in the order in which the form shows the parts. */
const problemsOf = (
  { kind, label, help, options }: TypedField,
  n: number,
): Record<"label" | "kind" | "help" | "options", Message | null> => ({
  label: labelProblem(label, n),
  kind: fieldKind.safeParse(kind).success ? null : message("Choose the kind of field {n}", { n }),
  help: isTooLong(help, MAX_FIELD_HELP_LENGTH)
    ? message("Use at most {max} characters for the help text of field {n}", { max: MAX_FIELD_HELP_LENGTH, n })
    : plainTextProblem(help),
  options: hasOptions(kind) ? optionsProblem(options, n) : null,
});

const plainTextProblem = (...texts: readonly string[]) => (texts.every(isPlainName) ? null : INVALID_NAME_MESSAGE);

function labelProblem(label: string, n: number): Message | null {
  if (!VISIBLE_CHARACTER.test(label)) return message("Enter a label for field {n}", { n });
  if (isTooLong(label, MAX_FIELD_LABEL_LENGTH))
    return message("Use at most {max} characters for the label of field {n}", { max: MAX_FIELD_LABEL_LENGTH, n });
  return plainTextProblem(label);
}

function optionsProblem(options: readonly string[], n: number): Message | null {
  if (options.length < MIN_FIELD_OPTIONS)
    return message("Enter at least {min} options for field {n}, one per line", { min: MIN_FIELD_OPTIONS, n });
  if (options.length > MAX_FIELD_OPTIONS)
    return message("Enter at most {max} options for field {n}", { max: MAX_FIELD_OPTIONS, n });
  if (options.some((option) => isTooLong(option, MAX_FIELD_OPTION_LENGTH)))
    return message("Use at most {max} characters for each option of field {n}", { max: MAX_FIELD_OPTION_LENGTH, n });
  if (options.some((option) => !VISIBLE_CHARACTER.test(option)))
    return message("Use at least one visible character for each option of field {n}", { n });
  if (new Set(options).size < options.length) return message("Enter each option of field {n} only once", { n });
  return plainTextProblem(...options);
}
