import type { MyEntry } from "@conquest/shared/contracts/entries";
import { RATINGS } from "@conquest/shared/contracts/judging/ratings";
import { labelOf } from "@conquest/shared/ui/format/labels";
import { UserText } from "@conquest/shared/ui/format/user-text";

type Ratings = NonNullable<MyEntry["ratings"]>;

const JUDGES: Record<Ratings[number]["by"], string> = { creator: "The creator", judge: "A judge", admin: "An admin" };

/** Judges are named, as on the public page. */
const judgeLabel = ({ by, name }: Ratings[number]) =>
  by === "judge" && name ? <bdi>{name}</bdi> : labelOf(JUDGES, by);

export function EntryFeedback({ ratings }: { ratings: Ratings }) {
  return (
    <section aria-labelledby="answer" className="pu:flex pu:flex-col pu:gap-4">
      <h3 id="answer" className="pu:text-lg pu:font-semibold">
        What was said of it
      </h3>
      {ratings.length === 0 && <p>Nobody left a rating for your entry.</p>}
      {ratings.map((entryRating, index) => {
        const { rating, word, criteria } = entryRating;
        return (
          <div key={index} className="pu:flex pu:flex-col pu:gap-3">
            <p className="pu:flex pu:flex-wrap pu:items-center pu:gap-x-3 pu:gap-y-1">
              {rating !== null && <Pennants rating={rating} />}
              <span>
                {judgeLabel(entryRating)}{" "}
                {rating === null
                  ? "left you a word:"
                  : `rated it ${rating} of ${RATINGS.length}${word ? ", and left you a word:" : "."}`}
              </span>
            </p>
            {criteria.length > 0 && (
              <ul className="pu:list-disc pu:ps-5 pu:wrap-anywhere">
                {criteria.map(({ criterion, rating: value }) => (
                  <li key={criterion}>
                    <bdi>{criterion}</bdi>: {value} of {RATINGS.length}
                  </li>
                ))}
              </ul>
            )}
            {word && (
              <blockquote className="pu:border-l-4 pu:border-gold pu:pl-4">
                <UserText>{word}</UserText>
              </blockquote>
            )}
          </div>
        );
      })}
      {ratings.length > 0 && <p className="pu:text-sm pu:text-muted">Nobody else who took part can read this.</p>}
    </section>
  );
}

/** Rating as flags, rounded; the text beside it gives the exact value. */
const Pennants = ({ rating }: { rating: number }) => (
  <span aria-hidden="true" className="pu:flex pu:gap-1">
    {RATINGS.map((each) => (
      <span
        key={each}
        className={`cq-pennant pu:h-4 pu:w-6 ${each <= Math.round(rating) ? "pu:bg-gold" : "pu:bg-line"}`}
      />
    ))}
  </span>
);
