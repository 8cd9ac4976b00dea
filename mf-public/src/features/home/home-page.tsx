import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { listFeaturedContests } from "@conquest/shared/contracts/listing";
import { searchError } from "@conquest/shared/contracts/text/search-words";
import { query } from "@conquest/shared/singletons/api-hooks";
import { CostNote } from "@conquest/shared/ui/contest/cost";
import { preserveScroll } from "@conquest/shared/ui/page/preserve-scroll";
import { BestCreators } from "./best-creators";
import { FeaturedContests } from "./featured-contests";
import { Hero } from "./hero";
import { PopularContests } from "./popular-contests";
import { SearchResults } from "./search-results";
import { readTerm } from "./search-term";
import { WinnersCircle } from "./winners-circle";

export default function HomePage() {
  const [params, setParams] = useSearchParams();
  const term = readTerm(params.get("q"));
  const isSearching = term !== "" && !searchError(term);
  // Optional: the page neither waits for featured contests nor reports their errors.
  const { data: featured = [] } = useQuery(query(listFeaturedContests));
  // Shown once per page; search results show it themselves.
  const note = !isSearching && <CostNote />;
  const results = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isSearching) results.current?.scrollIntoView({ block: "start" });
  }, [term, isSearching]);

  return (
    <>
      <Hero term={term} onSearch={(newTerm) => setParams({ q: newTerm }, preserveScroll)} />
      <div className="cq-container pu:py-6">
        {isSearching && (
          <div ref={results}>
            <SearchResults term={term} onClear={() => setParams({}, preserveScroll)} />
          </div>
        )}
        {featured.length > 0 && <FeaturedContests contests={featured} note={note} />}
        <PopularContests isFirst={featured.length === 0} note={featured.length === 0 && note} />
        <WinnersCircle />
        <BestCreators />
      </div>
    </>
  );
}
