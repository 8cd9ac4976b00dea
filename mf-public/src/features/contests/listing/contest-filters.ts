import { PHASES, SORTS, type Phase } from "@conquest/shared/contracts/contests";
import { isSearchTooLong } from "@conquest/shared/contracts/text/search-words";
import { TAGS } from "@conquest/shared/contracts/tags";
import { msg, t } from "@conquest/shared/singletons/language";
import { phaseLabel } from "@conquest/shared/ui/contest/badges";
import { formatCost } from "@conquest/shared/ui/contest/cost";

type Sort = (typeof SORTS)[number];

const PUBLIC_PHASES = ["open", "judging", "overdue", "completed"] as const satisfies readonly Phase[];

const SORT_LABELS: Record<Sort, string> = {
  popular: msg("Most participants"),
  newest: msg("Newest"),
  deadline: msg("Closing soon"),
  prize: msg("Highest prize"),
  cost: msg("Lowest entry fee"),
};

/** Amounts in taka. */
const MAX_COST_OPTIONS = ["0", "500", "1000", "5000", "10000", "50000"];

const costLabel = (most: string) =>
  Number(most) === 0 ? formatCost(0) : t("Up to {amount}", { amount: formatCost(Number(most)) });

export const choices = () => [
  {
    name: "tag",
    label: t("Tag"),
    options: [{ value: "", label: t("All tags") }, ...TAGS.map((value) => ({ value, label: t(value) }))],
  },
  {
    name: "phase",
    label: t("Status"),
    options: [
      { value: "", label: t("All statuses") },
      ...PUBLIC_PHASES.map((value) => ({ value, label: phaseLabel(value) })),
    ],
  },
  {
    name: "maxCost",
    label: t("Entry fee"),
    options: [
      { value: "", label: t("Any entry fee") },
      ...MAX_COST_OPTIONS.map((value) => ({ value, label: costLabel(value) })),
    ],
  },
  {
    name: "sort",
    label: t("Sort by"),
    options: [
      { value: "", label: t("Open first") },
      ...SORTS.map((value) => ({ value, label: t(SORT_LABELS[value]) })),
    ],
  },
];

export interface Filter {
  name: "q" | "tag" | "phase" | "maxCost" | "sort";
  value: string;
  label: string;
}

/** Parses the filters in a URL and drops values that the server would reject. */
export function readFilters(address: URLSearchParams): Filter[] {
  const filters: Filter[] = [];
  const q = (address.get("q") ?? "").trim();
  if (q && !isSearchTooLong(q)) filters.push({ name: "q", value: q, label: `“${q}”` });
  const tag = TAGS.find((name) => name === address.get("tag"));
  if (tag) filters.push({ name: "tag", value: tag, label: t(tag) });
  const phase = PHASES.find((name) => name === address.get("phase"));
  if (phase) filters.push({ name: "phase", value: phase, label: phaseLabel(phase) });
  const maxCost = MAX_COST_OPTIONS.find((most) => most === address.get("maxCost"));
  if (maxCost) filters.push({ name: "maxCost", value: maxCost, label: costLabel(maxCost) });
  const sort = SORTS.find((name) => name === address.get("sort"));
  if (sort) filters.push({ name: "sort", value: sort, label: t(SORT_LABELS[sort]) });
  return filters;
}
