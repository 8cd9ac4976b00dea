import { Trophy } from "lucide-react";
import { Link } from "react-router-dom";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { T, t } from "@conquest/shared/singletons/language";
import { Avatar } from "@conquest/shared/ui/picture/avatar";
import { CostNote, formatCost } from "@conquest/shared/ui/contest/cost";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { OFFERS_ACTION } from "./action-bar";
import { useIsViewerPending } from "./use-is-viewer-pending";
import { Judging, NextStep } from "./next-step";
import { Countdown } from "@conquest/shared/ui/contest/countdown";
import { DeadlineText, neverCloses, useIsReviewOverdue } from "@conquest/shared/ui/contest/deadline-text";
import { useDateTimeFormat } from "@conquest/shared/ui/format/time";

interface Props {
  contest: ContestDetails;
}

const PRICE = "pu:flex pu:flex-wrap pu:items-baseline pu:justify-between pu:gap-x-4";

export function JoinPanel({ contest }: Props) {
  const isPending = useIsViewerPending(contest);
  const { morePrizes = [], maxParticipants, spotsLeft } = contest;
  return (
    <div className="cq-panel pu:flex pu:flex-col pu:gap-5 pu:sm:p-6">
      <Winner contest={contest} />
      <div>
        <dl className="pu:flex pu:flex-col pu:gap-1">
          <div className={PRICE}>
            <dt className="pu:font-medium pu:text-muted">{t(morePrizes.length > 0 ? "First prize" : "Prize")}</dt>
            <dd className="cq-title cq-money pu:text-2xl">{formatTaka(contest.prize)}</dd>
          </div>
          {morePrizes.map(({ name, amount }) => (
            <div key={name} className={PRICE}>
              <dt className="pu:min-w-0 pu:flex-[1_1_8rem] pu:text-muted pu:wrap-anywhere" dir="auto">
                {name}
              </dt>
              <dd className="cq-money pu:font-semibold">{amount > 0 ? formatTaka(amount) : t("Certificate")}</dd>
            </div>
          ))}
          <div className={PRICE}>
            <dt className="pu:font-medium pu:text-muted">{t("Entry fee")}</dt>
            <dd className="cq-money pu:text-xl pu:font-bold">{formatCost(contest.amountDue)}</dd>
          </div>
          {maxParticipants && spotsLeft !== undefined && contest.phase === "open" && (
            <div className={PRICE}>
              <dt className="pu:font-medium pu:text-muted">{t("Spots left")}</dt>
              <dd className="pu:font-semibold">{t("{n} of {max}", { n: spotsLeft, max: maxParticipants })}</dd>
            </div>
          )}
        </dl>
        {contest.amountDue + contest.prize > 0 && <CostNote />}
      </div>
      <Deadline contest={contest} />
      <WaitForWinner contest={contest} />
      <div
        {...OFFERS_ACTION}
        aria-busy={isPending}
        className={`pu:flex pu:flex-col pu:gap-3 ${isPending ? "cq-bone pu:*:invisible" : ""}`}>
        <NextStep contest={contest} />
        <Judging contest={contest} />
      </div>
    </div>
  );
}

function Winner({ contest: { _id, winner, viewer, placements } }: Props) {
  if (!winner) return null;
  const own = placements?.find(({ isViewer }) => isViewer);
  return (
    <div className="pu:flex pu:flex-col pu:gap-3 pu:border-b pu:border-line pu:pb-5">
      <p className="cq-pennant pu:flex pu:items-center pu:gap-2 pu:self-start pu:bg-gold pu:py-1 pu:pr-6 pu:pl-3 pu:font-semibold pu:text-on-gold">
        <Trophy aria-hidden size={16} /> {t(viewer?.isWinner ? "You won" : "Won by")}
      </p>
      <p className="pu:flex pu:flex-wrap pu:items-center pu:gap-x-3 pu:gap-y-2">
        <Avatar src={winner.photo} name={winner.name} size={48} alt="" />
        <Link
          to={`/contest-details/${_id}/winner`}
          className="cq-link pu:min-w-0 pu:flex-[1_1_8rem] pu:text-lg pu:font-semibold pu:wrap-anywhere">
          {winner.name || t("Unnamed participant")}
        </Link>
      </p>
      {own && (
        <p className="pu:font-semibold pu:wrap-anywhere">
          <T text="You won “{prize}”" prize={<bdi>{own.prizeName}</bdi>} />
        </p>
      )}
    </div>
  );
}

interface DeadlineProps {
  contest: ContestDetails;
}

/** Shows no countdown for contests that were cancelled, have a winner or cannot open. */
function Deadline({ contest: { deadline, phase, extension } }: DeadlineProps) {
  const isLate = useIsReviewOverdue({ phase, deadline });
  return (
    <div className="pu:flex pu:flex-col pu:gap-3">
      {!neverCloses(phase) && phase !== "completed" && !isLate && <Countdown to={deadline} />}
      <p>
        <DeadlineText at={deadline} phase={phase} />
      </p>
      {extension && <Extension extension={extension} />}
    </div>
  );
}

function Extension({ extension }: { extension: NonNullable<ContestDetails["extension"]> }) {
  const { at, from, reason, times } = extension;
  const format = useDateTimeFormat();
  return (
    <p className="pu:text-sm pu:text-muted pu:wrap-anywhere">
      <T
        text={
          times > 1
            ? "Deadline extended twice, most recently on {at} (was {from})."
            : "Deadline extended on {at} (was {from})."
        }
        at={<time dateTime={at}>{format(at)}</time>}
        from={<time dateTime={from}>{format(from)}</time>}
      />{" "}
      {/* On lines of its own, which the viewer's time zone does not move. */}
      {reason && (
        <span className="pu:block">
          <T text="Reason: “{reason}”" reason={<bdi>{reason}</bdi>} />
        </span>
      )}
    </p>
  );
}

function WaitForWinner({
  contest: { phase, winnerDueAt, refundAt, amountDue, participantCount, nobodyCanWin },
}: DeadlineProps) {
  const format = useDateTimeFormat();
  if (phase !== "judging" && phase !== "overdue") return null;
  if (participantCount === 0) {
    return (
      <p>
        <strong>{t("No one joined.")}</strong>{" "}
        <T
          text="The contest will be cancelled on {time} unless the creator extends the deadline."
          time={<time dateTime={refundAt}>{format(refundAt)}</time>}
        />
      </p>
    );
  }
  const isOverdue = phase === "overdue" || nobodyCanWin;
  const end = isOverdue ? refundAt : winnerDueAt;
  const isPaid = amountDue > 0;
  const label = t(
    !isOverdue
      ? "Time left until the winner is due"
      : isPaid
        ? "Time left until the refund"
        : "Time left until the contest is cancelled",
  );
  return (
    <div className="pu:flex pu:flex-col pu:gap-3">
      <p className="pu:font-semibold">
        <T
          text={
            !isOverdue
              ? "The winner is due on {time}"
              : nobodyCanWin
                ? isPaid
                  ? "There are no eligible entries. Unless that changes, everyone who paid gets a refund on {time}"
                  : "There are no eligible entries. Unless that changes, the contest is cancelled on {time}"
                : isPaid
                  ? "The winner is overdue. Without a decision, everyone who paid gets a refund on {time}"
                  : "The winner is overdue. Without a decision, the contest is cancelled on {time}"
          }
          time={<time dateTime={end}>{format(end)}</time>}
        />
      </p>
      <Countdown to={end} role="group" label={label} />
    </div>
  );
}
