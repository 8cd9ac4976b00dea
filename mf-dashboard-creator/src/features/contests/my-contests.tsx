import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { MessageSquareText, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router-dom";
import type { MyContest } from "@conquest/shared/contracts/contests";
import { duplicateContest } from "@conquest/shared/contracts/drafts";
import { countMyContests, listMyContests } from "@conquest/shared/contracts/publishing";
import { pages, query, useCall } from "@conquest/shared/singletons/api-hooks";
import { T, t } from "@conquest/shared/singletons/language";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";
import { ButtonLink } from "@conquest/shared/ui/button";
import { NotPublicBadge, StateBadge } from "@conquest/shared/ui/contest/badges";
import { VisibilityBadge } from "@conquest/shared/ui/contest/visibility-badge";
import { DeadlineText, useIsReviewOverdue } from "@conquest/shared/ui/contest/deadline-text";
import { useDeleteContest } from "@conquest/shared/ui/contest/delete-contest";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { truncate } from "@conquest/shared/ui/format/text";
import { RelativeTime } from "@conquest/shared/ui/format/time";
import { ActionsMenu } from "@conquest/shared/ui/list/actions-menu";
import { DataTable, SkeletonRows, type Column } from "@conquest/shared/ui/list/data-table";
import { FilterBar, useFilters } from "@conquest/shared/ui/list/filter-bar";
import { ListPage } from "@conquest/shared/ui/list/list-page";
import { RowActionButton } from "@conquest/shared/ui/list/row-action-button";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { useDialog } from "@conquest/shared/ui/page/use-dialog";
import { whenLoaded } from "@conquest/shared/ui/page/when-loaded";
import { Picture } from "@conquest/shared/ui/picture/picture";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { ContestGroups, groupOf } from "./contest-groups";

const UpdateContestDialog = lazyComponent(
  () => import(/* webpackChunkName: "update-contest-dialog" */ "./update-contest-dialog"),
);
const ExtendDeadlineDialog = lazyComponent(
  () => import(/* webpackChunkName: "extend-deadline-dialog" */ "./extend-deadline-dialog"),
);
const AnnouncementDialog = lazyComponent(
  () => import(/* webpackChunkName: "announcement-dialog" */ "./announcement-dialog"),
);
const EmbedDialog = lazyComponent(
  () => import(/* webpackChunkName: "embed-dialog" */ "@conquest/shared/ui/contest/embed-dialog"),
);

const ADD = "/dashboard/add_contest";

interface Props {
  title: string;
  subtitle: ReactNode;
  caption: string;
  /** Messages. */
  unit?: readonly [one: string, many: string];
  /** By when a winner is due, instead of newest first. */
  isByDueDate?: boolean;
  column: Column<MyContest>;
  /** Shows Edit and Delete as buttons, instead of in the menu. */
  hasButtons?: boolean;
  empty: string;
}

/** The contests of the caller: both lists differ only in their order and one column. */
export function MyContests({ title, subtitle, caption, unit, isByDueDate, column, hasButtons = false, empty }: Props) {
  const { email, role } = useAccount();
  const isCreator = role === "creator";
  const { values, clear } = useFilters("q", "phase", "contest");
  const { q, contest } = values;
  const group = groupOf(values.phase);
  const isSought = q !== undefined || group !== undefined;
  const isOne = !isSought && contest !== undefined;
  const contests = useInfiniteQuery(
    pages(listMyContests, {
      params: { email },
      query: { ...(isOne ? { contest } : { q, group }), ...(isByDueDate && { sort: "due" }) },
    }),
  );
  const { data: counts } = useQuery(query(countMyContests));
  const editing = useDialog(UpdateContestDialog);
  const extension = useDialog(ExtendDeadlineDialog);
  const announcement = useDialog(AnnouncementDialog);
  const embed = useDialog(EmbedDialog, false);
  const deletion = useDeleteContest();
  return (
    <>
      <ListPage
        title={title}
        unit={unit}
        subtitle={subtitle}
        actions={
          isCreator && (
            <ButtonLink to={ADD} size="sm">
              <Plus aria-hidden="true" size={16} /> {t("Add contest")}
            </ButtonLink>
          )
        }
        above={
          <ContestGroups current={isOne ? undefined : (group ?? "all")} q={q} hasDrafts={isCreator} counts={counts} />
        }
        list={contests}
        rowKey={({ _id }) => _id}
        filter={{
          bar: (
            <FilterBar
              searchLabel={t("Search your contests")}
              active={isOne ? [{ name: "contest", label: t("One contest") }] : []}
            />
          ),
          isFiltered: isSought || isOne,
          clear,
          nothing: t("No contests match"),
          all: t("Clear filters"),
        }}
        skeleton={<SkeletonRows label={t("Loading your contests")} />}
        empty={
          <EmptyState
            title={t("No contests found")}
            action={isCreator && <ButtonLink to={ADD}>{t("Add your first contest")}</ButtonLink>}>
            <p>{empty}</p>
          </EmptyState>
        }>
        {(rows) => (
          <DataTable
            caption={caption}
            columns={[
              { key: "title", header: t("Title"), isRowHeader: true, cell: (row) => <ContestTitle contest={row} /> },
              column,
              { key: "status", header: t("Status"), unlabelled: "inline", cell: (row) => <State contest={row} /> },
              { key: "entries", header: t("Entries"), unlabelled: "inline", cell: (row) => <Entries contest={row} /> },
              {
                key: "actions",
                header: t("Actions"),
                isActions: true,
                cell: (row) => (
                  <ContestActions
                    contest={row}
                    isCreator={isCreator}
                    hasButtons={hasButtons}
                    onEdit={() => editing.open({ contest: row })}
                    onExtend={() => extension.open({ contest: row })}
                    onAnnounce={() => announcement.open({ contest: row })}
                    onEmbed={() => whenLoaded(EmbedDialog, () => embed.open({ contest: row }))}
                    onDelete={() => deletion.ask(row)}
                  />
                ),
              },
            ]}
            rows={rows}
            rowKey={({ _id }) => _id}
            isWide
            isDense
          />
        )}
      </ListPage>
      {editing.element}
      {extension.element}
      {announcement.element}
      {embed.element}
      {deletion.dialog}
    </>
  );
}

const isWaitingForWinner = ({ may, entryCount }: MyContest) => may.declareWinner.isAllowed && entryCount > 0;

function ContestTitle({ contest: { _id, name, image, phase, status, comments } }: { contest: MyContest }) {
  // Reasons for not approving a contest are outdated once it is sent for review again, or open.
  const latest = comments
    .filter(({ decision, isReturn }) =>
      phase === "in_review"
        ? decision === "comment" || isReturn
        : status === "pending" || (decision === "comment" && !isReturn),
    )
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))[0];
  return (
    <div className="dc:flex dc:min-w-48 dc:items-center dc:gap-3">
      <Picture src={image} alt="" sizes="3rem" className="dc:w-12 dc:shrink-0 dc:rounded-sm" />
      <div className="dc:min-w-0">
        <Link
          id={_id}
          to={`/contest-details/${_id}`}
          dir="auto"
          lang={langOf(name)}
          title={name}
          className="cq-link dc:line-clamp-2">
          {name}
        </Link>
        {latest && (
          <p className="cq-hint dc:flex dc:gap-1 dc:font-normal" title={latest.text}>
            <MessageSquareText aria-hidden="true" size={14} className="dc:mt-0.5 dc:shrink-0" />
            <span className="dc:line-clamp-2 dc:@min-[52rem]/cq-table:text-xs dc:@min-[52rem]/cq-table:leading-tight">
              <bdi>{latest.author}</bdi>: <bdi>{truncate(latest.text, 90)}</bdi>
            </span>
          </p>
        )}
      </div>
    </div>
  );
}

