import { useInfiniteQuery } from "@tanstack/react-query";
import { searchContests } from "@conquest/shared/contracts/listing";
import { pages } from "@conquest/shared/singletons/api-hooks";
import { msg, t } from "@conquest/shared/singletons/language";
import { Button, ButtonLink } from "@conquest/shared/ui/button";
import { ContestCard } from "@conquest/shared/ui/contest/card";
import { CostNote } from "@conquest/shared/ui/contest/cost";
import { ContestGrid } from "@conquest/shared/ui/contest/grid";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { FailedState } from "@conquest/shared/ui/state/failed-state";
import { LoadMore } from "@conquest/shared/ui/list/load-more";
import { NearResults } from "@conquest/shared/ui/list/near-results";
import { SectionHeading } from "@conquest/shared/ui/page/page-heading";
import { Spinner } from "@conquest/shared/ui/state/spinner";

export function SearchResults({ term, onClear }: { term: string; onClear: () => void }) {
  const search = useInfiniteQuery(pages(searchContests, { params: { searchTerm: term } }));
  const found = [
    ...new Map(
      (search.data?.pages ?? []).flatMap((page) => page.items).map((contest) => [contest._id, contest]),
    ).values(),
  ];

  return (
    <section aria-labelledby="search-results" className="cq-section">
      <SectionHeading
        id="search-results"
        title={t("Search Results")}
        subtitle={t("For “{term}”", { term })}
        note={<CostNote />}
        actions={
          <Button variant="ghost" size="sm" onClick={onClear}>
            {t("Clear search")}
          </Button>
        }
      />
      {search.isPending && (
        <div className="pu:flex pu:justify-center pu:py-16">
          <Spinner label={t("Searching contests")} size="lg" />
        </div>
      )}
      {search.isError && (
        <FailedState error={search.error} isRetrying={search.isFetching} onRetry={() => void search.refetch()} />
      )}
      {search.isSuccess && found.length === 0 && (
        <div role="status">
          <EmptyState
            title={t("No contests match “{term}”", { term })}
            action={
              <>
                <ButtonLink to="/all_contests" variant="secondary">
                  {t("See all contests")}
                </ButtonLink>
                <ButtonLink to="/top_contests" variant="secondary">
                  {t("Popular contests")}
                </ButtonLink>
              </>
            }>
            {t("Try a shorter word or another spelling.")}
          </EmptyState>
        </div>
      )}
      {found.length > 0 && (
        <>
          <NearResults page={search.data?.pages[0]} term={term} items={msg("contests")} />
          <ContestGrid>
            {found.map((contest) => (
              <ContestCard key={contest._id} contest={contest} />
            ))}
          </ContestGrid>
          <LoadMore list={search} shown={found.length} />
        </>
      )}
    </section>
  );
}
