import { useInfiniteQuery } from "@tanstack/react-query";
import { Gift } from "lucide-react";
import { Link } from "react-router-dom";
import { listAwardsToSettle, type AdminAward } from "@conquest/shared/contracts/awards";
import { pages } from "@conquest/shared/singletons/api-hooks";
import { T, t } from "@conquest/shared/singletons/language";
import { EmailAddress } from "@conquest/shared/ui/format/email-address";
import { SkeletonRows } from "@conquest/shared/ui/list/data-table";
import { ListPage } from "@conquest/shared/ui/list/list-page";
import { AdminActions } from "@conquest/shared/ui/prize/admin-actions";
import { AwardDetails } from "@conquest/shared/ui/prize/award-details";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { HelpLink } from "@conquest/shared/ui/help-link";

export default function PrizesPage() {
  const awards = useInfiniteQuery(pages(listAwardsToSettle, { query: { limit: 20 } }));
  return (
    <ListPage
      title={t("Prizes")}
      subtitle={
        <>
          {t("Prizes with a problem, or not confirmed in time. Those that wait longest come first.")}{" "}
          <HelpLink to="admins#prize-disputes">{t("Decide about prizes")}</HelpLink>
        </>
      }
      unit={[t("prize"), t("prizes")]}
      list={awards}
      rowKey={keyOf}
      skeleton={<SkeletonRows label={t("Loading prizes")} />}
      empty={
        <EmptyState title={t("No prizes to decide about")} icon={<Gift aria-hidden="true" size={40} />}>
          <p>
            {t(
              "Prizes appear here if the winner reports a problem, or doesn't confirm in time. Your own go to other admins.",
            )}
          </p>
        </EmptyState>
      }>
      {(rows) => (
        <ul className="da:flex da:flex-col da:gap-5">
          {rows.map((award) => (
            <li key={keyOf(award)}>
              <AwardCard award={award} />
            </li>
          ))}
        </ul>
      )}
    </ListPage>
  );
}

const keyOf = ({ contest, place }: AdminAward) => `${contest._id} ${place}`;

function AwardCard({ award }: { award: AdminAward }) {
  const { contest, creator, winner } = award;
  const headingId = `prize-${contest._id}-${award.place}`;
  return (
    <article aria-labelledby={headingId} className="cq-panel da:flex da:flex-col da:gap-4">
      <header className="da:min-w-0">
        <h2 id={headingId} tabIndex={-1} className="da:text-lg da:font-semibold da:wrap-anywhere">
          <Link to={`/contest-details/${contest._id}#prize`} className="cq-link" dir="auto">
            {contest.name}
          </Link>
        </h2>
        {award.prizeName && (
          <p className="da:font-medium da:wrap-anywhere" dir="auto">
            {award.prizeName}
          </p>
        )}
        <p className="cq-hint da:wrap-anywhere">
          <T text="From {creator} to {winner}" creator={<Person {...creator} />} winner={<Person {...winner} />} />
        </p>
      </header>
      <AwardDetails award={award} as="admin">
        <AdminActions award={award} />
      </AwardDetails>
    </article>
  );
}

const Person = ({ name, email }: AdminAward["creator"]) => (
  <>
    <bdi>{name || t("Unnamed user")}</bdi>
    {email && (
      <>
        {" "}
        (<EmailAddress>{email}</EmailAddress>)
      </>
    )}
  </>
);
