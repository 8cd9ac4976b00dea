import { ArrowDown, ArrowLeft, ArrowUp, Columns2, ExternalLink, Star, Trophy, Users } from "lucide-react";
import { Suspense, type Ref } from "react";
import type { ContestEntry } from "@conquest/shared/contracts/judging/judged-entries";
import type { EntryRating } from "@conquest/shared/contracts/judging/ratings";
import { shortlistEntry } from "@conquest/shared/contracts/judging/judging";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { T, t } from "@conquest/shared/singletons/language";
import { Badge } from "@conquest/shared/ui/badge";
import { Button, IconButton } from "@conquest/shared/ui/button";
import { Answers } from "@conquest/shared/ui/entry/answers";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { Spinner } from "@conquest/shared/ui/state/spinner";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import { UserText } from "@conquest/shared/ui/format/user-text";
import type { RatingAutosave, UnsavedComments } from "./saving/use-rating-autosave";
import { OtherRatings, ratedCriteria } from "./other-ratings";
import { CriteriaChoice, RatingChoice } from "./rating/rating-choice";
import { SaveState } from "./saving/save-state";
import type { Props as EntryFilesProps } from "./entry-files";

export const LazyCommentForm = lazyComponent(() => import(/* webpackChunkName: "word-form" */ "./comment-form"));
export const LazyEntryFiles = lazyComponent<EntryFilesProps>(
  () => import(/* webpackChunkName: "entry-files" */ "./entry-files"),
);

interface Props {
  contestId: string;
  entry: ContestEntry;
  saves: RatingAutosave;
  criteria: readonly string[];
  /** By criterion; empty if all count the same. */
  weights: readonly number[];
  /** Labels of the entry form. Undefined with older servers. */
  fieldLabels: readonly string[] | undefined;
  /** Whether the entry can be rated, shows the given rating, or neither. */
  rating: "open" | "closed" | "none";
  canShortlist: boolean;
  /** Another person picks the winner and reads the comments. */
  isAdvice: boolean;
  tellUnsent: UnsavedComments["tell"];
  /** Omitted beside another entry. */
  headingRef?: Ref<HTMLHeadingElement>;
  /** Omitted if there is no other entry, or beside it. */
  onCompare?: (() => void) | undefined;
  /** Omitted if no winner can be picked. */
  onChoose: (() => void) | undefined;
  /** Omitted for those who can't leave the entry to other judges. */
  onRecuse?: (() => void) | undefined;
  /** Omitted unless the viewer assigns entries. */
  onAssign?: (() => void) | undefined;
}

