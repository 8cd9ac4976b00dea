import { Suspense, type ReactNode } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import type { ContestFormInput } from "@conquest/shared/contracts/contests";
import { digits, t } from "@conquest/shared/singletons/language";
import { Button } from "@conquest/shared/ui/button";
import { tagOptions } from "@conquest/shared/ui/contest/tag";
import { SelectField } from "@conquest/shared/ui/form/select-field";
import { TextAreaField } from "@conquest/shared/ui/form/text-area-field";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { VisibilityField } from "./access/visibility-field";
import { FIELD_CONFIG, formatFieldValue, formatWeights, getHints, type Name } from "./contest-field-config";
import { toDayText } from "./deadline";
import { withHint } from "./field-hint";
import { MarkdownField, MarkdownToolbar } from "./markdown/markdown-field";
import { MorePrizesField } from "./more-prizes-field";
import type { usePictureCheck } from "./picture-check";

/** Loaded with its calendar while the first step is shown. */
const DeadlineField = lazyComponent(() => import(/* webpackChunkName: "deadline-field" */ "./deadline-field"));
const RulesField = lazyComponent(() => import(/* webpackChunkName: "rules-field" */ "./rules/rules-field"));
const EntryFieldsField = lazyComponent(
  () => import(/* webpackChunkName: "entry-fields-field" */ "./entry-form/entry-fields-field"),
);

const WeightsField = lazyComponent(() => import(/* webpackChunkName: "weights-field" */ "./weights-field"));

export const loadContestFields = () =>
  Promise.all([
    DeadlineField.load(),
    EntryFieldsField.load(),
    MarkdownToolbar.load(),
    RulesField.load(),
    WeightsField.load(),
  ]);

export interface FieldContext {
  form: UseFormReturn<ContestFormInput, unknown, ContestFormInput>;
  initial: Partial<ContestFormInput>;
  frozen: Readonly<Record<string, string>>;
  picture: ReturnType<typeof usePictureCheck>;
  errorOf: (name: Name) => string | undefined;
}

interface Props extends FieldContext {
  name: Name;
  advice?: ReactNode;
}

export function ContestField({ name, advice, form, initial, frozen, picture, errorOf }: Props) {
  const { register, control, formState } = form;
  const { errors } = formState;
  const { as, label, ...fieldConfig } = FIELD_CONFIG[name];
  const look = { ...fieldConfig, label: t(label), hint: withHint(getHints()[name], advice) };
  const error = errorOf(name);
  const because = frozen[name];
  if (because) {
    const Frozen = ["text", "prizes", "rules", "fields", "weights"].includes(as) ? TextAreaField : TextField;
    const value =
      as === "weights"
        ? formatWeights(String(initial[name]), String(initial.criteria))
        : formatFieldValue(as, String(initial[name]));
    // A separate key: a value typed into the editable field belongs to the form and must not stay in this one.
    return (
      <Frozen
        key="frozen"
        name={name}
        label={look.label}
        value={value}
        readOnly
        error={error}
        hint={error ? undefined : because}
      />
    );
  }
  if (name === "description" || name === "task")
    return <MarkdownField {...look} {...register(name)} control={control} error={error} rows={4} />;
  switch (as) {
    case "line":
      return <TextField {...look} {...register(name)} error={error} />;
    case "text":
      return <TextAreaField {...look} {...register(name)} error={error} rows={look.rows ?? 4} />;
    case "taka":
      return <TextField {...look} {...register(name)} error={error} inputMode="numeric" before="৳" />;
    case "count":
      return <TextField {...look} {...register(name)} error={error} inputMode="numeric" />;
    case "prizes":
      return (
        <Controller
          name={name}
          control={control}
          render={({ field: { value, ...registration } }) => (
            <MorePrizesField
              {...registration}
              label={look.label}
              hint={look.hint}
              value={String(value)}
              error={errors[name]}
            />
          )}
        />
      );
    case "rules":
      return (
        <Controller
          name={name}
          control={control}
          render={({ field: { value, ...registration } }) => (
            <Suspense fallback={<div className="cq-bone dc:h-28" aria-hidden="true" />}>
              <RulesField
                {...registration}
                label={look.label}
                hint={look.hint}
                value={String(value)}
                error={errors[name]}
              />
            </Suspense>
          )}
        />
      );
    case "fields":
      return (
        <Controller
          name={name}
          control={control}
          render={({ field: { value, ...registration } }) => (
            <Suspense fallback={<div aria-hidden="true" className="cq-bone dc:h-28" />}>
              <EntryFieldsField
                {...registration}
                label={look.label}
                hint={look.hint}
                value={String(value)}
                error={errors[name]}
              />
            </Suspense>
          )}
        />
      );
    case "weights":
      return (
        <Controller
          name={name}
          control={control}
          render={({ field: { value, ...registration } }) => (
            <Suspense fallback={null}>
              <WeightsField
                {...registration}
                control={control}
                label={look.label}
                hint={look.hint}
                value={String(value ?? "")}
                error={error}
              />
            </Suspense>
          )}
        />
      );
    case "visibility":
      return (
        <Controller
          name={name}
          control={control}
          render={({ field: { value, ...registration } }) => (
            <VisibilityField
              {...registration}
              label={look.label}
              value={String(value)}
              atMost={Object.keys(frozen).length > 0 ? initial.visibility || "public" : undefined}
              error={error}
            />
          )}
        />
      );
    case "tag":
      return <SelectField {...look} {...register(name)} error={error} options={tagOptions(t("Choose a tag"))} />;
    case "instant":
      return (
        <Controller
          name={name}
          control={control}
          render={({ field: { value, ...registration } }) => (
            <Suspense
              fallback={
                <TextField
                  name={name}
                  label={look.label}
                  value={String(value) && digits(toDayText(new Date(String(value))))}
                  readOnly
                />
              }>
              <DeadlineField {...registration} label={look.label} value={String(value)} error={error} advice={advice} />
            </Suspense>
          )}
        />
      );
    case "picture":
      return (
        <>
          <TextField
            {...look}
            {...register(name)}
            hint={picture.isAccepted ? t("Visitors see a placeholder until this picture loads.") : look.hint}
            error={error}
            type="url"
            inputMode="url"
            placeholder="https://"
          />
          {error !== undefined && error === picture.problem && (
            <Button
              variant="secondary"
              size="sm"
              className="dc:mt-2"
              onClick={() => {
                picture.accept();
                form.setFocus("image");
              }}>
              {t("Use this address anyway")}
            </Button>
          )}
        </>
      );
  }
}
