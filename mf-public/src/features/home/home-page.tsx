import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useId, type ReactNode } from "react";
import { useSearchParams, Link } from "react-router-dom";
import { listFeaturedContests, listPopularContests } from "@conquest/shared/contracts/listing";
import { searchError } from "@conquest/shared/contracts/text/search-words";
import { query } from "@conquest/shared/singletons/api-hooks";
import { CostNote, formatCost } from "@conquest/shared/ui/contest/cost";
import { preserveScroll } from "@conquest/shared/ui/page/preserve-scroll";
import { BestCreators, WinnersCircle } from "./winners-circle";
import { Hero } from "./hero";
import { SearchResults } from "./search-results";
import { readTerm } from "./search-term";
import type { ContestCard as FeaturedContest } from "@conquest/shared/contracts/contests";
import { TagLabel } from "@conquest/shared/ui/contest/tag";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { SectionHeading } from "@conquest/shared/ui/page/page-heading";
import { Picture } from "@conquest/shared/ui/picture/picture";
import { RelativeTime } from "@conquest/shared/ui/format/time";
import { ButtonLink } from "@conquest/shared/ui/button";
import { ContestCard } from "@conquest/shared/ui/contest/card";
import { ContestGrid, SkeletonCards } from "@conquest/shared/ui/contest/grid";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { QueryView } from "@conquest/shared/ui/state/query-view";

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

/** One column per contest; a single card is no wider than its text needs. */
const COLUMNS: Readonly<Record<number, string>> = {
  1: "pu:max-w-2xl",
  2: "pu:md:grid-cols-2",
  3: "pu:md:grid-cols-2 pu:lg:grid-cols-3",
};

const FeaturedContests = ({ contests, note }: { contests: readonly FeaturedContest[]; note: ReactNode }) => (
  <section aria-labelledby="featured" className="cq-section">
    <SectionHeading id="featured" title="Featured" subtitle="Picked by the people who run Conquest" note={note} />
    <ul className={`pu:grid pu:gap-5 ${COLUMNS[contests.length] ?? COLUMNS[3]}`}>
      {contests.map((contest, index) => (
        <li key={contest._id} className="pu:grid">
          <FeaturedCard contest={contest} isUrgent={index === 0} />
        </li>
      ))}
    </ul>
  </section>
);

/** The picture is cropped at the sides, so its width follows from its height. */
function FeaturedCard({
  contest: { _id, name, image, tags, prize, amountDue, deadline },
  isUrgent,
}: {
  contest: FeaturedContest;
  isUrgent: boolean;
}) {
  const nameId = useId();
  return (
    <article aria-labelledby={nameId} className="cq-card cq-contest-card pu:flex-row">
      <div className="pu:w-24 pu:shrink-0 pu:self-stretch pu:border-r-4 pu:border-gold pu:sm:w-36">
        <Picture src={image} alt="" isUrgent={isUrgent} sizes="18rem" className="pu:h-full pu:w-full" />
      </div>
      <div className="pu:flex pu:min-w-0 pu:flex-1 pu:flex-col pu:gap-1.5 pu:p-4">
        <TagLabel tag={tags} isShort />
        <h3 id={nameId} dir="auto" className="cq-contest-card-name">
          {name}
        </h3>
        <p className="cq-hint">
          <span className="cq-money">
            Prize <strong className="pu:text-ink">{formatTaka(prize)}</strong> ·
          </span>{" "}
          <span className="cq-money">
            To join <strong className="pu:text-ink">{formatCost(amountDue)}</strong>
          </span>
        </p>
        <p className="cq-hint">
          Closes <RelativeTime at={deadline} isDeadline />
        </p>
        <Link
          className="cq-contest-card-link cq-icon cq-icon-arrow-right pu:mt-auto"
          to={`/contest-details/${_id}`}
          aria-describedby={nameId}>
          Details
        </Link>
      </div>
    </article>
  );
}

interface Props {
  /** No section with pictures is above, so the first picture loads eagerly. */
  isFirst: boolean;
  note: ReactNode;
}

function PopularContests({ isFirst, note }: Props) {
  const popular = useQuery(query(listPopularContests));

  return (
    <section aria-labelledby="popular" className="cq-section">
      <SectionHeading
        id="popular"
        title="Popular Contests"
        subtitle="Where most people are taking part right now"
        note={note}
        actions={
          <ButtonLink to="/all_contests" variant="secondary" size="sm">
            See all contests
          </ButtonLink>
        }
      />
      <QueryView query={popular} skeleton={<SkeletonCards count={6} />}>
        {(contests) =>
          contests.length === 0 ? (
            <EmptyState title="No contests yet">
              The first contest will stand here as soon as it is confirmed.
            </EmptyState>
          ) : (
            <ContestGrid>
              {contests.map((contest, index) => (
                <ContestCard key={contest._id} contest={contest} showCount isUrgent={isFirst && index === 0} />
              ))}
            </ContestGrid>
          )
        }
      </QueryView>
    </section>
  );
}