function State({ contest }: { contest: MyContest }) {
  const { _id, status, phase, participantCount, spotsLeft, hiddenAt, isPublic, deadline, winnerDueAt, may } = contest;
  const isLate = useIsReviewOverdue(contest);
  return (
    <div className="dc:grid dc:justify-items-start dc:gap-0.5 dc:text-sm">
      <span className="cq-badges">
        <StateBadge status={status} phase={phase} participantCount={participantCount} spotsLeft={spotsLeft} />
        <NotPublicBadge phase={phase} hiddenAt={hiddenAt} isPublic={isPublic} />
        <VisibilityBadge visibility={contest.visibility} />
      </span>
      {isWaitingForWinner(contest) ? (
        <span className="dc:font-semibold">
          <T
            text={phase === "overdue" ? "Winner was due {time}" : "Winner due {time}"}
            time={<RelativeTime at={winnerDueAt} />}
          />
        </span>
      ) : may.sendPrize?.isAllowed ? (
        <Link to={`/contest-details/${_id}#prize`} className="cq-link" aria-describedby={_id}>
          {t("Send the prize")}
        </Link>
      ) : (
        <span className="dc:min-w-34">
          <DeadlineText at={deadline} phase={phase} isShort />
        </span>
      )}
      {phase === "in_review" && <span className="cq-hint">{t("In review")}</span>}
      {isLate && (
        <span className="cq-hint">
          {t("Set a later deadline. Admins can only approve a contest before it closes.")}
        </span>
      )}
    </div>
  );
}

