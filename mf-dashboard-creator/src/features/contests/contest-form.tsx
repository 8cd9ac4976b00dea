import { zodResolver } from "@hookform/resolvers/zod";
import { Controller, useForm, useWatch, type FieldPath } from "react-hook-form";
import { contestForm, type ContestDetails, type ContestFormInput } from "@conquest/shared/contracts/contests";
import { isPictureAddress, parseInstant } from "@conquest/shared/contracts/fields";
import { TAGS } from "@conquest/shared/contracts/tags";
import { ApiError } from "@conquest/shared/singletons/http";
import { Button } from "@conquest/shared/ui/button";
import { SelectField, TextAreaField, TextField } from "@conquest/shared/ui/field";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { FormErrors } from "@conquest/shared/ui/form-errors";
import { Note } from "@conquest/shared/ui/note";
import { Picture } from "@conquest/shared/ui/picture";
import { serverNow } from "@conquest/shared/ui/time";
import { toSpokenInstant } from "./deadline";
import { DeadlineField } from "./deadline-field";

/** In the order in which the fields stand on the page. */
const LABELS: Record<FieldPath<ContestFormInput>, string> = {
  name: "Name",
  description: "Description",
  task: "Task",
  registrationPrice: "Registration price",
  prize: "Prize",
  tags: "Tags",
  deadline: "Deadline",
  image: "Image URL",
};
const FIELDS = Object.keys(LABELS) as FieldPath<ContestFormInput>[];

const EMPTY = Object.fromEntries(FIELDS.map((field) => [field, ""]));

/** A contest as its form holds it: every field as text. */
export function formOf(contest: ContestDetails): ContestFormInput {
  const text = Object.fromEntries(FIELDS.map((field) => [field, String(contest[field])]));
  return { ...text, deadline: toSpokenInstant(new Date(contest.deadline)) } as ContestFormInput;
}

interface ContestFormProps {
  /** What stands in the form at first; the other fields are empty. */
  initial: Partial<ContestFormInput>;
  /** Under which name unsent typing is kept. */
  draft: string;
  /** Somebody has joined: what they joined for cannot change any more. */
  areTermsFrozen?: boolean;
  submitLabel: string;
  /** Gets the fields as they are to be sent. May throw ApiError; the form then keeps everything and says why. */
  onSubmit: (values: ContestFormInput) => Promise<void>;
  onCancel?: () => void;
}

/** The fields of a contest, for a new one and for a change. */
export function ContestForm({ initial, draft, areTermsFrozen = false, submitLabel, onSubmit, onCancel }: ContestFormProps) {
  const form = useForm<ContestFormInput, unknown, ContestFormInput>({
    // The raw values are sent: text as the contract spells it, checked and not yet turned into numbers.
    resolver: zodResolver(contestForm, undefined, { raw: true }),
    defaultValues: { ...EMPTY, ...initial },
    mode: "onTouched",
    shouldFocusError: false,
  });
  const { forget } = useFormDraft(draft, form);
  const { register, control, formState, setError } = form;
  const { errors, isSubmitting, submitCount, isDirty } = formState;
  const image = useWatch({ control, name: "image" });

  const submit = form.handleSubmit(async (values) => {
    const deadline = parseInstant(values.deadline);
    if (values.deadline !== initial.deadline && deadline && deadline.getTime() <= serverNow()) {
      setError("deadline", { message: "Please choose a deadline that is still to come" });
      return;
    }
    try {
      await onSubmit(values);
      forget();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const named = FIELDS.filter((field) => error.fields[field]);
      for (const field of named) setError(field, { message: error.fields[field] });
      if (named.length === 0) setError("root", { message: error.message });
    }
  });

  const text = (name: Exclude<FieldPath<ContestFormInput>, "deadline">) => ({
    ...register(name),
    label: LABELS[name],
    error: errors[name]?.message,
  });
  /** Frozen terms stay out of the form's hands: it would drop what a disabled control holds. */
  const term = (name: "registrationPrice" | "prize" | "task" | "tags") =>
    areTermsFrozen ? { name, label: LABELS[name], value: initial[name] ?? "", disabled: true } : text(name);

  return (
    <form noValidate onSubmit={submit} className="dc:grid dc:gap-x-8 dc:gap-y-4 dc:lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="dc:flex dc:min-w-0 dc:flex-col dc:gap-4">
        <FormErrors
          errors={FIELDS.flatMap((name) => (errors[name]?.message ? [{ name, label: LABELS[name], message: errors[name].message }] : []))}
          submitCount={submitCount}
        />
        <TextField {...text("name")} maxLength={120} />
        <TextAreaField {...text("description")} rows={4} maxLength={5000} />
        {areTermsFrozen && (
          <Note tone="info" title="The terms are fixed">
            People have joined, so the registration price, prize, task and tag stay as they are, and the deadline can only move later.
          </Note>
        )}
        <TextAreaField {...term("task")} rows={4} maxLength={5000} hint="What to hand in, and what the winner is chosen by." />
        <div className="dc:grid dc:items-start dc:gap-4 dc:sm:grid-cols-2">
          <TextField {...term("registrationPrice")} inputMode="numeric" maxLength={9} before="৳" hint="Whole taka." />
          <TextField {...term("prize")} inputMode="numeric" maxLength={9} before="৳" hint="Whole taka." />
          <SelectField
            {...term("tags")}
            options={[{ value: "", label: "Choose a tag" }, ...TAGS.map((tag) => ({ value: tag, label: tag }))]}
          />
          <Controller
            name="deadline"
            control={control}
            render={({ field: { name, value, onChange, onBlur, ref }, fieldState }) => (
              <DeadlineField {...{ name, value, onChange, onBlur, ref }} error={fieldState.error?.message} />
            )}
          />
        </div>
      </div>
      <div className="dc:flex dc:min-w-0 dc:flex-col dc:gap-4">
        <TextField {...text("image")} type="url" inputMode="url" placeholder="https://" hint="A picture on the web, 16 by 9 at best." />
        <figure className="dc:flex dc:flex-col dc:gap-2">
          <Picture src={isPictureAddress(image) ? image : ""} alt="" className="dc:w-full dc:rounded-md" />
          <figcaption className="cq-hint">This is how the picture looks on the contest’s card.</figcaption>
        </figure>
      </div>
      <div className="dc:flex dc:flex-col dc:gap-4 dc:lg:col-span-2">
        {errors.root?.message && (
          <Note tone="danger" isAlert>
            {errors.root.message}
          </Note>
        )}
        <div className="dc:flex dc:flex-wrap dc:gap-3">
          <Button type="submit" isBusy={isSubmitting}>
            {submitLabel}
          </Button>
          {onCancel && (
            <Button
              variant="secondary"
              onClick={() => {
                forget();
                onCancel();
              }}
            >
              Cancel
            </Button>
          )}
          {!onCancel && isDirty && (
            <Button
              variant="ghost"
              onClick={() => {
                form.reset();
                forget();
              }}
            >
              Clear form
            </Button>
          )}
        </div>
      </div>
    </form>
  );
}
