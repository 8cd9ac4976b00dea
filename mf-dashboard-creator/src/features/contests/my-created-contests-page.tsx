import { useInfiniteQuery } from "@tanstack/react-query";
import { CalendarPlus, Copy, Megaphone, MessageSquareText, Pencil, Plus, Trash2 } from "lucide-react";
import { Link, useNavigate } from "react-router-dom";
import type { MyContest } from "@conquest/shared/contracts/contests";
import { duplicateContest } from "@conquest/shared/contracts/drafts";
import { listMyContests } from "@conquest/shared/contracts/publishing";
import { pages, useCall } from "@conquest/shared/singletons/api-hooks";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";
import { ButtonLink, IconButton } from "@conquest/shared/ui/button";
import { RowActionButton } from "@conquest/shared/ui/list/row-action-button";
import { NotPublicBadge, StateBadge } from "@conquest/shared/ui/contest/badges";
import { DeadlineText, useIsReviewOverdue } from "@conquest/shared/ui/contest/deadline-text";
import { useDeleteContest } from "@conquest/shared/ui/contest/delete-contest";
import { usePhaseFilter } from "@conquest/shared/ui/contest/phase-filter";
import { DataTable, SkeletonRows, type Column } from "@conquest/shared/ui/list/data-table";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { useFilters } from "@conquest/shared/ui/list/filter-bar";
import { ListPage } from "@conquest/shared/ui/list/list-page";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { Picture } from "@conquest/shared/ui/picture/picture";
import { truncate } from "@conquest/shared/ui/format/text";
import { useDialog } from "@conquest/shared/ui/page/use-dialog";

const UpdateContestDialog = lazyComponent(
  () => import(/* webpackChunkName: "update-contest-dialog" */ "./update-contest-dialog"),
);
const ExtendDeadlineDialog = lazyComponent(
  () => import(/* webpackChunkName: "extend-deadline-dialog" */ "./extend-deadline-dialog"),
);
const WriteNewsDialog = lazyComponent(() => import(/* webpackChunkName: "write-news-dialog" */ "./write-news-dialog"));

const ADD = "/dashboard/add_contest";
const DRAFTS = "/dashboard/contest_drafts";

export default function MyCreatedContestsPage() {
  const { email, role } = useAccount();
  const isCreator = role === "creator";
  const { contest } = useFilters("contest").values;
  const { sought, ...filter } = usePhaseFilter(
    "Search your contests",
    contest === undefined ? [] : [{ name: "contest", label: "One contest" }],
  );
  const isSought = Object.keys(sought).length > 0;
  const contests = useInfiniteQuery(
    pages(listMyContests, { params: { email }, query: isSought || contest === undefined ? sought : { contest } }),
  );
  const editing = useDialog(UpdateContestDialog);
  const extension = useDialog(ExtendDeadlineDialog);
  const news = useDialog(WriteNewsDialog);
  const deletion = useDeleteContest();
  return (
    <>
      <ListPage
        title="My Created Contests"
        unit={["contest", "contests"]}
        subtitle={
          !isCreator && role !== "admin" && "You are no creator any more: what waits for review cannot be opened."
        }
        actions={
          isCreator && (
            <>
              <ButtonLink to={DRAFTS} size="sm" variant="secondary">
                Drafts
              </ButtonLink>
              <ButtonLink to={ADD} size="sm">
                <Plus aria-hidden="true" size={16} /> Add contest
              </ButtonLink>
            </>
          )
        }
        list={contests}
        rowKey={({ _id }) => _id}
        filter={{ ...filter, nothing: "No contests match", all: "Clear filters" }}
        skeleton={<SkeletonRows label="Loading your contests" />}
        empty={
          <EmptyState
            title="No contests found"
            action={isCreator && <ButtonLink to={ADD}>Add your first contest</ButtonLink>}>
            <p>Contests you add are listed here, with what the admins say about them.</p>
          </EmptyState>
        }>
        {(rows) => (
          <DataTable
            caption="My created contests"
            columns={columns({
              isCreator,
              onEdit: (contest) => editing.open({ contest }),
              onExtend: (contest) => extension.open({ contest }),
              onWriteNews: (contest) => news.open({ contest }),
              onDelete: deletion.ask,
            })}
            rows={rows}
            rowKey={({ _id }) => _id}
            isWide
          />
        )}
      </ListPage>
      {editing.element}
      {extension.element}
      {news.element}
      {deletion.dialog}
    </>
  );
}

interface RowActions {
  isCreator: boolean;
  onEdit: (contest: MyContest) => void;
  onExtend: (contest: MyContest) => void;
  onWriteNews: (contest: MyContest) => void;
  onDelete: (contest: MyContest) => void;
}

