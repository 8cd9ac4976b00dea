import { Fragment, Suspense, useId } from "react";
import type { ContestEntry } from "@conquest/shared/contracts/judging/judged-entries";
import { RATINGS } from "@conquest/shared/contracts/judging/ratings";
import { digits, msg, t } from "@conquest/shared/singletons/language";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { labelOf } from "@conquest/shared/ui/format/labels";
import { UserText } from "@conquest/shared/ui/format/user-text";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import type { Props as CorrectionNoteProps } from "./rating/correction-note";
import { AverageBar } from "./rating/average-bar";

const CorrectionNote = lazyComponent<CorrectionNoteProps>(
  () => import(/* webpackChunkName: "ranking" */ "./rating/correction-note"),
);

type Judges = NonNullable<ContestEntry["judges"]>;

const JUDGE_LABELS: Record<Judges["others"][number]["by"], string> = {
  creator: msg("The creator"),
  judge: msg("Unnamed judge"),
  admin: msg("An admin"),
};

interface Props {
  /** Id of the entry's heading, since a comparison shows two entries. */
  entryHeading: string;
  criteria: readonly string[];
  judges: Judges;
  hasOwn: boolean;
  /** There is a winner, so no ratings will follow. */
  isOver: boolean;
}

export function OtherRatings({
  entryHeading,
  criteria,
  judges: { mean, ratingCount, corrected, uncorrectedCount = 0, criteriaMeans, others },
  hasOwn,
  isOver,
}: Props) {
  const headingId = useId();
  const averages = ratedCriteria(criteria, criteriaMeans);
  return (
    <section
      aria-labelledby={`${headingId} ${entryHeading}`}
      className="dc:mt-5 dc:flex dc:flex-col dc:gap-4 dc:border-t dc:border-line dc:pt-5">
      <div>
        <h4 id={headingId} className="dc:font-semibold">
          {t("Ratings and feedback")}
        </h4>
        {mean === null && averages.length === 0 && <p>{t(isOver ? "No ratings" : "No ratings yet")}</p>}
        {(mean !== null || averages.length > 0) && (
          <dl className="dc:mt-1 dc:grid dc:grid-cols-[minmax(0,1fr)_auto] dc:gap-x-4 dc:gap-y-1 dc:sm:max-w-md">
            {mean !== null && (
              <>
                <dt>
                  <strong>{t("Average rating")}</strong>{" "}
                  <span className="cq-hint">
                    {t(
                      hasOwn
                        ? "from {n, plural, one {# rating} other {# ratings}}, including yours"
                        : "from {n, plural, one {# rating} other {# ratings}}",
                      { n: ratingCount },
                    )}
                  </span>
                </dt>
                <dd>
                  <AverageBar average={mean} />
                </dd>
              </>
            )}
            {corrected !== undefined && (
              <>
                <dt>
                  <strong>{t("Corrected average")}</strong>
                </dt>
                <dd>
                  <AverageBar average={corrected} />
                </dd>
              </>
            )}
            {averages.map(({ criterion, rating }) => (
              <Fragment key={criterion}>
                <dt className="dc:wrap-anywhere">
                  <bdi>{criterion}</bdi>
                </dt>
                <dd>
                  <AverageBar average={rating} />
                </dd>
              </Fragment>
            ))}
          </dl>
        )}
        {corrected !== undefined && (
          <Suspense>
            <CorrectionNote count={uncorrectedCount} all={ratingCount} />
          </Suspense>
        )}
      </div>
      <ul className="dc:flex dc:flex-col dc:gap-4">
        {others.map((judgeRating, index) => (
          <li key={index} className="dc:flex dc:flex-col dc:gap-1 dc:rounded-md dc:bg-sunk dc:p-3">
            <p className="dc:flex dc:flex-wrap dc:justify-between dc:gap-x-4">
              <span className="dc:font-semibold dc:wrap-anywhere" dir="auto" lang={langOf(judgeRating.name)}>
                {judgeRating.name || t(labelOf(JUDGE_LABELS, judgeRating.by))}
              </span>
              <span className={judgeRating.rating === null ? "dc:text-muted" : "dc:tabular-nums"}>
                {judgeRating.rating === null
                  ? t(judgeRating.isRecused ? "Recused" : "Not rated")
                  : t("{n} out of {max}", { n: judgeRating.rating, max: RATINGS.length })}
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

function Criteria({ criteria, ratings }: { criteria: readonly string[]; ratings: readonly (number | null)[] }) {
  const rated = ratedCriteria(criteria, ratings);
  return (
    rated.length > 0 && (
      <p className="cq-hint dc:wrap-anywhere">
        {rated.map(({ criterion, rating }, index) => (
          <Fragment key={criterion}>
            {index > 0 && " · "}
            <bdi>{criterion}</bdi>: {digits(rating)}
          </Fragment>
        ))}
      </p>
    )
  );
}

export const ratedCriteria = (criteria: readonly string[], ratings: readonly (number | null)[]) =>
  criteria.flatMap((criterion, position) => (ratings[position] ? [{ criterion, rating: ratings[position] }] : []));
