import { PHASES } from "@conquest/shared/contracts/contests";
import { t } from "@conquest/shared/singletons/language";
import { phaseLabel } from "@conquest/shared/ui/contest/badges";
import { FilterBar, useFilters, type ActiveFilter } from "@conquest/shared/ui/list/filter-bar";

const phaseChoice = () => ({
  name: "phase",
  label: t("Status"),
  options: [
    { value: "", label: t("Every status") },
    ...PHASES.map((phase) => ({ value: phase, label: phaseLabel(phase) })),
  ],
});

/** `sought` is the query for the server. The filters in `others` apply only without a search or phase. */
export function usePhaseFilter(searchLabel: string, others: readonly ActiveFilter[] = []) {
  const { values, isFiltered, clear } = useFilters("q", "phase");
  const sought = isFiltered ? { q: values.q, phase: PHASES.find((phase) => phase === values.phase) } : {};
  const active = isFiltered ? [] : others;
  return {
    sought,
    isFiltered: isFiltered || active.length > 0,
    clear,
    bar: <FilterBar searchLabel={searchLabel} choices={[phaseChoice()]} active={active} />,
  };
}
