import type { AdminContest } from "@conquest/shared/contracts/contests";
import { Advice, type AdvisedField } from "@conquest/shared/ui/contest/advice";
import { serverNow, useNow } from "@conquest/shared/ui/format/time";

/** Shows the creator's hint for a field, only while the contest can still be improved. */
export function AdviceAsReviewed({ name, contest }: { name: AdvisedField; contest: AdminContest }) {
  const now = useNow(serverNow);
  if (contest.status !== "pending" || contest.phase === "cancelled") return null;
  return (
    <span className="da:text-sm da:font-normal">
      <Advice name={name} value={name === "deadline" ? new Date(contest.deadline) : contest[name]} now={now} />
    </span>
  );
}
