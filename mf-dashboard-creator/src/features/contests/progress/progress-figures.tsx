import type { Progress } from "@conquest/shared/contracts/progress";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { formatNumber } from "@conquest/shared/ui/format/text";

export function ProgressFigures({
  progress: { participantCount, refundedCount = 0, entryCount, paidTotal },
}: {
  progress: Progress;
}) {
  const figures = [
    refundedCount > 0
      ? ["Took part until it was cancelled", formatNumber(refundedCount)]
      : ["Take part", formatNumber(participantCount)],
    ["Handed in", formatNumber(entryCount)],
    ["Paid", formatTaka(paidTotal)],
  ];
  return (
    <dl className="dc:grid dc:grid-cols-2 dc:gap-4 dc:xl:grid-cols-3">
      {figures.map(([what, figure]) => (
        <div key={what} className="cq-panel dc:last:col-span-2 dc:xl:last:col-span-1">
          <dt className="dc:text-muted">{what}</dt>
          <dd className="cq-title dc:tabular-nums">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
