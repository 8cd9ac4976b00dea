import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useEffectEvent, useState, type ReactNode, type SyntheticEvent } from "react";
import { useForm, useWatch, type ResolverResult, type UseFormReturn } from "react-hook-form";
import { contestForm, type ContestFormInput } from "@conquest/shared/contracts/contests";
import { parseInstant } from "@conquest/shared/contracts/text/fields";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { t } from "@conquest/shared/singletons/language";
import { Button } from "@conquest/shared/ui/button";
import { FormErrors } from "@conquest/shared/ui/form/form-errors";
import { showFieldErrors } from "@conquest/shared/ui/form/form-fields";
import { serverNow } from "@conquest/shared/ui/format/time";
import { ErrorNote } from "@conquest/shared/ui/note";
import { DeferredComponent } from "@conquest/shared/ui/page/deferred-component";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { usePreload } from "@conquest/shared/ui/page/use-dialog";
import { AnonymousJudgingField } from "./anonymous-judging-field";
import { loadContestFields, type FieldContext } from "./contest-field";
import { EMPTY_FORM, FIELDS, FIELD_CONFIG, PICTURES, type Name } from "./contest-field-config";
import { FieldGrid, PictureFields } from "./contest-form-fields";
import { NO_STEPS, STEPS, StepList, stepOf, type Steps } from "./contest-steps";
import { usePictureCheck } from "./picture-check";

const ContestSummary = lazyComponent(() => import(/* webpackChunkName: "contest-summary" */ "./contest-summary"));

/** For tests that do not wait for the fields that are loaded separately. */
export const loadContestForm = async () => {
  await loadContestFields();
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
  const context: FieldContext = { form, initial, frozen, picture, errorOf };
  const inputs = (names: readonly Name[]) => (
    <FieldGrid names={names} context={context} givesAdvice={steps !== undefined} />
  );
  const anonymousJudging = frozen["hidesNames"] ? (
    <AnonymousJudgingField key="frozen" checked={initial.hidesNames} readOnly because={frozen["hidesNames"]} />
  ) : (
    <AnonymousJudgingField {...register("hidesNames")} />
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
        <PictureFields context={context} />
        {foots}
      </form>
    );
  }
  const contents = [
    <div key="basics" className={columns}>
      {inputs(["name", "description", "visibility"])}
      <PictureFields context={context} />
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
