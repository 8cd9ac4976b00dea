import type { ReactNode } from "react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import type { Progress } from "@conquest/shared/contracts/progress";
import { digits, t } from "@conquest/shared/singletons/language";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { formatNumber } from "@conquest/shared/ui/format/text";
import { formatDuration, formatRelative, serverNow, useNow } from "@conquest/shared/ui/format/time";
import { neverCloses } from "@conquest/shared/ui/contest/deadline-text";

interface Props {
  contest: Pick<ContestDetails, "phase" | "deadline">;
  progress: Progress;
}

export function ProgressFigures({ contest: { phase, deadline }, progress }: Props) {
  const { participantCount, refundedCount = 0, entryCount, paidTotal } = progress;
  const now = useNow(serverNow);
  const end = Date.parse(deadline);
  return (
    <dl className="dc:grid dc:grid-cols-2 dc:gap-4 dc:xl:grid-cols-4">
      {refundedCount > 0 ? (
        <Figure name={t("Participants when cancelled")}>{formatNumber(refundedCount)}</Figure>
      ) : (
        <Figure name={t("Participants")}>{formatNumber(participantCount)}</Figure>
      )}
      <Figure name={t("Entries")}>{formatNumber(entryCount)}</Figure>
      <Figure name={t("Collected")}>{formatTaka(paidTotal)}</Figure>
      {neverCloses(phase) || end > now ? (
        <Figure name={t("Time left")}>{neverCloses(phase) ? "–" : (formatDuration(end - now) ?? t("now"))}</Figure>
      ) : (
        <Figure name={t("Deadline")}>{formatRelative(end, now)}</Figure>
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
        {t("From joining to submitting")}
      </h2>
      <ul className="dc:grid dc:gap-4">
        <Stage name={t("Joined")} value={formatNumber(joined)} share={100} look="brand" />
        <Stage
          name={t("Submitted")}
          value={`${formatNumber(entryCount)} (${digits(share)}%)`}
          share={share}
          look="gold"
        />
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
