import { useQueryClient } from "@tanstack/react-query";
import type { ContestEntry } from "@conquest/shared/contracts/judging/judged-entries";
import { getJudgedEntry, type JudgedEntry } from "@conquest/shared/contracts/judging/judging";
import { keyOf } from "@conquest/shared/singletons/api-hooks";
import { useStableOrder, type Pages } from "@conquest/shared/ui/list/use-stable-order";

/**
 * Keeps entries in the order in which they were first seen until the filters change, so that rated or starred ones do
 * not move. Entries that left the list are updated from their cached details.
 */
export function useStableEntries(
  contestId: string,
  data: Pages<JudgedEntry> | undefined,
  filters: string,
): JudgedEntry[] {
  const cache = useQueryClient();
  const rows = useStableOrder(data, ({ _id }) => _id, "keep", filters);
  const listed = new Set(data?.pages.flatMap(({ items }) => items.map(({ _id }) => _id)));
  return rows.map((row) => {
    const opened = listed.has(row._id)
      ? undefined
      : cache.getQueryData<ContestEntry>(keyOf(getJudgedEntry, { params: { contestId, entryId: row._id } }));
    return opened ? { ...row, ...asListed(opened) } : row;
  });
}

const asListed = ({ isShortlisted, ownRating, ownCriteria, judges }: ContestEntry) => ({
  isShortlisted,
  rating: ownRating?.rating ?? null,
  hasWord: (ownRating?.word ?? "") !== "",
  ratedCriteria: ownCriteria.filter((rating) => rating !== null).length,
  mean: judges?.mean ?? null,
});
