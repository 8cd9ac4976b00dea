import { Suspense, type ReactNode } from "react";
import {
  REVIEWED_FIELDS,
  readContestPicture,
  type ContestReview,
  type ContestTerms,
  type ReviewedField,
} from "@conquest/shared/contracts/review";
import { msg } from "@conquest/shared/contracts/text/message";
import { ruleSentences } from "@conquest/shared/ui/contest/rule-sentences";
import { countryNames } from "@conquest/shared/ui/format/country-name";
import { visibilityLabel } from "@conquest/shared/ui/contest/visibility-badge";
import { describeField } from "@conquest/shared/ui/entry/describe-field";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { Spinner } from "@conquest/shared/ui/state/spinner";
import { teamSizeLabel } from "@conquest/shared/ui/contest/team-size";
import { lookUp } from "@conquest/shared/ui/format/labels";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import { pathOf } from "@conquest/shared/singletons/call";
import { config } from "@conquest/shared/singletons/config";
import { digits, T, t } from "@conquest/shared/singletons/language";
import { Picture } from "@conquest/shared/ui/picture/picture";

const TextDifference = lazyComponent(() => import(/* webpackChunkName: "text-difference" */ "./text-difference"));

type Terms = Partial<ContestTerms>;

/** Returns the changed fields in reading order, without fields that the earlier round lacks. */
export const changedFields = (before: Terms, after: ContestTerms): ReviewedField[] =>
  REVIEWED_FIELDS.filter((field) =>
    field === "visibility"
      ? (before.visibility ?? "public") !== (after.visibility ?? "public")
      : field === "criteriaWeights"
        ? String(before.criteriaWeights ?? []) !== String(after.criteriaWeights ?? [])
        : before[field] !== undefined && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );

const LONG_TEXTS: Partial<Record<ReviewedField, (terms: Terms) => string>> = {
  name: ({ name = "" }) => name,
  description: ({ description = "" }) => description,
  task: ({ task = "" }) => task,
  criteria: ({ criteria = [] }) => criteria.join("\n"),
  criteriaWeights: ({ criteria = [], criteriaWeights = [] }) =>
    criteria
      .map((criterion, position) => t("{criterion}: weight {n}", { criterion, n: criteriaWeights[position] ?? 1 }))
      .join("\n"),
  morePrizes: ({ morePrizes = [] }) =>
    morePrizes.map(({ name, amount }) => t("{name}: {amount}", { name, amount: formatTaka(amount) })).join("\n"),
  rules: ({ rules }) =>
    rules ? [...ruleSentences(rules, countryNames(rules.countries)), rules.text].filter(Boolean).join("\n") : "",
  entryFields: ({ entryFields = [] }) => entryFields.map(describeField).join("\n"),
};

const FORMATTERS: { [Field in ReviewedField]?: (value: ContestTerms[Field]) => string } = {
  registrationPrice: formatTaka,
  prize: formatTaka,
  maxParticipants: (max) => (max ? digits(max) : t("No limit")),
  maxTeamSize: teamSizeLabel,
  tags: (tag) => t(tag),
  deadline: formatDateTime,
  visibility: (visibility = "public") => visibilityLabel(visibility),
  hidesNames: (isHidden) => t(isHidden ? "Until there's a winner" : "No, judges see names"),
};

interface Props {
  before: Terms;
  after: ContestTerms;
  pictureBefore: string | null;
}

