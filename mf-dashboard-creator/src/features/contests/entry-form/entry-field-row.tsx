import { useId } from "react";
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import {
  FIELD_KINDS,
  FIELD_KIND_LABELS,
  MAX_FIELD_OPTIONS,
  hasOptions,
  type TypedField,
} from "@conquest/shared/contracts/entry-fields";
import { t } from "@conquest/shared/singletons/language";
import { IconButton } from "@conquest/shared/ui/button";
import { SelectField } from "@conquest/shared/ui/form/select-field";
import { TextAreaField } from "@conquest/shared/ui/form/text-area-field";
import { TextField } from "@conquest/shared/ui/form/text-field";
import type { GroupError } from "../optional-group";

export type FieldError = GroupError<"label" | "kind" | "help" | "options">;

interface Props {
  name: string;
  n: number;
  field: TypedField;
  error: FieldError | undefined;
  onChange: (part: Partial<TypedField>) => void;
  onBlur: () => void;
  onRemove: () => void;
  /** Undefined for the first and the last field. */
  onMoveUp: (() => void) | undefined;
  onMoveDown: (() => void) | undefined;
}

export function EntryFieldRow({ name, n, field, error, onChange, onBlur, onRemove, onMoveUp, onMoveDown }: Props) {
  const { kind, label, help, isRequired, options } = field;
  const id = useId();
  return (
    <li className="dc:rounded-md dc:border dc:border-line dc:p-4">
      <div role="group" aria-labelledby={id} className="dc:grid dc:gap-3 dc:sm:grid-cols-2">
        <div className="dc:flex dc:items-center dc:justify-between dc:gap-2 dc:sm:col-span-2">
          <p id={id} className="dc:font-semibold">
            {t("Field {n}", { n })}
          </p>
          <div className="dc:flex">
            <IconButton
              label={t("Move field {n} up", { n })}
              icon={<ArrowUp aria-hidden="true" size={18} />}
              disabled={!onMoveUp}
              onClick={onMoveUp}
            />
            <IconButton
              label={t("Move field {n} down", { n })}
              icon={<ArrowDown aria-hidden="true" size={18} />}
              disabled={!onMoveDown}
              onClick={onMoveDown}
            />
            <IconButton
              label={t("Remove field {n}", { n })}
              icon={<Trash2 aria-hidden="true" size={18} />}
              onClick={onRemove}
            />
          </div>
        </div>
        <TextField
          className="dc:sm:col-span-2"
          label={t(kind === "consent" ? "What people agree to" : "Label")}
          name={`${name}-label`}
          value={label}
          error={error?.label?.message}
          autoComplete="off"
          data-field-label
          onChange={({ target }) => onChange({ label: target.value })}
          onBlur={onBlur}
        />
        <SelectField
          label={t("Kind")}
          name={`${name}-kind`}
          value={kind}
          error={error?.kind?.message}
          options={FIELD_KINDS.map((each) => ({ value: each, label: t(FIELD_KIND_LABELS[each]) }))}
          onChange={({ target }) => onChange({ kind: target.value })}
          onBlur={onBlur}
        />
        <TextField
          label={t("Help text")}
          isOptional
          name={`${name}-help`}
          value={help}
          error={error?.help?.message}
          autoComplete="off"
          onChange={({ target }) => onChange({ help: target.value })}
          onBlur={onBlur}
        />
        {hasOptions(kind) && (
          <TextAreaField
            className="dc:sm:col-span-2"
            label={t("Options")}
            name={`${name}-options`}
            hint={t("2 to {n}, one per line.", { n: MAX_FIELD_OPTIONS })}
            rows={3}
            value={options.join("\n")}
            error={error?.options?.message}
            onChange={({ target }) => onChange({ options: target.value === "" ? [] : target.value.split("\n") })}
            onBlur={onBlur}
          />
        )}
        <label className="dc:flex dc:min-h-11 dc:cursor-pointer dc:items-center dc:gap-3 dc:font-medium dc:sm:col-span-2">
          <input
            type="checkbox"
            name={`${name}-required`}
            className="toggle toggle-primary dc:shrink-0"
            checked={isRequired}
            onChange={({ target }) => onChange({ isRequired: target.checked })}
            onBlur={onBlur}
          />
          {t("Required")}
        </label>
      </div>
    </li>
  );
}
