import type { CreatorRecord, ContestDetails } from "@conquest/shared/contracts/contests";
import { t } from "@conquest/shared/singletons/language";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { formatNumber } from "@conquest/shared/ui/format/text";
import { Link } from "react-router-dom";
import { Avatar } from "@conquest/shared/ui/picture/avatar";

interface Props {
  record: CreatorRecord;
  isWide?: boolean;
  /** This page's contest is not public yet, so the record does not count it. */
  isBefore?: boolean;
}

/** Track record of a creator, for people considering paying to join. New creators have none. */
export function RecordFacts({
  record: { run, concluded, cancelled, endedWithoutWinner, daysToResult, prizes },
  isWide = false,
  isBefore = false,
}: Props) {
  if (run <= (isBefore ? 0 : 1) && concluded + cancelled + endedWithoutWinner === 0) {
    return (
      <p>
        <strong>{t("First contest.")}</strong>{" "}
        <span className="pu:text-muted">{t("Results will appear here when it ends.")}</span>
      </p>
    );
  }
  const facts = [
    [t("Contests run"), formatNumber(run)],
    [t("Completed"), formatNumber(concluded)],
    [t("Time to result"), timeToResult(daysToResult)],
    ...(prizes && prizes.of > 0 ? [[t("Prizes delivered"), prizesDelivered(prizes)]] : []),
    // The creator's own lists also count contests ended by the clock as cancelled.
    [t("Cancelled"), formatNumber(cancelled + endedWithoutWinner)],
    ...(endedWithoutWinner > 0 ? [[t("Cancelled without a winner"), formatNumber(endedWithoutWinner)]] : []),
  ] as const;
  return (
    <dl
      className={
        isWide
          ? "pu:grid pu:grid-cols-2 pu:gap-x-8 pu:gap-y-4 pu:sm:flex pu:sm:flex-wrap"
          : "pu:grid pu:grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))] pu:gap-x-4 pu:gap-y-3.5"
      }>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="pu:text-sm pu:text-muted">{name}</dt>
          <dd className="pu:font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const prizesDelivered = ({ days, ...n }: NonNullable<CreatorRecord["prizes"]>): string =>
  days === null
    ? t("{delivered} of {of}", n)
    : t("{delivered} of {of}, usually within {n, plural, one {# day} other {# days}}", { ...n, n: days });

function timeToResult(days: number | null): string {
  if (days === null) return t("None yet");
  return days < 1
    ? t("Under a day")
    : t("About {time}", { time: t("{n, plural, one {# day} other {# days}}", { n: Math.round(days) }) });
}

export const CreatorCard = ({ creator: { name, photo, publicId, record } }: { creator: ContestDetails["creator"] }) => (
  <section aria-labelledby="record" className="cq-panel pu:flex pu:flex-col pu:gap-4 pu:sm:p-6">
    <div className="pu:flex pu:flex-wrap pu:items-center pu:gap-x-4 pu:gap-y-2">
      <Avatar src={photo} name={name} size={56} alt="" />
      <div className="pu:min-w-0 pu:flex-[1_1_8rem]">
        <p
          dir="auto"
          lang={langOf(name)}
          className="pu:text-left pu:text-lg pu:leading-tight pu:font-bold pu:wrap-anywhere">
          {name || t("Unnamed creator")}
        </p>
        <h2 id="record" className="pu:text-sm pu:text-muted">
          {t("The creator’s track record")}
        </h2>
      </div>
    </div>
    <RecordFacts record={record} isBefore={publicId === null} />
    {publicId && (
      <Link to={`/creators/${publicId}`} className="cq-link pu:self-start pu:py-0.5 pu:text-sm pu:font-semibold">
        {t("All of this creator’s contests")}
      </Link>
    )}
  </section>
);
