import { Search, SlidersHorizontal, X } from "lucide-react";
import { startTransition, useEffect, useEffectEvent, useOptimistic, useRef, useState, type ComponentType } from "react";
import { useSearchParams } from "react-router-dom";
import { searchRefusal } from "@conquest/shared/contracts/text/search-words";
import { Button, buttonLook } from "@conquest/shared/ui/button";
import { SelectField } from "@conquest/shared/ui/form/select-field";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { keepScroll } from "@conquest/shared/ui/page/keep-scroll";
import { onDemand } from "@conquest/shared/ui/page/on-demand";

const FilterSheet = onDemand(() => import(/* webpackChunkName: "filter-sheet" */ "@conquest/shared/ui/list/filter-sheet"));
/** Of more choices a phone shows none but behind a button: they would fill it. */
const MOST_ON_A_PHONE = 2;

/** The filters in the address, by name, and how to drop them all. An absent or empty one is undefined. */
export function useFilters<Name extends string>(...names: Name[]) {
  const [address, setAddress] = useSearchParams();
  const values = Object.fromEntries(names.map((name) => [name, address.get(name) || undefined])) as Record<Name, string | undefined>;
  return { values, isFiltered: names.some((name) => values[name]), clear: () => setAddress({}, { replace: true }) };
}

export interface FilterControl {
  name: string;
  label: string;
  /** "" while nothing is chosen. */
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

interface Choice {
  name: string;
  label: string;
  /** The first stands for "all" and has the value "". */
  options?: { value: string; label: string }[];
  /** In place of options: what the choice is made with. */
  field?: ComponentType<FilterControl>;
  error?: string | undefined;
}

export interface ActiveFilter {
  name: string;
  label: string;
}

interface FilterBarProps {
  searchLabel: string;
  /** Each is a filter of that name in the address. */
  choices?: Choice[];
  /** The filters at work, each with a button that drops it. */
  active?: readonly ActiveFilter[];
  /** What is found so, like "38 contests". */
  found?: string | undefined;
}

const preload = () => void FilterSheet.load().catch(() => undefined);

/** A search box (`q`) and choices that live in the address, so that Back, reload and a shared link keep them. */
export function FilterBar({ searchLabel, choices = [], active = [], found }: FilterBarProps) {
  const [address, setAddress] = useSearchParams();
  const sought = address.get("q") ?? "";
  const [typed, setTyped] = useState(sought);
  const [lastSought, setLastSought] = useState(sought);
  const [lastPut, setLastPut] = useState(sought);
  if (sought !== lastSought) {
    setLastSought(sought);
    // The address changed under us (Back, or the filters were cleared). What was put from here is drawn late: more may be typed by now.
    if (sought !== lastPut) {
      setLastPut(sought);
      setTyped(sought);
    }
  }
  const refusal = searchRefusal(typed);

  // What was put last may be drawn later: the next change starts from it, or it would be lost.
  const latest = useRef(address);
  useEffect(() => {
    latest.current = address;
  }, [address]);
  // A choice is seen when it is made, not when what it leads to has been drawn.
  const [chosen, choose] = useOptimistic(address);
  const go = (next: URLSearchParams) => {
    latest.current = next;
    setLastPut(next.get("q") ?? "");
    startTransition(() => {
      choose(next);
      setAddress(next, { replace: true, ...keepScroll });
    });
  };
  const put = (name: string, value: string) => {
    const next = new URLSearchParams(latest.current);
    if (value) next.set(name, value);
    else next.delete(name);
    go(next);
  };
  const drop = (name: string) => {
    if (name === "q") setTyped("");
    put(name, "");
  };
  const clear = () => {
    setTyped("");
    go(new URLSearchParams());
  };

  const hasSheet = choices.length > MOST_ON_A_PHONE;
  const [sheet, setSheet] = useState<"none" | "closed" | "open">("closed");
  // What cannot be had needs no sheet: the choices stand in the page then.
  const openSheet = () => void FilterSheet.load().then(() => setSheet("open"), () => setSheet("none"));
  const count = choices.filter(({ name }) => chosen.get(name)).length;
  const fields = choices.map(({ name, label, options = [], field: Field, error }) =>
    Field ? (
      <Field key={name} label={label} name={name} error={error} value={chosen.get(name) ?? ""} onChange={(value) => put(name, value)} />
    ) : (
      <SelectField key={name} label={label} name={name} options={options} value={chosen.get(name) ?? ""} onChange={(event) => put(name, event.target.value)} />
    ),
  );

  const search = useEffectEvent(() => {
    if (typed.trim() !== sought && !refusal) put("q", typed.trim());
  });
  useEffect(() => {
    const pause = setTimeout(search, 300);
    return () => clearTimeout(pause);
  }, [typed]);

  return (
    <div role="search">
      <form
        className={hasSheet && sheet !== "none" ? "cq-filter-bar cq-filter-bar-sheet" : "cq-filter-bar"}
        onSubmit={(event) => {
          event.preventDefault();
          if (!refusal) put("q", typed.trim());
        }}
      >
        <TextField
          className="cq-filter-search"
          label={searchLabel}
          name="q"
          type="search"
          error={refusal || undefined}
          autoComplete="off"
          before={<Search aria-hidden="true" size={18} />}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {fields}
        {hasSheet && sheet !== "none" && (
          <Button
            variant="secondary"
            className="cq-filter-more"
            aria-haspopup="dialog"
            aria-label={count > 0 ? `Filters, ${count} chosen` : "Filters"}
            onFocus={preload}
            onPointerEnter={preload}
            onClick={openSheet}
          >
            <SlidersHorizontal aria-hidden="true" size={18} />
            Filters
            {count > 0 && <span className="cq-filter-count">{count}</span>}
          </Button>
        )}
        <noscript>
          <button type="submit" className={buttonLook({})}>
            Apply
          </button>
        </noscript>
      </form>
      {sheet === "open" && (
        <FilterSheet found={found} onClear={count > 0 ? clear : undefined} onClose={() => setSheet("closed")}>
          {fields}
        </FilterSheet>
      )}
      {active.length > 0 && (
        <ul aria-label="Active filters" className="cq-filter-chips">
          {active.map(({ name, label }) => (
            <li key={name}>
              <Button variant="secondary" size="sm" aria-label={`Remove filter ${label}`} onClick={() => drop(name)}>
                {label} <X aria-hidden="true" size={14} />
              </Button>
            </li>
          ))}
          <li>
            <Button variant="ghost" size="sm" onClick={clear}>
              Clear all
            </Button>
          </li>
        </ul>
      )}
    </div>
  );
}
