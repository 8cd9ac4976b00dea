import { useSearchParams } from "react-router-dom";
import { SelectField } from "@conquest/shared/ui/form/select-field";
import { useOptimisticSearchParams } from "@conquest/shared/ui/page/use-optimistic-search-params";

const STATES = [
  { value: "", label: "Open first" },
  { value: "open", label: "Only open" },
  { value: "handled", label: "Only handled" },
];

const HANDLED_BY_STATE: Readonly<Record<string, "true" | "false" | undefined>> = { open: "false", handled: "true" };

export function useInboxFilter() {
  const [searchParams, setSearchParams] = useSearchParams();
  const isHandled = HANDLED_BY_STATE[searchParams.get("state") ?? ""];
  return { isHandled, isFiltered: isHandled !== undefined, clear: () => setSearchParams({}, { replace: true }) };
}

export function InboxFilter() {
  const [searchParams, setSearchParams] = useOptimisticSearchParams();
  return (
    <div role="search" aria-label="Filters" className="cq-filter-bar">
      <SelectField
        label="State"
        name="state"
        options={STATES}
        value={searchParams.get("state") ?? ""}
        onChange={({ target }) => setSearchParams({ state: target.value })}
      />
    </div>
  );
}
