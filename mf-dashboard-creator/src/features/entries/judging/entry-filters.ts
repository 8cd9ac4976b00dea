import { ENTRY_SORTS } from "@conquest/shared/contracts/judging/judging";
import { useFilters } from "@conquest/shared/ui/list/filter-bar";

/** As many as fill a tall screen: the room opens as soon with hundreds of entries as with ten. The next come at once, and more as one gets near their end. */
const PAGE = 20;

interface Sees {
  /** Of a contest that was cancelled nothing is rated. */
  ratings: boolean;
  /** What other judges say. */
  judges: boolean;
  shortlist: boolean;
}

/** What whoever sees this can choose from. */
export const filterChoices = (sees: Sees) => [
  {
    name: "sort",
    label: "Sort by",
    options: [
      { value: "", label: "Oldest first" },
      { value: "newest", label: "Newest first" },
      ...(sees.ratings ? [{ value: "rating", label: "Your rating" }] : []),
      ...(sees.judges ? [{ value: "mean", label: "All judges’ mean" }] : []),
      ...(sees.ratings ? [{ value: "unrated", label: "Unrated first" }] : []),
    ],
  },
  ...(sees.ratings
    ? [
        {
          name: "show",
          label: "Show",
          options: [
            { value: "", label: "All entries" },
            { value: "unrated", label: "Not rated" },
            { value: "rated", label: "Rated" },
            ...(sees.shortlist ? [{ value: "shortlist", label: "Shortlist" }] : []),
          ],
        },
      ]
    : []),
];

/** Which entries are looked for, as the address says; `sought` is what to ask the server for. */
export function useEntryFilters() {
  const { values } = useFilters("q", "sort", "show");
  const sort = ENTRY_SORTS.find((each) => each === values.sort);
  const sought = {
    limit: PAGE,
    ...(values.q && { q: values.q }),
    ...(sort && { sort }),
    ...(values.show === "rated" && { rated: "yes" as const }),
    ...(values.show === "unrated" && { rated: "no" as const }),
    ...(values.show === "shortlist" && { shortlisted: "yes" as const }),
  };
  return { sought, isFiltered: Boolean(values.q || values.show) };
}
