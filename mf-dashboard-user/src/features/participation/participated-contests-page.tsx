import { useInfiniteQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { Link, useSearchParams } from "react-router-dom";
import { listParticipatedContests, type Participation } from "@conquest/shared/contracts/participation";
import { pages } from "@conquest/shared/singletons/api-hooks";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { ValueBadge, type BadgeContent } from "@conquest/shared/ui/badge";
import { ButtonLink } from "@conquest/shared/ui/button";
import { CertificateLink } from "@conquest/shared/ui/contest/certificate-link";
import { NotPublicBadge, PhaseBadge } from "@conquest/shared/ui/contest/badges";
import { formatCost } from "@conquest/shared/ui/contest/cost";
import { DeadlineText } from "@conquest/shared/ui/contest/deadline-text";
import { DataTable, SkeletonRows, type Column } from "@conquest/shared/ui/list/data-table";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { ListPage } from "@conquest/shared/ui/list/list-page";
import { truncate } from "@conquest/shared/ui/format/text";
import { formatDateTime } from "@conquest/shared/ui/format/time";

export default function ParticipatedContestsPage() {
  const { email } = useAccount();
  const isOnlyMissing = useSearchParams()[0].get("entry") === "missing";
  const contests = useInfiniteQuery(
    pages(listParticipatedContests, {
      params: { email },
      ...(isOnlyMissing && { query: { entry: "missing" as const } }),
    }),
  );
  return (
    <ListPage
      title="My Participated Contests"
      subtitle={
        isOnlyMissing
          ? "Open contests without an entry from you."
          : "Everything you joined, what you paid, and what is left to do."
      }
      actions={
        isOnlyMissing && (
          <ButtonLink to="/dashboard/my_participated_contests" variant="secondary">
            Show all contests
          </ButtonLink>
        )
      }
      unit={["contest", "contests"]}
      list={contests}
      rowKey={({ _id }) => _id}
      skeleton={<SkeletonRows label="Loading your contests" />}
      empty={
        <EmptyState
          title={isOnlyMissing ? "No entries left to submit" : "Participate in a contest to see your progress here"}
          action={<ButtonLink to="/all_contests?phase=open">Find a contest</ButtonLink>}
        />
      }>
      {(rows) => (
        <DataTable caption="My participated contests" columns={COLUMNS} rows={rows} rowKey={({ _id }) => _id} isWide />
      )}
    </ListPage>
  );
}

const PAYMENTS: Record<Participation["paymentStatus"], BadgeContent> = {
  paid: { label: "Paid", tone: "success" },
  refunded: { label: "Refunded", tone: "neutral" },
};

const FREE_PARTICIPATIONS: typeof PAYMENTS = {
  paid: { label: "Joined", tone: "success" },
  refunded: { label: "No longer joined", tone: "neutral" },
};

const ENTRIES: Record<Participation["entryState"], BadgeContent> = {
  none: { label: "No entry", tone: "neutral" },
  submitted: { label: "Submitted", tone: "info" },
  winner: { label: "Winner", tone: "gold" },
};

function summarizeFeedback({ rating, hasWord }: NonNullable<Participation["answer"]>): string {
  if (rating === null) return hasWord ? "A word for you" : "No rating";
  return `Rated ${rating} of 5${hasWord ? ", with a word" : ""}`;
}

const COLUMNS: Column<Participation>[] = [
  {
    key: "name",
    header: "Name",
    isRowHeader: true,
    cell: ({ _id, name }) => (
      <Link id={_id} dir="auto" className="cq-link" to={`/contest-details/${_id}`}>
        {name}
      </Link>
    ),
  },
  {
    key: "description",
    header: "Description",
    cell: ({ description }) => (
      <span className="du:block du:min-w-40 du:wrap-anywhere" dir="auto">
        {truncate(description, 80)}
      </span>
    ),
  },
  {
    key: "deadline",
    header: "Deadline",
    cell: ({ _id, deadline, phase, hiddenAt, isPublic, leavesUntil, amount }) => (
      <span className="du:flex du:min-w-36 du:flex-col du:items-start du:gap-1">
        <DeadlineText at={deadline} phase={phase} />
        <PhaseBadge phase={phase} />
        <NotPublicBadge phase={phase} hiddenAt={hiddenAt} isPublic={isPublic} />
        {leavesUntil && (
          <span className="du:text-sm">
            Extended after you joined.{" "}
            <Link className="cq-link" to={`/contest-details/${_id}`} aria-describedby={_id}>
              {amount > 0 ? "Leave with a refund" : "Leave"}
            </Link>{" "}
            until {formatDateTime(leavesUntil)}
          </span>
        )}
      </span>
    ),
  },
  {
    key: "payment",
    header: "Payment status",
    cell: ({ amount, paymentStatus }) => (
      <span className="du:flex du:flex-col du:items-start du:gap-1">
        <ValueBadge of={amount > 0 ? PAYMENTS : FREE_PARTICIPATIONS} value={paymentStatus} />
        <span className="cq-money">{formatCost(amount)}</span>
      </span>
    ),
  },
  {
    key: "entry",
    header: "Entry",
    cell: ({ _id, phase, entryState, answer }) => (
      <span className="du:flex du:flex-col du:items-start du:gap-1">
        <ValueBadge of={ENTRIES} value={entryState} />
        {answer && (
          <Link className="cq-link du:py-0.5 du:text-sm" to={`/contest-details/${_id}#entry`} aria-describedby={_id}>
            {summarizeFeedback(answer)}
          </Link>
        )}
        {/* Aligns the button's label with the other texts. */}
        {entryState !== "none" && phase === "completed" && (
          <span className="du:-ml-[0.8rem]">
            <CertificateLink contestId={_id} label="Certificate" variant="ghost" size="sm" />
          </span>
        )}
      </span>
    ),
  },
  { key: "actions", header: "Actions", isActions: true, cell: (contest) => <NextAction contest={contest} /> },
];

function NextAction({ contest: { _id, phase, may, entryState } }: { contest: Participation }) {
  const canSubmit = may.submit.isAllowed;
  const label = canSubmit
    ? entryState === "none"
      ? "Submit entry"
      : "Edit entry"
    : phase === "completed"
      ? "See result"
      : "Details";
  const isAtEntry = canSubmit || (phase === "completed" && entryState !== "none");
  return (
    <ButtonLink
      to={`/contest-details/${_id}${isAtEntry ? "#entry" : ""}`}
      size="sm"
      variant={canSubmit && entryState === "none" ? "primary" : "secondary"}
      aria-describedby={_id}>
      {label}
      <ArrowRight aria-hidden="true" size={16} />
    </ButtonLink>
  );
}
