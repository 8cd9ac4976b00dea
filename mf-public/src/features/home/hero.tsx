import { HeroArt } from "@conquest/shared/ui/picture/illustrations";
import { Search } from "lucide-react";
import { useId, useState, type FormEvent } from "react";
import { searchError } from "@conquest/shared/contracts/text/search-words";
import { Button } from "@conquest/shared/ui/button";
import { readTerm } from "./search-term";

export const Hero = ({ term, onSearch }: { term: string; onSearch: (term: string) => void }) => (
  <section className="cq-hero">
    <div className="cq-container cq-hero-body">
      <div className="cq-hero-words pu:flex pu:flex-col pu:gap-5">
        <h1 tabIndex={-1} id="page-heading" className="cq-display">
          {["Compete.", "Create.", "Conquer."].map((line) => (
            <span key={line} className="pu:sm:block">
              {line}{" "}
            </span>
          ))}
        </h1>
        <p className="cq-subtitle">Discover Exciting Challenges and Showcase Your Talent</p>
        <SearchForm term={term} onSearch={onSearch} />
      </div>
    </div>
    {/* After the text: it is aligned to the bottom, which is known only once the text has arrived. */}
    <HeroArt />
  </section>
);

/** The hero's search box. Shows an error instead of searching for a blank or overlong term. */
export function SearchForm({ term, onSearch }: { term: string; onSearch: (term: string) => void }) {
  const id = useId();
  const [typed, setTyped] = useState(term);
  const [problem, setProblem] = useState(searchError(term));
  const [shownTerm, setShownTerm] = useState(term);
  const [sent, setSent] = useState(term);

  // A term from elsewhere (Back, a link, Clear) replaces the input; our own submitted term, rendered late, does not.
  if (term !== shownTerm) {
    setShownTerm(term);
    if (term !== sent) {
      setSent(term);
      setTyped(term);
      setProblem(searchError(term));
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const newTerm = readTerm(typed);
    const error = newTerm ? searchError(newTerm) : "Please type a word to search for.";
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
        Search Contests...
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
        <Button type="submit">Search</Button>
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
