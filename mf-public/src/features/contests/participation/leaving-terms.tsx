import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { refundRule } from "@conquest/shared/contracts/text/refund-rule";
import { useDateTimeFormat } from "@conquest/shared/ui/format/time";

const FREE = ["You can leave any time before the deadline if you haven't submitted an entry."];

/** Terms for leaving after joining, one line for each. */
export function LeavingTerms({ contest: { amountDue, refundAt } }: { contest: ContestDetails }) {
  const [day = ""] = useDateTimeFormat()(refundAt).split(",");
  return (amountDue === 0 ? FREE : refundRule(day)).map((text) => (
    <p key={text} className="cq-hint">
      {text}
    </p>
  ));
}
