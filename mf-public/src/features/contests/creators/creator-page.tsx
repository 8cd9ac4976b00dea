import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useParams, useSearchParams } from "react-router-dom";
import { creatorFeed } from "@conquest/shared/contracts/feeds";
import type { ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import { getCreator, listCreatorContests } from "@conquest/shared/contracts/listing";
import { pages, query } from "@conquest/shared/singletons/api-hooks";
import { ApiError } from "@conquest/shared/singletons/http";
import { language, T, t } from "@conquest/shared/singletons/language";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { Avatar } from "@conquest/shared/ui/picture/avatar";
import { CountBadge } from "@conquest/shared/ui/badge";
import { ButtonLink } from "@conquest/shared/ui/button";
import { CostNote } from "@conquest/shared/ui/contest/cost";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { formatMonth } from "@conquest/shared/ui/format/day";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { ContestPages } from "../listing/contest-pages";
import { FeedLink } from "../listing/feed-link";
import { RecordFacts } from "./record-facts";
import { Section } from "@conquest/shared/ui/page/section";

type Creator = ResponseOf<typeof getCreator>;

export default function CreatorPage() {
  const { id = "" } = useParams();
  const creator = useQuery(query(getCreator, { params: { id } }));
  const isMissing = creator.error instanceof ApiError && creator.error.status === 404;
  return (
    <div className="cq-container cq-page">
      {isMissing ? (
        <CreatorNotFound />
      ) : (
        <QueryView query={creator} skeleton={<CreatorSkeleton />}>
          {(shown) => <CreatorDetails key={shown._id} creator={shown} />}
        </QueryView>
      )}
    </div>
  );
}

function CreatorDetails({ creator: { _id, name, photo, since, record } }: { creator: Creator }) {
  const [address] = useSearchParams();
  const contests = useInfiniteQuery(pages(listCreatorContests, { params: { id: _id } }, address.get("cursor")));
  const { total, isTotalAtLeast } = contests.data?.pages[0] ?? {};
  return (
    <>
      <title>{`${name || t("A creator")} | Conquest`}</title>
      <header className="pu:mb-6 pu:flex pu:items-center pu:gap-4 pu:sm:gap-6">
        <Avatar src={photo} name={name} size={96} alt="" />
        <div className="pu:grid pu:min-w-0 pu:gap-2">
          <h1 tabIndex={-1} id="page-heading" dir="auto" lang={langOf(name)} className="cq-title pu:text-left">
            {name || t("Unnamed creator")}
          </h1>
          <p className="cq-subtitle">
            <T text="On Conquest since {month}" month={<time dateTime={since}>{formatMonth(since)}</time>} />
          </p>
        </div>
      </header>
      <Section
        headingId="record"
        title={t("Track record")}
        className="cq-panel pu:mb-10 pu:flex pu:flex-col pu:gap-4"
        titleClass="cq-visually-hidden">
        <RecordFacts record={record} isWide />
        {record.concluded > 0 && (
          <p className="cq-hint">{t("Time to result: average time from deadline to winner.")}</p>
        )}
        {record.prizes && record.prizes.of > 0 && (
          <p className="cq-hint">
            {t("Prizes delivered: confirmed by the winner or an admin. The time is until the creator sent them.")}
          </p>
        )}
      </Section>
      <section aria-labelledby="contests">
        <header className="pu:mb-6 pu:grid pu:gap-2">
          <div className="pu:flex pu:items-center pu:gap-3">
            <h2 id="contests" className="cq-section-title">
              {t("Contests")}
            </h2>
            {total !== undefined && (
              <CountBadge
                count={total}
                isAtLeast={isTotalAtLeast ?? false}
                label={t(total === 1 ? "contest" : "contests")}
              />
            )}
          </div>
          {total !== undefined && total > 0 && <CostNote />}
        </header>
        <ContestPages
          contests={contests}
          headingLevel={3}
          empty={
            <EmptyState title={t("No contests right now")}>{t("This creator's contests will appear here.")}</EmptyState>
          }
        />
        <FeedLink href={creatorFeed(_id, language())} />
      </section>
    </>
  );
}

const CreatorNotFound = () => (
  <div className="pu:mx-auto pu:w-full pu:max-w-2xl pu:py-6 pu:text-center">
    <title>{`${t("Creator not found")} | Conquest`}</title>
    <h1 tabIndex={-1} id="page-heading" className="cq-title pu:mb-6">
      {t("Creator not found")}
    </h1>
    <EmptyState
      title={t("We can't find this creator")}
      action={<ButtonLink to="/all_contests">{t("See all contests")}</ButtonLink>}>
      {t("They may have left Conquest, or have no public contests.")}
    </EmptyState>
  </div>
);

const CreatorSkeleton = () => (
  <div role="status" aria-busy="true">
    <span className="cq-visually-hidden">{t("Loading the creator")}</span>
    <div aria-hidden="true" className="pu:flex pu:flex-col pu:gap-6">
      <div className="pu:flex pu:items-center pu:gap-4 pu:sm:gap-6">
        <div className="cq-bone pu:size-24 pu:shrink-0 pu:rounded-full" />
        <div className="pu:flex pu:flex-1 pu:flex-col pu:gap-2">
          <div className="cq-bone cq-bone-title" />
          <div className="cq-bone cq-bone-line cq-bone-short" />
        </div>
      </div>
      <div className="cq-bone pu:min-h-24" />
    </div>
  </div>
);
