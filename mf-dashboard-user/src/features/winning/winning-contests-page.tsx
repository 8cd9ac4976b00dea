import { useInfiniteQuery } from "@tanstack/react-query";
import { Share2, Trophy } from "lucide-react";
import { Suspense } from "react";
import { Link } from "react-router-dom";
import type { ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import { SIMULATED } from "@conquest/shared/contracts/text/simulated";
import { listWonContests } from "@conquest/shared/contracts/winners";
import { pages } from "@conquest/shared/singletons/api-hooks";
import { T, t } from "@conquest/shared/singletons/language";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { ButtonLink } from "@conquest/shared/ui/button";
import { CertificateLink } from "@conquest/shared/ui/contest/certificate-link";
import { ContestGrid, SkeletonCards } from "@conquest/shared/ui/contest/grid";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { ListPage } from "@conquest/shared/ui/list/list-page";
import { Money } from "@conquest/shared/ui/format/money";
import { Picture } from "@conquest/shared/ui/picture/picture";
import { formatDate } from "@conquest/shared/ui/format/time";
import { UserText } from "@conquest/shared/ui/format/user-text";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { Fact } from "@conquest/shared/ui/page/section";

const PrizeStatus = lazyComponent(() => import(/* webpackChunkName: "prize-status" */ "./prize-status"));

type WonContest = ResponseOf<typeof listWonContests>[number];

export default function WinningContestsPage() {
  const won = useInfiniteQuery(pages(listWonContests));
  return (
    <ListPage
      title={t("My Winning Contests")}
      unit={[t("win"), t("wins")]}
      list={won}
      rowKey={({ id }) => id}
      skeleton={<SkeletonCards count={3} label={t("Loading your wins")} />}
      empty={
        <EmptyState
          title={t("You haven't won any contests yet. Keep participating!")}
          icon={<Trophy aria-hidden="true" size={40} />}
          action={<ButtonLink to="/all_contests?phase=open">{t("Find a contest")}</ButtonLink>}
        />
      }>
      {(contests) => (
        <ContestGrid>
          {contests.map((contest) => (
            <WonCard key={contest.id} contest={contest} />
          ))}
        </ContestGrid>
      )}
    </ListPage>
  );
}

function WonCard({
  contest: { id, image, name, dateWon, prize, note, isPublic, award, prizeName, hasMorePrizes, team },
}: {
  contest: WonContest;
}) {
  const prizeLabel = prizeName ?? (hasMorePrizes ? t("First prize") : null);
  return (
    <article className="cq-card du:flex du:flex-col du:overflow-hidden" aria-label={name}>
      <Picture src={image} alt="" className="du:w-full" />
      <div className="du:flex du:flex-1 du:flex-col du:gap-3 du:p-5">
        <h2 className="du:text-lg du:font-semibold" dir="auto" lang={langOf(name)}>
          <Link to={`/contest-details/${id}`} className="cq-link">
            {name}
          </Link>
        </h2>
        {prizeLabel && (
          <p className="du:font-semibold du:wrap-anywhere" dir="auto">
            {prizeLabel}
          </p>
        )}
        {team && (
          <p className="du:wrap-anywhere">
            <T text="Won with the team {team}" team={<bdi>{team}</bdi>} />
          </p>
        )}
        {!isPublic && <p className="cq-hint">{t("This contest is hidden right now.")}</p>}
        {note && <UserText>{note}</UserText>}
        <dl className="du:grid du:grid-cols-2 du:gap-3">
          {prize > 0 && (
            <Fact name={t("Prize")}>
              <Money amount={prize} />
              {team && award === null && <span className="cq-hint du:block">{t("The captain receives it.")}</span>}
              <span className="cq-hint du:block">{t(SIMULATED)}</span>
            </Fact>
          )}
          <Fact name={t("Date won")}>
            <time dateTime={dateWon}>{formatDate(dateWon)}</time>
          </Fact>
          <div className="du:col-span-2">
            <dt className="cq-hint">{t("Contest ID")}</dt>
            <dd className="du:break-all du:text-sm">{id}</dd>
          </div>
        </dl>
        {award && (
          <section aria-label={t("Prize")} className="du:border-t du:border-line du:pt-4">
            <Suspense fallback={<div className="cq-bone du:min-h-24" aria-hidden="true" />}>
              <PrizeStatus award={award} />
            </Suspense>
          </section>
        )}
        <div className="du:mt-auto du:flex du:flex-wrap du:gap-3">
          <CertificateLink contestId={id} label={t("Certificate")} variant="secondary" size="sm" />
          {isPublic && (
            <ButtonLink variant="secondary" size="sm" to={`/contest-details/${id}/winner`}>
              <Share2 aria-hidden size={16} /> {t("Share your win")}
            </ButtonLink>
          )}
        </div>
      </div>
    </article>
  );
}
