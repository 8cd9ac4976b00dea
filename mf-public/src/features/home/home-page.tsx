import { useEffect, useRef } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import { searchRefusal } from "@conquest/shared/contracts/search-words";
import { keepScroll } from "@conquest/shared/ui/keep-scroll";
import { BestCreators } from "./best-creators";
import { Hero } from "./hero";
import { PopularContests } from "./popular-contests";
import { SearchResults } from "./search-results";
import { readTerm } from "./search-term";
import { WinnersCircle } from "./winners-circle";

export default function HomePage() {
  const { hash } = useLocation();
  const [params, setParams] = useSearchParams();
  const term = readTerm(params.get("q"));
  const isSearching = term !== "" && !searchRefusal(term);
  const results = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isSearching) results.current?.scrollIntoView({ block: "start" });
  }, [term, isSearching]);

  useEffect(() => {
    if (hash === "#winners") document.getElementById("winners")?.scrollIntoView({ block: "start" });
  }, [hash]);

  return (
    <>
      <Hero term={term} onSearch={(wanted) => setParams({ q: wanted }, keepScroll)} />
      <div className="cq-container pu:py-6">
        {isSearching && (
          <div ref={results}>
            <SearchResults term={term} onClear={() => setParams({}, keepScroll)} />
          </div>
        )}
        <PopularContests />
        <WinnersCircle />
        <BestCreators />
      </div>
    </>
  );
}
