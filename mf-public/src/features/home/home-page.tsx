import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useId, type ReactNode } from "react";
import { useSearchParams, Link } from "react-router-dom";
import { getSiteTotals, listFeaturedContests, listPopularContests } from "@conquest/shared/contracts/listing";
import { isSearchTooLong } from "@conquest/shared/contracts/text/search-words";
import { query } from "@conquest/shared/singletons/api-hooks";
import { digits, msg, T, t } from "@conquest/shared/singletons/language";
import { CostNote, formatCost } from "@conquest/shared/ui/contest/cost";
import { preserveScroll } from "@conquest/shared/ui/page/preserve-scroll";
import { BestCreators, WinnersCircle } from "./winners-circle";
import { Hero } from "./hero";
import { SearchResults } from "./search-results";
import { readTerm } from "./search-term";
import type { ContestCard as FeaturedContest } from "@conquest/shared/contracts/contests";
import { TagLabel } from "@conquest/shared/ui/contest/tag";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { truncate } from "@conquest/shared/ui/format/text";
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
  const isSearching = term !== "" && !isSearchTooLong(term);
  // Optional: the page neither waits for totals and featured contests nor reports their errors.
  const totals = useQuery(query(getSiteTotals));
  const { data: featured = [] } = useQuery(query(listFeaturedContests));
  // Shown once per page; search results show it themselves.
  const note = !isSearching && <CostNote />;
  const results = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isSearching) results.current?.scrollIntoView({ block: "start" });
  }, [term, isSearching]);

  return (
    <>
      <Hero term={term} onSearch={(newTerm) => setParams({ q: newTerm }, preserveScroll)} totals={totals} />
      <div className="cq-container pu:py-6">
        {isSearching && (
          <div ref={results}>
            <SearchResults term={term} onClear={() => setParams({}, preserveScroll)} />
          </div>
        )}
        {!isSearching && <HowItWorks />}
        {featured.length > 0 && <FeaturedContests contests={featured} note={note} />}
        <PopularContests isFirst={featured.length === 0} note={featured.length === 0 && note} />
        <WinnersCircle />
        <BestCreators />
      </div>
    </>
  );
}

const STEPS = [
  [msg("Pick a contest"), msg("Read the task, the prize and the deadline, then join.")],
  [msg("Submit your entry"), msg("Edit it until the deadline, and get a receipt.")],
  [msg("See who wins"), msg("The creator picks the winner and explains why.")],
] as const;

const HowItWorks = () => (
  <section aria-labelledby="how-it-works" className="cq-section pu:pb-0">
    <SectionHeading id="how-it-works" title={t("How it works")} />
    <ol className="pu:grid pu:gap-5 pu:md:grid-cols-3">
      {STEPS.map(([step, details], index) => (
        <li key={step} className="pu:flex pu:gap-4">
          <span className="cq-count pu:shrink-0" aria-hidden="true">
            {digits(index + 1)}
          </span>
          <div>
            <h3 className="pu:font-semibold">{t(step)}</h3>
            <p className="pu:text-muted">{t(details)}</p>
          </div>
        </li>
      ))}
    </ol>
  </section>
);

const FeaturedContests = ({ contests, note }: { contests: readonly FeaturedContest[]; note: ReactNode }) => (
  <section aria-labelledby="featured" className="cq-section">
    <SectionHeading id="featured" title={t("Featured")} subtitle={t("Picked by the Conquest team")} note={note} />
    <ul className="pu:grid pu:gap-5">
      {contests.map((contest, index) => (
        <li key={contest._id}>
          <FeaturedBanner contest={contest} isUrgent={index === 0} />
        </li>
      ))}
    </ul>
  </section>
);

const DESCRIPTION_LENGTH = 160;

function FeaturedBanner({
  contest: { _id, name, image, description, summary = description, tags, prize, amountDue, deadline },
  isUrgent,
}: {
  contest: FeaturedContest;
  isUrgent: boolean;
}) {
  const nameId = useId();
  return (
    <article aria-labelledby={nameId} className="cq-card cq-contest-card pu:md:flex-row">
      <div className="pu:shrink-0 pu:border-gold pu:max-md:border-b-4 pu:md:w-5/12 pu:md:border-r-4">
        <Picture src={image} alt="" isUrgent={isUrgent} sizes="(min-width: 48rem) 40vw, 92vw" className="pu:h-full" />
      </div>
      <div className="cq-contest-card-body pu:min-w-0 pu:md:p-8">
        <TagLabel tag={tags} />
        <h3 id={nameId} dir="auto" lang={langOf(name)} className="cq-contest-card-name pu:md:text-2xl">
          {name}
        </h3>
        <p className="cq-contest-card-text" dir="auto" lang={langOf(summary)}>
          {truncate(summary, DESCRIPTION_LENGTH)}
        </p>
        <p className="cq-hint">
          <span className="cq-money">
            {t("Prize")} <strong className="pu:text-ink">{formatTaka(prize)}</strong> ·
          </span>{" "}
          <span className="cq-money">
            {t("Entry fee")} <strong className="pu:text-ink">{formatCost(amountDue)}</strong>
          </span>
        </p>
        <p className="cq-hint">
          <T text="Closes {time}" time={<RelativeTime at={deadline} isDeadline />} />
        </p>
        <Link
          className="cq-contest-card-link cq-icon cq-icon-arrow-right pu:mt-auto"
          to={`/contest-details/${_id}`}
          aria-describedby={nameId}>
          {t("Details")}
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
        title={t("Popular Contests")}
        subtitle={t("The contests with the most participants right now")}
        note={note}
        actions={
          <ButtonLink to="/all_contests" variant="secondary" size="sm">
            {t("See all contests")}
          </ButtonLink>
        }
      />
      <QueryView query={popular} skeleton={<SkeletonCards count={6} />}>
        {(contests) =>
          contests.length === 0 ? (
            <EmptyState title={t("No contests yet")}>{t("Contests appear here once they're approved.")}</EmptyState>
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
