import type { Award } from "@conquest/shared/contracts/awards";
import { t } from "@conquest/shared/singletons/language";
import { AwardDetails } from "@conquest/shared/ui/prize/award-details";
import { WinnerActions } from "@conquest/shared/ui/prize/winner-actions";
import { HelpLink } from "@conquest/shared/ui/help-link";

/** Loaded separately, because it brings the list of files. */
export default function PrizeStatus({ award }: { award: Award }) {
  return (
    <AwardDetails award={award} as="winner" hidesAmount>
      <WinnerActions award={award} />
      <HelpLink to="participants#prize">{t("Receive your prize")}</HelpLink>
    </AwardDetails>
  );
}
