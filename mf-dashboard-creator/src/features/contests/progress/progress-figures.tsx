import type { ReactNode } from "react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import type { Progress } from "@conquest/shared/contracts/progress";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { formatNumber } from "@conquest/shared/ui/format/text";
import { formatRelative, serverNow, useNow } from "@conquest/shared/ui/format/time";
import { neverCloses } from "@conquest/shared/ui/contest/deadline-text";

interface Props {
  contest: Pick<ContestDetails, "phase" | "deadline">;
  progress: Progress;
}

export function ProgressFigures({ contest: { phase, deadline }, progress }: Props) {
  const { participantCount, refundedCount = 0, entryCount, paidTotal } = progress;
  const now = useNow(serverNow);
  const distance = formatRelative(Date.parse(deadline), now);
  const isPast = Date.parse(deadline) <= now;
  return (
    <dl className="dc:grid dc:grid-cols-2 dc:gap-4 dc:xl:grid-cols-4">
      {refundedCount > 0 ? (
        <Figure name="Participants when cancelled">{formatNumber(refundedCount)}</Figure>
      ) : (
        <Figure name="Participants">{formatNumber(participantCount)}</Figure>
      )}
      <Figure name="Entries">{formatNumber(entryCount)}</Figure>
      <Figure name="Collected">{formatTaka(paidTotal)}</Figure>
      {neverCloses(phase) ? (
        <Figure name="Time left">–</Figure>
      ) : (
        <Figure name={isPast ? "Deadline" : "Time left"}>{distance.replace(/^in /, "")}</Figure>
      )}
    </dl>
  );
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="cq-panel">
    <dt className="dc:text-muted">{name}</dt>
    <dd className="dc:text-xl dc:font-bold dc:tabular-nums dc:sm:text-2xl">{children}</dd>
  </div>
);

/** How many of those who joined have submitted. Page views are not counted per contest. */
export function Funnel({ progress }: { progress: Progress }) {
  const { participantCount, refundedCount = 0, entryCount } = progress;
  const joined = Math.max(participantCount, refundedCount);
  if (joined === 0) return null;
  const share = Math.round((entryCount / joined) * 100);
  return (
    <section aria-labelledby="funnel" className="cq-panel">
      <h2 id="funnel" className="cq-section-title dc:mb-4">
        From joining to submitting
      </h2>
      <ul className="dc:grid dc:gap-4">
        <Stage name="Joined" value={formatNumber(joined)} share={100} look="brand" />
        <Stage name="Submitted" value={`${formatNumber(entryCount)} (${share}%)`} share={share} look="gold" />
      </ul>
    </section>
  );
}

interface StageProps {
  name: string;
  value: string;
  /** Percent of those who joined. */
  share: number;
  look: "brand" | "gold";
}

const Stage = ({ name, value, share, look }: StageProps) => (
  <li>
    <div className="dc:flex dc:justify-between dc:gap-4">
      <span>{name}</span>
      <span className="dc:font-semibold dc:tabular-nums">{value}</span>
    </div>
    <svg className="dc:mt-1 dc:block dc:h-3 dc:w-full dc:rounded-full dc:bg-sunk" aria-hidden="true">
      <g className={`cq-chart-bars cq-chart-${look}`}>
        {share > 0 && <rect width={`${share}%`} height="100%" rx={6} />}
      </g>
    </svg>
  </li>
);