export function EntryPane({
  contestId,
  entry,
  saves,
  criteria,
  weights,
  fieldLabels,
  rating,
  canShortlist,
  isAdvice,
  tellUnsent,
  headingRef,
  onCompare,
  onChoose,
  onRecuse,
  onAssign,
}: Props) {
  const { _id, label, text, link, files, answers, submittedAt, sha256, isWinner, prizeName } = entry;
  const hasPictures = files.some(({ kind }) => kind === "picture");
  const fileSection = files.length > 0 && (
    <div className="dc:mt-4 dc:flex dc:flex-col dc:gap-3">
      <Suspense fallback={<div className={hasPictures ? "dc:h-[60dvh]" : "dc:h-40"} />}>
        <LazyEntryFiles files={files} label={label} />
      </Suspense>
    </div>
  );
  return (
    // Its sticky rating must not cover what has the focus.
    <article
      className={`cq-panel ${criteria.length > 0 ? "dc:[&_:is(a,button)]:scroll-mb-[42dvh]" : "dc:[&_:is(a,button)]:scroll-mb-36"}`}
      aria-labelledby={`heading-${_id}`}>
      <header className="dc:flex dc:flex-wrap dc:items-center dc:justify-between dc:gap-3">
        <div className="dc:flex dc:min-w-0 dc:flex-wrap dc:items-center dc:gap-3">
          <h3 id={`heading-${_id}`} ref={headingRef} tabIndex={-1} className="cq-section-title dc:wrap-anywhere">
            {label}
          </h3>
          {isWinner && (
            <Badge tone="gold" icon="cq-icon cq-icon-trophy">
              {t("Winner")}
            </Badge>
          )}
          {prizeName && (
            <Badge tone="gold" icon="cq-icon cq-icon-trophy">
              <bdi>{prizeName}</bdi>
            </Badge>
          )}
          {!canShortlist && entry.isShortlisted && <Badge>{t("Shortlisted")}</Badge>}
        </div>
        <div className="dc:flex dc:flex-wrap dc:gap-3">
          {canShortlist && <ShortlistButton contestId={contestId} entry={entry} saves={saves} />}
          {onCompare && (
            <Button variant="secondary" size="sm" onClick={onCompare}>
              <Columns2 aria-hidden="true" size={16} /> {t("Compare")}
            </Button>
          )}
          {onAssign && (
            <Button variant="secondary" size="sm" onClick={onAssign}>
              <Users aria-hidden="true" size={16} /> {t("Judges")}
            </Button>
          )}
        </div>
      </header>
      {hasPictures && fileSection}
      <div className="dc:mt-4 dc:max-w-[65ch]">
        <UserText>{text}</UserText>
      </div>
      {link && (
        <p className="dc:mt-3">
          <a
            className="cq-link dc:inline-flex dc:max-w-full dc:items-center dc:gap-1 dc:break-all"
            href={link}
            target="_blank"
            rel="nofollow ugc noopener noreferrer">
            {link} <ExternalLink aria-hidden="true" size={14} className="dc:shrink-0" />
          </a>
        </p>
      )}
      {!hasPictures && fileSection}
      {(answers ?? fieldLabels ?? []).length > 0 && (
        <div className="dc:mt-4 dc:max-w-[65ch]">
          <Answers answers={answers} labels={fieldLabels} />
        </div>
      )}
      {sha256 && (
        <details className="dc:mt-4">
          <summary className="cq-hint dc:min-h-9 dc:cursor-pointer">{t("Receipt")}</summary>
          <dl className="cq-hint dc:grid dc:gap-1">
            <div>
              <dt className="dc:inline">{t("Submitted (server time):")} </dt>
              <dd className="dc:inline">
                <time dateTime={submittedAt}>{formatDateTime(submittedAt)}</time>
              </dd>
            </div>
            <div>
              <dt className="dc:inline">{t("SHA-256 of the entry:")} </dt>
              <dd className="dc:inline dc:font-mono dc:break-all">{sha256}</dd>
            </div>
          </dl>
        </details>
      )}
      {rating === "open" && (
        <>
          {/* Stays in sight below a long entry, except beside another one and on screens that show only a few lines. */}
          <div
            className={`dc:mt-5 dc:border-t dc:border-line dc:py-4 ${
              !headingRef
                ? ""
                : criteria.length > 0
                  ? "dc:bg-surface dc:[@media(min-height:44rem)]:sticky dc:[@media(min-height:44rem)]:bottom-0 dc:[@media(min-height:44rem)]:max-h-[40dvh] dc:[@media(min-height:44rem)]:overflow-y-auto"
                  : "dc:bg-surface dc:[@media(min-height:32rem)]:sticky dc:[@media(min-height:32rem)]:bottom-0"
            }`}>
            {criteria.length > 0 ? (
              <CriteriaChoice contestId={contestId} entry={entry} saves={saves} criteria={criteria} weights={weights} />
            ) : (
              <RatingChoice contestId={contestId} entry={entry} saves={saves} />
            )}
          </div>
          <Suspense fallback={<Spinner label={t("Loading your feedback")} />}>
            <LazyCommentForm
              contestId={contestId}
              entry={entry}
              saves={saves}
              isAdvice={isAdvice}
              tellUnsent={tellUnsent}
            />
          </Suspense>
        </>
      )}
      {rating === "closed" && (
        <div className="dc:mt-5 dc:flex dc:flex-col dc:gap-4 dc:border-t dc:border-line dc:pt-5">
          <OwnRating ownRating={entry.ownRating} />
          <OwnCriteria criteria={criteria} ratings={entry.ownCriteria} />
        </div>
      )}
      {entry.judges && entry.judges.others.length > 0 && (
        <OtherRatings
          entryHeading={`heading-${_id}`}
          criteria={criteria}
          judges={entry.judges}
          hasOwn={entry.ownRating !== null && entry.ownRating.rating !== null}
          isOver={rating !== "open"}
        />
      )}
      {onRecuse && (
        <div className="dc:mt-5 dc:border-t dc:border-line dc:pt-3">
          <Button variant="ghost" size="sm" onClick={onRecuse}>
            {t("Recuse yourself from this entry")}
          </Button>
        </div>
      )}
      {onChoose && (
        <div className="dc:mt-5 dc:border-t dc:border-line dc:pt-5">
          {entry.isAuthorAway ? (
            <p className="cq-hint">{t("The participant's account was blocked or removed, so this entry can't win.")}</p>
          ) : (
            <Button onClick={onChoose} aria-label={t("Pick as winner: {entry}", { entry: label })}>
              <Trophy aria-hidden="true" size={16} /> {t("Pick as winner")}
            </Button>
          )}
        </div>
      )}
    </article>
  );
}

