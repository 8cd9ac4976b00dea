import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { listTopContests } from "@conquest/shared/contracts/listing";
import { pages } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { CostNote } from "@conquest/shared/ui/contest/cost";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";
import { ContestPages } from "./contest-pages";

export default function TopContestsPage() {
  const [address] = useSearchParams();
  const contests = useInfiniteQuery(pages(listTopContests, {}, address.get("cursor")));

  return (
    <div className="cq-container cq-page">
      <PageHeading
        title={t("Top Contests")}
        subtitle={t("Top Contests by number of participants")}
        note={<CostNote />}
      />
      <ContestPages
        contests={contests}
        isRanked
        empty={<EmptyState title={t("No contests yet")}>{t("The most-joined contests will appear here.")}</EmptyState>}
      />
    </div>
  );
}
