import { useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { rateEntry, type ContestEntry } from "@conquest/shared/contracts/judging/judged-entries";
import { MAX_COMMENT_LENGTH } from "@conquest/shared/contracts/judging/ratings";
import { lengthError } from "@conquest/shared/contracts/text/characters";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { Button } from "@conquest/shared/ui/button";
import { TextAreaField, charactersUsed } from "@conquest/shared/ui/form/text-area-field";
import type { RatingAutosave } from "./saving/use-rating-autosave";
import { SaveState } from "./saving/save-state";
import { wordBasis, wordDraft, type UnsavedComments } from "./saving/use-unsaved-comments";

export interface Props {
  contestId: string;
  entry: ContestEntry;
  saves: RatingAutosave;
  /** Somebody else chooses the winner, and reads it before. */
  isAdvice: boolean;
  /** Learns whether there is a word that is in this tab alone. */
  tellUnsent: UnsavedComments["tell"];
}

/** A word to the author, which is saved when the field is left. */
export default function WordForm({ contestId, entry, saves, isAdvice, tellUnsent }: Props) {
  const { _id: entryId, label, ownRating } = entry;
  const rate = useCall(rateEntry);
  const state = saves.of("word", entryId);
  const isSaving = state?.is === "saving";
  const known = { word: ownRating?.word ?? "" };
  // What comes from elsewhere while nobody types. What is on its way is none of that: until it is kept its draft is, and once it is
  // kept it does not come back to who has emptied the field meanwhile.
  const form = useForm({
    defaultValues: known,
    ...(!isSaving && { values: known }),
    resetOptions: { keepDirtyValues: true, keepDirty: true },
  });
  const draft = useFormDraft(wordDraft(entryId), form, [], wordBasis);
  const typed = useWatch({ control: form.control, name: "word" });
  const { isDirty, errors } = form.formState;
  // Leaving the field saves: the button that the Tab key leads to stays while it has the focus, or nothing had it.
  const [hasFocus, setHasFocus] = useState(false);
  useEffect(() => tellUnsent(entryId, label, isDirty), [tellUnsent, entryId, label, isDirty]);

  const keep = () => {
    const { word } = form.getValues();
    const refusal = lengthError(word, MAX_COMMENT_LENGTH);
    if (refusal) return form.setError("word", { message: refusal });
    form.clearErrors("word");
    // Also the word from before, where another is on its way or was not saved.
    if (isSaving ? state.value === word : !form.formState.isDirty && state?.is !== "failed") return;
    saves.save({
      what: "word",
      entry,
      value: word,
      send: async (value) => {
        const kept = await rate.mutateAsync({ params: { contestId }, body: { entryId, word: value } });
        // Whoever has typed on meanwhile, or taken it back, saves that too.
        if (form.getValues().word !== value) return form.resetDefaultValues({ word: kept.word });
        form.reset({ word: kept.word }, { keepDirtyValues: false, keepDirty: false });
        draft.forget();
        // Whoever has gone on to another entry has no form here that does.
        tellUnsent(entryId, label, false);
      },
    });
  };
  const { onBlur, ...field } = form.register("word");

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        keep();
      }}
      noValidate
      className="dc:flex dc:flex-col dc:gap-2">
      <TextAreaField
        label={`A word for the author of ${label}`}
        isOptional
        rows={3}
        error={errors.word?.message}
        hint={`${charactersUsed(typed, MAX_COMMENT_LENGTH)}. ${isAdvice ? "The creator reads it and your rating at once, and the author" : "The author reads it and your rating"} once the winner is named. It is saved when you leave the field.`}
        {...field}
        onBlur={(event) => {
          void onBlur(event);
          keep();
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
            Save your word
          </Button>
        )}
        {isDirty && !isSaving && state?.is !== "failed" ? (
          <span className="cq-hint">Not saved yet</span>
        ) : (
          <SaveState save={state} />
        )}
      </div>
    </form>
  );
}
