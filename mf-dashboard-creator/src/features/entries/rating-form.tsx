import { useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { LONGEST_WORD, RATINGS, rateEntry, type ContestEntry } from "@conquest/shared/contracts/entries";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { Button } from "@conquest/shared/ui/button";
import { TextAreaField } from "@conquest/shared/ui/field";
import { Note } from "@conquest/shared/ui/note";
import { SavingState, useSavedAtOnce } from "@conquest/shared/ui/saved-at-once";
import { grouped } from "@conquest/shared/ui/text";

interface Props {
  contestId: string;
  entry: ContestEntry;
  onUnsaved: (entryId: string, isUnsaved: boolean) => void;
}

/** What a judge says of an entry: a rating, which is saved as it is chosen, and a word. */
export default function RatingForm({ contestId, entry, onUnsaved }: Props) {
  return (
    <div className="dc:flex dc:flex-col dc:gap-5">
      <RatingChoice contestId={contestId} entry={entry} />
      <WordForm contestId={contestId} entry={entry} onUnsaved={onUnsaved} />
    </div>
  );
}

function RatingChoice({ contestId, entry: { _id: entryId, name, ownRating } }: Omit<Props, "onUnsaved">) {
  const rate = useCall(rateEntry);
  const { value, choose, saving, retry } = useSavedAtOnce(ownRating?.rating ?? null, (rating) => rate.mutateAsync({ params: { contestId }, body: { entryId, rating } }));
  return (
    <fieldset>
      <legend className="cq-label">
        Your rating <span className="cq-visually-hidden">of the entry of {name}, </span>
        <span className="cq-label-note">from 1 to 5, where 5 is the best</span>
      </legend>
      <div className="dc:mt-1 dc:flex dc:flex-wrap dc:items-center dc:gap-x-5">
        {RATINGS.map((rating) => (
          <label key={rating} className="dc:flex dc:min-h-11 dc:cursor-pointer dc:items-center dc:gap-2">
            <input type="radio" name={`rating-${entryId}`} value={rating} className="radio radio-primary" checked={value === rating} onChange={() => choose(rating)} />
            {rating}
          </label>
        ))}
        {value !== null && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Take back your rating of the entry of ${name}`}
            onClick={({ currentTarget }) => {
              // This button goes with the rating.
              currentTarget.closest("fieldset")?.querySelector("input")?.focus();
              choose(null);
            }}
          >
            Take back
          </Button>
        )}
      </div>
      <SavingState saving={saving} onRetry={retry} />
    </fieldset>
  );
}

function WordForm({ contestId, entry: { _id: entryId, name, ownRating }, onUnsaved }: Props) {
  const rate = useCall(rateEntry);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaved, setSaved] = useState(false);
  const form = useForm({ defaultValues: { word: ownRating?.word ?? "" } });
  const draft = useFormDraft(`word:${entryId}`, form);
  const author = name || "the author";
  const { isDirty, isSubmitting } = form.formState;
  const { length } = useWatch({ control: form.control, name: "word" });

  useEffect(() => onUnsaved(entryId, isDirty), [entryId, isDirty, onUnsaved]);

  const send = form.handleSubmit(async ({ word }) => {
    setFailure(null);
    setSaved(false);
    try {
      const kept = await rate.mutateAsync({ params: { contestId }, body: { entryId, word } });
      form.reset({ word: kept.word });
      draft.forget();
      setSaved(true);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : "Please try again.");
    }
  });

  return (
    <form onSubmit={(event) => void send(event)} noValidate className="dc:flex dc:flex-col dc:gap-3">
      {failure && (
        <Note tone="danger" isAlert title="Your word was not saved">
          {failure} What you wrote is still here.
        </Note>
      )}
      <TextAreaField
        label={`A word for ${author}`}
        isOptional
        rows={3}
        maxLength={LONGEST_WORD}
        readOnly={isSubmitting}
        hint={`${length} of ${grouped(LONGEST_WORD)} characters. Only ${author} reads it and your rating, once the winner is named. A draft is kept in this tab until you save.`}
        {...form.register("word")}
      />
      <div className="dc:flex dc:flex-wrap dc:items-center dc:gap-3">
        <Button type="submit" variant="secondary" size="sm" isBusy={isSubmitting} aria-label={`Save your word for ${author}`}>
          Save your word
        </Button>
        <span role="status" className="cq-hint">
          {isSaved && !isDirty && "Saved"}
          {isDirty && !isSubmitting && "Not saved yet"}
        </span>
      </div>
    </form>
  );
}
