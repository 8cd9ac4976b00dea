import { zodResolver } from "@hookform/resolvers/zod";
import {
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
  type ComponentProps,
  type ReactNode,
  type SyntheticEvent,
} from "react";
import { Controller, useForm, useWatch, type ResolverResult, type UseFormReturn } from "react-hook-form";
import { contestForm, type ContestFormInput } from "@conquest/shared/contracts/contests";
import { parseInstant } from "@conquest/shared/contracts/text/fields";
import { TAGS, type Tag } from "@conquest/shared/contracts/tags";
import { digits, t } from "@conquest/shared/singletons/language";
import { Button } from "@conquest/shared/ui/button";
import { SelectField } from "@conquest/shared/ui/form/select-field";
import { TextAreaField } from "@conquest/shared/ui/form/text-area-field";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { isAdvised } from "@conquest/shared/ui/contest/advice";
import { tagOptions } from "@conquest/shared/ui/contest/tag";
import { CoverChoice } from "@conquest/shared/ui/files/cover-choice";
import { PictureSource } from "@conquest/shared/ui/files/picture-source";
import { FormErrors } from "@conquest/shared/ui/form/form-errors";
import { ErrorNote } from "@conquest/shared/ui/note";
import { DeferredComponent } from "@conquest/shared/ui/page/deferred-component";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { usePreload } from "@conquest/shared/ui/page/use-dialog";
import { Picture } from "@conquest/shared/ui/picture/picture";
import { serverNow } from "@conquest/shared/ui/format/time";
import { VisibilityField } from "./access/visibility-field";
import { FieldHint, withHint } from "./field-hint";
import {
  EMPTY_FORM,
  FIELDS,
  FIELD_CONFIG,
  PICTURES,
  getHints,
  formatFieldValue,
  formatWeights,
  isWide,
  type Name,
} from "./contest-field-config";
import { NO_STEPS, STEPS, StepList, stepOf, type Steps } from "./contest-steps";
import { MarkdownField, MarkdownToolbar } from "./markdown/markdown-field";
import { endOfDay, toDayText, toIsoSeconds } from "./deadline";
import { MorePrizesField } from "./more-prizes-field";
import { usePictureCheck } from "./picture-check";
import { showFieldErrors } from "@conquest/shared/ui/form/form-fields";

/** Loaded with its calendar while the first step is shown. */
const DeadlineField = lazyComponent(() => import(/* webpackChunkName: "deadline-field" */ "./deadline-field"));
const RulesField = lazyComponent(() => import(/* webpackChunkName: "rules-field" */ "./rules/rules-field"));
const EntryFieldsField = lazyComponent(
  () => import(/* webpackChunkName: "entry-fields-field" */ "./entry-form/entry-fields-field"),
);
const WeightsField = lazyComponent(() => import(/* webpackChunkName: "weights-field" */ "./weights-field"));
const ContestSummary = lazyComponent(() => import(/* webpackChunkName: "contest-summary" */ "./contest-summary"));

/** For tests that do not wait for the fields that are loaded separately. */
export const loadContestForm = async () => {
  await Promise.all([
    DeadlineField.load(),
    EntryFieldsField.load(),
    MarkdownToolbar.load(),
    RulesField.load(),
    WeightsField.load(),
  ]);
};

// The raw strings are sent: validated, but not converted to numbers.
const check = zodResolver(contestForm, undefined, { raw: true });

function rejectPastDeadline(
  text: string,
  result: ResolverResult<ContestFormInput, ContestFormInput>,
): ResolverResult<ContestFormInput, ContestFormInput> {
  const deadline = parseInstant(text);
  if (!deadline || deadline.getTime() > serverNow()) return result;
  const past = { type: "past", message: t("Choose a deadline in the future") };
  return { values: {}, errors: { ...result.errors, deadline: past } };
}

export interface FootProps {
  form: UseFormReturn<ContestFormInput, unknown, ContestFormInput>;
  isDirty: boolean;
  /** Deletes the input stored in this tab. */
  forget: () => void;
  /** The input stored in this tab is now based on another version. */
  rebase: () => void;
  clear: () => void;
}

interface ContestFormProps {
  initial: Partial<ContestFormInput>;
  /** Storage key of unsent input. */
  draft: string;
  /** Version that the unsent input is based on. */
  basis?: () => string;
  /** Fields that cannot be changed, with the reason. */
  frozen?: Readonly<Record<string, string>>;
  submitLabel: string;
  /** Receives the raw values. May throw an ApiError, which is shown while the input is kept. */
  onSubmit: (values: ContestFormInput) => Promise<void>;
  /** Keeps the input, like closing a dialog with Escape. */
  onCancel?: () => void;
  /** Shows the fields in steps with a summary, and gives advice. */
  steps?: Steps;
  state?: (props: FootProps) => ReactNode;
  foot?: (props: FootProps) => ReactNode;
}

