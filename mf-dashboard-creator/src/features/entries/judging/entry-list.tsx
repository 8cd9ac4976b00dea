import type { KeyboardEvent } from "react";
import { Paperclip, Star } from "lucide-react";
import type { JudgedEntry } from "@conquest/shared/contracts/judging/judging";
import { digits, T, t } from "@conquest/shared/singletons/language";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import { Badge } from "@conquest/shared/ui/badge";
import { isReservedKey } from "@conquest/shared/ui/page/latin-key";
import type { RatingAutosave, UnsavedComments } from "./saving/use-rating-autosave";
import { AverageBar } from "./rating/average-bar";

interface Props {
  rows: readonly JudgedEntry[];
  /** Includes entries that are not loaded. */
  total: number;
  openId: string | undefined;
  saves: RatingAutosave;
  isUnsent: UnsavedComments["isUnsent"];
  criteriaCount: number;
  /** False before the deadline and after a cancellation. */
  haveRatings: boolean;
  /** There are other judges, so there is an average. */
  seesJudges: boolean;
  /** Shows the average corrected for strictness instead. */
  showsCorrected: boolean;
  onOpen: (entryId: string, how: "click" | "move") => void;
  /** Moves by one entry, also beyond the loaded ones. */
  onStep: (by: 1 | -1) => void;
  onEnter: () => void;
}

export const optionId = (entryId: string) => `entry-${entryId}`;

/** Listbox of all entries, one line each. It is a single tab stop with arrow keys inside. */
export function EntryList({
  rows,
  total,
  openId,
  saves,
  isUnsent,
  criteriaCount,
  haveRatings,
  seesJudges,
  showsCorrected,
  onOpen,
  onStep,
  onEnter,
}: Props) {
  const at = rows.findIndex(({ _id }) => _id === openId);
  const move = (event: KeyboardEvent) => {
    if (isReservedKey(event.nativeEvent)) return;
    const to = { Home: 0, End: rows.length - 1 }[event.key];
    if (event.key === "Enter") onEnter();
    else if (event.key === "ArrowDown") onStep(1);
    else if (event.key === "ArrowUp") onStep(-1);
    else if (to === undefined) return;
    else onOpen(rows[to]!._id, "move");
    event.preventDefault();
  };
  return (
    <div role="listbox" aria-label={t("Entries")} className="dc:flex dc:flex-col">
      {rows.map((row, index) => {
        // With criteria, the rating depends on what the server has for all of them.
        const rating = criteriaCount > 0 ? row.rating : saves.valueOf<number | null>("rating", row._id, row.rating);
        const isPartlyRated = rating === null && row.ratedCriteria > 0;
        const ratedShare = { n: row.ratedCriteria, all: criteriaCount };
        const unrated = haveRatings ? t("Not rated") : null;
        const figure = isPartlyRated
          ? t("{n} of {all}", ratedShare)
          : rating === null
            ? unrated
            : digits(`${rating}/5`);
        const isShortlisted = saves.valueOf("star", row._id, row.isShortlisted);
        const isFailed = saves.areOpen && saves.failed.some(({ entryId }) => entryId === row._id);
        const hasUnsent = saves.areOpen && isUnsent(row._id);
        const isOpen = row._id === openId;
        const average = seesJudges ? (showsCorrected ? (row.corrected ?? null) : row.mean) : null;
        const labelParts = [
          row.label,
          row.isWinner && t("winner"),
          row.prizeName,
          isPartlyRated
            ? t("{n} of {all} criteria rated", ratedShare)
            : rating === null
              ? haveRatings && t("not rated")
              : t("rated {n} out of 5", { n: rating }),
          row.hasWord && t("with feedback"),
          average !== null && t(showsCorrected ? "corrected average {n}" : "average rating {n}", { n: average }),
          isShortlisted && t("shortlisted"),
          isFailed && t("not saved"),
          hasUnsent && t("feedback not saved"),
        ];
        return (
          <div
            key={row._id}
            id={optionId(row._id)}
            role="option"
            aria-selected={isOpen}
            aria-setsize={total}
            aria-posinset={index + 1}
            aria-label={labelParts.filter(Boolean).join(", ")}
            aria-describedby={`${optionId(row._id)}-text`}
            tabIndex={isOpen || (at === -1 && index === 0) ? 0 : -1}
            onClick={() => onOpen(row._id, "click")}
            onKeyDown={move}
            // Fixed height, so that rows out of sight need no layout.
            className={`dc:flex dc:h-16 dc:shrink-0 dc:cursor-pointer dc:flex-col dc:justify-center dc:gap-0.5 dc:border-b dc:border-line dc:border-l-4 dc:px-3 dc:[contain-intrinsic-size:auto_4rem] dc:[content-visibility:auto] dc:focus-visible:-outline-offset-2 ${
              isOpen ? "dc:border-l-brand dc:bg-brand-soft" : "dc:border-l-transparent dc:hover:bg-sunk"
            }`}>
            <span aria-hidden="true" className="dc:flex dc:items-center dc:gap-2">
              <span className="dc:min-w-0 dc:flex-1 dc:truncate dc:font-semibold" dir="auto" lang={langOf(row.label)}>
                {row.label}
              </span>
              {row.isWinner && (
                <Badge tone="gold" icon="cq-icon cq-icon-trophy">
                  {t("Winner")}
                </Badge>
              )}
              {row.prizeName && (
                <Badge tone="gold" icon="cq-icon cq-icon-trophy">
                  <bdi className="dc:max-w-24 dc:truncate">{row.prizeName}</bdi>
                </Badge>
              )}
              {isFailed && <span className="dc:text-sm dc:font-medium dc:text-danger">{t("Not saved")}</span>}
              {hasUnsent && <span className="dc:text-sm dc:font-medium dc:text-danger">{t("Feedback not saved")}</span>}
              {row.fileCount > 0 && <Paperclip aria-hidden="true" size={14} className="dc:text-muted" />}
              {isShortlisted && <Star aria-hidden="true" size={16} className="dc:fill-current dc:text-gold-ink" />}
              {figure !== null && (
                <span
                  className={`dc:min-w-9 dc:text-right dc:whitespace-nowrap dc:text-sm dc:tabular-nums ${rating === null ? "dc:text-muted" : "dc:font-semibold"}`}>
                  {figure}
                </span>
              )}
            </span>
            <span aria-hidden="true" className="dc:flex dc:items-baseline dc:gap-2 dc:text-sm dc:text-muted">
              <span
                id={`${optionId(row._id)}-text`}
                className="dc:min-w-0 dc:flex-1 dc:truncate"
                dir="auto"
                lang={langOf(row.excerpt)}>
                {row.excerpt}
              </span>
              {average !== null && (
                <span className="dc:flex dc:shrink-0 dc:items-center dc:gap-2">
                  {t(showsCorrected ? "Corrected" : "Average")} <AverageBar average={average} />
                </span>
              )}
            </span>
          </div>
        );
      })}
    </div>
  );
}

