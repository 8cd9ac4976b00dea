import { rateEntry, type ContestEntry } from "@conquest/shared/contracts/judging/judged-entries";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import type { RatingAutosave } from "../saving/use-rating-autosave";
import { RatingRadios } from "./rating-radios";
import { SaveState } from "../saving/save-state";
import { ClearRatingButton } from "./clear-rating-button";

interface Props {
  contestId: string;
  entry: ContestEntry;
  saves: RatingAutosave;
}

export function RatingChoice({ contestId, entry, saves }: Props) {
  const { _id: entryId, label, ownRating } = entry;
  const rate = useCall(rateEntry);
  const value = saves.valueOf<number | null>("rating", entryId, ownRating?.rating ?? null);
  const choose = (rating: number | null) =>
    saves.save({
      what: "rating",
      entry,
      value: rating,
      send: (value) => rate.mutateAsync({ params: { contestId }, body: { entryId, rating: value } }),
    });
  return (
    <fieldset>
      <legend className="cq-label">
        Your rating <span className="cq-visually-hidden">of {label}, </span>
        <span className="cq-label-note">from 1 to 5, where 5 is the best</span>
      </legend>
      <div className="dc:mt-1 dc:flex dc:flex-wrap dc:items-center dc:gap-x-3 dc:sm:gap-x-5">
        <RatingRadios name={`rating-${entryId}`} value={value} onChoose={choose} />
        {value !== null && <ClearRatingButton label={label} onTakeBack={() => choose(null)} />}
      </div>
      <SaveState save={saves.of("rating", entryId)} />
    </fieldset>
  );
}
