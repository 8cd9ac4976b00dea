import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { Link, useSearchParams } from "react-router-dom";
import {
  PARTICIPATION_GROUPS,
  countParticipations,
  listParticipatedContests,
  type Participation,
  type ParticipationGroup,
} from "@conquest/shared/contracts/participation";
import { pages, query } from "@conquest/shared/singletons/api-hooks";
import { msg, T, t } from "@conquest/shared/singletons/language";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { Badge, ValueBadge, type BadgeContent } from "@conquest/shared/ui/badge";
import { ButtonLink } from "@conquest/shared/ui/button";
import { CertificateLink } from "@conquest/shared/ui/contest/certificate-link";
import { NotPublicBadge, PAYMENT_STATUSES, PhaseBadge } from "@conquest/shared/ui/contest/badges";
import { VisibilityBadge } from "@conquest/shared/ui/contest/visibility-badge";
import { formatCost } from "@conquest/shared/ui/contest/cost";
import { DeadlineText } from "@conquest/shared/ui/contest/deadline-text";
import { DataTable, SkeletonRows, type Column } from "@conquest/shared/ui/list/data-table";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { ListPage } from "@conquest/shared/ui/list/list-page";
import { DeferredComponent } from "@conquest/shared/ui/page/deferred-component";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { TabLinks } from "@conquest/shared/ui/page/tab-links";
import { labelOf } from "@conquest/shared/ui/format/labels";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { truncate } from "@conquest/shared/ui/format/text";
import { formatDateTime } from "@conquest/shared/ui/format/time";

const WaitingContests = lazyComponent(() => import(/* webpackChunkName: "waiting-contests" */ "./waiting-contests"));

const LABELS: Record<ParticipationGroup, string> = {
  to_do: msg("To do"),
  waiting: msg("Waiting"),
  finished: msg("Finished"),
  left: msg("Left"),
};

const EMPTY: Record<ParticipationGroup, string> = {
  to_do: msg("No entries left to submit"),
  waiting: msg("No contests are waiting for a result"),
  finished: msg("No finished contests yet"),
  left: msg("You haven't left any contests"),
};

const rank = ({ group }: Participation) => (group ? PARTICIPATION_GROUPS.indexOf(group) : 0);

export default function ParticipatedContestsPage() {
  const { email } = useAccount();
  const [address, setAddress] = useSearchParams();
  const group = PARTICIPATION_GROUPS.find((each) => each === address.get("group"));
  const contests = useInfiniteQuery(
    pages(listParticipatedContests, { params: { email }, ...(group && { query: { group } }) }),
  );
  const counts = useQuery(query(countParticipations)).data;
  return (
    <ListPage
      title={t("My Participated Contests")}
      subtitle={t("The contests you joined, what you paid, and what's next.")}
      unit={[t("contest"), t("contests")]}
      above={<DeferredComponent code={WaitingContests} props={{}} placeholder={null} />}
      list={contests}
      rowKey={({ _id }) => _id}
      filter={{
        bar: (
          <TabLinks
            label={t("Show contests")}
            tabs={[
              {
                to: "/dashboard/my_participated_contests",
                label: t("All"),
                isCurrent: !group,
                count: counts && counts.to_do + counts.waiting + counts.finished + (counts.left ?? 0),
              },
              // Few users ever leave a contest, and phones have little room.
              ...PARTICIPATION_GROUPS.filter((each) => each !== "left" || each === group || counts?.left).map(
                (each) => ({
                  to: `/dashboard/my_participated_contests?group=${each}`,
                  label: t(LABELS[each]),
                  isCurrent: each === group,
                  count: counts?.[each],
                }),
              ),
            ]}
          />
        ),
        isFiltered: group !== undefined,
        clear: () => setAddress({}, { replace: true }),
        nothing: group ? t(EMPTY[group]) : "",
        all: t("Show all contests"),
      }}
      skeleton={<SkeletonRows label={t("Loading your contests")} />}
      empty={
        <EmptyState
          title={t("Participate in a contest to see your progress here")}
          action={<ButtonLink to="/all_contests?phase=open">{t("Find a contest")}</ButtonLink>}
        />
      }>
      {(rows) => (
        // In cards, texts of the entry and the button share lines with those of the payment.
        <div className="du:[&_td:nth-child(n+4):nth-child(-n+5)]:@max-[52rem]/cq-table:contents! du:[&_td:nth-child(n+4):nth-child(-n+5)>*]:@max-[52rem]/cq-table:contents!">
          <DataTable
            caption={t("My participated contests")}
            columns={columns()}
            // A row that changed its group while it was shown is still at its old place.
            rows={[...rows].sort((one, other) => rank(one) - rank(other))}
            rowKey={({ _id }) => _id}
            groupOf={group ? undefined : (row) => row.group && t(labelOf(LABELS, row.group))}
            isWide
            isDense
          />
        </div>
      )}
    </ListPage>
  );
}

const ENTRIES: Record<Participation["entryState"], BadgeContent> = {
  none: { label: msg("No entry"), tone: "neutral" },
  submitted: { label: msg("Submitted"), tone: "info" },
  winner: { label: msg("Winner"), tone: "gold" },
};

function summarizeFeedback({ rating, hasWord }: NonNullable<Participation["answer"]>): string {
  if (rating === null) return t(hasWord ? "Feedback" : "No rating");
  return t(hasWord ? "Rated {rating} out of 5, with feedback" : "Rated {rating} out of 5", { rating });
}

