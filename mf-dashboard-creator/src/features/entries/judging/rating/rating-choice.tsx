import { rateEntry, rateCriterion, type ContestEntry } from "@conquest/shared/contracts/judging/judged-entries";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { digits, T, t } from "@conquest/shared/singletons/language";
import type { RatingAutosave } from "../saving/use-rating-autosave";
import { SaveFailure, SaveStatusText } from "../saving/save-state";
import { RATINGS } from "@conquest/shared/contracts/judging/ratings";
import { CriterionWeight } from "@conquest/shared/ui/contest/criterion-weight";
import { Button } from "@conquest/shared/ui/button";
import { weightedMeanOf } from "@conquest/shared/contracts/judging/mean-rating";

interface Props {
  contestId: string;
  entry: ContestEntry;
  saves: RatingAutosave;
}

const HIDDEN = <span className="cq-visually-hidden" />;

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
  const save = saves.of("rating", entryId);
  return (
    <fieldset aria-labelledby={`rating-${entryId}`}>
      {/* The height is that of the button, which would otherwise move the choice. */}
      <div className="dc:flex dc:min-h-9 dc:flex-wrap dc:items-center dc:gap-x-3">
        <span id={`rating-${entryId}`} className="cq-label">
          <T text="Your rating <hidden>of {entry}</hidden>" hidden={HIDDEN} entry={label} />
        </span>
        {value === null && <span className="cq-hint">{t("5 is the best")}</span>}
        <SaveStatusText save={save} />
        {value !== null && <ClearRatingButton label={label} onClear={() => choose(null)} />}
      </div>
      <RatingButtons name={`rating-${entryId}-value`} value={value} onChoose={choose} />
      <SaveFailure save={save} />
    </fieldset>
  );
}

interface RatingButtonsProps {
  name: string;
  value: number | null;
  onChoose: (rating: number) => void;
}

/** Ratings from 1 to 5 in a row. Keyboard shortcuts press them, see rating-keys. */
const RatingButtons = ({ name, value, onChoose }: RatingButtonsProps) => (
  <div className="dc:flex dc:gap-1.5">
    {RATINGS.map((rating) => (
      <label
        key={rating}
        className="dc:relative dc:grid dc:size-11 dc:place-items-center dc:rounded-md dc:border dc:border-line-strong dc:bg-surface dc:font-semibold dc:tabular-nums dc:outline-brand dc:hover:border-brand dc:hover:bg-brand-soft dc:has-checked:border-brand dc:has-checked:bg-brand dc:has-checked:text-on-brand dc:has-focus-visible:outline-3 dc:has-focus-visible:outline-offset-2 dc:forced-colors:has-checked:border-4">
        {/* Covers the button, so that it is found by touch with a screen reader. */}
        <input
          type="radio"
          name={name}
          value={rating}
          className="dc:absolute dc:inset-0 dc:size-full dc:cursor-pointer dc:opacity-0"
          checked={value === rating}
          onChange={() => onChoose(rating)}
        />
        {digits(rating)}
      </label>
    ))}
  </div>
);

/** Must be inside the fieldset of its rating, which gets the focus because the button disappears. */
const ClearRatingButton = ({ label, onClear }: { label: string; onClear: () => void }) => (
  <Button
    variant="ghost"
    size="sm"
    aria-label={t("Clear rating of {entry}", { entry: label })}
    onClick={({ currentTarget }) => {
      currentTarget.closest("fieldset")?.querySelector("input")?.focus();
      onClear();
    }}>
    {t("Clear rating")}
  </Button>
);

interface CriteriaChoiceProps {
  contestId: string;
  entry: ContestEntry;
  saves: RatingAutosave;
  criteria: readonly string[];
  /** By criterion; empty if all count the same. */
  weights: readonly number[];
}

/** A change of a judge's criterion ratings: one rating, or clearing all. */
type CriteriaStep = { is: "rated"; position: number; rating: number } | { is: "cleared" };

interface CriteriaRatings {
  /** One rating per criterion; null if not rated. */
  ratings: readonly (number | null)[];
  rating: number | null;
}

/** Applies steps to ratings. The result is the same if the server has some of them already. */
const afterSteps = (
  before: CriteriaRatings,
  steps: readonly CriteriaStep[],
  weights: readonly number[],
): CriteriaRatings =>
  steps.reduce<CriteriaRatings>(({ ratings, rating }, step) => {
    if (step.is === "cleared") return { ratings: ratings.map(() => null), rating: null };
    const next = ratings.map((each, position) => (position === step.position ? step.rating : each));
    return { ratings: next, rating: next.every((each) => each !== null) ? weightedMeanOf(next, weights) : rating };
  }, before);

