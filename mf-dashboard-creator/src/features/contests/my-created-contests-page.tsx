import { useInfiniteQuery } from "@tanstack/react-query";
import { MessageSquareText, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { PHASES, phase as phaseField, type MyContest } from "@conquest/shared/contracts/contests";
import { deleteContest, listMyContests } from "@conquest/shared/contracts/publishing";
import { pages, useCall } from "@conquest/shared/singletons/api-hooks";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";
import { CountBadge } from "@conquest/shared/ui/badge";
import { Button, ButtonLink, IconButton } from "@conquest/shared/ui/button";
import { PhaseBadge, StatusBadge, phaseLabel } from "@conquest/shared/ui/contest/badges";
import { DeadlineText } from "@conquest/shared/ui/contest/deadline-text";
import { DeleteContestDialog, deletionOutcome } from "@conquest/shared/ui/contest/delete-dialog";
import { DataTable, SkeletonRows, type Column } from "@conquest/shared/ui/data-table";
import { EmptyState } from "@conquest/shared/ui/empty-state";
import { FilterBar, useFilters } from "@conquest/shared/ui/filter-bar";
import { LoadMore } from "@conquest/shared/ui/load-more";
import { formatTaka } from "@conquest/shared/ui/money";
import { PageHeading, focusHeadingIfLost } from "@conquest/shared/ui/page-heading";
import { Picture } from "@conquest/shared/ui/picture";
import { QueryView } from "@conquest/shared/ui/query-view";
import { truncate } from "@conquest/shared/ui/text";
import { formatDateTime } from "@conquest/shared/ui/time";
import { UpdateContestDialog } from "./update-contest-dialog";

const ADD = "/dashboard/add_contest";

export default function MyCreatedContestsPage() {
  const { email } = useAccount();
  const { values, isFiltered, clear } = useFilters("q", "phase");
  const filters = { q: values.q, phase: phaseField.safeParse(values.phase).data };
  const all = useInfiniteQuery(pages(listMyContests, { params: { email } }));
  const contests = useInfiniteQuery(pages(listMyContests, { params: { email }, ...(isFiltered && { query: filters }) }));
  const [edited, setEdited] = useState<MyContest>();
  const [doomed, setDoomed] = useState<MyContest>();
  const remove = useCall(deleteContest);

  const total = all.data?.pages[0]?.total;
  const confirmDelete = (contest: MyContest, reason: string) =>
    remove.mutate(
      { params: { id: contest._id }, body: { reason } },
      {
        onSuccess: (result) => {
          setDoomed(undefined);
          focusHeadingIfLost();
          toast.success(deletionOutcome(result));
        },
      },
    );

  return (
    <>
      <PageHeading
        title="My Created Contests"
        badge={total !== undefined && <CountBadge count={total} label={total === 1 ? "contest" : "contests"} />}
        actions={
          <ButtonLink to={ADD} size="sm">
            <Plus aria-hidden="true" size={16} /> Add contest
          </ButtonLink>
        }
      />
      {(isFiltered || total !== 0) && (
        <FilterBar
          searchLabel="Search your contests"
          choices={[
            {
              name: "phase",
              label: "Status",
              options: [{ value: "", label: "Every status" }, ...PHASES.map((phase) => ({ value: phase, label: phaseLabel(phase) }))],
            },
          ]}
        />
      )}
      <QueryView query={contests} skeleton={<SkeletonRows label="Loading your contests" />}>
        {(data) => {
          const rows = data.pages.flatMap((page) => page.items);
          if (rows.length === 0) {
            return isFiltered ? (
              <EmptyState
                title="No contests match"
                action={
                  <Button variant="secondary" onClick={clear}>
                    Clear filters
                  </Button>
                }
              >
                <p>None of your contests fits this search.</p>
              </EmptyState>
            ) : (
              <EmptyState title="No contests found" action={<ButtonLink to={ADD}>Add your first contest</ButtonLink>}>
                <p>Contests you add are listed here, with what the admins say about them.</p>
              </EmptyState>
            );
          }
          return (
            <>
              <DataTable caption="My created contests" columns={columns(setEdited, setDoomed)} rows={rows} rowKey={({ _id }) => _id} />
              <LoadMore
                hasMore={contests.hasNextPage}
                isLoading={contests.isFetchingNextPage}
                onMore={() => void contests.fetchNextPage()}
                shown={rows.length}
                total={data.pages[0]?.total ?? rows.length}
              />
            </>
          );
        }}
      </QueryView>
      {edited && <UpdateContestDialog contest={edited} onClose={() => setEdited(undefined)} />}
      {doomed && (
        <DeleteContestDialog
          contest={doomed}
          isBusy={remove.isPending}
          error={remove.error?.message}
          onClose={() => {
            remove.reset();
            setDoomed(undefined);
          }}
          onConfirm={(reason) => confirmDelete(doomed, reason)}
        />
      )}
    </>
  );
}

const columns = (onEdit: (contest: MyContest) => void, onDelete: (contest: MyContest) => void): Column<MyContest>[] => [
  { key: "title", header: "Title", isRowHeader: true, cell: (contest) => <ContestTitle contest={contest} /> },
  { key: "description", header: "Description", cell: ({ description }) => <span className="dc:block dc:min-w-44 dc:wrap-anywhere">{truncate(description, 80)}</span> },
  {
    key: "status",
    header: "Status",
    cell: (contest) => (
      <span className="dc:inline-flex dc:flex-wrap dc:gap-1">
        <StatusBadge status={contest.status} />
        {contest.phase !== "open" && <PhaseBadge phase={contest.phase} />}
      </span>
    ),
  },
  {
    key: "deadline",
    header: "Deadline",
    cell: ({ deadline, phase }) => (
      <span className="dc:block dc:min-w-44">
        {phase === "cancelled" ? <time dateTime={deadline}>{formatDateTime(deadline)}</time> : <DeadlineText at={deadline} />}
      </span>
    ),
  },
  { key: "actions", header: "Actions", isActions: true, cell: (contest) => <ContestActions {...{ contest, onEdit, onDelete }} /> },
];

function ContestTitle({ contest: { _id, name, image, participantCount, paidTotal, comments } }: { contest: MyContest }) {
  const latest = comments.toSorted((one, other) => other.at.localeCompare(one.at))[0];
  return (
    <div className="dc:flex dc:min-w-60 dc:items-start dc:gap-3">
      <Picture src={image} alt="" className="dc:w-20 dc:shrink-0 dc:rounded-sm" />
      <div>
        <Link id={_id} to={`/contest-details/${_id}`} className="cq-link">
          {name}
        </Link>
        {participantCount > 0 && (
          <p className="cq-hint dc:font-normal">
            {participantCount} joined{paidTotal > 0 && `, ${formatTaka(paidTotal)} paid`}
          </p>
        )}
        {latest && (
          <p className="cq-hint dc:mt-1 dc:flex dc:gap-1 dc:font-normal">
            <MessageSquareText aria-hidden="true" size={14} className="dc:mt-0.5 dc:shrink-0" />
            <span>
              {latest.author}: {truncate(latest.text, 90)}
            </span>
          </p>
        )}
      </div>
    </div>
  );
}

interface ContestActionsProps {
  contest: MyContest;
  onEdit: (contest: MyContest) => void;
  onDelete: (contest: MyContest) => void;
}

function ContestActions({ contest, onEdit, onDelete }: ContestActionsProps) {
  const isOver = contest.phase === "completed" || contest.phase === "cancelled";
  return (
    <>
      <IconButton
        label="Edit"
        icon={<Pencil aria-hidden="true" size={18} />}
        aria-describedby={contest._id}
        disabled={isOver}
        onClick={() => onEdit(contest)}
      />
      <IconButton
        label="Delete"
        variant="danger"
        icon={<Trash2 aria-hidden="true" size={18} />}
        aria-describedby={contest._id}
        disabled={isOver}
        onClick={() => onDelete(contest)}
      />
    </>
  );
}
