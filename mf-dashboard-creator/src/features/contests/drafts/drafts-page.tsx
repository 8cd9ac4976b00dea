import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { Link } from "react-router-dom";
import { listDrafts, type DraftCard } from "@conquest/shared/contracts/drafts";
import { countMyContests } from "@conquest/shared/contracts/publishing";
import { pages, query } from "@conquest/shared/singletons/api-hooks";
import { msg, t } from "@conquest/shared/singletons/language";
import { ButtonLink, IconButton } from "@conquest/shared/ui/button";
import { DataTable, SkeletonRows, type Column } from "@conquest/shared/ui/list/data-table";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { ListPage } from "@conquest/shared/ui/list/list-page";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { Picture } from "@conquest/shared/ui/picture/picture";
import { RelativeTime } from "@conquest/shared/ui/format/time";
import { ContestGroups } from "../contest-groups";
import { draftName } from "./draft-name";
import { useDialog } from "@conquest/shared/ui/page/use-dialog";

const DeleteDraftDialog = lazyComponent(
  () => import(/* webpackChunkName: "delete-draft-dialog" */ "./delete-draft-dialog"),
);

const ADD = "/dashboard/add_contest";

const UNIT = [msg("draft"), msg("drafts")] as const;

export default function DraftsPage() {
  const drafts = useInfiniteQuery(pages(listDrafts));
  const { data: counts } = useQuery(query(countMyContests));
  const deletion = useDialog(DeleteDraftDialog);
  return (
    <>
      <ListPage
        title={t("Drafts")}
        subtitle={t("Contests you're still writing. Only you can see them until you add them.")}
        unit={UNIT}
        actions={
          <ButtonLink to={ADD} size="sm">
            <Plus aria-hidden="true" size={16} /> {t("Add contest")}
          </ButtonLink>
        }
        above={<ContestGroups current="drafts" hasDrafts counts={counts} />}
        list={drafts}
        rowKey={({ _id }) => _id}
        skeleton={<SkeletonRows label={t("Loading your drafts")} />}
        empty={
          <EmptyState title={t("No drafts yet")} action={<ButtonLink to={ADD}>{t("Add contest")}</ButtonLink>}>
            <p>{t("Contests you start writing are saved here automatically.")}</p>
          </EmptyState>
        }>
        {(rows) => (
          <DataTable
            caption={t("My drafts")}
            columns={columns((draft) => deletion.open({ draft }))}
            rows={rows}
            rowKey={({ _id }) => _id}
          />
        )}
      </ListPage>
      {deletion.element}
    </>
  );
}

const columns = (onDelete: (draft: DraftCard) => void): Column<DraftCard>[] => [
  {
    key: "title",
    header: t("Title"),
    isRowHeader: true,
    cell: ({ _id, name, image }) => (
      <div className="dc:flex dc:min-w-60 dc:items-center dc:gap-3">
        <Picture src={image} alt="" sizes="5rem" className="dc:w-20 dc:shrink-0 dc:rounded-sm" />
        <Link id={_id} to={`${ADD}?draft=${_id}`} className="cq-link dc:wrap-anywhere">
          {draftName(name)}
        </Link>
      </div>
    ),
  },
  { key: "saved", header: t("Saved"), cell: ({ savedAt }) => <RelativeTime at={savedAt} /> },
  {
    key: "actions",
    header: t("Actions"),
    isActions: true,
    cell: (draft) => (
      <IconButton
        label={t("Delete")}
        variant="danger"
        icon={<Trash2 aria-hidden="true" size={18} />}
        aria-describedby={draft._id}
        onClick={() => onDelete(draft)}
      />
    ),
  },
];
