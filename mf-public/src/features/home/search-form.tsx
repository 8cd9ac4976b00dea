import { Search } from "lucide-react";
import { useId, useState, type FormEvent } from "react";
import { Button } from "@conquest/shared/ui/button";
import { MAX_SEARCH_LENGTH, readTerm } from "./search-term";

interface Props {
  /** What is being searched for now. */
  term: string;
  onSearch: (term: string) => void;
}

/** The hero's search box. Asks for a word itself rather than letting a blank search go out. */
export function SearchForm({ term, onSearch }: Props) {
  const id = useId();
  const [typed, setTyped] = useState(term);
  const [isAsking, setIsAsking] = useState(false);
  const [shownTerm, setShownTerm] = useState(term);

  // A term that comes from elsewhere (Back, a link, Clear) replaces what stands in the box.
  if (term !== shownTerm) {
    setShownTerm(term);
    setTyped(term);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const wanted = readTerm(typed);
    setIsAsking(!wanted);
    if (wanted) onSearch(wanted);
    else document.getElementById(id)?.focus();
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
            maxLength={MAX_SEARCH_LENGTH}
            enterKeyHint="search"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setIsAsking(false);
            }}
            aria-invalid={isAsking || undefined}
            aria-describedby={isAsking ? `${id}-ask` : undefined}
          />
        </div>
        <Button type="submit">Search</Button>
      </div>
      <p id={`${id}-ask`} aria-live="polite" className="pu:mt-2 pu:min-h-6 pu:text-sm">
        {isAsking && "Please type a word to search for."}
      </p>
    </form>
  );
}
