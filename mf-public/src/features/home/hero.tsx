import { HeroArt } from "@conquest/shared/ui/picture/illustrations";
import { Search } from "lucide-react";
import { useId, useState, type FormEvent } from "react";
import type { ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import type { getSiteTotals } from "@conquest/shared/contracts/listing";
import { t } from "@conquest/shared/singletons/language";
import { useSession } from "@conquest/shared/singletons/session-store";
import { Button, ButtonLink } from "@conquest/shared/ui/button";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { formatNumber } from "@conquest/shared/ui/format/text";
import { searchProblem } from "@conquest/shared/ui/list/search-problem";
import { readTerm } from "./search-term";

interface Totals {
  data: ResponseOf<typeof getSiteTotals> | undefined;
  isError: boolean;
}

interface Props {
  term: string;
  onSearch: (term: string) => void;
  totals: Totals;
}

export const Hero = ({ term, onSearch, totals }: Props) => (
  <section className="cq-hero">
    <div className="cq-container cq-hero-body">
      <div className="cq-hero-words pu:flex pu:flex-col pu:gap-5">
        <h1 tabIndex={-1} id="page-heading" className="cq-display">
          {t("Compete. Create. Conquer.")
            .split(" ")
            .map((line) => (
              <span key={line} className="pu:sm:block">
                {line}{" "}
              </span>
            ))}
        </h1>
        <p className="cq-subtitle">{t("Discover Exciting Challenges and Showcase Your Talent")}</p>
        <p>{t("Creators set a task and a prize. Anyone can join, and the best entry wins.")}</p>
        <MainButtons />
        <SearchForm term={term} onSearch={onSearch} />
        <SiteTotals {...totals} />
      </div>
    </div>
    {/* After the text: it is aligned to the bottom, which is known only once the text has arrived. */}
    <HeroArt />
  </section>
);

function MainButtons() {
  // Users apply on their profile; visitors are asked to log in first.
  const start = useSession(({ account }) =>
    account?.role === "creator" ? "/dashboard/add_contest" : "/dashboard/profile#apply",
  );
  return (
    <div className="pu:flex pu:flex-wrap pu:gap-3">
      <ButtonLink to="/all_contests">{t("Browse contests")}</ButtonLink>
      <ButtonLink variant="secondary" to={start}>
        {t("Run a contest")}
      </ButtonLink>
    </div>
  );
}

/** Optional: hidden without open contests or if loading fails. The lines stand while it loads, so nothing moves. */
function SiteTotals({ data: totals, isError }: Totals) {
  if (isError || totals?.openCount === 0) return null;
  const facts = {
    [t(totals?.openCount === 1 ? "open contest" : "open contests")]: totals && formatNumber(totals.openCount),
    [t("in prizes")]: totals && formatTaka(totals.prizeTotal),
    [t("past entries")]: totals && formatNumber(totals.entryCount),
  };
  return (
    <dl className="pu:-mt-3 pu:flex pu:flex-wrap pu:gap-x-4 pu:gap-y-2 pu:sm:gap-x-8">
      {Object.entries(facts).map(([label, fact]) => (
        <div key={label} className="pu:flex pu:flex-col-reverse">
          <dt className="pu:text-xs pu:text-on-deep-muted pu:sm:text-sm">{label}</dt>
          <dd className="cq-money pu:text-xl pu:font-bold">{fact ?? "\u00a0"}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The hero's search box. Shows an error instead of searching for a blank or overlong term. */
export function SearchForm({ term, onSearch }: Omit<Props, "totals">) {
  const id = useId();
  const [typed, setTyped] = useState(term);
  const [problem, setProblem] = useState(searchProblem(term));
  const [shownTerm, setShownTerm] = useState(term);
  const [sent, setSent] = useState(term);

  // A term from elsewhere (Back, a link, Clear) replaces the input; our own submitted term, rendered late, does not.
  if (term !== shownTerm) {
    setShownTerm(term);
    if (term !== sent) {
      setSent(term);
      setTyped(term);
      setProblem(searchProblem(term));
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const newTerm = readTerm(typed);
    const error = newTerm ? searchProblem(newTerm) : t("Enter a search term.");
    setProblem(error);
    if (error) document.getElementById(id)?.focus();
    else {
      setSent(newTerm);
      onSearch(newTerm);
    }
  }

  return (
    <form role="search" onSubmit={submit} noValidate className="pu:w-full pu:max-w-xl">
      <label htmlFor={id} className="pu:mb-2 pu:block pu:text-sm pu:font-semibold">
        {t("Search Contests...")}
      </label>
      <div className="pu:flex pu:gap-2">
        <div className="cq-control pu:flex-1">
          <span className="cq-control-before">
            <Search aria-hidden size={18} />
          </span>
          <input
            id={id}
            name="q"
            type="search"
            className="cq-input"
            enterKeyHint="search"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setProblem("");
            }}
            aria-invalid={problem !== "" || undefined}
            aria-describedby={problem ? `${id}-problem` : undefined}
          />
        </div>
        <Button type="submit">{t("Search")}</Button>
      </div>
      <p id={`${id}-problem`} aria-live="polite" className="pu:mt-2 pu:min-h-6 pu:text-sm">
        {/* The hero picture may reach behind this text. */}
        {problem && (
          <span className="pu:rounded-sm pu:bg-deep pu:box-decoration-clone pu:px-1.5 pu:py-0.5">{problem}</span>
        )}
      </p>
    </form>
  );
}