const INLINE_IN_CARDS =
  "du:contents du:text-sm du:@min-[52rem]/cq-table:flex du:@min-[52rem]/cq-table:min-w-32 du:@min-[52rem]/cq-table:flex-wrap du:@min-[52rem]/cq-table:items-center du:@min-[52rem]/cq-table:gap-x-2 du:@min-[52rem]/cq-table:gap-y-0.5";

const columns = (): Column<Participation>[] => [
  {
    key: "name",
    header: t("Name"),
    isRowHeader: true,
    cell: ({ _id, name, teamName }) => (
      <>
        <Link id={_id} dir="auto" lang={langOf(name)} className="cq-link" to={`/contest-details/${_id}`}>
          {name}
        </Link>
        {teamName && (
          <span className="du:block du:text-sm du:font-normal du:text-muted">
            <T text="Team: {name}" name={<bdi lang={langOf(teamName)}>{teamName}</bdi>} />
          </span>
        )}
      </>
    ),
  },
  {
    key: "description",
    header: t("Description"),
    unlabelled: "line",
    cell: ({ description, summary = description }) => (
      <span className="du:line-clamp-1 du:@min-[52rem]/cq-table:line-clamp-2" dir="auto" lang={langOf(summary)}>
        {truncate(summary, 80)}
      </span>
    ),
  },
  {
    key: "deadline",
    header: t("Deadline"),
    unlabelled: "line",
    cell: ({
      _id,
      deadline,
      phase,
      group,
      leftAt,
      hiddenAt,
      isPublic,
      visibility,
      leavesUntil,
      amount,
      entryState,
    }) => (
      <span className="du:flex du:flex-wrap du:items-center du:gap-x-2 du:gap-y-0.5 du:text-sm du:@min-[52rem]/cq-table:min-w-42 du:[&>.cq-deadline]:@max-[52rem]/cq-table:contents">
        {group === "left" ? <Badge>{t("Left")}</Badge> : <PhaseBadge phase={phase} />}
        <NotPublicBadge phase={phase} hiddenAt={hiddenAt} isPublic={isPublic} />
        <VisibilityBadge visibility={visibility} />
        {group === "left" ? (
          leftAt && <time dateTime={leftAt}>{formatDateTime(leftAt)}</time>
        ) : (
          <DeadlineText at={deadline} phase={phase} />
        )}
        {leavesUntil && (
          <span>
            <T
              text={
                amount > 0
                  ? "Extended after you joined. <a>Leave with a refund</a> until {time}"
                  : "Extended after you joined. <a>Leave</a> until {time}"
              }
              a={<Link className="cq-link" to={`/contest-details/${_id}`} aria-describedby={_id} />}
              time={formatDateTime(entryState === "none" ? deadline : leavesUntil)}
            />
          </span>
        )}
      </span>
    ),
  },
  {
    key: "payment",
    header: t("Payment status"),
    unlabelled: "inline",
    cell: ({ _id, amount, group, paymentStatus, receiptNumber }) => (
      <span className={INLINE_IN_CARDS}>
        {amount > 0 ? (
          <ValueBadge of={PAYMENT_STATUSES} value={paymentStatus} />
        ) : (
          group !== "left" && <Badge tone="success">{t("Joined")}</Badge>
        )}
        <span className="cq-money">{formatCost(amount)}</span>
        {receiptNumber && (
          <Link
            className="cq-link du:py-0.5 du:text-sm"
            to={`/dashboard/payments/${receiptNumber}`}
            aria-describedby={_id}>
            {t("Receipt")}
          </Link>
        )}
      </span>
    ),
  },
  {
    key: "entry",
    header: t("Entry"),
    unlabelled: "inline",
    cell: ({ _id, phase, entryState, prizeName, answer }) => (
      <span className={INLINE_IN_CARDS}>
        {prizeName ? (
          <Badge tone="gold">
            <bdi>{prizeName}</bdi>
          </Badge>
        ) : (
          <ValueBadge of={ENTRIES} value={entryState} />
        )}
        {answer && (
          <Link className="cq-link du:py-0.5 du:text-sm" to={`/contest-details/${_id}#entry`} aria-describedby={_id}>
            {summarizeFeedback(answer)}
          </Link>
        )}
        {/* Aligns the button's label with the other texts. */}
        {entryState !== "none" && phase === "completed" && (
          <span className="du:-ml-[0.8rem]">
            <CertificateLink contestId={_id} label={t("Certificate")} variant="ghost" size="sm" />
          </span>
        )}
      </span>
    ),
  },
  { key: "actions", header: t("Actions"), isActions: true, cell: (contest) => <NextAction contest={contest} /> },
];

function NextAction({ contest: { _id, phase, may, entryState } }: { contest: Participation }) {
  const canSubmit = may.submit.isAllowed;
  const label = t(
    canSubmit
      ? entryState === "none"
        ? "Submit entry"
        : "Edit entry"
      : phase === "completed"
        ? "View result"
        : "View contest",
  );
  const hasEntry = entryState !== "none";
  const hash = canSubmit ? (hasEntry ? "#edit-entry" : "#entry") : phase === "completed" && hasEntry ? "#entry" : "";
  return (
    <ButtonLink
      to={`/contest-details/${_id}${hash}`}
      size="sm"
      variant={canSubmit && entryState === "none" ? "primary" : "secondary"}
      aria-describedby={_id}>
      {label}
      <ArrowRight aria-hidden="true" size={16} />
    </ButtonLink>
  );
}