/** The button that the keyboard shortcut presses. */
export const SHORTLIST_BUTTON = "button[aria-pressed]";

function ShortlistButton({ contestId, entry, saves }: Pick<Props, "contestId" | "entry" | "saves">) {
  const shortlist = useCall(shortlistEntry);
  const isShortlisted = saves.valueOf("star", entry._id, entry.isShortlisted);
  return (
    <div className="dc:flex dc:flex-wrap dc:items-center dc:[&>:not(:empty,button)]:mr-3">
      <SaveState save={saves.of("star", entry._id)} />
      <Button
        variant="secondary"
        size="sm"
        aria-pressed={isShortlisted}
        onClick={() =>
          saves.save({
            what: "star",
            entry,
            value: !isShortlisted,
            send: (value) =>
              shortlist.mutateAsync({ params: { contestId }, body: { entryId: entry._id, isShortlisted: value } }),
          })
        }>
        <Star aria-hidden="true" size={16} className={isShortlisted ? "dc:fill-current dc:text-gold-ink" : undefined} />{" "}
        {t("Shortlist")}
      </Button>
    </div>
  );
}

function OwnRating({ ownRating }: { ownRating: EntryRating | null }) {
  if (!ownRating) return <p>{t("You didn't rate this entry.")}</p>;
  return (
    <div className="dc:flex dc:flex-col dc:gap-2">
      <p className="dc:font-semibold">
        {ownRating.rating === null
          ? t("Your feedback")
          : t("You rated this entry {n} out of 5", { n: ownRating.rating })}
      </p>
      {ownRating.word && <UserText>{ownRating.word}</UserText>}
    </div>
  );
}

function OwnCriteria({ criteria, ratings }: { criteria: readonly string[]; ratings: ContestEntry["ownCriteria"] }) {
  const rated = ratedCriteria(criteria, ratings);
  if (rated.length === 0) return null;
  return (
    <ul className="dc:list-disc dc:ps-5 dc:wrap-anywhere">
      {rated.map(({ criterion, rating }) => (
        <li key={criterion}>
          <T text="{criterion}: {n} out of 5" criterion={<bdi>{criterion}</bdi>} n={rating} />
        </li>
      ))}
    </ul>
  );
}

interface NavigationProps {
  /** 1-based; undefined if the open entry is not in the list. */
  position: number | undefined;
  total: number;
  onStep: (by: 1 | -1) => void;
  /** To the list, on screens where it is separate. */
  onBack: () => void;
}

export function EntryNavigation({ position, total, onStep, onBack }: NavigationProps) {
  return (
    <div className="dc:mb-3 dc:flex dc:items-center dc:gap-2">
      <Button variant="ghost" size="sm" className="dc:lg:hidden" onClick={onBack}>
        <ArrowLeft aria-hidden="true" size={16} /> {t("All entries")}
      </Button>
      <span className="cq-hint dc:ml-auto">
        {position !== undefined && t("{n} of {all}", { n: position, all: total })}
      </span>
      <IconButton
        label={t("Previous entry")}
        icon={<ArrowUp aria-hidden="true" size={20} />}
        disabled={position === undefined || position === 1}
        onClick={() => onStep(-1)}
      />
      <IconButton
        label={t("Next entry")}
        icon={<ArrowDown aria-hidden="true" size={20} />}
        disabled={position === undefined || position === total}
        onClick={() => onStep(1)}
      />
    </div>
  );
}
