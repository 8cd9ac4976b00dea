import { Trophy } from "lucide-react";
import { Link } from "react-router-dom";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { Avatar } from "@conquest/shared/ui/picture/avatar";
import { CostNote, formatCost } from "@conquest/shared/ui/contest/cost";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { Judging, NextStep } from "./next-step";
import { Deadline, WaitForWinner } from "./time-left";

interface Props {
  contest: ContestDetails;
}

/** From this amount (৳1,00,00,000) on, a prize in title size is wider than the panel. */
const WIDE_PRIZE = 10_000_000;

export function JoinPanel({ contest }: Props) {
  return (
    <div className="cq-panel pu:flex pu:flex-col pu:gap-5 pu:sm:p-6">
      <Winner contest={contest} />
      <dl className="pu:flex pu:flex-col pu:gap-4">
        <div>
          <dt className="pu:text-sm pu:font-medium pu:text-muted">Prize</dt>
          <dd className={`cq-title cq-money ${contest.prize >= WIDE_PRIZE ? "pu:text-2xl" : ""}`}>
            {formatTaka(contest.prize)}
          </dd>
        </div>
        <div className="pu:flex pu:flex-wrap pu:items-baseline pu:justify-between pu:gap-x-4 pu:gap-y-1 pu:rounded-md pu:bg-sunk pu:px-4 pu:py-3">
          <dt className="pu:text-sm pu:font-medium pu:text-muted">Entry cost</dt>
          <dd className="cq-money pu:text-xl pu:font-bold">{formatCost(contest.amountDue)}</dd>
          {contest.amountDue > 0 && (
            <dd className="pu:basis-full pu:empty:hidden">
              <CostNote />
            </dd>
          )}
        </div>
      </dl>
      <Deadline contest={contest} />
      <WaitForWinner contest={contest} />
      <div className="pu:flex pu:flex-col pu:gap-3">
        <NextStep contest={contest} />
        <Judging contest={contest} />
      </div>
    </div>
  );
}

function Winner({ contest: { _id, winner, viewer } }: Props) {
  if (!winner) return null;
  return (
    <div className="pu:flex pu:flex-col pu:gap-3 pu:border-b pu:border-line pu:pb-5">
      <p className="cq-pennant pu:flex pu:items-center pu:gap-2 pu:self-start pu:bg-gold pu:py-1 pu:pr-6 pu:pl-3 pu:font-semibold pu:text-on-gold">
        <Trophy aria-hidden size={16} /> {viewer?.isWinner ? "You won" : "Won by"}
      </p>
      <p className="pu:flex pu:min-w-0 pu:items-center pu:gap-3">
        <Avatar src={winner.photo} name={winner.name} size={48} alt="" />
        <Link
          to={`/contest-details/${_id}/winner`}
          className="cq-link pu:min-w-0 pu:text-lg pu:font-semibold pu:wrap-anywhere">
          {winner.name || "Somebody without a name"}
        </Link>
      </p>
    </div>
  );
}
