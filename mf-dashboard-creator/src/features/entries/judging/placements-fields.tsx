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

/** Other entries that can win, best first; undefined while loading. The first `placeCount` prizes get a winner. */
export function useOtherEntries(contestId: string, firstId: string, seesJudges: boolean, prizeCount: number) {
  const sort = seesJudges ? "mean" : "rating";
  const list = useInfiniteQuery({
    ...pages(listJudgedEntries, { params: { contestId }, query: { sort, limit: PAGE_SIZE } }),
    enabled: prizeCount > 0,
  });
  const entries = list.data?.pages
    .flatMap(({ items }) => items)
    .filter(({ _id, isAuthorAway }) => _id !== firstId && !isAuthorAway);
  // Until all entries are loaded, each prize is expected to have one that can win it.
  const placeCount = !entries || list.hasNextPage ? prizeCount : Math.min(prizeCount, entries.length);
  return { list, entries, placeCount };
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
export function PlacementsFields({ prizes, others, seesJudges, chosen, errors, onChange }: Props) {
  const { list, entries, placeCount } = others;
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
  const fewer = prizes.length - placeCount;
  return (
    <fieldset className="dc:my-4 dc:grid dc:min-w-0 dc:gap-3">
      <legend className="dc:mb-1 dc:font-semibold">{t("More prizes")}</legend>
      {fewer === 0 ? (
        <p className="cq-hint">{t("Each prize needs a winner, and each entry can win only one prize.")}</p>
      ) : (
        <p className="cq-note cq-note-info">
          {t(
            "{n, plural, one {There are more prizes than entries that can win, so the last prize stays without a winner.} other {There are more prizes than entries that can win, so the last # prizes stay without a winner.}}",
            { n: fewer },
          )}
        </p>
      )}
      {prizes.map(({ name, amount }, index) => {
        const own = chosen[index] ?? "";
        const hasWinner = index < placeCount;
        const offered = hasWinner ? entries.filter(({ _id }) => _id === own || !chosen.includes(_id)) : [];
        return (
          <SelectField
            key={name}
            label={amount > 0 ? t("{name}: {amount}", { name, amount: formatTaka(amount) }) : name}
            name={`placement-${index}`}
            value={own}
            error={errors[index]}
            disabled={!hasWinner}
            onChange={(event) => onChange(index, event.target.value)}
            options={[
              { value: "", label: t(hasWinner ? "Choose an entry" : "No winner") },
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
