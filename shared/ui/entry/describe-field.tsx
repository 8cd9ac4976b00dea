import { FIELD_KIND_LABELS, type TypedField } from "@conquest/shared/contracts/entry-fields";
import { t } from "@conquest/shared/singletons/language";
import { labelOf } from "@conquest/shared/ui/format/labels";

/** For example “Short text, required”. */
export const describeKind = ({ kind, isRequired }: Pick<TypedField, "kind" | "isRequired">): string =>
  t(isRequired ? "{kind}, required" : "{kind}, optional", { kind: t(labelOf(FIELD_KIND_LABELS, kind)) });

export const nameField = ({ label, ...field }: TypedField): string =>
  t("{label} ({kind})", { label, kind: describeKind(field) });

/** A field of an entry form as text, with a line for its help and each option. */
export const describeField = ({ help, options, ...field }: TypedField): string =>
  [
    nameField({ help, options, ...field }),
    ...(help ? [help] : []),
    ...options.filter((option) => option.trim() !== "").map((option) => `– ${option}`),
  ].join("\n");
