import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, type ReactNode } from "react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { joinContest, listParticipatedContests } from "@conquest/shared/contracts/participation";
import { query, useCall } from "@conquest/shared/singletons/api-hooks";
import { ApiError } from "@conquest/shared/singletons/http";
import { session, useAccount } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";
import { Button, ButtonLink } from "@conquest/shared/ui/button";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { Note } from "@conquest/shared/ui/note";
import { focusHeadingIfLost } from "@conquest/shared/ui/page/focus-heading";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";
import { Picture } from "@conquest/shared/ui/picture/picture";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { Spinner } from "@conquest/shared/ui/state/spinner";
import { CostNote, formatCost } from "@conquest/shared/ui/contest/cost";
import { DeadlineText } from "@conquest/shared/ui/contest/deadline-text";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import { ContestFrame } from "../contest-frame";
import { leavingTerms } from "./leaving-terms";
import { PAYMENT_TOAST, PaymentForm } from "./payment-form";

export default function PaymentPage() {
  return (
    <ContestFrame heading={<PageHeading title="Payment" />} backTo={(id) => `/contest-details/${id}`}>
      {(contest) => <Payment contest={contest} />}
    </ContestFrame>
  );
}

function Payment({ contest }: { contest: ContestDetails }) {
  const { email, takesPart } = useAccount();
  const cache = useQueryClient();
  const join = useCall(joinContest);
  const texts = contest.amountDue === 0 ? JOINING : PAYING;

  async function pay() {
    try {
      await join.mutateAsync({ body: { contestId: contest._id, email, amount: contest.amountDue } });
      toast.success(texts.success, PAYMENT_TOAST);
      // The first participation adds items to the dashboard menu.
      if (!takesPart) session.refreshAccount().catch(() => undefined);
    } catch (error) {
      const hasFailed = isRejected(error) && !isAlreadyJoined(error);
      if (hasFailed) toast.error(texts.failure, PAYMENT_TOAST);
      // The contest may have closed, or the payment may have arrived although its response was lost.
      await cache.invalidateQueries();
      const latest = cache.getQueryData(query(getContestDetails, { params: { id: contest._id } }).queryKey);
      if (!isRejected(error) && !latest?.viewer?.hasJoined) toast.error(texts.failure, PAYMENT_TOAST);
      focusHeadingIfLost();
    }
  }

  if (join.data) {
    const { amount, last4, paidAt, participantCount } = join.data;
    return (
      <Receipt
        contest={contest}
        title={texts.success}
        rows={{
          Amount: formatCost(amount),
          ...(last4 && { "Paid with": `Test card ending in ${last4}` }),
          [dateLabel(amount)]: formatDateTime(paidAt),
          "Participants now": String(participantCount),
        }}
      />
    );
  }
  // While joining, a refetch may already show the participation.
  if (!join.isPending && (contest.viewer?.hasJoined || isAlreadyJoined(join.error)))
    return <EarlierReceipt contest={contest} />;

  const failure = join.error && (
    <Note tone="danger" role="alert" title={isAmountChanged(join.error) ? JOINING.failure : texts.failure}>
      {join.error.message} {contest.amountDue > 0 && chargeText(join.error)}
    </Note>
  );
  const { isAllowed, because } = contest.may.join;
  return (
    <div>
      <PageHeading
        title={texts.title}
        subtitle={
          <>
            To take part in “<bdi>{contest.name}</bdi>”
          </>
        }
      />
      {isAllowed || join.isPending ? (
        <div className="pu:grid pu:gap-8 pu:md:grid-cols-[minmax(0,1fr)_20rem]">
          {/* The summary comes before the form, or beside it if there is room. */}
          <Summary contest={contest} />
          <div className="cq-panel pu:flex pu:flex-col pu:gap-6 pu:self-start pu:md:-order-1">
            {contest.amountDue === 0 ? (
              <FreeJoin failure={failure} isBusy={join.isPending} onJoin={pay} />
            ) : (
              <>
                <Note tone="info" title="Please enter no real card">
                  Payments here are simulated. Nothing is charged, and what you type into the card fields never leaves
                  this page.
                </Note>
                <PaymentForm amount={contest.amountDue} failure={failure} onPay={pay} />
              </>
            )}
          </div>
        </div>
      ) : (
        <div className="pu:flex pu:flex-col pu:gap-6">
          {failure}
          <EmptyState
            title="You cannot join this contest"
            action={<ButtonLink to={`/contest-details/${contest._id}`}>See the contest</ButtonLink>}>
            {because}
          </EmptyState>
        </div>
      )}
    </div>
  );
}

const PAYING = { title: "Payment", success: "Payment successful", failure: "Payment failed" };
const JOINING = { title: "Join", success: "You have joined", failure: "You have not joined" };

