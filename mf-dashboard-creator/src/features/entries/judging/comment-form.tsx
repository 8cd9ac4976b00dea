import { useEffect, useEffectEvent, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { rateEntry, type ContestEntry } from "@conquest/shared/contracts/judging/judged-entries";
import { MAX_COMMENT_LENGTH } from "@conquest/shared/contracts/judging/ratings";
import { lengthError } from "@conquest/shared/contracts/text/length-error";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { t } from "@conquest/shared/singletons/language";
import { Button } from "@conquest/shared/ui/button";
import { TextAreaField, charactersUsed } from "@conquest/shared/ui/form/text-area-field";
import { commentBasis, commentDraftKey, type RatingAutosave, type UnsavedComments } from "./saving/use-rating-autosave";
import { SaveState } from "./saving/save-state";

export interface Props {
  contestId: string;
  entry: ContestEntry;
  saves: RatingAutosave;
  /** Another person picks the winner and reads the comment before. */
  isAdvice: boolean;
  /** Reports whether there is a comment that exists only in this tab. */
  tellUnsent: UnsavedComments["tell"];
}

const AUTOSAVE_DELAY_MS = 2000;

/** Comment for the author, saved on blur and after a pause in typing. */
export default function CommentForm({ contestId, entry, saves, isAdvice, tellUnsent }: Props) {
  const { _id: entryId, label, ownRating } = entry;
  const rate = useCall(rateEntry);
  const state = saves.of("word", entryId);
  const isSaving = state?.is === "saving";
  const savedValues = { word: ownRating?.word ?? "" };
  // Follows the server's value while the field is clean, but not while saving: until then the draft holds the text, and
  // the saved text must not return to a field that was emptied since.
  const form = useForm({
    defaultValues: savedValues,
    ...(!isSaving && { values: savedValues }),
    resetOptions: { keepDirtyValues: true, keepDirty: true },
  });
  const draft = useFormDraft(commentDraftKey(entryId), form, [], commentBasis);
  const typed = useWatch({ control: form.control, name: "word" });
  const { isDirty, errors } = form.formState;
  // Leaving the field saves it. A button reached with Tab stays while it has the focus, which it would otherwise lose.
  const [hasFocus, setHasFocus] = useState(false);
  useEffect(() => tellUnsent(entryId, label, isDirty), [tellUnsent, entryId, label, isDirty]);

  const saveComment = () => {
    const { word } = form.getValues();
    const problem = lengthError(word, MAX_COMMENT_LENGTH);
    if (problem) return form.setError("word", { message: problem });
    form.clearErrors("word");
    // Also saves the previous text again if another one is being sent or has failed.
    if (isSaving ? state.value === word : !form.formState.isDirty && state?.is !== "failed") return;
    saves.save({
      what: "word",
      entry,
      value: word,
      send: async (value) => {
        const saved = await rate.mutateAsync({ params: { contestId }, body: { entryId, word: value } });
        // Text typed while saving stays dirty and is saved too.
        if (form.getValues().word !== value) return form.resetDefaultValues({ word: saved.word });
        form.reset({ word: saved.word }, { keepDirtyValues: false, keepDirty: false });
        draft.forget();
        // If another entry is open by now, this one has no form to report it.
        tellUnsent(entryId, label, false);
      },
    });
  };
  // Only typing starts the delay: a restored draft may be older than the saved comment.
  const [keystrokes, setKeystrokes] = useState(0);
  const saveTyped = useEffectEvent(() => void saveComment());
  useEffect(() => {
    if (keystrokes === 0) return;
    const timer = setTimeout(() => saveTyped(), AUTOSAVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [keystrokes]);
  const { onBlur, onChange, ...field } = form.register("word");

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        saveComment();
      }}
      noValidate
      className="dc:flex dc:flex-col dc:gap-2">
      <TextAreaField
        label={t("Feedback for {entry}", { entry: label })}
        isOptional
        rows={3}
        error={errors.word?.message}
        hint={t(
          isAdvice
            ? "{used}. The creator sees this and your rating right away, the participant once there's a winner. Saves automatically."
            : "{used}. The participant sees this and your rating once there's a winner. Saves automatically.",
          { used: charactersUsed(typed, MAX_COMMENT_LENGTH) },
        )}
        {...field}
        onChange={(event) => {
          void onChange(event);
          setKeystrokes((count) => count + 1);
        }}
        onBlur={(event) => {
          void onBlur(event);
          saveComment();
        }}
      />
      <div className="dc:flex dc:min-h-9 dc:flex-wrap dc:items-center dc:gap-3">
        {(isDirty || hasFocus) && (
          <Button
            type="submit"
            variant="secondary"
            size="sm"
            isBusy={isSaving}
            onFocus={() => setHasFocus(true)}
            onBlur={() => setHasFocus(false)}>
            {t("Save feedback")}
          </Button>
        )}
        {isDirty && !isSaving && state?.is !== "failed" ? (
          <span className="cq-hint">{t("Not saved yet")}</span>
        ) : (
          <SaveState save={state} />
        )}
      </div>
    </form>
  );
}
