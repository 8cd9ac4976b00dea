import { useSearchParams } from "react-router-dom";
import { SelectField } from "@conquest/shared/ui/form/select-field";
import { useOptimisticSearchParams } from "@conquest/shared/ui/page/use-optimistic-search-params";

const STATES = [
  { value: "", label: "Open first" },
  { value: "open", label: "Only open" },
  { value: "handled", label: "Only handled" },
];

const HANDLED_BY_STATE: Readonly<Record<string, "true" | "false" | undefined>> = { open: "false", handled: "true" };

/** What the address says of the list, as it is asked for. */
export function useInboxFilter() {
  const [address, setAddress] = useSearchParams();
  const isHandled = HANDLED_BY_STATE[address.get("state") ?? ""];
  return { isHandled, isFiltered: isHandled !== undefined, clear: () => setAddress({}, { replace: true }) };
}

export function InboxFilter() {
  const [asked, ask] = useOptimisticSearchParams();
  return (
    <div role="search" aria-label="Filters" className="cq-filter-bar">
      <SelectField
        label="State"
        name="state"
        options={STATES}
        value={asked.get("state") ?? ""}
        onChange={({ target }) => ask({ state: target.value })}
      />
    </div>
  );
}
