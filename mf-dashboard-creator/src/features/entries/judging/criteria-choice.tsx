import { RATINGS, rateCriterion, type ContestEntry } from "@conquest/shared/contracts/entries";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { SelectField } from "@conquest/shared/ui/field";
import type { EntrySaves } from "./entry-saves";
import { SaveState } from "./save-state";

interface Props {
  contestId: string;
  entry: ContestEntry;
  saves: EntrySaves;
  /** Of the contest, in their order. */
  criteria: readonly string[];
}

const OPTIONS = [{ value: "", label: "Not rated" }, ...RATINGS.map((rating) => ({ value: String(rating), label: `${rating} of 5` }))];

/** What the contest said that entries are judged by, each with a rating that is saved as it is chosen. Not by single keys: those rate the whole entry. */
export function CriteriaChoice({ contestId, entry, saves, criteria }: Props) {
  const { _id: entryId, label, ownCriteria } = entry;
  const rate = useCall(rateCriterion);
  const choose = (position: number, rating: number | null) =>
    saves.save({
      what: `criterion ${position}`,
      entry,
      value: rating,
      send: (value) => rate.mutateAsync({ params: { contestId }, body: { entryId, position, rating: value } }),
    });
  return (
    <fieldset>
      <legend className="cq-label">
        By criterion <span className="cq-visually-hidden">of {label}, </span>
        <span className="cq-label-note">if you like; the rating above is the one that counts</span>
      </legend>
      <div className="dc:mt-2 dc:grid dc:items-end dc:gap-x-5 dc:gap-y-3 dc:sm:grid-cols-2">
        {criteria.map((criterion, position) => {
          const what = `criterion ${position}` as const;
          const value = saves.valueOf<number | null>(what, entryId, ownCriteria[position] ?? null);
          return (
            <div key={criterion} className="dc:min-w-0">
              <SelectField
                label={<bdi>{criterion}</bdi>}
                name={`${entryId}-${position}`}
                className="dc:wrap-anywhere"
                options={OPTIONS}
                value={value ?? ""}
                onChange={({ target }) => choose(position, target.value === "" ? null : Number(target.value))}
              />
              <SaveState save={saves.of(what, entryId)} />
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}