const dateLabel = (amount: number) => (amount === 0 ? "Joined on" : "Paid on");

/** Joined before, in another tab or by an attempt whose response was lost. */
const isAlreadyJoined = (error: unknown) => error instanceof ApiError && error.code === "already_joined";

/** The cost changed since it was shown, so the page's current wording may not fit what failed. */
const isAmountChanged = (error: unknown) => error instanceof ApiError && error.code === "amount_changed";

/** The server rejected the request, so nothing happened. */
const isRejected = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500;

function chargeText(error: Error): string {
  return isRejected(error)
    ? "Nothing was charged."
    : "If the payment did reach us, the contest is among your participated contests; trying again never charges twice.";
}

const Summary = ({ contest }: { contest: ContestDetails }) => (
  <aside aria-label="What you pay for" className="cq-card pu:h-auto pu:gap-4 pu:self-start">
    <Picture src={contest.image} alt="" className="pu:w-full" />
    <div className="pu:flex pu:flex-col pu:gap-4 pu:px-5 pu:pb-5">
      <h2 className="pu:text-lg pu:font-semibold pu:wrap-anywhere" dir="auto">
        {contest.name}
      </h2>
      <dl className="pu:flex pu:flex-col pu:gap-2">
        <div className="pu:flex pu:justify-between pu:gap-4">
          <dt>Prize</dt>
          <dd className="pu:font-semibold">{formatTaka(contest.prize)}</dd>
        </div>
        <div className="pu:flex pu:justify-between pu:gap-4">
          <dt>You pay</dt>
          <dd className="pu:font-semibold">{formatCost(contest.amountDue)}</dd>
        </div>
      </dl>
      {contest.amountDue > 0 && <CostNote />}
      <p>
        <DeadlineText at={contest.deadline} />
      </p>
      <p className="pu:text-sm pu:text-muted">{leavingTerms(contest.amountDue)}</p>
    </div>
  </aside>
);

function EarlierReceipt({ contest }: { contest: ContestDetails }) {
  const { email } = useAccount();
  const joined = useQuery(query(listParticipatedContests, { params: { email }, query: { limit: 100 } }));
  return (
    <QueryView query={joined} skeleton={<Spinner label="Looking up what you paid" />}>
      {(participations) => {
        const paid = participations.find(({ _id }) => _id === contest._id);
        return (
          <Receipt
            contest={contest}
            title="You have already joined this contest"
            rows={
              paid ? { Amount: formatCost(paid.amount), [dateLabel(paid.amount)]: formatDateTime(paid.paidAt) } : {}
            }
          />
        );
      }}
    </QueryView>
  );
}

function Receipt({ contest, title, rows }: { contest: ContestDetails; title: string; rows: Record<string, string> }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that had the focus is gone; on phones the receipt may be above the viewport.
  useEffect(() => heading.current?.focus(), []);

  return (
    <section
      aria-labelledby="receipt"
      className="cq-panel pu:mx-auto pu:flex pu:w-full pu:max-w-xl pu:flex-col pu:gap-6">
      <h1 id="receipt" ref={heading} tabIndex={-1} className="cq-section-title">
        Receipt
      </h1>
      <Note tone="success" role="status" title={title}>
        You take part in “<bdi>{contest.name}</bdi>”.
      </Note>
      <dl className="pu:flex pu:flex-col pu:gap-3">
        {Object.entries(rows).map(([label, value]) => (
          <div key={label} className="pu:flex pu:justify-between pu:gap-4">
            <dt>{label}</dt>
            <dd className="pu:text-right pu:font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {/* They replace this page in the history, so that Back does not lead to a paid form. */}
      <div className="pu:flex pu:flex-wrap pu:gap-3">
        <ButtonLink replace to={`/contest-details/${contest._id}#entry`}>
          {contest.viewer?.hasSubmitted ? "Go to your entry" : "Submit your entry"}
        </ButtonLink>
        <ButtonLink replace to="/dashboard/my_participated_contests" variant="secondary">
          Participated contests
        </ButtonLink>
      </div>
    </section>
  );
}

interface FreeJoinProps {
  failure: ReactNode;
  isBusy: boolean;
  onJoin: () => Promise<void>;
}

const FreeJoin = ({ failure, isBusy, onJoin }: FreeJoinProps) => (
  <>
    <Note tone="success" title="This contest is free">
      There is nothing to pay, and no card is asked for.
    </Note>
    {failure}
    <Button size="lg" isBusy={isBusy} onClick={() => void onJoin()} className="pu:self-start">
      {isBusy ? "Joining…" : "Join for free"}
    </Button>
  </>
);
