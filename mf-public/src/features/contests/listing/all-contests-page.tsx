import { useInfiniteQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useSearchParams } from "react-router-dom";
import { contestsFeed } from "@conquest/shared/contracts/feeds";
import { isSearchTooLong } from "@conquest/shared/contracts/text/search-words";
import { listContests } from "@conquest/shared/contracts/listing";
import type { InputOf } from "@conquest/shared/contracts/http/endpoint";
import { pages } from "@conquest/shared/singletons/api-hooks";
import { language, msg, t } from "@conquest/shared/singletons/language";
import { Button, ButtonLink } from "@conquest/shared/ui/button";
import { CostNote } from "@conquest/shared/ui/contest/cost";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { FilterBar } from "@conquest/shared/ui/list/filter-bar";
import { NearResults } from "@conquest/shared/ui/list/near-results";
import { preserveScroll } from "@conquest/shared/ui/page/preserve-scroll";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";
import { choices, readFilters, type Filter } from "./contest-filters";
import { ContestPages } from "./contest-pages";
import { FeedLink } from "./feed-link";

export default function AllContestsPage() {
  const [address, setAddress] = useSearchParams();
  const filters = readFilters(address);
  const isTooLong = isSearchTooLong(address.get("q") ?? "");
  const contests = useInfiniteQuery({
    ...pages(listContests, inputFor(filters), address.get("cursor")),
    enabled: !isTooLong,
  });
  const { total, isTotalAtLeast } = contests.data?.pages[0] ?? {};
  const found =
    total === undefined
      ? undefined
      : t("{n, plural, one {#{more} contest} other {#{more} contests}}", { n: total, more: isTotalAtLeast ? "+" : "" });
  const isNarrowed = filters.some(({ name }) => name !== "sort");

  function dropSearch() {
    const rest = new URLSearchParams(address);
    rest.delete("q");
    setAddress(rest, { replace: true, ...preserveScroll });
  }
  const clear = () => setAddress({}, { replace: true, ...preserveScroll });

  return (
    <div className="cq-container cq-page">
      <PageHeading
        title={t("All Contests")}
        subtitle={t("All the contests are ready to go for you now, lets dive")}
        note={<CostNote />}
      />
      <div className="pu:mb-8 pu:flex pu:flex-col pu:gap-4">
        <FilterBar searchLabel={t("Search contests")} choices={choices()} active={filters} found={found} />
        <NearResults
          page={contests.data?.pages[0]}
          term={filters.find(({ name }) => name === "q")?.value ?? ""}
          items={msg("contests")}
        />
        <p role="status" className="pu:text-sm pu:text-muted">
          {found}
        </p>
      </div>
      {isTooLong ? (
        <div role="status">
          <EmptyState
            title={t("Your search is too long")}
            icon={<SearchX size={40} />}
            action={<Button onClick={dropSearch}>{t("Clear search")}</Button>}>
            {t("Search for a few words of a contest's name, description or tag.")}
          </EmptyState>
        </div>
      ) : (
        <ContestPages
          contests={contests}
          empty={
            isNarrowed ? (
              <div role="status">
                <EmptyState
                  title={t("No contests match these filters")}
                  icon={<SearchX size={40} />}
                  action={
                    <>
                      <Button onClick={clear}>{t("Clear all")}</Button>
                      <ButtonLink to="/top_contests" variant="secondary">
                        {t("Popular contests")}
                      </ButtonLink>
                    </>
                  }>
                  {t("Your filters: {filters}. Clear one to see more.", {
                    filters: filters.map(({ label }) => label).join(", "),
                  })}
                </EmptyState>
              </div>
            ) : (
              <EmptyState title={t("No contests yet")}>{t("Contests appear here once they're approved.")}</EmptyState>
            )
          }
        />
      )}
      {!isNarrowed && <FeedLink href={contestsFeed(language())} />}
    </div>
  );
}

/** Returns {} without filters, to match the first page that came with the HTML. */
function inputFor(filters: readonly Filter[]): InputOf<typeof listContests> {
  if (filters.length === 0) return {};
  return { query: Object.fromEntries(filters.map(({ name, value }) => [name, value])) };
}
