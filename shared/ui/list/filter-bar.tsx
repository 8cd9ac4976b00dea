import { Search, SlidersHorizontal, X } from "lucide-react";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ComponentType } from "react";
import { useSearchParams } from "react-router-dom";
import { searchError } from "@conquest/shared/contracts/text/search-words";
import { Button, buttonLook } from "@conquest/shared/ui/button";
import { SelectField } from "@conquest/shared/ui/form/select-field";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { useOptimisticSearchParams } from "@conquest/shared/ui/page/use-optimistic-search-params";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";

const FilterSheet = lazyComponent(
  () => import(/* webpackChunkName: "filter-sheet" */ "@conquest/shared/ui/list/filter-sheet"),
);
/** Of more choices a phone shows none but behind a button: they would fill it. */
const MOST_ON_A_PHONE = 2;

/** The filters in the address, by name, and how to drop them all. An absent or empty one is undefined. */
export function useFilters<Name extends string>(...names: Name[]) {
  const [address, setAddress] = useSearchParams();
  const values = Object.fromEntries(names.map((name) => [name, address.get(name) || undefined])) as Record<
    Name,
    string | undefined
  >;
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
  /** Of a page that changes the address too, while this does. */
  address?: ReturnType<typeof useOptimisticSearchParams>;
}

const preload = () => void FilterSheet.load().catch(() => undefined);

/** A search box (`q`) and choices that live in the address, so that Back, reload and a shared link keep them. */
export function FilterBar({ searchLabel, choices = [], active = [], found, address }: FilterBarProps) {
  const own = useOptimisticSearchParams();
  const [asked, ask] = address ?? own;
  const sought = useSearchParams()[0].get("q") ?? "";
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
  const refusal = searchError(typed);

  const search = (q: string) => {
    setLastPut(q);
    ask({ q });
  };
  const drop = (name: string) => {
    if (name !== "q") return ask({ [name]: "" });
    setTyped("");
    search("");
  };
  const chips = useRef<HTMLUListElement>(null);
  /** Which button of the chips was pressed, and goes with its filter. */
  const pressed = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (pressed.current === undefined || document.activeElement !== document.body) return;
    const buttons = chips.current?.querySelectorAll("button");
    const heir = buttons?.[Math.min(pressed.current, buttons.length - 1)] ?? document.getElementById("page-heading");
    pressed.current = undefined;
    heir?.focus({ preventScroll: true });
  });
  const clear = () => {
    setTyped("");
    setLastPut("");
    ask(Object.fromEntries([...asked.keys()].map((name) => [name, ""])));
  };

  const hasSheet = choices.length > MOST_ON_A_PHONE;
  const [sheet, setSheet] = useState<"none" | "closed" | "open">("closed");
  // What cannot be had needs no sheet: the choices stand in the page then.
  const openSheet = () =>
    void FilterSheet.load().then(
      () => setSheet("open"),
      () => setSheet("none"),
    );
  const count = choices.filter(({ name }) => asked.get(name)).length;
  const fields = choices.map(({ name, label, options = [], field: Field, error }) =>
    Field ? (
      <Field
        key={name}
        label={label}
        name={name}
        error={error}
        value={asked.get(name) ?? ""}
        onChange={(value) => ask({ [name]: value })}
      />
    ) : (
      <SelectField
        key={name}
        label={label}
        name={name}
        options={options}
        value={asked.get(name) ?? ""}
        onChange={(event) => ask({ [name]: event.target.value })}
      />
    ),
  );

  const searchTyped = useEffectEvent(() => {
    // What was put last may not be drawn yet, and be taken back.
    if (typed.trim() !== lastPut && !refusal) search(typed.trim());
  });
  useEffect(() => {
    const pause = setTimeout(searchTyped, 300);
    return () => clearTimeout(pause);
  }, [typed]);

  return (
    <div role="search">
      <form
        className={hasSheet && sheet !== "none" ? "cq-filter-bar cq-filter-bar-sheet" : "cq-filter-bar"}
        onSubmit={(event) => {
          event.preventDefault();
          if (!refusal) search(typed.trim());
        }}>
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
            onFocus={preload}
            onPointerEnter={preload}
            onClick={openSheet}>
            <SlidersHorizontal aria-hidden="true" size={18} />
            Filters{" "}
            {count > 0 && (
              <>
                <span className="cq-filter-count">{count}</span> <span className="cq-visually-hidden">chosen</span>
              </>
            )}
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
        <ul aria-label="Active filters" className="cq-filter-chips" ref={chips}>
          {active.map(({ name, label }, index) => (
            <li key={name}>
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Remove filter ${label}`}
                onClick={() => {
                  pressed.current = index;
                  drop(name);
                }}>
                {label} <X aria-hidden="true" size={14} />
              </Button>
            </li>
          ))}
          <li>
            <Button
              variant="ghost"
              size="sm"
              onClick={() => {
                pressed.current = 0;
                clear();
              }}>
              Clear all
            </Button>
          </li>
        </ul>
      )}
    </div>
  );
}
