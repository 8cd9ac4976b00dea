import { useId, type ReactNode } from "react";
import type { UseFormRegister } from "react-hook-form";
import { CircleAlert } from "lucide-react";
import type { EntryField } from "@conquest/shared/contracts/entry-fields";
import { t } from "@conquest/shared/singletons/language";
import { describedBy } from "@conquest/shared/ui/form/field-frame";
import { SelectField } from "@conquest/shared/ui/form/select-field";
import { TextAreaField } from "@conquest/shared/ui/form/text-area-field";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import type { TypedEntry } from "./use-entry-form";

export interface AnswerFieldsProps {
  fields: readonly EntryField[];
  register: UseFormRegister<TypedEntry>;
  errors: readonly (string | undefined)[];
  readOnly: boolean;
}

export default function AnswerFields({ fields, register, errors, readOnly }: AnswerFieldsProps) {
  return fields.map((field, position) => {
    const { kind, label, help, isRequired, options } = field;
    const name = `answers.${position}` as const;
    const look = {
      label: <UserLabel>{label}</UserLabel>,
      hint: help && <UserLabel>{help}</UserLabel>,
      error: errors[position],
      isOptional: !isRequired,
    };
    switch (kind) {
      case "long":
        return <TextAreaField key={label} {...look} {...register(name)} readOnly={readOnly} />;
      case "one":
        return (
          <SelectField
            key={label}
            {...look}
            {...register(name)}
            disabled={readOnly}
            options={[
              { value: "", label: isRequired ? t("Choose an option") : t("No answer") },
              ...options.map((option) => ({ value: option, label: option })),
            ]}
          />
        );
      case "several":
        return (
          <Group key={label} {...look}>
            {options.map((option) => (
              <Check key={option} {...register(name)} value={option} label={option} readOnly={readOnly} />
            ))}
          </Group>
        );
      case "consent":
        return <Consent key={label} {...look} label={label} {...register(name)} readOnly={readOnly} />;
      case "link":
        return (
          <TextField
            key={label}
            {...look}
            {...register(name)}
            readOnly={readOnly}
            type="url"
            inputMode="url"
            placeholder="https://"
          />
        );
      default:
        return (
          <TextField
            key={label}
            {...look}
            {...register(name)}
            readOnly={readOnly}
            autoComplete="off"
            inputMode={kind === "number" ? "decimal" : undefined}
          />
        );
    }
  });
}

const UserLabel = ({ children }: { children: string }) => (
  <span dir="auto" lang={langOf(children)} className="pu:wrap-anywhere">
    {children}
  </span>
);

interface LookProps {
  label: ReactNode;
  hint: ReactNode;
  error: string | undefined;
  isOptional: boolean;
}

function Group({ label, hint, error, isOptional, children }: LookProps & { children: ReactNode }) {
  const id = useId();
  return (
    <fieldset aria-describedby={describedBy(id, error, hint)} className="cq-field pu:min-w-0">
      <legend className="cq-label">
        {label}
        {isOptional && <span className="cq-label-note"> {t("(optional)")}</span>}
      </legend>
      {children}
      {hint && (
        <p className="cq-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

const FieldError = ({ id, error }: { id: string; error: string | undefined }) => (
  <p className="cq-error" id={`${id}-error`} aria-live="polite">
    {error && (
      <>
        <CircleAlert aria-hidden="true" size={15} />
        <span>{t(error)}</span>
      </>
    )}
  </p>
);

type CheckProps = Omit<React.ComponentProps<"input">, "type" | "className" | "id"> & {
  label: string;
  note?: ReactNode;
};

/** A read-only one is not disabled, since the form would then read it as unchecked. */
function Check({ label, note, readOnly, ...props }: CheckProps) {
  const id = useId();
  return (
    <div className="pu:flex pu:min-h-9 pu:items-start pu:gap-3 pu:py-1.5">
      <input
        {...props}
        id={id}
        type="checkbox"
        aria-disabled={readOnly || undefined}
        onClick={readOnly ? (event) => event.preventDefault() : undefined}
        className="checkbox checkbox-primary pu:shrink-0"
      />
      <label htmlFor={id} className="pu:min-w-0">
        <UserLabel>{label}</UserLabel>
        {note}
      </label>
    </div>
  );
}

function Consent({ label, hint, error, isOptional, ...props }: Omit<LookProps, "label"> & CheckProps) {
  const id = useId();
  return (
    <div className="cq-field pu:min-w-0">
      <Check
        {...props}
        label={label}
        note={isOptional && <span className="cq-label-note"> {t("(optional)")}</span>}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, error, hint)}
      />
      {hint && (
        <p className="cq-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError id={id} error={error} />
    </div>
  );
}