const NONE: readonly CriteriaStep[] = [];
/** Steps that the server has, so that a retry does not send them again. */
const savedSteps = new WeakSet<CriteriaStep>();

/** One rating per criterion, each saved as it is chosen. Their mean is the rating of the entry. */
export function CriteriaChoice({ contestId, entry, saves, criteria, weights }: CriteriaChoiceProps) {
  const { _id: entryId, label, ownCriteria, ownRating } = entry;
  const [rate, rateBy] = [useCall(rateEntry), useCall(rateCriterion)];
  // Saved as one value with ordered steps, so that clearing all and a rating cannot overtake each other.
  const steps = saves.valueOf("rating", entryId, NONE);
  const { ratings, rating } = afterSteps(
    { ratings: criteria.map((_, position) => ownCriteria[position] ?? null), rating: ownRating?.rating ?? null },
    steps,
    weights,
  );
  const nextUnrated = ratings.indexOf(null);

  const send = (step: CriteriaStep): Promise<unknown> =>
    step.is === "cleared"
      ? rate.mutateAsync({ params: { contestId }, body: { entryId, rating: null } })
      : rateBy.mutateAsync({ params: { contestId }, body: { entryId, position: step.position, rating: step.rating } });
  const addStep = (step: CriteriaStep) =>
    saves.save({
      what: "rating",
      entry,
      value: [...steps, step],
      send: async (all) => {
        for (const each of all) {
          if (savedSteps.has(each)) continue;
          await send(each);
          savedSteps.add(each);
        }
      },
    });
  const save = saves.of("rating", entryId);
  return (
    <fieldset aria-labelledby={`rating-${entryId}`}>
      <p className="dc:flex dc:min-h-9 dc:flex-wrap dc:items-center dc:gap-x-3">
        <span id={`rating-${entryId}`} className="cq-label">
          <T text="Your rating <hidden>of {entry} </hidden>by criterion" hidden={HIDDEN} entry={label} />
        </span>
        <span className="cq-hint">{t("5 is the best")}</span>
        <SaveStatusText save={save} />
      </p>
      <div className="dc:group dc:flex dc:flex-col dc:gap-2">
        {criteria.map((criterion, position) => (
          <div
            key={criterion}
            role="radiogroup"
            aria-labelledby={`criterion-${position}-${entryId}`}
            data-criterion=""
            // Marks where single keys rate: the focused criterion, or else the first without a rating.
            className={`dc:flex dc:flex-wrap dc:items-center dc:justify-between dc:gap-x-5 dc:gap-y-1 dc:-ml-4 dc:border-l-4 dc:pl-3 dc:focus-within:border-l-brand! dc:group-focus-within:border-l-transparent ${position === nextUnrated ? "dc:border-l-brand" : "dc:border-l-transparent"}`}>
            <span id={`criterion-${position}-${entryId}`} className="dc:min-w-0 dc:flex-1 dc:basis-48 dc:wrap-anywhere">
              <bdi>{criterion}</bdi> <CriterionWeight weight={weights[position]} />
            </span>
            <RatingButtons
              name={`criterion-${position}-${entryId}-rating`}
              value={ratings[position]!}
              onChoose={(chosen) => addStep({ is: "rated", position, rating: chosen })}
            />
          </div>
        ))}
      </div>
      <div className="dc:mt-1 dc:flex dc:min-h-11 dc:flex-wrap dc:items-center dc:gap-x-3">
        <p role="status">
          <RatingStatus ratings={ratings} rating={rating} />
        </p>
        {(rating !== null || ratings.some((each) => each !== null)) && (
          <ClearRatingButton label={label} onClear={() => addStep({ is: "cleared" })} />
        )}
      </div>
      <SaveFailure save={save} />
    </fieldset>
  );
}

function RatingStatus({ ratings, rating }: ReturnType<typeof afterSteps>) {
  const ratedCount = ratings.filter((each) => each !== null).length;
  const isComplete = ratedCount === ratings.length;
  const progress = t("{n} of {all} criteria rated", { n: ratedCount, all: ratings.length });
  if (rating === null) return <span className="dc:text-muted">{progress}</span>;
  return (
    <T
      text={
        isComplete
          ? "<b>Your rating: {n} out of {max}</b>"
          : // The rating is an earlier one of the whole entry.
            "<b>Your rating: {n} out of {max}</b><muted>. It applies until every criterion is rated. {progress}</muted>"
      }
      b={<strong />}
      n={rating}
      max={RATINGS.length}
      muted={<span className="dc:text-muted" />}
      progress={progress}
    />
  );
}
