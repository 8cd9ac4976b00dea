import { ArrowDown, ArrowLeft, ArrowUp, ExternalLink, Star, Trophy } from "lucide-react";
import { Suspense, type ReactNode, type Ref } from "react";
import type { ContestEntry } from "@conquest/shared/contracts/judging/judged-entries";
import type { EntryRating } from "@conquest/shared/contracts/judging/ratings";
import { shortlistEntry } from "@conquest/shared/contracts/judging/judging";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { Badge } from "@conquest/shared/ui/badge";
import { Button, IconButton } from "@conquest/shared/ui/button";
import { FileList } from "@conquest/shared/ui/files/file-list";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { Spinner } from "@conquest/shared/ui/state/spinner";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import { UserText } from "@conquest/shared/ui/format/user-text";
import type { RatingAutosave, UnsavedComments } from "./saving/use-rating-autosave";
import { OtherRatings, ratedCriteria } from "./other-ratings";
import { CriteriaChoice, RatingChoice } from "./rating/rating-choice";
import { SaveState } from "./saving/save-state";

export const LazyCommentForm = lazyComponent(() => import(/* webpackChunkName: "word-form" */ "./comment-form"));

interface Props {
  contestId: string;
  entry: ContestEntry;
  saves: RatingAutosave;
  criteria: readonly string[];
  /** Whether the entry can be rated, shows the given rating, or neither. */
  rating: "open" | "closed" | "none";
  canShortlist: boolean;
  /** Another person chooses the winner and reads the comments. */
  isAdvice: boolean;
  tellUnsent: UnsavedComments["tell"];
  headingRef: Ref<HTMLHeadingElement>;
  /** Omitted if no winner can be chosen. */
  onChoose: (() => void) | undefined;
}

export function EntryPane({
  contestId,
  entry,
  saves,
  criteria,
  rating,
  canShortlist,
  isAdvice,
  tellUnsent,
  headingRef,
  onChoose,
}: Props) {
  const { label, text, link, files, submittedAt, sha256, isWinner } = entry;
  return (
    <article className="cq-panel" aria-labelledby="open-entry">
      <header className="dc:flex dc:flex-wrap dc:items-center dc:justify-between dc:gap-3">
        <div className="dc:flex dc:min-w-0 dc:flex-wrap dc:items-center dc:gap-3">
          <h3 id="open-entry" ref={headingRef} tabIndex={-1} className="cq-section-title dc:wrap-anywhere">
            {label}
          </h3>
          {isWinner && (
            <Badge tone="gold" icon="cq-icon cq-icon-trophy">
              Winner
            </Badge>
          )}
          {!canShortlist && entry.isShortlisted && <Badge>Shortlisted</Badge>}
        </div>
        {canShortlist && <ShortlistButton contestId={contestId} entry={entry} saves={saves} />}
      </header>
      <div className="dc:mt-4">
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
      {files.length > 0 && (
        <div className="dc:mt-4">
          <FileList files={files} label={`Files of ${label}`} />
        </div>
      )}
      {sha256 && (
        <details className="dc:mt-4">
          <summary className="cq-hint dc:min-h-9 dc:cursor-pointer">Receipt</summary>
          <dl className="cq-hint dc:grid dc:gap-1">
            <div>
              <dt className="dc:inline">Handed in, by the server’s clock: </dt>
              <dd className="dc:inline">
                <time dateTime={submittedAt}>{formatDateTime(submittedAt)}</time>
              </dd>
            </div>
            <div>
              <dt className="dc:inline">SHA-256 of what was handed in: </dt>
              <dd className="dc:inline dc:font-mono dc:break-all">{sha256}</dd>
            </div>
          </dl>
        </details>
      )}
      {rating === "open" && (
        <Judging>
          {criteria.length > 0 ? (
            <CriteriaChoice contestId={contestId} entry={entry} saves={saves} criteria={criteria} />
          ) : (
            <RatingChoice contestId={contestId} entry={entry} saves={saves} />
          )}
          <Suspense fallback={<Spinner label="Loading your word" />}>
            <LazyCommentForm
              contestId={contestId}
              entry={entry}
              saves={saves}
              isAdvice={isAdvice}
              tellUnsent={tellUnsent}
            />
          </Suspense>
        </Judging>
      )}
      {rating === "closed" && (
        <Judging>
          <OwnRating ownRating={entry.ownRating} />
          <OwnCriteria criteria={criteria} ratings={entry.ownCriteria} />
        </Judging>
      )}
      {entry.judges && entry.judges.others.length > 0 && (
        <OtherRatings
          criteria={criteria}
          judges={entry.judges}
          hasOwn={entry.ownRating !== null && entry.ownRating.rating !== null}
          isOver={rating !== "open"}
        />
      )}
      {onChoose && (
        <div className="dc:mt-5 dc:border-t dc:border-line dc:pt-5">
          {entry.isAuthorAway ? (
            <p className="cq-hint">Its author’s account was blocked or removed, so this entry cannot win.</p>
          ) : (
            <Button onClick={onChoose} aria-label={`Choose as winner: ${label}`}>
              <Trophy aria-hidden="true" size={16} /> Choose as winner
            </Button>
          )}
        </div>
      )}
    </article>
  );
}

const Judging = ({ children }: { children: ReactNode }) => (
  <div className="dc:mt-5 dc:flex dc:flex-col dc:gap-4 dc:border-t dc:border-line dc:pt-5">{children}</div>
);

/** Id of the button that the keyboard shortcut presses. */
export const SHORTLIST_BUTTON = "shortlist";

function ShortlistButton({ contestId, entry, saves }: Pick<Props, "contestId" | "entry" | "saves">) {
  const shortlist = useCall(shortlistEntry);
  const isShortlisted = saves.valueOf("star", entry._id, entry.isShortlisted);
  return (
    <div className="dc:flex dc:items-center dc:gap-3">
      <SaveState save={saves.of("star", entry._id)} />
      <Button
        id={SHORTLIST_BUTTON}
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
        Shortlist
      </Button>
    </div>
  );
}

function OwnRating({ ownRating }: { ownRating: EntryRating | null }) {
  if (!ownRating) return <p>You left no rating for this entry.</p>;
  return (
    <div className="dc:flex dc:flex-col dc:gap-2">
      <p className="dc:font-semibold">
        {ownRating.rating === null ? "Your word on this entry" : `You rated this entry ${ownRating.rating} of 5`}
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
          <bdi>{criterion}</bdi>: {rating} of 5
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
        <ArrowLeft aria-hidden="true" size={16} /> All entries
      </Button>
      <span className="cq-hint dc:ml-auto">{position !== undefined && `${position} of ${total}`}</span>
      <IconButton
        label="The entry before"
        icon={<ArrowUp aria-hidden="true" size={20} />}
        disabled={position === undefined || position === 1}
        onClick={() => onStep(-1)}
      />
      <IconButton
        label="The next entry"
        icon={<ArrowDown aria-hidden="true" size={20} />}
        disabled={position === undefined || position === total}
        onClick={() => onStep(1)}
      />
    </div>
  );
}
