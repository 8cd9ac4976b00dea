import type { Award } from "@conquest/shared/contracts/awards";
import { AwardDetails } from "@conquest/shared/ui/prize/award-details";
import { WinnerActions } from "@conquest/shared/ui/prize/winner-actions";

/** Loaded separately, because it brings the list of files. */
export default function PrizeStatus({ award }: { award: Award }) {
  return (
    <AwardDetails award={award} as="winner" hidesAmount>
      <WinnerActions award={award} />
    </AwardDetails>
  );
}
