import type { AdminContest } from "@conquest/shared/contracts/contests";
import { Advice, type AdvisedField } from "@conquest/shared/ui/contest/advice";
import { serverNow, useNow } from "@conquest/shared/ui/format/time";

/** What its creator was told while they wrote this field; of what is open or cancelled nothing can be better any more. */
export function AdviceAsReviewed({ name, contest }: { name: AdvisedField; contest: AdminContest }) {
  const now = useNow(serverNow);
  if (contest.status !== "pending" || contest.phase === "cancelled") return null;
  return (
    <span className="da:text-sm da:font-normal">
      <Advice name={name} value={name === "deadline" ? new Date(contest.deadline) : contest[name]} now={now} />
    </span>
  );
}
