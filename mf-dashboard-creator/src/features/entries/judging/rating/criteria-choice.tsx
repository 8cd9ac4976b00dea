import { rateCriterion, rateEntry, type ContestEntry } from "@conquest/shared/contracts/judging/judged-entries";
import { RATINGS } from "@conquest/shared/contracts/judging/ratings";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { afterSteps, type CriteriaStep } from "./criteria-steps";
import type { RatingAutosave } from "../saving/use-rating-autosave";
import { RatingRadios } from "./rating-radios";
import { SaveState } from "../saving/save-state";
import { ClearRatingButton } from "./clear-rating-button";

interface Props {
  contestId: string;
  entry: ContestEntry;
  saves: RatingAutosave;
  /** Of the contest, in their order. */
  criteria: readonly string[];
}

const NONE: readonly CriteriaStep[] = [];
/** Those that the server has: where a later one did not arrive, they are not sent with it again. */
const arrived = new WeakSet<CriteriaStep>();

/** What the contest said that entries are judged by, each with a rating that is saved as it is chosen. Their mean is the rating of the entry. */
export function CriteriaChoice({ contestId, entry, saves, criteria }: Props) {
  const { _id: entryId, label, ownCriteria, ownRating } = entry;
  const [rate, rateBy] = [useCall(rateEntry), useCall(rateCriterion)];
  // One thing that is saved, in steps one after the other: taking all back and a rating must not overtake each other.
  const steps = saves.valueOf("rating", entryId, NONE);
  const { given, rating } = afterSteps(
    { given: criteria.map((_, position) => ownCriteria[position] ?? null), rating: ownRating?.rating ?? null },
    steps,
  );
  const atHand = given.indexOf(null);

  const send = (step: CriteriaStep): Promise<unknown> =>
    step.is === "taken back"
      ? rate.mutateAsync({ params: { contestId }, body: { entryId, rating: null } })
      : rateBy.mutateAsync({ params: { contestId }, body: { entryId, position: step.position, rating: step.rating } });
  const take = (step: CriteriaStep) =>
    saves.save({
      what: "rating",
      entry,
      value: [...steps, step],
      send: async (all) => {
        for (const each of all) {
          if (arrived.has(each)) continue;
          await send(each);
          arrived.add(each);
        }
      },
    });
  return (
    <fieldset>
      <legend className="cq-label">
        Your rating <span className="cq-visually-hidden">of {label} </span>by criterion,{" "}
        <span className="cq-label-note">from 1 to 5, where 5 is the best</span>
      </legend>
      <div className="dc:group dc:mt-1 dc:flex dc:flex-col dc:gap-2 dc:sm:gap-0">
        {criteria.map((criterion, position) => (
          <div
            key={criterion}
            role="radiogroup"
            aria-labelledby={`criterion-${position}`}
            data-criterion=""
            // Where single keys rate: within the focus, or else at the first that has no rating.
            className={`dc:flex dc:flex-wrap dc:items-center dc:justify-between dc:gap-x-5 dc:-ml-4 dc:border-l-4 dc:pl-3 dc:focus-within:border-l-brand! dc:group-focus-within:border-l-transparent ${position === atHand ? "dc:border-l-brand" : "dc:border-l-transparent"}`}>
            <bdi id={`criterion-${position}`} className="dc:min-w-0 dc:flex-1 dc:basis-48 dc:wrap-anywhere">
              {criterion}
            </bdi>
            <div className="dc:flex dc:flex-wrap dc:gap-x-3 dc:sm:gap-x-5">
              <RatingRadios
                name={`criterion-${position}-${entryId}`}
                value={given[position]!}
                onChoose={(chosen) => take({ is: "rated", position, rating: chosen })}
              />
            </div>
          </div>
        ))}
      </div>
      <div className="dc:mt-1 dc:flex dc:min-h-11 dc:flex-wrap dc:items-center dc:gap-x-3">
        <p role="status">
          <Standing given={given} rating={rating} />
        </p>
        {(rating !== null || given.some((each) => each !== null)) && (
          <ClearRatingButton label={label} onTakeBack={() => take({ is: "taken back" })} />
        )}
      </div>
      <SaveState save={saves.of("rating", entryId)} />
    </fieldset>
  );
}

/** The mean as it comes to be, or how much there is of it. */
function Standing({ given, rating }: ReturnType<typeof afterSteps>) {
  const ratedCount = given.filter((each) => each !== null).length;
  const isComplete = ratedCount === given.length;
  const howFar = `${ratedCount} of ${given.length} criteria rated`;
  if (rating === null) return <span className="dc:text-muted">{howFar}</span>;
  return (
    <>
      <strong>
        Your rating: {rating} of {RATINGS.length}
      </strong>
      {/* From when one was given for the whole. */}
      {!isComplete && <span className="dc:text-muted">, until each criterion has one. {howFar}</span>}
    </>
  );
}
