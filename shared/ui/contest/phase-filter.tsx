import { PHASES } from "@conquest/shared/contracts/contests";
import { phaseLabel } from "@conquest/shared/ui/contest/badges";
import { FilterBar, useFilters } from "@conquest/shared/ui/filter-bar";

const PHASE = {
  name: "phase",
  label: "Status",
  options: [{ value: "", label: "Every status" }, ...PHASES.map((phase) => ({ value: phase, label: phaseLabel(phase) }))],
};

/** A search and a phase for a list of contests. `sought` is what to ask the server for; nothing when nothing is sought. */
export function usePhaseFilter(searchLabel: string) {
  const { values, isFiltered, clear } = useFilters("q", "phase");
  const sought = isFiltered ? { q: values.q, phase: PHASES.find((phase) => phase === values.phase) } : {};
  return { sought, isFiltered, clear, bar: <FilterBar searchLabel={searchLabel} choices={[PHASE]} /> };
}
