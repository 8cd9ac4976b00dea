import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import type { ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import { listWinners } from "@conquest/shared/contracts/winners";
import { query } from "@conquest/shared/singletons/api-hooks";
import { T, t } from "@conquest/shared/singletons/language";
import { Avatar } from "@conquest/shared/ui/picture/avatar";
import { Picture } from "@conquest/shared/ui/picture/picture";
import { ButtonLink } from "@conquest/shared/ui/button";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { SectionHeading } from "@conquest/shared/ui/page/page-heading";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { truncate } from "@conquest/shared/ui/format/text";
import { listBestCreators } from "@conquest/shared/contracts/listing";

export function WinnersCircle() {
  const winners = useQuery(query(listWinners));

  return (
    <section id="winners" aria-labelledby="winners-circle" className="cq-section">
      <SectionHeading id="winners-circle" title={t("Winner's Circle")} subtitle={t("People who have won contests")} />
      <QueryView query={winners} skeleton={<SkeletonPeople label={t("Loading winners")} />}>
        {(people) =>
          people.length === 0 ? (
            <EmptyState
              title={t("No winners yet")}
              action={
                <ButtonLink to="/all_contests" variant="secondary">
                  {t("Find a contest")}
                </ButtonLink>
              }>
              {t("The first winner will be celebrated here. It could be you.")}
            </EmptyState>
          ) : (
            <ul className="pu:-mx-(--cq-page-edge) pu:-my-1 pu:flex pu:snap-x pu:scroll-px-(--cq-page-edge) pu:gap-5 pu:overflow-x-auto pu:px-(--cq-page-edge) pu:py-1 pu:pb-4">
              {people.map((winner) => (
                <li
                  key={winner._id}
                  className="cq-card cq-contest-card pu:h-auto pu:w-[min(18rem,80vw)] pu:shrink-0 pu:snap-start">
                  <WinningWork contest={winner.lastContest} />
                  <div className="pu:flex pu:flex-1 pu:flex-col pu:gap-3 pu:p-5">
                    <div className="pu:flex pu:items-center pu:gap-3">
                      <Avatar src={winner.photo} name={winner.name} size={48} alt="" />
                      <div className="pu:min-w-0">
                        <h3
                          className="pu:truncate pu:text-left pu:text-lg pu:font-semibold"
                          dir="auto"
                          lang={langOf(winner.name)}>
                          {winner.name}
                        </h3>
                        <p className="pu:truncate pu:text-sm pu:text-muted">{winner.email}</p>
                      </div>
                    </div>
                    <p className="pu:mt-auto pu:text-sm pu:text-muted">
                      {t("Latest:")}{" "}
                      <Link
                        to={`/contest-details/${winner.lastContest._id}/winner`}
                        dir="auto"
                        lang={langOf(winner.lastContest.name)}
                        className="cq-link pu:after:absolute pu:after:inset-0">
                        {winner.lastContest.name}
                      </Link>
                    </p>
                    {winner.placements && winner.placements.length > 0 && (
                      <ul aria-label={t("Placements")} className="pu:text-sm pu:text-muted pu:wrap-anywhere">
                        {winner.placements.map(({ contest, prizeName }) => (
                          <li key={contest._id}>
                            <T
                              text="{prize} in “{name}”"
                              prize={<bdi>{prizeName}</bdi>}
                              name={<bdi>{contest.name}</bdi>}
                            />
                          </li>
                        ))}
                      </ul>
                    )}
                    <p className="cq-pennant cq-icon cq-icon-trophy pu:flex pu:items-center pu:gap-2 pu:self-start pu:bg-gold pu:py-1.5 pu:pr-7 pu:pl-3 pu:font-semibold pu:text-on-gold">
                      {t("{n, plural, one {# time won} other {# times won}}", { n: winner.timesWon })}
                    </p>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  );
}

const WinningWork = ({
  contest: { name, work },
}: {
  contest: ResponseOf<typeof listWinners>[number]["lastContest"];
}) =>
  work?.picture ? (
    <Picture src={work.picture} alt={t("Winning entry of “{name}”", { name })} className="pu:aspect-4/3" />
  ) : (
    <div className="pu:flex pu:aspect-4/3 pu:items-center pu:bg-deep pu:p-6 pu:text-on-deep">
      <p className="pu:line-clamp-6 pu:wrap-anywhere" dir="auto" lang={langOf(work?.text ?? "")}>
        {work?.text ?? t("This winning entry isn't public.")}
      </p>
    </div>
  );

const MAX_DESCRIPTION_LENGTH = 30;

export function BestCreators() {
  const creators = useQuery(query(listBestCreators));

  return (
    <section aria-labelledby="best-creators" className="cq-section">
      <SectionHeading
        id="best-creators"
        title={t("Best Contest Creator")}
        subtitle={t("The creators whose contests attract the most participants")}
      />
      <QueryView query={creators} skeleton={<SkeletonPeople label={t("Loading creators")} />}>
        {(people) =>
          people.length === 0 ? (
            <EmptyState title={t("No creators yet")}>
              {t("Creators appear here once people join their contests.")}
            </EmptyState>
          ) : (
            <ul className="cq-grid">
              {people.map(({ _id, name, photo, participantCount, bestContest }) => (
                <li key={_id} className="cq-card pu:flex pu:flex-col pu:gap-4 pu:p-5">
                  <div className="pu:flex pu:items-center pu:gap-4">
                    <Avatar src={photo} name={name} size={56} alt={name ? "" : t("Photo of a creator")} />
                    <div className="pu:min-w-0">
                      {name && (
                        <h3
                          className="pu:truncate pu:text-left pu:text-lg pu:font-semibold"
                          dir="auto"
                          lang={langOf(name)}>
                          <Link to={`/creators/${_id}`} className="cq-link">
                            {name}
                          </Link>
                        </h3>
                      )}
                      <p className="pu:text-sm pu:text-muted">
                        {t("{n, plural, one {# participant} other {# participants}}", { n: participantCount })}
                      </p>
                    </div>
                  </div>
                  <div className="pu:border-t pu:border-line pu:pt-4">
                    <p className="pu:text-xs pu:text-muted">{t("Best contest")}</p>
                    <Link
                      to={`/contest-details/${bestContest._id}`}
                      dir="auto"
                      lang={langOf(bestContest.name)}
                      className="cq-link pu:font-semibold">
                      {bestContest.name}
                    </Link>
                    <p
                      className="pu:mt-1 pu:text-sm pu:text-muted"
                      dir="auto"
                      lang={langOf(bestContest.summary ?? bestContest.description)}>
                      {truncate(bestContest.summary ?? bestContest.description, MAX_DESCRIPTION_LENGTH)}
                    </p>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  );
}

const SkeletonPeople = ({ label }: { label: string }) => (
  <div role="status" aria-busy="true">
    <span className="cq-visually-hidden">{label}</span>
    <div className="cq-grid" aria-hidden="true">
      {[1, 2, 3].map((card) => (
        <div key={card} className="cq-card pu:flex pu:flex-col pu:gap-4 pu:p-5">
          <div className="pu:flex pu:items-center pu:gap-4">
            <div className="cq-bone pu:size-14 pu:rounded-full" />
            <div className="pu:flex pu:flex-1 pu:flex-col pu:gap-2">
              <div className="cq-bone cq-bone-line" />
              <div className="cq-bone cq-bone-line cq-bone-short" />
            </div>
          </div>
          <div className="cq-bone cq-bone-line cq-bone-long" />
        </div>
      ))}
    </div>
  </div>
);
