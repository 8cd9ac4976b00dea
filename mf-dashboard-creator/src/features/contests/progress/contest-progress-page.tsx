import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ArrowLeft, CalendarPlus, Download } from "lucide-react";
import { useId } from "react";
import { Link, useParams } from "react-router-dom";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import {
  getProgress,
  listParticipants,
  exportParticipants,
  type Progress as ContestProgress,
  type ContestParticipant,
} from "@conquest/shared/contracts/progress";
import { pages, query } from "@conquest/shared/singletons/api-hooks";
import { ApiError } from "@conquest/shared/singletons/http";
import { language, t } from "@conquest/shared/singletons/language";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { Button, ButtonLink } from "@conquest/shared/ui/button";
import { formatDay } from "@conquest/shared/ui/format/day";
import { DataTable, SkeletonRows, type Column } from "@conquest/shared/ui/list/data-table";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { FilterBar, useFilters } from "@conquest/shared/ui/list/filter-bar";
import { ListPage } from "@conquest/shared/ui/list/list-page";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { DeferredComponent } from "@conquest/shared/ui/page/deferred-component";
import { ContestFacts, ContestTabs } from "@conquest/shared/ui/contest/contest-tabs";
import { Funnel, ProgressFigures } from "./progress-figures";
import { exportEntries } from "@conquest/shared/contracts/judging/judged-entries";
import { pathOf } from "@conquest/shared/singletons/call";
import { config } from "@conquest/shared/singletons/config";
import { DownloadLink } from "@conquest/shared/ui/download-link";
import { Avatar } from "@conquest/shared/ui/picture/avatar";
import { Badge } from "@conquest/shared/ui/badge";
import { formatCost } from "@conquest/shared/ui/contest/cost";
import { Section } from "@conquest/shared/ui/page/section";
import { useDialog } from "@conquest/shared/ui/page/use-dialog";

const ExtendDeadlineDialog = lazyComponent(
  () => import(/* webpackChunkName: "extend-deadline-dialog" */ "../extend-deadline-dialog"),
);

const AccessPanel = lazyComponent(() => import(/* webpackChunkName: "access-panel" */ "../access/access-panel"));

const ProgressCharts = lazyComponent(() => import(/* webpackChunkName: "progress-charts" */ "./progress-charts"));

/** Only for contests with a limit. */
const WaitingPeople = lazyComponent(() => import(/* webpackChunkName: "waiting-people" */ "./waiting-people"));

export default function ContestProgressPage() {
  const { id = "" } = useParams();
  const { role } = useAccount();
  const contest = useQuery(query(getContestDetails, { params: { id } }));
  const back =
    role === "admin" && !contest.data?.viewer?.isOwner
      ? { to: "/dashboard/manage_contests", name: t("Manage Contests") }
      : { to: "/dashboard/my_created_contests", name: t("My Created Contests") };
  return (
    <>
      <Link to={back.to} className="cq-link dc:mb-4 dc:inline-flex dc:items-center dc:gap-1">
        <ArrowLeft aria-hidden="true" size={16} /> {back.name}
      </Link>
      <QueryView
        query={contest}
        skeleton={
          <>
            <PageHeading title={t("Progress")} />
            <SkeletonRows label={t("Loading the contest")} />
          </>
        }>
        {(details) => <Progress contest={details} />}
      </QueryView>
    </>
  );
}

