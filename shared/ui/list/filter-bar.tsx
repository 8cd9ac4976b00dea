import { Search, SlidersHorizontal, X } from "lucide-react";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ComponentType } from "react";
import { useSearchParams } from "react-router-dom";
import { digits, t } from "@conquest/shared/singletons/language";
import { Button, buttonClass } from "@conquest/shared/ui/button";
import { SelectField } from "@conquest/shared/ui/form/select-field";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { searchProblem } from "@conquest/shared/ui/list/search-problem";
import { useOptimisticSearchParams } from "@conquest/shared/ui/page/use-optimistic-search-params";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";

const FilterSheet = lazyComponent(
  () => import(/* webpackChunkName: "filter-sheet" */ "@conquest/shared/ui/list/filter-sheet"),
);
/** With more filters, phones show only a button that opens a sheet. */
const MAX_FILTERS_ON_PHONE = 2;

/** Returns the filters in the URL by name; missing and empty ones are undefined. */
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
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

interface Choice {
  name: string;
  label: string;
  /** The first option means "all" and has the value "". */
  options?: { value: string; label: string }[];
  field?: ComponentType<FilterControl>;
  error?: string | undefined;
}

export interface ActiveFilter {
  name: string;
  label: string;
}

interface FilterBarProps {
  searchLabel: string;
  choices?: Choice[];
  active?: readonly ActiveFilter[];
  found?: string | undefined;
  /** Phones show a button that opens a sheet, also for one or two filters. */
  hasSheet?: boolean;
  /** For pages that also change the query parameters. */
  address?: ReturnType<typeof useOptimisticSearchParams>;
}

const preload = () => void FilterSheet.load().catch(() => undefined);

/** A search field (`q`) and filters stored in the URL, so that Back, reload and shared links restore them. */
export function FilterBar({
  searchLabel,
  choices = [],
  active = [],
  found,
  hasSheet = choices.length > MAX_FILTERS_ON_PHONE,
  address,
}: FilterBarProps) {
  const own = useOptimisticSearchParams();
  const [params, setParams] = address ?? own;
  const urlQuery = useSearchParams()[0].get("q") ?? "";
  const [typed, setTyped] = useState(urlQuery);
  const [lastUrlQuery, setLastUrlQuery] = useState(urlQuery);
  const [lastSubmitted, setLastSubmitted] = useState(urlQuery);
  if (urlQuery !== lastUrlQuery) {
    setLastUrlQuery(urlQuery);
    // The URL changed externally (Back, cleared filters). Our own changes arrive late, when more may have been typed.
    if (urlQuery !== lastSubmitted) {
      setLastSubmitted(urlQuery);
      setTyped(urlQuery);
    }
  }
  const queryError = searchProblem(typed);

  const search = (q: string) => {
    setLastSubmitted(q);
    setParams({ q });
  };
  const removeFilter = (name: string) => {
    if (name !== "q") return setParams({ [name]: "" });
    setTyped("");
    search("");
  };
  const chips = useRef<HTMLUListElement>(null);
  /** The index of the clicked chip, which is removed with its filter. */
  const clickedIndex = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (clickedIndex.current === undefined || document.activeElement !== document.body) return;
    const buttons = chips.current?.querySelectorAll("button");
    const nextFocus =
      buttons?.[Math.min(clickedIndex.current, buttons.length - 1)] ?? document.getElementById("page-heading");
    clickedIndex.current = undefined;
    nextFocus?.focus({ preventScroll: true });
  });
  const clear = () => {
    setTyped("");
    setLastSubmitted("");
    setParams(Object.fromEntries([...params.keys()].map((name) => [name, ""])));
  };

  const [sheet, setSheet] = useState<"none" | "closed" | "open">("closed");
  // If the sheet can't be loaded, the filters are shown in the page.
  const openSheet = () =>
    void FilterSheet.load().then(
      () => setSheet("open"),
      () => setSheet("none"),
    );
  const count = choices.filter(({ name }) => params.get(name)).length;
  const fields = choices.map(({ name, label, options = [], field: Field, error }) =>
    Field ? (
      <Field
        key={name}
        label={label}
        name={name}
        error={error}
        value={params.get(name) ?? ""}
        onChange={(value) => setParams({ [name]: value })}
      />
    ) : (
      <SelectField
        key={name}
        label={label}
        name={name}
        options={options}
        value={params.get(name) ?? ""}
        onChange={(event) => setParams({ [name]: event.target.value })}
      />
    ),
  );

  const searchTyped = useEffectEvent(() => {
    // The last search may not be rendered yet when it is undone.
    if (typed.trim() !== lastSubmitted && !queryError) search(typed.trim());
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
          if (!queryError) search(typed.trim());
        }}>
        <TextField
          className="cq-filter-search"
          label={searchLabel}
          id="search"
          name="q"
          type="search"
          error={queryError || undefined}
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
            {t("Filters")}{" "}
            {count > 0 && (
              <>
                <span className="cq-filter-count">{digits(count)}</span>{" "}
                <span className="cq-visually-hidden">{t("chosen")}</span>
              </>
            )}
          </Button>
        )}
        <noscript>
          <button type="submit" className={buttonClass({})}>
            {t("Apply")}
          </button>
        </noscript>
      </form>
      {sheet === "open" && (
        <FilterSheet found={found} onClear={count > 0 ? clear : undefined} onClose={() => setSheet("closed")}>
          {fields}
        </FilterSheet>
      )}
      {active.length > 0 && (
        <ul aria-label={t("Active filters")} className="cq-filter-chips" ref={chips}>
          {active.map(({ name, label }, index) => (
            <li key={name}>
              <Button
                variant="secondary"
                size="sm"
                aria-label={t("Remove filter {label}", { label })}
                onClick={() => {
                  clickedIndex.current = index;
                  removeFilter(name);
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
                clickedIndex.current = 0;
                clear();
              }}>
              {t("Clear all")}
            </Button>
          </li>
        </ul>
      )}
    </div>
  );
}