export function RoundComparison({ before, after, pictureBefore }: Props) {
  return (
    <dl className="da:flex da:flex-col da:gap-4">
      {changedFields(before, after).map((field) => (
        <div key={field} className="da:flex da:flex-col da:gap-1 da:rounded-md da:border da:border-line da:p-4">
          <dt className="da:font-semibold">{t(FIELD_NAMES[field])}</dt>
          <dd>
            {field === "image" ? (
              <PictureDifference before={pictureBefore} after={after.image} />
            ) : (
              differenceOf(field, before, after)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function differenceOf(field: ReviewedField, before: Terms, after: ContestTerms): ReactNode {
  const long = LONG_TEXTS[field];
  if (long) {
    return (
      <Suspense fallback={<Spinner label={t("Comparing")} />}>
        <TextDifference before={long(before)} after={long(after)} />
      </Suspense>
    );
  }
  const format = FORMATTERS[field] as (value: unknown) => string;
  return (
    <span className="da:flex da:flex-wrap da:items-baseline da:gap-x-2">
      <del className="da:text-muted da:line-through">{format(before[field])}</del>
      <span aria-hidden="true">→</span>
      <ins className="da:font-semibold da:no-underline">{format(after[field])}</ins>
    </span>
  );
}

const SINCE: Record<NonNullable<ContestReview["base"]>["act"], string> = {
  kept: msg("Since review history began"),
  submitted: msg("Since it was submitted"),
  edited: msg("Since it was edited"),
  changes_requested: msg("Since changes were requested"),
  rejected: msg("Since it was rejected"),
  confirmed: msg("Since it was approved"),
  returned: msg("Since it went back to review"),
};

export function SinceLastRound({ review: { base, contest, history } }: { review: ContestReview }) {
  const isChanged = base !== null && changedFields(base.terms, contest).length > 0;
  return (
    <section aria-labelledby="what-changed" className="da:flex da:flex-col da:gap-4">
      <header>
        <h2 id="what-changed" className="cq-section-title">
          {t("Changes since the last round")}
        </h2>
        {base && (
          <p className="cq-subtitle">
            <T
              text="{event}, {time}."
              event={t(lookUp<string>(SINCE, base.act, () => msg("Since the last round")))}
              time={<time dateTime={base.at}>{formatDateTime(base.at)}</time>}
            />
          </p>
        )}
      </header>
      {isChanged ? (
        <RoundComparison
          before={base.terms}
          after={contest}
          pictureBefore={previousPictureUrl(base.terms.image, base.pictureId)}
        />
      ) : (
        <p>{unchangedText(base, history)}</p>
      )}
    </section>
  );
}

function unchangedText(base: ContestReview["base"], history: ContestReview["history"]): string {
  if (base?.act === "kept")
    return t(
      "This contest is older than our review history, so there's no earlier round to compare with. It hasn't changed since.",
    );
  if (base) return t("Nothing has changed.");
  return t(
    history.length === 0
      ? "This contest is older than our review history, so there's no round to compare with."
      : "This is the first round, so there's nothing to compare with yet.",
  );
}

const UPLOADED = /^\/media\/pictures\//;

/** `replacedId` identifies a replaced upload, which is stored for admins only. Returns null if the picture was deleted. */
export function previousPictureUrl(address: string | undefined, replacedId: string | null): string | null {
  if (replacedId !== null)
    return `${config().apiBase}${pathOf(readContestPicture, { params: { id: replacedId } })}?w=720`;
  return address === undefined || UPLOADED.test(address) ? null : address;
}

const SIZES = "(min-width: 64rem) 20rem, (min-width: 40rem) 45vw, 92vw";

function PictureDifference({ before, after }: { before: string | null; after: string }) {
  return (
    <div className="da:grid da:gap-4 da:sm:grid-cols-2">
      <figure className="da:flex da:flex-col da:gap-1">
        <figcaption className="cq-hint">{t("Before")}</figcaption>
        {before === null ? (
          <p className="da:grid da:aspect-video da:place-items-center da:rounded-md da:bg-sunk da:p-4 da:text-center da:text-muted">
            {t("No longer available")}
          </p>
        ) : (
          <Picture src={before} alt={t("Image before")} sizes={SIZES} className="da:w-full da:rounded-md" />
        )}
      </figure>
      <figure className="da:flex da:flex-col da:gap-1">
        <figcaption className="cq-hint">{t("Now")}</figcaption>
        <Picture src={after} alt={t("Image now")} sizes={SIZES} className="da:w-full da:rounded-md" />
      </figure>
    </div>
  );
}

export const FIELD_NAMES: Record<ReviewedField, string> = {
  name: msg("Name"),
  image: msg("Image"),
  description: msg("Description"),
  task: msg("Task"),
  criteria: msg("Judging criteria"),
  criteriaWeights: msg("Weights of the criteria"),
  registrationPrice: msg("Registration price"),
  prize: msg("Prize"),
  morePrizes: msg("More prizes"),
  rules: msg("Rules"),
  entryFields: msg("Entry form"),
  visibility: msg("Who can see it"),
  maxParticipants: msg("Maximum participants"),
  maxTeamSize: msg("Team size"),
  tags: msg("Tag"),
  deadline: msg("Deadline"),
  hidesNames: msg("Anonymous judging"),
};