function Progress({ contest }: { contest: ContestDetails }) {
  const { _id: contestId, name, phase, participantCount, may } = contest;
  const { values, isFiltered, clear } = useFilters("q");
  const progress = useQuery(query(getProgress, { params: { contestId } }));
  const joiners = useInfiniteQuery(
    pages(listParticipants, { params: { contestId }, query: isFiltered ? { q: values.q } : {} }),
  );
  const canExtend = may.extend.isAllowed;
  const title = `${t("Progress: {name}", { name })} | Conquest`;
  const extension = useDialog(ExtendDeadlineDialog, canExtend);
  // All requests below would be rejected with the same sentence.
  if (progress.error instanceof ApiError && progress.error.status === 404) {
    return (
      <>
        <title>{title}</title>
        <PageHeading
          title={
            <span dir="auto" lang={langOf(name)}>
              {name}
            </span>
          }
          subtitle={<ContestFacts contest={contest} />}
        />
        <EmptyState
          title={progress.error.message}
          action={<ButtonLink to={`/contest-details/${contestId}`}>{t("View contest")}</ButtonLink>}>
          <p>{t("Only the creator and admins can see a contest's progress.")}</p>
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <title>{title}</title>
      <ListPage
        title={
          <span dir="auto" lang={langOf(name)}>
            {name}
          </span>
        }
        subtitle={<ContestFacts contest={contest} />}
        actions={
          canExtend && (
            <Button
              size="sm"
              onClick={() =>
                extension.open({ contest: { _id: contestId, name, paidTotal: progress.data?.paidTotal ?? 0 } })
              }>
              <CalendarPlus aria-hidden="true" size={16} /> {t("Extend the deadline")}
            </Button>
          )
        }
        above={
          <div className="dc:mb-6 dc:flex dc:flex-col dc:gap-8">
            <ContestTabs contest={contest} current="Progress" />
            {contest.viewer?.isOwner && contest.visibility !== undefined && contest.visibility !== "public" && (
              <DeferredComponent
                code={AccessPanel}
                props={{ contest }}
                placeholder={<div className="cq-panel cq-bone dc:h-40" />}
              />
            )}
            <QueryView
              query={progress}
              skeleton={
                // As high as the content, so that the participants below do not move.
                <div role="status" aria-busy="true" className={participantCount > 0 ? PAGE_BONE : "cq-bone dc:h-70"}>
                  <span className="cq-visually-hidden">{t("Loading the figures")}</span>
                </div>
              }>
              {(data) => (
                <>
                  <ProgressFigures contest={contest} progress={data} />
                  <Funnel progress={data} />
                  <DeferredComponent
                    code={ProgressCharts}
                    props={{ progress: data }}
                    placeholder={<div className={participantCount > 0 ? CHARTS_BONE : "cq-bone dc:h-20"} />}
                  />
                  {data.spots && (
                    <DeferredComponent
                      code={WaitingPeople}
                      props={{ contestId, spots: data.spots }}
                      placeholder={<div className="cq-bone dc:h-40" />}
                    />
                  )}
                  <Downloads
                    contestId={contestId}
                    progress={data}
                    mayExport={(may.exportEntries ?? may.readEntries).isAllowed}
                  />
                </>
              )}
            </QueryView>
            <h2 className="cq-section-title">{t("Participants")}</h2>
          </div>
        }
        list={joiners}
        rowKey={({ _id }) => _id}
        filter={{
          bar: <FilterBar searchLabel={t("Search by name")} />,
          isFiltered,
          clear,
          nothing: t("No participants match"),
          all: t("Show all participants"),
        }}
        skeleton={<SkeletonRows label={t("Loading participants")} />}
        empty={
          <EmptyState title={t(phase === "cancelled" ? "No participants left" : "No participants yet")}>
            <p>
              {t(
                phase === "cancelled"
                  ? "The contest was cancelled. Everyone who paid was refunded."
                  : "Participants are listed here when they join.",
              )}
            </p>
          </EmptyState>
        }>
        {(rows) => (
          <>
            {rows.some(({ hasSubmitted }) => hasSubmitted === null) && (
              <p className="cq-hint dc:mb-3">
                {t("Judging is anonymous, so you can't see who submitted until there's a winner.")}
              </p>
            )}
            <DataTable
              caption={t("Participants")}
              columns={participantColumns(rows)}
              rows={rows}
              rowKey={({ _id }) => _id}
              isDense
            />
          </>
        )}
      </ListPage>
      {extension.element}
    </>
  );
}

const PAGE_BONE = "cq-bone dc:h-420 dc:sm:h-389 dc:xl:h-267";
const CHARTS_BONE = "cq-bone dc:h-226 dc:sm:h-223 dc:xl:h-125";

interface Props {
  contestId: string;
  progress: ContestProgress;
  mayExport: boolean;
}

function Downloads({ contestId, progress: { participantCount, entryCount }, mayExport }: Props) {
  const id = useId();
  const params = { contestId };
  const inLanguage = `?language=${language()}`;
  const entries = pathOf(exportEntries, { params }) + inLanguage;
  const files = [
    ...(participantCount > 0
      ? [{ label: t("Participants (CSV)"), path: pathOf(exportParticipants, { params }) + inLanguage }]
      : []),
    ...(entryCount > 0 && mayExport
      ? [
          { label: t("Entries (CSV)"), path: entries },
          { label: t("Entries with their files (ZIP)"), path: `${entries}&as=zip` },
        ]
      : []),
  ];
  if (files.length === 0) return null;
  return (
    <Section headingId={id} title={t("Downloads")} className="dc:flex dc:flex-col dc:gap-3">
      <p className="cq-hint">
        {t(
          "Open these in any spreadsheet. They don't include emails. While judging is anonymous, entries have no names.",
        )}
      </p>
      <ul className="dc:flex dc:flex-wrap dc:gap-3">
        {files.map(({ label, path }) => (
          <li key={label}>
            <DownloadLink href={`${config().apiBase}${path}`} variant="secondary">
              <Download aria-hidden="true" size={18} /> {label}
            </DownloadLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const columns = (): Column<ContestParticipant>[] => [
  {
    key: "name",
    header: t("Name"),
    isRowHeader: true,
    cell: ({ name, photo }) => (
      <span className="dc:flex dc:min-w-0 dc:items-center dc:gap-3">
        <Avatar src={photo} name={name} size={32} alt="" />
        <span dir="auto" lang={langOf(name)} className="dc:min-w-0 dc:wrap-anywhere">
          {name || t("Unnamed participant")}
        </span>
      </span>
    ),
  },
  {
    key: "joined",
    header: t("Joined on"),
    unlabelled: "inline",
    cell: ({ joinedOn }) => (
      <span className="dc:text-sm">
        <span className="dc:@min-[52rem]/cq-table:hidden">{t("Joined on")} </span>
        <time dateTime={joinedOn}>{formatDay(joinedOn)}</time>
      </span>
    ),
  },
  {
    key: "paid",
    header: t("Paid"),
    besideName: "after",
    cell: ({ amount }) => <span className="cq-money">{formatCost(amount)}</span>,
  },
];

const entryColumn = (): Column<ContestParticipant> => ({
  key: "entry",
  header: t("Entry"),
  unlabelled: "inline",
  cell: ({ hasSubmitted }) => (
    <Badge tone={hasSubmitted ? "info" : "neutral"}>{t(hasSubmitted ? "Submitted" : "No entry")}</Badge>
  ),
});

const rulesColumn = (): Column<ContestParticipant> => ({
  key: "rules",
  header: t("Rules"),
  unlabelled: "inline",
  cell: ({ rulesVersion }) => (
    <span className="dc:text-sm">{rulesVersion ? t("Rules accepted (version {n})", { n: rulesVersion }) : "–"}</span>
  ),
});

const teamColumn = (): Column<ContestParticipant> => ({
  key: "team",
  header: t("Team"),
  unlabelled: "inline",
  cell: ({ team }) => <bdi className="dc:text-sm dc:wrap-anywhere">{team ?? "–"}</bdi>,
});

/** Omits the entry column if the server does not report submissions, and columns that are empty. */
const participantColumns = (rows: readonly ContestParticipant[]): Column<ContestParticipant>[] => [
  ...columns(),
  ...(rows.some(({ rulesVersion }) => rulesVersion) ? [rulesColumn()] : []),
  ...(rows.some(({ team }) => team) ? [teamColumn()] : []),
  ...(rows.some(({ hasSubmitted }) => hasSubmitted === null) ? [] : [entryColumn()]),
];
