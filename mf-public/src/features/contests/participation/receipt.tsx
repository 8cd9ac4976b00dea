import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { getJoinReceipt, type JoinReceipt } from "@conquest/shared/contracts/participation";
import { NO_TEAMS } from "@conquest/shared/contracts/team-size";
import { query } from "@conquest/shared/singletons/api-hooks";
import { digits, T, t } from "@conquest/shared/singletons/language";
import { ButtonLink } from "@conquest/shared/ui/button";
import { formatCost } from "@conquest/shared/ui/contest/cost";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import { Note } from "@conquest/shared/ui/note";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { Spinner } from "@conquest/shared/ui/state/spinner";

interface Props {
  contest: ContestDetails;
  title: string;
  receipt: JoinReceipt;
  /** The participant has just paid again, which was rejected. */
  isRepeated?: boolean;
}

function ReceiptCard({ contest, title, receipt, isRepeated }: Props) {
  const { amount, last4, paidAt, participantCount, receiptNumber } = receipt;
  const rows = {
    ...(receiptNumber && { [t("Receipt number")]: String(receiptNumber) }),
    [t("Amount")]: formatCost(amount),
    ...(last4 && { [t("Paid with")]: t("Test card ending in {last4}", { last4 }) }),
    [t(amount === 0 ? "Joined on" : "Paid on")]: formatDateTime(paidAt),
    [t("Participants now")]: digits(String(participantCount)),
  };
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that had the focus is gone; on phones the receipt may be above the viewport.
  useEffect(() => heading.current?.focus(), []);

  return (
    <section
      aria-labelledby="receipt"
      className="cq-panel pu:mx-auto pu:flex pu:w-full pu:max-w-xl pu:flex-col pu:gap-6">
      <title>{`${title} | Conquest`}</title>
      <h1 id="receipt" ref={heading} tabIndex={-1} className="cq-section-title">
        {title}
      </h1>
      <Note tone="success" role="status">
        <T text="You've joined “{contest}”." contest={<bdi>{contest.name}</bdi>} />
        {isRepeated && amount > 0 && ` ${t("You weren't charged again.")}`}
      </Note>
      <dl className="pu:flex pu:flex-col pu:gap-3">
        {Object.entries(rows).map(([label, value]) => (
          <div key={label} className="pu:flex pu:justify-between pu:gap-4">
            <dt>{label}</dt>
            <dd className="pu:text-right pu:font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {/* They replace this page in the history, so that Back does not lead to a paid form. */}
      <div className="pu:flex pu:flex-wrap pu:gap-3">
        <ButtonLink replace to={`/contest-details/${contest._id}#entry`}>
          {t(contest.viewer?.hasSubmitted ? "View entry" : "Submit entry")}
        </ButtonLink>
        {(contest.maxTeamSize ?? NO_TEAMS) > NO_TEAMS && (
          <ButtonLink replace to={`/contest-details/${contest._id}#team`} variant="secondary">
            {t("Create or join a team")}
          </ButtonLink>
        )}
        {receiptNumber && (
          <ButtonLink replace to={`/dashboard/payments/${receiptNumber}`} variant="secondary">
            {t("Print or download receipt")}
          </ButtonLink>
        )}
        <ButtonLink replace to="/dashboard/my_participated_contests" variant="secondary">
          {t("My Participated Contests")}
        </ButtonLink>
      </div>
    </section>
  );
}

const EarlierReceipt = ({ contest, isRepeated }: Omit<Props, "title" | "receipt">) => (
  <QueryView
    query={useQuery(query(getJoinReceipt, { params: { contestId: contest._id } }))}
    skeleton={<Spinner label={t("Loading your receipt")} />}>
    {(receipt) => (
      <ReceiptCard
        contest={contest}
        title={t("You've already joined this contest")}
        receipt={receipt}
        isRepeated={isRepeated}
      />
    )}
  </QueryView>
);

/** Without `receipt`, the participant joined before. */
export default function Receipt({ receipt, ...rest }: Omit<Props, "receipt"> & { receipt: JoinReceipt | undefined }) {
  return receipt ? <ReceiptCard {...rest} receipt={receipt} /> : <EarlierReceipt {...rest} />;
}
