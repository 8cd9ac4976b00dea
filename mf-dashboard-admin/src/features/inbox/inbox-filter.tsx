import { useSearchParams } from "react-router-dom";
import { SelectField } from "@conquest/shared/ui/field";
import { keepScroll } from "@conquest/shared/ui/keep-scroll";

const STATES = [
  { value: "", label: "Open first" },
  { value: "open", label: "Only open" },
  { value: "handled", label: "Only handled" },
];

/** By `state` in the address, as the list is asked for it. */
export const HANDLED_BY_STATE: Readonly<Record<string, "true" | "false" | undefined>> = { open: "false", handled: "true" };

export function InboxFilter() {
  const [address, setAddress] = useSearchParams();
  return (
    <div role="search" aria-label="Filters" className="cq-filter-bar">
      <SelectField
        label="State"
        name="state"
        options={STATES}
        value={address.get("state") ?? ""}
        onChange={({ target: { value } }) => setAddress(value ? { state: value } : {}, { replace: true, ...keepScroll })}
      />
    </div>
  );
}
