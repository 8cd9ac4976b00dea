import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import { PHASES, phase as phaseField, type AdminContest } from "@conquest/shared/contracts/contests";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import { listContestsUnfiltered } from "@conquest/shared/contracts/review";
import { pages, useCall } from "@conquest/shared/singletons/api-hooks";
import { toast } from "@conquest/shared/singletons/toast";
import { CountBadge } from "@conquest/shared/ui/badge";
import { Button } from "@conquest/shared/ui/button";
import { PhaseBadge, StatusBadge, phaseLabel } from "@conquest/shared/ui/contest/badges";
import { DeleteContestDialog, deletionOutcome } from "@conquest/shared/ui/contest/delete-dialog";
import { DataTable, SkeletonRows, type Column } from "@conquest/shared/ui/data-table";
import { EmailAddress } from "@conquest/shared/ui/email-address";
import { EmptyState } from "@conquest/shared/ui/empty-state";
import { FilterBar, useFilters } from "@conquest/shared/ui/filter-bar";
import { LoadMore } from "@conquest/shared/ui/load-more";
import { formatTaka } from "@conquest/shared/ui/money";
import { PageHeading, focusHeadingIfLost } from "@conquest/shared/ui/page-heading";
import { Picture } from "@conquest/shared/ui/picture";
import { QueryView } from "@conquest/shared/ui/query-view";
import { counted } from "@conquest/shared/ui/text";
import { CommentDialog } from "./comment-dialog";
import { ContestActions } from "./contest-actions";

export default function ManageContestsPage() {
  const { values, isFiltered, clear } = useFilters("q", "phase");
  const filters = { q: values.q, phase: phaseField.safeParse(values.phase).data };
  const contests = useInfiniteQuery(pages(listContestsUnfiltered, { query: { ...filters, limit: 20 } }));
  const [discussed, setDiscussed] = useState<AdminContest>();
  const [doomed, setDoomed] = useState<AdminContest>();
  const remove = useCall(deleteContest);
  const total = contests.data?.pages[0]?.total;

  const confirmDelete = (contest: AdminContest, reason: string) =>
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
        title="Manage Contests"
        badge={total !== undefined && <CountBadge count={total} label={total === 1 ? "contest" : "contests"} />}
        subtitle="Nobody but you and its creator sees a contest until you confirm it."
      />
      <FilterBar
        searchLabel="Search by name"
        choices={[
          {
            name: "phase",
            label: "Status",
            options: [{ value: "", label: "Every status" }, ...PHASES.map((phase) => ({ value: phase, label: phaseLabel(phase) }))],
          },
        ]}
      />
      <QueryView query={contests} skeleton={<SkeletonRows label="Loading the contests" />}>
        {(data) => {
          const rows = data.pages.flatMap((page) => page.items);
          if (rows.length === 0) {
            return isFiltered ? (
              <EmptyState
                title={filters.phase === "in_review" && !filters.q ? "Nothing waits for review" : "No contests match"}
                action={
                  <Button variant="secondary" onClick={clear}>
                    Show all contests
                  </Button>
                }
              />
            ) : (
              <EmptyState title="No contests found">
                <p>Contests appear here as soon as a creator adds one.</p>
              </EmptyState>
            );
          }
          return (
            <>
              <DataTable caption="Contests" columns={columns(setDiscussed, setDoomed)} rows={rows} rowKey={({ _id }) => _id} />
              <LoadMore
                hasMore={contests.hasNextPage}
                isLoading={contests.isFetchingNextPage}
                onMore={() => void contests.fetchNextPage()}
                shown={rows.length}
                total={total ?? rows.length}
              />
            </>
          );
        }}
      </QueryView>
      {discussed && <CommentDialog contest={discussed} onClose={() => setDiscussed(undefined)} />}
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

const columns = (onComment: (contest: AdminContest) => void, onDelete: (contest: AdminContest) => void): Column<AdminContest>[] => [
  { key: "image", header: "Image", cell: ({ image }) => <Picture src={image} alt="" className="da:w-24 da:rounded-sm" /> },
  {
    key: "name",
    header: "Name",
    isRowHeader: true,
    cell: ({ _id, name, prize, participantCount }) => (
      <span className="da:block da:min-w-44">
        <Link id={_id} to={`/contest-details/${_id}`} className="cq-link">
          {name}
        </Link>
        <span className="cq-hint da:block da:font-normal">
          {formatTaka(prize)} · {counted(participantCount, "participant", "participants")}
        </span>
      </span>
    ),
  },
  {
    key: "creator",
    header: "Creator",
    cell: ({ creator }) => (
      <span className="da:block da:min-w-40">
        {creator.name}
        <span className="cq-hint da:block">
          <EmailAddress>{creator.email}</EmailAddress>
        </span>
      </span>
    ),
  },
  {
    key: "status",
    header: "Status",
    cell: ({ status, phase }) => (
      <span className="da:inline-flex da:flex-wrap da:gap-1">
        <StatusBadge status={status} />
        {phase !== "open" && <PhaseBadge phase={phase} />}
      </span>
    ),
  },
  { key: "actions", header: "Actions", isActions: true, cell: (contest) => <ContestActions {...{ contest, onComment, onDelete }} /> },
];
