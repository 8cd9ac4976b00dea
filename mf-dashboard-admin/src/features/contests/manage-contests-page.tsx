import { useInfiniteQuery } from "@tanstack/react-query";
import { Undo2, Star } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { AdminContest } from "@conquest/shared/contracts/contests";
import { listContestsUnfiltered, returnToReview, featureContest } from "@conquest/shared/contracts/review";
import { pages, query, useCall } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { Button, ButtonLink } from "@conquest/shared/ui/button";
import { NotPublicBadge, StatusBadges } from "@conquest/shared/ui/contest/badges";
import { VisibilityBadge } from "@conquest/shared/ui/contest/visibility-badge";
import { useDeleteContest } from "@conquest/shared/ui/contest/delete-contest";
import { usePhaseFilter } from "@conquest/shared/ui/contest/phase-filter";
import { DataTable, SkeletonRows, type Column } from "@conquest/shared/ui/list/data-table";
import { EmailAddress } from "@conquest/shared/ui/format/email-address";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { ListPage } from "@conquest/shared/ui/list/list-page";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { useDialog, usePreload } from "@conquest/shared/ui/page/use-dialog";
import { whenLoaded } from "@conquest/shared/ui/page/when-loaded";
import { Picture } from "@conquest/shared/ui/picture/picture";
import { contestCallbacks } from "./contest-toast";
import { RowActionButton } from "@conquest/shared/ui/list/row-action-button";

const CommentDialog = lazyComponent(() => import(/* webpackChunkName: "comment-dialog" */ "./comment-dialog"));

const ConfirmContestDialog = lazyComponent(
  () => import(/* webpackChunkName: "confirm-contest" */ "./confirm-contest-dialog"),
);

/** Finds a contest that a decision moved out of the list. A search has at most 100 characters. */
const byName = ({ name }: AdminContest) =>
  query(listContestsUnfiltered, { query: { q: name.slice(0, 100), limit: 100 } });

export default function ManageContestsPage() {
  const { sought, ...filter } = usePhaseFilter(t("Search by contest or creator"));
  const contests = useInfiniteQuery(pages(listContestsUnfiltered, { query: { ...sought, limit: 20 } }));
  const [discussed, setDiscussed] = useState<AdminContest>();
  const deletion = useDeleteContest();
  const confirmation = useDialog(ConfirmContestDialog);
  usePreload(true, CommentDialog);
  const confirm = (contest: AdminContest) => whenLoaded(ConfirmContestDialog, () => confirmation.open({ contest }));
  const discuss = (contest: AdminContest) => whenLoaded(CommentDialog, () => setDiscussed(contest));
  return (
    <>
      <ListPage
        title={t("Manage Contests")}
        subtitle={t("Contests aren't open until you approve them.")}
        actions={
          <ButtonLink to="/dashboard/contest_review" size="sm" variant="secondary">
            {t("Review the queue")}
          </ButtonLink>
        }
        unit={[t("contest"), t("contests")]}
        list={contests}
        rowKey={({ _id }) => _id}
        whenGone={byName}
        filter={{
          ...filter,
          nothing: t(sought.phase === "in_review" && !sought.q ? "No contests to review" : "No contests match"),
          all: t("Show all contests"),
        }}
        skeleton={<SkeletonRows label={t("Loading the contests")} />}
        empty={
          <EmptyState title={t("No contests found")}>
            <p>{t("Contests appear here once a creator adds one.")}</p>
          </EmptyState>
        }>
        {(rows) => (
          <DataTable
            caption={t("Contests")}
            columns={columns({ onConfirm: confirm, onComment: discuss, onDelete: deletion.ask })}
            rows={rows}
            rowKey={({ _id }) => _id}
          />
        )}
      </ListPage>
      {discussed && <CommentDialog contest={discussed} onClose={() => setDiscussed(undefined)} />}
      {confirmation.element}
      {deletion.dialog}
    </>
  );
}

interface RowActions {
  onConfirm: (contest: AdminContest) => void;
  onComment: (contest: AdminContest) => void;
  onDelete: (contest: AdminContest) => void;
}