const State = ({ contest: { status, phase, participantCount, hiddenAt, isPublic } }: { contest: MyContest }) => (
  <span className="cq-badges">
    <StateBadge status={status} phase={phase} participantCount={participantCount} />
    <NotPublicBadge phase={phase} hiddenAt={hiddenAt} isPublic={isPublic} />
  </span>
);

function Deadline({ contest }: { contest: MyContest }) {
  const isLate = useIsReviewOverdue(contest);
  return (
    <span className="dc:block dc:min-w-30">
      <DeadlineText at={contest.deadline} phase={contest.phase} />
      {isLate && (
        <span className="cq-hint dc:block">Move it: an admin can confirm the contest only before its deadline.</span>
      )}
    </span>
  );
}

const columns = (acts: RowActions): Column<MyContest>[] => [
  { key: "title", header: "Title", isRowHeader: true, cell: (contest) => <ContestTitle contest={contest} /> },
  { key: "description", header: "Description", cell: ({ description }) => truncate(description, 80) },
  { key: "status", header: "Status", cell: (contest) => <State contest={contest} /> },
  { key: "deadline", header: "Deadline", cell: (contest) => <Deadline contest={contest} /> },
  {
    key: "actions",
    header: "Actions",
    isActions: true,
    cell: (contest) => <ContestActions contest={contest} {...acts} />,
  },
];

function ContestTitle({ contest }: { contest: MyContest }) {
  const { _id, name, image, status, participantCount, refundedCount = 0, amountDue, paidTotal, comments } = contest;
  // Once a contest is open, earlier reasons for not confirming it are outdated.
  const latest = comments
    .filter(({ decision, isReturn }) => status === "pending" || (decision === "comment" && !isReturn))
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))[0];
  return (
    <div className="dc:min-w-54">
      <div className="dc:flex dc:items-start dc:gap-3">
        <Picture src={image} alt="" sizes="5rem" className="dc:w-20 dc:shrink-0 dc:rounded-sm" />
        <div>
          <Link id={_id} to={`/contest-details/${_id}`} dir="auto" className="cq-link">
            {name}
          </Link>
          {participantCount + refundedCount > 0 && (
            <p className="cq-hint dc:font-normal">
              <Link to={`/dashboard/contest_progress/${_id}`} className="cq-link" aria-describedby={_id}>
                {participantCount + refundedCount} joined
              </Link>
              {refundedCount > 0 && amountDue > 0 && ", refunded"}
              {paidTotal > 0 && `, ${formatTaka(paidTotal)} paid`}
            </p>
          )}
        </div>
      </div>
      {latest && (
        <p className="cq-hint dc:mt-1 dc:flex dc:gap-1 dc:font-normal">
          <MessageSquareText aria-hidden="true" size={14} className="dc:mt-0.5 dc:shrink-0" />
          <span>
            <bdi>{latest.author}</bdi>: <bdi>{truncate(latest.text, 90)}</bdi>
          </span>
        </p>
      )}
    </div>
  );
}

function ContestActions({
  contest,
  isCreator,
  onEdit,
  onExtend,
  onWriteNews,
  onDelete,
}: RowActions & { contest: MyContest }) {
  const navigate = useNavigate();
  const duplicate = useCall(duplicateContest);
  const copy = () =>
    duplicate.mutate(
      { params: { id: contest._id } },
      {
        onSuccess: ({ _id }) => {
          toast.success("Copied into a new draft");
          void navigate(`${ADD}?draft=${_id}`);
        },
        onError: ({ message }) => toast.error(message),
      },
    );
  return (
    <>
      <RowActionButton
        label="Edit"
        icon={<Pencil aria-hidden="true" size={18} />}
        aria-describedby={contest._id}
        because={contest.may.edit.because}
        onClick={() => onEdit(contest)}
      />
      <RowActionButton
        label="Extend the deadline"
        icon={<CalendarPlus aria-hidden="true" size={18} />}
        aria-describedby={contest._id}
        because={contest.may.extend.because}
        onClick={() => onExtend(contest)}
      />
      <RowActionButton
        label="Write to everybody who joined"
        icon={<Megaphone aria-hidden="true" size={18} />}
        aria-describedby={contest._id}
        because={contest.may.writeNews.because}
        onClick={() => onWriteNews(contest)}
      />
      {isCreator && (
        <IconButton
          label="Duplicate"
          icon={<Copy aria-hidden="true" size={18} />}
          aria-describedby={contest._id}
          isBusy={duplicate.isPending}
          onClick={copy}
        />
      )}
      <RowActionButton
        label="Delete"
        variant="danger"
        icon={<Trash2 aria-hidden="true" size={18} />}
        aria-describedby={contest._id}
        because={contest.may.remove.because}
        onClick={() => onDelete(contest)}
      />
    </>
  );
}
