import { Fragment } from "react";
import type { ContestEntry } from "@conquest/shared/contracts/judging/judged-entries";
import { RATINGS } from "@conquest/shared/contracts/judging/ratings";
import { labelOf } from "@conquest/shared/ui/format/labels";
import { pluralize } from "@conquest/shared/ui/format/text";
import { UserText } from "@conquest/shared/ui/format/user-text";

type Judges = NonNullable<ContestEntry["judges"]>;

const JUDGE_LABELS: Record<Judges["others"][number]["by"], string> = {
  creator: "The creator",
  judge: "A judge without a name",
  admin: "An admin",
};

interface Props {
  criteria: readonly string[];
  judges: Judges;
  hasOwn: boolean;
  /** The winner is chosen, so no ratings will follow. */
  isOver: boolean;
}

export function OtherRatings({
  criteria,
  judges: { mean, ratingCount, criteriaMeans, others },
  hasOwn,
  isOver,
}: Props) {
  return (
    <section
      aria-labelledby="judges-said"
      className="dc:mt-5 dc:flex dc:flex-col dc:gap-4 dc:border-t dc:border-line dc:pt-5">
      <div>
        <h4 id="judges-said" className="dc:font-semibold">
          What the judges say
        </h4>
        <p>
          {mean === null ? (
            isOver ? (
              "Nobody rated it."
            ) : (
              "Nobody has rated it yet."
            )
          ) : (
            <>
              <strong>Mean {mean}</strong> of {pluralize(ratingCount, "rating", "ratings")}
              {hasOwn && ", yours included"}.
            </>
          )}
        </p>
        <Criteria criteria={criteria} ratings={criteriaMeans} before="By criteria: " />
      </div>
      <ul className="dc:flex dc:flex-col dc:gap-4">
        {others.map((judgeRating, index) => (
          <li key={index} className="dc:flex dc:flex-col dc:gap-1 dc:rounded-md dc:bg-sunk dc:p-3">
            <p className="dc:flex dc:flex-wrap dc:justify-between dc:gap-x-4">
              <span className="dc:font-semibold dc:wrap-anywhere" dir="auto">
                {judgeRating.name || labelOf(JUDGE_LABELS, judgeRating.by)}
              </span>
              <span className={judgeRating.rating === null ? "dc:text-muted" : "dc:tabular-nums"}>
                {judgeRating.rating === null ? "Not rated" : `${judgeRating.rating} of ${RATINGS.length}`}
              </span>
            </p>
            <Criteria criteria={criteria} ratings={judgeRating.criteria} />
            {judgeRating.word && <UserText>{judgeRating.word}</UserText>}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface CriteriaProps {
  criteria: readonly string[];
  ratings: readonly (number | null)[];
  before?: string;
}

function Criteria({ criteria, ratings, before }: CriteriaProps) {
  const rated = ratedCriteria(criteria, ratings);
  return (
    rated.length > 0 && (
      <p className="cq-hint dc:wrap-anywhere">
        {before}
        {rated.map(({ criterion, rating }, index) => (
          <Fragment key={criterion}>
            {index > 0 && " · "}
            <bdi>{criterion}</bdi>: {rating}
          </Fragment>
        ))}
      </p>
    )
  );
}

export const ratedCriteria = (criteria: readonly string[], ratings: readonly (number | null)[]) =>
  criteria.flatMap((criterion, position) => (ratings[position] ? [{ criterion, rating: ratings[position] }] : []));
