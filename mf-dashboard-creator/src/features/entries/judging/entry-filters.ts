import { ENTRY_SORTS } from "@conquest/shared/contracts/judging/judging";
import { t } from "@conquest/shared/singletons/language";
import { useFilters } from "@conquest/shared/ui/list/filter-bar";

/** Fills a tall screen, so that hundreds of entries open fast. The next page loads at once, more near the end. */
const PAGE_SIZE = 20;

interface Visibility {
  /** False for cancelled contests, which cannot be rated. */
  ratings: boolean;
  judges: boolean;
  corrected: boolean;
  shortlist: boolean;
}

export const filterChoices = (visible: Visibility) => [
  {
    name: "sort",
    label: t("Sort by"),
    options: [
      { value: "", label: t("Oldest first") },
      { value: "newest", label: t("Newest first") },
      ...(visible.ratings ? [{ value: "rating", label: t("Your rating") }] : []),
      ...(visible.judges ? [{ value: "mean", label: t("Average rating") }] : []),
      ...(visible.corrected ? [{ value: "corrected", label: t("Corrected average") }] : []),
      ...(visible.ratings ? [{ value: "unrated", label: t("Unrated first") }] : []),
    ],
  },
  ...(visible.ratings
    ? [
        {
          name: "show",
          label: t("Show"),
          options: [
            { value: "", label: t("All entries") },
            { value: "unrated", label: t("Not rated") },
            { value: "rated", label: t("Rated") },
            ...(visible.shortlist ? [{ value: "shortlist", label: t("Shortlist") }] : []),
          ],
        },
      ]
    : []),
];

/** Entry filters from the URL; `sought` is the query for the server. */
export function useEntryFilters() {
  const { values } = useFilters("q", "sort", "show");
  const sort = ENTRY_SORTS.find((each) => each === values.sort);
  const sought = {
    limit: PAGE_SIZE,
    ...(values.q && { q: values.q }),
    ...(sort && { sort }),
    ...(values.show === "rated" && { rated: "yes" as const }),
    ...(values.show === "unrated" && { rated: "no" as const }),
    ...(values.show === "shortlist" && { shortlisted: "yes" as const }),
  };
  return { sought, isFiltered: Boolean(values.q || values.show) };
}
