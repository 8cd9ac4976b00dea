import { z } from "zod";
import { MAX_ENTRY_FIELDS, MAX_FIELD_LABEL_LENGTH } from "./entry-fields";

/** An answer with the label of its field. Unanswered fields have none, except consents. */
export const entryAnswer = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["short", "long", "one", "link"]), label: z.string(), value: z.string() }),
  z.object({ kind: z.literal("number"), label: z.string(), value: z.number() }),
  z.object({ kind: z.literal("several"), label: z.string(), value: z.array(z.string()) }),
  z.object({ kind: z.literal("consent"), label: z.string(), value: z.boolean() }),
]);
export type EntryAnswer = z.infer<typeof entryAnswer>;

/** Values are checked against the contest's fields, see `checkAnswers`. */
export const sentAnswers = /* @__PURE__ */ (() =>
  z
    .array(z.object({ label: z.string().max(MAX_FIELD_LABEL_LENGTH * 4), value: z.unknown().optional() }))
    .max(MAX_ENTRY_FIELDS))();
export type SentAnswers = z.output<typeof sentAnswers>;
