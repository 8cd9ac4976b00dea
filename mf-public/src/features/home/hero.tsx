import { HeroArt } from "@conquest/shared/ui/illustrations";
import { SearchForm } from "./search-form";

interface Props {
  term: string;
  onSearch: (term: string) => void;
}

export const Hero = ({ term, onSearch }: Props) => (
  <section className="cq-hero">
    <HeroArt />
    <div className="cq-container pu:flex pu:flex-col pu:gap-6 pu:pt-14 pu:pb-48 pu:md:pt-20 pu:md:pb-56 pu:lg:pb-64">
      <h1 tabIndex={-1} className="cq-display pu:max-w-[11ch]">
        Compete. Create. Conquer.
      </h1>
      <p className="cq-subtitle">Discover Exciting Challenges and Showcase Your Talent</p>
      <SearchForm term={term} onSearch={onSearch} />
    </div>
  </section>
);