export function ContestForm({
  initial,
  draft,
  basis,
  frozen = {},
  submitLabel,
  onSubmit,
  onCancel,
  steps,
  state,
  foot,
}: ContestFormProps) {
  const frozenValues = Object.fromEntries(Object.entries(initial).filter(([name]) => name in frozen));
  const form = useForm<ContestFormInput, unknown, ContestFormInput>({
    // Frozen fields keep their initial values: a draft may contain changes from before they were frozen.
    resolver: async (values, ...rest) => {
      const sent = { ...values, ...frozenValues };
      const result = await check(sent, ...rest);
      return sent.deadline === initial.deadline ? result : rejectPastDeadline(sent.deadline, result);
    },
    defaultValues: { ...EMPTY_FORM, ...initial },
    mode: "onTouched",
    shouldFocusError: false,
  });
  const { forget, rebase } = useFormDraft(draft, form, [], basis);
  const { register, control, formState } = form;
  const { errors, isSubmitting, submitCount, isDirty } = formState;
  const image = useWatch({ control, name: "image" });
  const picture = usePictureCheck(image, initial.image);
  const tag = useWatch({ control, name: "tags" });
  const setPicture = (address: string) =>
    form.setValue("image", address, { shouldDirty: true, shouldTouch: true, shouldValidate: true });

  const [isSent, setIsSent] = useState(false);
  const submit = form.handleSubmit(async (values) => {
    if (await picture.isRejected()) return;
    try {
      await onSubmit(values);
      setIsSent(true);
      forget();
    } catch (error) {
      const message = showFieldErrors(form, error, ...FIELDS);
      if (message !== null) form.setError("root", { message });
    }
  });

  const isTypingPicture = formState.dirtyFields.image && !formState.touchedFields.image && submitCount === 0;
  const errorOf = (name: Name) =>
    errors[name]?.message ??
    (name === "image" && (picture.hasRejected || !isTypingPicture) ? picture.problem : undefined);
  usePreload(steps !== undefined, ContestSummary);
  const { step, open, section } = steps ?? NO_STEPS;
  const isLast = !steps || step === STEPS.length - 1;
  const goOn = (event: SyntheticEvent) => {
    event.preventDefault();
    void checkStep().then((isValid) => isValid && open(step + 1));
  };
  const checkStep = async () => {
    const { fields } = STEPS[step]!;
    if (!(await form.trigger(fields, { shouldFocus: true }))) return false;
    if (!fields.includes("image") || !(await picture.isRejected())) return true;
    form.setFocus("image");
    return false;
  };
  const openFirstError = useEffectEvent(() => {
    if (isSent) return;
    const first = STEPS.flatMap(({ fields }) => fields).find(errorOf);
    // The list of errors keeps the focus.
    if (first) open(stepOf(first), () => undefined);
  });
  useEffect(() => {
    if (submitCount > 0) openFirstError();
  }, [submitCount]);

  const clear = () => {
    form.reset();
    forget();
  };
  const footProps: FootProps = { form, isDirty, forget, rebase, clear };
  const hints = getHints();

  // The default deadline is always too soon, so advice would be shown before anything was typed.
  const { dirtyFields, touchedFields } = formState;
  const isUntouchedDeadline = (name: Name) =>
    name === "deadline" &&
    !(dirtyFields.deadline || touchedFields.deadline) &&
    initial.deadline === toIsoSeconds(endOfDay(new Date()));

  function field(name: Name, advice?: ReactNode) {
    const { as, label, ...fieldConfig } = FIELD_CONFIG[name];
    const look = { ...fieldConfig, label: t(label), hint: withHint(hints[name], advice) };
    const error = errorOf(name);
    if (frozen[name]) {
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
          hint={error ? undefined : frozen[name]}
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
                <DeadlineField
                  {...registration}
                  label={look.label}
                  value={String(value)}
                  error={error}
                  advice={advice}
                />
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

  // A contest without further prizes, rules or an entry form cannot get any after people have joined.
  const isShown = (name: Name) =>
    !["morePrizes", "rules", "entryFields", "criteriaWeights"].includes(name) ||
    !frozen[name] ||
    Boolean(initial[name]);
  const inputs = (names: readonly Name[]) => (
    <div className="dc:grid dc:content-start dc:items-start dc:gap-4 dc:sm:grid-cols-2">
      {names.filter(isShown).map((name) => (
        <div
          key={name}
          className={isWide(name, name in frozen) ? "dc:min-w-0 dc:empty:hidden dc:sm:col-span-2" : "dc:min-w-0"}>
          {steps && !frozen[name] && isAdvised(name) ? (
            <FieldHint name={name} control={control} isUntouched={isUntouchedDeadline(name)}>
              {(advice) => field(name, advice)}
            </FieldHint>
          ) : (
            field(name)
          )}
        </div>
      ))}
    </div>
  );
  const pictures = (
    <div className="dc:flex dc:min-w-0 dc:flex-col dc:gap-4">
      {PICTURES.map((name) => (
        <div key={name}>{field(name)}</div>
      ))}
      <PictureSource
        chosen={image}
        camera="environment"
        onPicture={setPicture}
        more={<CoverChoice tag={isTag(tag) ? tag : ""} onPicture={setPicture} />}>
        <figure className="dc:flex dc:flex-col dc:gap-2">
          <Picture
            src={picture.shown}
            alt=""
            isUrgent
            onBroken={picture.onBroken}
            className="dc:w-full dc:rounded-md"
          />
          <figcaption className="cq-hint">{t("This is how it looks on the contest card.")}</figcaption>
        </figure>
      </PictureSource>
    </div>
  );
  const anonymousJudging = frozen["hidesNames"] ? (
    <BlindJudgingField key="frozen" checked={initial.hidesNames} readOnly because={frozen["hidesNames"]} />
  ) : (
    <BlindJudgingField {...register("hidesNames")} />
  );
  const problems = (
    <FormErrors
      errors={FIELDS.filter(errorOf).map((name) => ({ name, label: t(FIELD_CONFIG[name].label) }))}
      submitCount={submitCount}
      onGoTo={(name, focus) => open(stepOf(name), focus)}
    />
  );
  const foots = (
    <div className={`dc:flex dc:flex-col dc:gap-4 ${steps ? "" : "dc:lg:col-span-2"}`}>
      {!steps && anonymousJudging}
      <ErrorNote>{errors.root?.message}</ErrorNote>
      <div className="dc:flex dc:flex-wrap dc:gap-3">
        {steps && step > 0 && (
          <Button variant="secondary" onClick={() => open(step - 1)}>
            {t("Back")}
          </Button>
        )}
        <Button type="submit" isBusy={isSubmitting || picture.isChecking}>
          {isLast ? submitLabel : t("Continue")}
        </Button>
        {onCancel && (
          <Button variant="secondary" onClick={onCancel}>
            {t("Go back")}
          </Button>
        )}
        {foot?.(footProps)}
      </div>
      {state?.(footProps)}
    </div>
  );
  const columns = "dc:grid dc:gap-x-8 dc:gap-y-4 dc:lg:grid-cols-[minmax(0,1fr)_18rem]";
  if (!steps) {
    return (
      <form noValidate onSubmit={submit} className={columns}>
        <div className="dc:flex dc:min-w-0 dc:flex-col dc:gap-4">
          {problems}
          {inputs(FIELDS.filter((name) => !PICTURES.includes(name)))}
        </div>
        {pictures}
        {foots}
      </form>
    );
  }
  const contents = [
    <div key="basics" className={columns}>
      {inputs(["name", "description", "visibility"])}
      {pictures}
    </div>,
    <div key="task" className="dc:grid dc:gap-4">
      {inputs(STEPS[1]!.fields)}
      {anonymousJudging}
    </div>,
    inputs(STEPS[2]!.fields),
    isLast && (
      <DeferredComponent
        key="summary"
        code={ContestSummary}
        props={{ control, onEdit: open }}
        placeholder={<div className="cq-bone dc:h-150" />}
      />
    ),
  ];
  return (
    <form noValidate onSubmit={isLast ? submit : goOn} className="dc:grid dc:gap-6">
      <StepList current={step} isInvalid={(name) => Boolean(errorOf(name))} onOpen={open} />
      {problems}
      {STEPS.map(({ title }, index) => (
        // All fields stay in the form, so that their texts, errors and drafts do not depend on the step.
        <section
          key={title}
          ref={index === step ? section : undefined}
          hidden={index !== step}
          aria-labelledby={`step-${index}`}>
          <h2 id={`step-${index}`} tabIndex={-1} className="cq-section-title dc:mb-4">
            {t(title)}
          </h2>
          {contents[index]}
        </section>
      ))}
      {foots}
    </form>
  );
}

const isTag = (value: string): value is Tag => (TAGS as readonly string[]).includes(value);

interface Props extends ComponentProps<"input"> {
  /** Why it cannot be changed; omitted if it can. */
  because?: string;
}

function BlindJudgingField({ because, ...props }: Props) {
  return (
    <div>
      <label className="dc:flex dc:min-h-11 dc:cursor-pointer dc:items-center dc:gap-3 dc:font-medium">
        <input
          {...props}
          type="checkbox"
          className="toggle toggle-primary dc:shrink-0"
          aria-describedby="hides-names-hint"
          disabled={because !== undefined}
        />
        {t("Anonymous judging")}
      </label>
      <p id="hides-names-hint" className="cq-hint">
        {because ??
          `${t("Judges, including you, see “Entry 412” instead of a name until there's a winner.")} ${t("You can't change this after someone joins.")}`}
      </p>
    </div>
  );
}
