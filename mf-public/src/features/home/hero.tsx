import { HeroArt } from "@conquest/shared/ui/picture/illustrations";
import { SearchForm } from "./search-form";

interface Props {
  term: string;
  onSearch: (term: string) => void;
}

export const Hero = ({ term, onSearch }: Props) => (
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