const columns = (actions: RowActions): Column<AdminContest>[] => [
  {
    key: "image",
    header: t("Image"),
    besideName: "before",
    cell: ({ image }) => <Picture src={image} alt="" sizes="6rem" className="da:w-24 da:rounded-sm" />,
  },
  {
    key: "name",
    header: t("Name"),
    isRowHeader: true,
    cell: ({ _id, name, prize, ...joined }) => (
      <>
        <Link id={_id} to={`/dashboard/contest_review/${_id}`} dir="auto" lang={langOf(name)} className="cq-link">
          {name}
        </Link>
        <span className="cq-hint da:block da:font-normal">
          {formatTaka(prize)} · {participantsOf(joined)}
        </span>
      </>
    ),
  },
  {
    key: "creator",
    header: t("Creator"),
    unlabelled: "line",
    cell: ({ creator }) => (
      <>
        <bdi>{creator.name}</bdi>
        <span className="cq-hint da:block">
          <EmailAddress>{creator.email}</EmailAddress>
        </span>
      </>
    ),
  },
  { key: "status", header: t("Status"), unlabelled: "inline", cell: (contest) => <ContestStatus contest={contest} /> },
  {
    key: "actions",
    header: t("Actions"),
    isActions: true,
    cell: (contest) => <ContestActions {...{ contest, ...actions }} />,
  },
];

/** A cancelled contest has no participants left, so refunded ones count too. */
function participantsOf({
  participantCount,
  refundedCount = 0,
  amountDue,
}: Pick<AdminContest, "participantCount" | "refundedCount" | "amountDue">): string {
  return t(
    refundedCount > 0 && amountDue > 0
      ? "{n, plural, one {# participant} other {# participants}}, refunded"
      : "{n, plural, one {# participant} other {# participants}}",
    { n: participantCount + refundedCount },
  );
}

/** Undo is not among the actions, so that a double click on Confirm cannot hit it. */
function ContestStatus({ contest }: { contest: AdminContest }) {
  const undo = useCall(returnToReview);
  return (
    <span className="da:inline-flex da:flex-wrap da:items-center da:gap-2">
      <StatusBadges status={contest.status} phase={contest.phase} participantCount={contest.participantCount} />
      <NotPublicBadge phase={contest.phase} hiddenAt={contest.hiddenAt} isPublic={contest.isPublic} />
      <VisibilityBadge visibility={contest.visibility} />
      {contest.may.returnToReview.isAllowed && (
        <Button
          size="sm"
          variant="secondary"
          className="da:min-h-6 da:px-2 da:py-0"
          aria-describedby={contest._id}
          isBusy={undo.isPending}
          onClick={() => undo.mutate({ params: { id: contest._id } }, contestCallbacks(t("Approval undone"), contest))}>
          {!undo.isPending && <Undo2 aria-hidden="true" size={14} />} {t("Undo")}
        </Button>
      )}
    </span>
  );
}

function ContestActions({ contest, onConfirm, onComment, onDelete }: RowActions & { contest: AdminContest }) {
  const { _id, may } = contest;
  return (
    // Wide enough for three buttons in a row.
    <span className="da:flex da:flex-wrap da:items-center da:gap-[0.35rem] da:@min-[52rem]/cq-table:justify-end da:@min-[64rem]/cq-table:min-w-66">
      {may.declareWinner.isAllowed && (
        <ButtonLink to={`/dashboard/contest_submitted/${_id}`} size="sm" variant="secondary" aria-describedby={_id}>
          {t("Entries")}
        </ButtonLink>
      )}
      <Button
        size="sm"
        variant="secondary"
        aria-describedby={_id}
        // Disabled rather than hidden, as specified; the status column shows the confirmation.
        disabled={!may.confirm.isAllowed}
        title={may.confirm.because || undefined}
        onClick={() => onConfirm(contest)}>
        {t("Confirm")}
      </Button>
      <FeatureButton contest={contest} />
      <Button size="sm" variant="ghost" aria-describedby={_id} onClick={() => onComment(contest)}>
        {t("Comment")}
      </Button>
      <RowActionButton
        label={t(may.remove.isAllowed && may.remove.how === "cancel" ? "Cancel contest" : "Delete")}
        aria-describedby={_id}
        because={may.remove.because}
        onClick={() => onDelete(contest)}
      />
    </span>
  );
}

/** Toggles the featured state. Hidden if the contest is neither featured nor eligible. */
function FeatureButton({ contest }: { contest: AdminContest }) {
  const { _id, isFeatured, may } = contest;
  const feature = useCall(featureContest);
  if (!isFeatured && !may.feature.isAllowed) return null;
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-label={t("Feature on the home page")}
      aria-pressed={isFeatured}
      aria-describedby={_id}
      isBusy={feature.isPending}
      onClick={() =>
        feature.mutate(
          { params: { id: _id }, body: { isFeatured: !isFeatured } },
          contestCallbacks(t(isFeatured ? "No longer featured" : "Featured on the home page"), contest),
        )
      }>
      {!feature.isPending && (
        <Star aria-hidden="true" size={16} className={isFeatured ? "da:fill-gold da:text-gold" : undefined} />
      )}
      {t("Feature")}
    </Button>
  );
}
