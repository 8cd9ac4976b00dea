import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { refundRule } from "@conquest/shared/contracts/text/refund-rule";
import { t } from "@conquest/shared/singletons/language";
import { useDateTimeFormat } from "@conquest/shared/ui/format/time";

export function LeavingTerms({ contest: { amountDue, refundAt } }: { contest: ContestDetails }) {
  const [day = ""] = useDateTimeFormat()(refundAt).split(",");
  const terms =
    amountDue === 0
      ? [t("You can leave any time before the deadline if you haven't submitted an entry.")]
      : refundRule(day, t);
  // By position: the last one's day changes to the visitor's zone.
  return terms.map((text, index) => (
    <p key={index} className="cq-hint">
      {text}
    </p>
  ));
}