interface JudgingProgressProps {
  ratedCount: number;
  entryCount: number;
  /** Null if the viewer does not share the shortlist. */
  shortlistedCount: number | null;
  areNamesHidden: boolean;
  isAssigned?: boolean | undefined;
  ratingsDueAt?: string | null | undefined;
}

export const JudgingProgress = ({
  ratedCount,
  entryCount,
  shortlistedCount,
  areNamesHidden,
  isAssigned,
  ratingsDueAt,
}: JudgingProgressProps) => (
  <div className="dc:min-w-0 dc:flex-1 dc:basis-64">
    <p id="judging-progress" className="dc:flex dc:flex-wrap dc:justify-between dc:gap-x-4">
      <span className="dc:font-semibold">{t("{rated} of {all} rated", { rated: ratedCount, all: entryCount })}</span>
      {shortlistedCount !== null && <span className="cq-hint">{t("{n} shortlisted", { n: shortlistedCount })}</span>}
    </p>
    <progress className="cq-progress" aria-labelledby="judging-progress" max={entryCount} value={ratedCount} />
    {isAssigned && <p className="cq-hint dc:mt-1">{t("These entries are assigned to you.")}</p>}
    {ratingsDueAt && (
      <p className="cq-hint dc:mt-1">
        <T text="Ratings are due {date}." date={<time dateTime={ratingsDueAt}>{formatDateTime(ratingsDueAt)}</time>} />
      </p>
    )}
    {areNamesHidden && <p className="cq-hint dc:mt-1">{t("Names are hidden until there's a winner.")}</p>}
  </div>
);
