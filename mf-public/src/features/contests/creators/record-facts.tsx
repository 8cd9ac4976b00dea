import type { CreatorRecord } from "@conquest/shared/contracts/contests";
import { counted, grouped } from "@conquest/shared/ui/format/text";

interface Props {
  record: CreatorRecord;
  /** Where the page is wide, in one row. */
  isWide?: boolean;
  /** Whether this page's contest is not public yet, so that the record does not count it. */
  isBefore?: boolean;
}

/** What became of somebody's contests, for whoever thinks of paying for a place in one. Who is new has nothing to answer for. */
export function RecordFacts({
  record: { run, concluded, cancelled, endedWithoutWinner, daysToResult },
  isWide = false,
  isBefore = false,
}: Props) {
  if (run <= (isBefore ? 0 : 1) && concluded + cancelled + endedWithoutWinner === 0) {
    return (
      <p>
        <strong>First contest.</strong> <span className="pu:text-muted">What became of it will stand here.</span>
      </p>
    );
  }
  const facts = [
    ["Contests run", grouped(run)],
    ["Concluded", grouped(concluded)],
    ["Time to result", timeToResult(daysToResult)],
    // What the clock ended its creator's own lists call cancelled, too.
    ["Cancelled", grouped(cancelled + endedWithoutWinner)],
    ...(endedWithoutWinner > 0 ? [["Of these, no winner in time", grouped(endedWithoutWinner)]] : []),
  ] as const;
  return (
    <dl
      className={
        isWide
          ? "pu:grid pu:grid-cols-2 pu:gap-x-8 pu:gap-y-4 pu:sm:flex pu:sm:flex-wrap"
          : "pu:grid pu:grid-cols-2 pu:gap-x-4 pu:gap-y-3.5"
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

function timeToResult(days: number | null): string {
  if (days === null) return "None yet";
  return days < 1 ? "Under a day" : `About ${counted(Math.round(days), "day", "days")}`;
}
