import { useQuery } from "@tanstack/react-query";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { query } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { formatCost } from "@conquest/shared/ui/contest/cost";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { Picture } from "@conquest/shared/ui/picture/picture";
import { RelativeTime } from "@conquest/shared/ui/format/time";
import { BrandArt } from "./brand-art";

/** The contest the user was viewing or joining before being asked to sign in. */
export default function IntendedContest({ id }: { id: string }) {
  const { data: contest } = useQuery({ ...query(getContestDetails, { params: { id } }), retry: false });
  if (!contest) return <BrandArt reservesSpace />;
  return (
    <aside className="cq-account-art cq-account-art-contest" aria-label={t("The contest you were viewing")}>
      <Picture src={contest.image} alt="" sizes="(min-width: 64rem) 36rem, 92vw" isUrgent />
      <div className="cq-account-art-words">
        <p className="cq-account-art-name" dir="auto">
          {contest.name}
        </p>
        <dl className="cq-account-art-facts">
          <div>
            <dt>{t("Prize")}</dt>
            <dd>{formatTaka(contest.prize)}</dd>
          </div>
          <div>
            <dt>{t("Entry fee")}</dt>
            <dd>{formatCost(contest.amountDue)}</dd>
          </div>
          <div>
            <dt>{t(contest.phase === "open" ? "Closes" : "Closed")}</dt>
            <dd>
              <RelativeTime at={contest.deadline} />
            </dd>
          </div>
        </dl>
      </div>
    </aside>
  );
}
