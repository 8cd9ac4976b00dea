import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { listJudgedEntries, type JudgedEntry } from "@conquest/shared/contracts/judging/judging";
import { pages } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { Button } from "@conquest/shared/ui/button";
import { SelectField } from "@conquest/shared/ui/form/select-field";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { ErrorNote } from "@conquest/shared/ui/note";

const PAGE_SIZE = 100;

/** Entries that can win one of the further prizes, best rated first; undefined while they are loaded. */
export function useOtherEntries(contestId: string, firstId: string, seesJudges: boolean, isNeeded: boolean) {
  const sort = seesJudges ? "mean" : "rating";
  const list = useInfiniteQuery({
    ...pages(listJudgedEntries, { params: { contestId }, query: { sort, limit: PAGE_SIZE } }),
    enabled: isNeeded,
  });
  const entries = list.data?.pages
    .flatMap(({ items }) => items)
    .filter(({ _id, isAuthorAway }) => _id !== firstId && !isAuthorAway);
  return { list, entries };
}

interface Props {
  prizes: NonNullable<ContestDetails["morePrizes"]>;
  others: ReturnType<typeof useOtherEntries>;
  seesJudges: boolean;
  /** Ids of entries by prize, "" for none. */
  chosen: readonly string[];
  errors: readonly (string | undefined)[];
  onChange: (index: number, entryId: string) => void;
}

/** A choice for each further prize. An entry that is chosen for one is not offered for the others. */
export function PlacementsFields({ prizes, others: { list, entries }, seesJudges, chosen, errors, onChange }: Props) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = list;
  // Few entries are loaded at once, so that the number of those that can win is known.
  const loadedCount = entries?.length ?? 0;
  const needsMore = loadedCount < prizes.length && hasNextPage && !isFetchingNextPage;
  useEffect(() => {
    if (needsMore) void fetchNextPage();
  }, [needsMore, fetchNextPage]);

  const labelOf = ({ label, rating, mean }: JudgedEntry) => {
    const shown = seesJudges ? mean : rating;
    return shown === null ? label : t("{entry}, rated {n} out of 5", { entry: label, n: shown });
  };
  if (!entries)
    return list.isError ? (
      <ErrorNote title={t("Couldn't load the entries")}>
        <Button variant="secondary" size="sm" onClick={() => void refetch()}>
          {t("Try again")}
        </Button>
      </ErrorNote>
    ) : (
      <p role="status">{t("Loading the entries")}</p>
    );
  const fewer = hasNextPage ? 0 : Math.max(0, prizes.length - entries.length);
  return (
    <fieldset className="dc:my-4 dc:grid dc:min-w-0 dc:gap-3">
      <legend className="dc:mb-1 dc:font-semibold">{t("More prizes")}</legend>
      <p className="cq-hint">{t("Each prize needs a winner, and each entry can win only one prize.")}</p>
      {fewer > 0 && (
        <p className="cq-note cq-note-info">
          {t(
            "{n, plural, one {There are more prizes than entries that can win, so # prize stays without a winner.} other {There are more prizes than entries that can win, so # prizes stay without a winner.}}",
            { n: fewer },
          )}
        </p>
      )}
      {prizes.map(({ name, amount }, index) => {
        const own = chosen[index] ?? "";
        const offered = entries.filter(({ _id }) => _id === own || !chosen.includes(_id));
        return (
          <SelectField
            key={name}
            label={amount > 0 ? t("{name}: {amount}", { name, amount: formatTaka(amount) }) : name}
            name={`placement-${index}`}
            value={own}
            error={errors[index]}
            onChange={(event) => onChange(index, event.target.value)}
            options={[
              { value: "", label: t(fewer > 0 ? "No winner" : "Choose an entry") },
              ...offered.map((entry) => ({ value: entry._id, label: labelOf(entry) })),
            ]}
          />
        );
      })}
      {hasNextPage && (
        <div>
          <Button variant="secondary" size="sm" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t("Load more entries")}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
