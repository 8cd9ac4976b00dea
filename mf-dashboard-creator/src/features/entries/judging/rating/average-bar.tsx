import { RATINGS } from "@conquest/shared/contracts/judging/ratings";
import { digits } from "@conquest/shared/singletons/language";

export const AverageBar = ({ average }: { average: number }) => (
  <span className="dc:inline-flex dc:items-center dc:gap-2 dc:whitespace-nowrap">
    <progress className="cq-progress dc:mt-0! dc:w-14!" aria-hidden="true" max={RATINGS.length} value={average} />
    <span className="dc:font-semibold dc:tabular-nums">{digits(`${average}/${RATINGS.length}`)}</span>
  </span>
);