/** How many joined and submitted, or how many entries are rated while a winner is to be picked. */
function Entries({ contest }: { contest: MyContest }) {
  const { _id, status, participantCount, refundedCount = 0, amountDue, entryCount, ratedCount, paidTotal } = contest;
  const joinedCount = participantCount + refundedCount;
  if (joinedCount + entryCount === 0)
    return status === "pending" ? null : <span className="cq-hint">{t("No participants")}</span>;
  return (
    <div className="dc:text-sm dc:@min-[52rem]/cq-table:min-w-36">
      <span>
        <Link to={`/dashboard/contest_submitted/${_id}`} className="cq-link" aria-describedby={_id}>
          {t("{n, plural, one {# entry} other {# entries}}", { n: entryCount })}
        </Link>
        {joinedCount > 0 && (
          <span className="cq-hint">
            {" · "}
            <Link to={`/dashboard/contest_progress/${_id}`} className="cq-link" aria-describedby={_id}>
              {t("{n} joined", { n: joinedCount })}
            </Link>
            {refundedCount > 0 && amountDue > 0 && `, ${t("refunded")}`}
          </span>
        )}
      </span>
      <span className="cq-hint dc:block dc:whitespace-nowrap">
        {isWaitingForWinner(contest)
          ? t("{rated} of {all} rated", { rated: ratedCount, all: entryCount })
          : paidTotal > 0 && (
              <T
                text="{amount} <collected>collected</collected>"
                amount={formatTaka(paidTotal)}
                collected={<span className="dc:@max-[52rem]/cq-table:sr-only" />}
              />
            )}
      </span>
    </div>
  );
}

interface ActionsProps {
  contest: MyContest;
  isCreator: boolean;
  hasButtons: boolean;
  onEdit: () => void;
  onExtend: () => void;
  onAnnounce: () => void;
  onEmbed: () => void;
  onDelete: () => void;
}

function ContestActions({ contest, isCreator, hasButtons, onDelete, ...on }: ActionsProps) {
  const { _id, name, status, may, isPublic, visibility } = contest;
  const { onEdit, onExtend, onAnnounce, onEmbed } = on;
  const navigate = useNavigate();
  const duplicate = useCall(duplicateContest);
  const copy = () =>
    duplicate.mutate(
      { params: { id: _id } },
      {
        onSuccess: (draft) => {
          toast.success(t("Copied into a new draft, without attached files"));
          void navigate(`${ADD}?draft=${draft._id}`);
        },
        onError: ({ message }) => toast.error(message),
      },
    );
  const edit = { label: t("Edit"), because: may.edit.because, onChoose: onEdit };
  const cancels = may.remove.how === "cancel";
  const deletion = {
    label: t(cancels ? "Cancel contest" : "Delete"),
    isDanger: true,
    because: may.remove.because,
    onChoose: onDelete,
  };
  const isWaiting = isWaitingForWinner(contest);
  return (
    // A wrapper, so that the buttons stay in one line, on cards if there is room.
    <div className="dc:flex dc:items-center dc:@max-[52rem]/cq-table:flex-wrap dc:@max-[52rem]/cq-table:justify-end">
      {status === "open" && (
        <ButtonLink
          to={`/dashboard/${isWaiting ? "contest_submitted" : "contest_progress"}/${_id}`}
          size="sm"
          variant={isWaiting ? "primary" : "secondary"}
          aria-describedby={_id}>
          {t(isWaiting ? "Pick winner" : "Manage")}
        </ButtonLink>
      )}
      {hasButtons && (
        <>
          <RowActionButton label={edit.label} aria-describedby={_id} because={edit.because} onClick={onEdit} />
          <RowActionButton
            label={t(cancels ? "Cancel" : "Delete")}
            aria-label={deletion.label}
            aria-describedby={_id}
            because={deletion.because}
            onClick={onDelete}
          />
        </>
      )}
      <ActionsMenu
        label={t("More actions for {name}", { name })}
        isBusy={duplicate.isPending}
        groups={[
          hasButtons ? [] : [edit],
          [
            ...(status === "open" ? [{ label: t("Progress"), to: `/dashboard/contest_progress/${_id}` }] : []),
            ...(may.readEntries.isAllowed ? [{ label: t("Entries"), to: `/dashboard/contest_submitted/${_id}` }] : []),
          ],
          [
            { label: t("Extend the deadline"), because: may.extend.because, onChoose: onExtend },
            { label: t("Send announcement"), because: may.writeNews.because, onChoose: onAnnounce },
            ...(isPublic && visibility !== "private" ? [{ label: t("Embed"), onChoose: onEmbed }] : []),
            ...(isCreator ? [{ label: t("Duplicate"), onChoose: copy }] : []),
          ],
          hasButtons ? [] : [deletion],
        ]}
      />
    </div>
  );
}
