import { useEffect, useRef } from "react";
import { Plus } from "lucide-react";
import {
  MAX_ENTRY_FIELDS,
  readFieldsText,
  toFieldsText,
  type TypedField,
} from "@conquest/shared/contracts/entry-fields";
import { t } from "@conquest/shared/singletons/language";
import { Button } from "@conquest/shared/ui/button";
import type { MorePrizesFieldProps } from "../more-prizes-field";
import { EntryFieldRow, type FieldError } from "./entry-field-row";
import { OptionalGroup, useGroupFocus, type GroupError } from "../optional-group";

const NEW_FIELD: TypedField = { kind: "short", label: "", help: "", isRequired: true, options: [] };

interface Props extends Omit<MorePrizesFieldProps, "error"> {
  error?: GroupError<number, FieldError> | undefined;
}

export default function EntryFieldsField({ name, label, value, onChange, onBlur, ref, error, hint }: Props) {
  const group = useRef<HTMLFieldSetElement>(null);
  /** Index of the field to focus once it is rendered; the group itself if there is none. */
  const nextFocus = useRef<number | null>(null);
  useGroupFocus(ref, group);
  const fields = readFieldsText(value) ?? [];
  const groupError = fields.some((_, index) => error?.[index]) ? undefined : error?.message;

  useEffect(() => {
    if (nextFocus.current === null) return;
    const input = group.current?.querySelectorAll<HTMLInputElement>("[data-field-label]")[nextFocus.current];
    (input ?? group.current)?.focus();
    nextFocus.current = null;
  });

  const change = (next: readonly TypedField[]) => onChange(toFieldsText(next));
  const changeAt = (index: number, part: Partial<TypedField>) =>
    change(fields.with(index, { ...fields[index]!, ...part }));
  const add = () => {
    nextFocus.current = fields.length;
    change([...fields, NEW_FIELD]);
  };
  const remove = (index: number) => {
    nextFocus.current = Math.max(0, Math.min(index, fields.length - 2));
    change(fields.toSpliced(index, 1));
  };
  const move = (index: number, by: 1 | -1) => {
    nextFocus.current = index + by;
    change(fields.with(index, fields[index + by]!).with(index + by, fields[index]!));
  };

  return (
    <OptionalGroup ref={group} name={name} label={label} hint={hint} error={groupError}>
      {fields.length > 0 && (
        <ol className="dc:mt-2 dc:grid dc:gap-3">
          {fields.map((field, index) => (
            <EntryFieldRow
              key={index}
              name={`${name}-${index + 1}`}
              n={index + 1}
              field={field}
              error={error?.[index]}
              onChange={(part) => changeAt(index, part)}
              onBlur={onBlur}
              onRemove={() => remove(index)}
              onMoveUp={index > 0 ? () => move(index, -1) : undefined}
              onMoveDown={index < fields.length - 1 ? () => move(index, 1) : undefined}
            />
          ))}
        </ol>
      )}
      {fields.length < MAX_ENTRY_FIELDS && (
        <div className="dc:mt-2">
          <Button variant="secondary" size="sm" onClick={add}>
            <Plus aria-hidden="true" size={16} /> {t("Add a field")}
          </Button>
        </div>
      )}
    </OptionalGroup>
  );
}
