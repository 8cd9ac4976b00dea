import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { refundRule } from "@conquest/shared/contracts/text/refund-rule";
import { useDateTimeFormat } from "@conquest/shared/ui/format/time";

/** Terms for leaving after joining. */
export function useLeavingTerms({ amountDue, refundAt }: ContestDetails): string {
  const format = useDateTimeFormat();
  if (amountDue === 0) return "You can leave any time before the deadline if you haven't submitted an entry.";
  const [day = ""] = format(refundAt).split(", ");
  return refundRule(day);
}
