import { useQueryClient } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Link, useParams } from "react-router-dom";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import type { ResponseOf } from "@conquest/shared/contracts/endpoint";
import { joinContest } from "@conquest/shared/contracts/taking-part";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { ApiError } from "@conquest/shared/singletons/http";
import { useSession } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";
import { Button, ButtonLink } from "@conquest/shared/ui/button";
import { DeadlineText } from "@conquest/shared/ui/contest/deadline-text";
import { EmptyState } from "@conquest/shared/ui/empty-state";
import { formatTaka } from "@conquest/shared/ui/money";
import { Note } from "@conquest/shared/ui/note";
import { PageHeading } from "@conquest/shared/ui/page-heading";
import { Picture } from "@conquest/shared/ui/picture";
import { formatDateTime } from "@conquest/shared/ui/time";
import { ContestView } from "./contest-view";
import { PaymentForm } from "./payment-form";
import { useBack } from "./use-back";
import { useContest, type Viewer } from "./use-contest";

export default function PaymentPage() {
  const { id = "" } = useParams();
  const { contest, viewer } = useContest(id);
  const back = useBack(`/contest-details/${id}`);

  return (
    <div className="cq-container pu:flex pu:flex-col pu:gap-4 pu:pt-6 pu:pb-20">
      <Button variant="ghost" size="sm" onClick={back} className="pu:-ml-3 pu:self-start">
        <ArrowLeft aria-hidden size={16} /> Back
      </Button>
      <ContestView contest={contest}>{(data) => <Payment contest={data} viewer={viewer} />}</ContestView>
    </div>
  );
}

function Payment({ contest, viewer }: { contest: ContestDetails; viewer: Viewer }) {
  const email = useSession((state) => state.account?.email ?? "");
  const cache = useQueryClient();
  const join = useCall(joinContest);
  const [failure, setFailure] = useState<{ reason: string; money: string } | null>(null);

  async function pay() {
    setFailure(null);
    try {
      await join.mutateAsync({ body: { contestId: contest._id, email } });
      toast.success("Payment successful");
    } catch (error) {
      toast.error("Payment failed");
      setFailure(explain(error));
      // The contest may have closed meanwhile, or the payment have arrived although its answer did not.
      await cache.invalidateQueries();
    }
  }

  if (join.data) return <Receipt contest={contest} receipt={join.data} />;
  const obstacle = obstacleOf(contest, viewer);
  return (
    <div>
      <PageHeading title="Payment" subtitle={`To take part in “${contest.name}”`} />
      {failure && (
        <div className="pu:mb-6">
          <Note tone="danger" isAlert title="Payment failed">
            {failure.reason} {failure.money}
          </Note>
        </div>
      )}
      {obstacle ?? (
        <div className="pu:grid pu:gap-8 pu:md:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="cq-panel pu:flex pu:flex-col pu:gap-6">
            <Note tone="info" title="Please enter no real card">
              Payments here are simulated. Nothing is charged, and what you type into the card fields never leaves this page.
            </Note>
            <PaymentForm amount={contest.amountDue} onPay={pay} />
          </div>
          <Summary contest={contest} />
        </div>
      )}
    </div>
  );
}

/** What went wrong, and what that means for the money. */
function explain(error: unknown): { reason: string; money: string } {
  const reason = error instanceof Error ? error.message : "Please try again.";
  const isAnswered = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return {
    reason,
    money: isAnswered
      ? "Nothing was charged."
      : "If the payment did reach us, the contest is among your participated contests; trying again never charges twice.",
  };
}

/** Why this person cannot pay for this contest, drawn; null when they can. */
function obstacleOf(contest: ContestDetails, viewer: Viewer): ReactNode {
  const toContest = <ButtonLink to={`/contest-details/${contest._id}`}>See the contest</ButtonLink>;
  if (viewer?.isOwner) {
    return (
      <EmptyState title="This is your own contest" action={toContest}>
        Its creator cannot take part in it.
      </EmptyState>
    );
  }
  if (viewer?.hasJoined) {
    return (
      <EmptyState
        title="You have already joined this contest"
        action={<ButtonLink to={`/contest-details/${contest._id}#entry`}>Go to your entry</ButtonLink>}
      >
        There is nothing left to pay. It is among your{" "}
        <Link to="/dashboard/my_participated_contests" className="cq-link">
          participated contests
        </Link>
        .
      </EmptyState>
    );
  }
  if (contest.status === "pending") {
    return (
      <EmptyState title="This contest is not open yet" action={toContest}>
        People can join once an admin has confirmed it.
      </EmptyState>
    );
  }
  if (contest.phase !== "open") {
    return (
      <EmptyState title="This contest takes no more participants" action={toContest}>
        {contest.phase === "cancelled" ? "It was cancelled." : `Its deadline was ${formatDateTime(contest.deadline)}.`}
      </EmptyState>
    );
  }
  return null;
}

const Summary = ({ contest }: { contest: ContestDetails }) => (
  <aside aria-label="What you pay for" className="cq-card pu:h-auto pu:gap-4 pu:self-start">
    <Picture src={contest.image} alt="" className="pu:w-full" />
    <div className="pu:flex pu:flex-col pu:gap-4 pu:px-5 pu:pb-5">
      <h2 className="pu:text-lg pu:font-semibold pu:break-words">{contest.name}</h2>
      <dl className="pu:flex pu:flex-col pu:gap-2">
        <div className="pu:flex pu:justify-between pu:gap-4">
          <dt>Prize</dt>
          <dd className="pu:font-semibold">{formatTaka(contest.prize)}</dd>
        </div>
        <div className="pu:flex pu:justify-between pu:gap-4">
          <dt>You pay</dt>
          <dd className="pu:font-semibold">{formatTaka(contest.amountDue)}</dd>
        </div>
      </dl>
      <p>
        <DeadlineText at={contest.deadline} />
      </p>
      <p className="pu:text-sm pu:text-muted">
        Full refund if you leave before the deadline without an entry, or if the contest is cancelled.
      </p>
    </div>
  </aside>
);

function Receipt({ contest, receipt }: { contest: ContestDetails; receipt: ResponseOf<typeof joinContest> }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);

  return (
    <section aria-labelledby="receipt" className="cq-panel pu:mx-auto pu:flex pu:w-full pu:max-w-xl pu:flex-col pu:gap-6">
      <div role="status">
        <Note tone="success" title="Payment successful">
          You take part in “{contest.name}”.
        </Note>
      </div>
      <h1 id="receipt" ref={heading} tabIndex={-1} className="cq-section-title">
        Receipt
      </h1>
      <dl className="pu:flex pu:flex-col pu:gap-3">
        {[
          ["Amount", formatTaka(receipt.amount)],
          ["Paid with", `Test card ending in ${receipt.last4}`],
          ["Paid on", formatDateTime(receipt.paidAt)],
          ["Participants now", String(receipt.participantCount)],
        ].map(([label, value]) => (
          <div key={label} className="pu:flex pu:justify-between pu:gap-4">
            <dt>{label}</dt>
            <dd className="pu:text-right pu:font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="pu:flex pu:flex-wrap pu:gap-3">
        <ButtonLink to={`/contest-details/${contest._id}#entry`}>Submit your entry</ButtonLink>
        <ButtonLink to="/dashboard/my_participated_contests" variant="secondary">
          Participated contests
        </ButtonLink>
      </div>
    </section>
  );
}
