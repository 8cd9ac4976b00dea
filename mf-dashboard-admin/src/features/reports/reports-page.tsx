import { useInfiniteQuery } from "@tanstack/react-query";
import { Flag } from "lucide-react";
import { REPORTED_KINDS, listReports, type AdminReportCase } from "@conquest/shared/contracts/reports";
import { pages, query } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { SkeletonRows } from "@conquest/shared/ui/list/data-table";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { SelectField } from "@conquest/shared/ui/form/select-field";
import { useFilters } from "@conquest/shared/ui/list/filter-bar";
import { useOptimisticSearchParams } from "@conquest/shared/ui/page/use-optimistic-search-params";
import { ListPage } from "@conquest/shared/ui/list/list-page";
import { HelpLink } from "@conquest/shared/ui/help-link";
import { ReportCard } from "./report-card";

const states = () => [
  { value: "", label: t("Open first") },
  { value: "open", label: t("To be decided") },
  { value: "ended", label: t("Decided") },
];
const kinds = () => [
  { value: "", label: t("Both") },
  { value: "contest", label: t("Contests") },
  { value: "entry", label: t("Entries") },
];

/** Finds a report that was decided while only open ones are listed, so that it stays visible. */
const findDecided = ({ kind }: AdminReportCase) => query(listReports, { query: { state: "ended", kind, limit: 100 } });

export default function ReportsPage() {
  const { values, isFiltered, clear } = useFilters("state", "kind");
  const state = values.state === "open" || values.state === "ended" ? values.state : undefined;
  const kind = REPORTED_KINDS.find((each) => each === values.kind);
  const reports = useInfiniteQuery(pages(listReports, { query: { state, kind, limit: 20 } }));
  return (
    <ListPage
      title={t("Reports")}
      subtitle={
        <>
          {t("Reports about contests and entries, oldest open reports first. Only admins can see who reported.")}{" "}
          <HelpLink to="admins#reports">{t("Handle reports")}</HelpLink>
        </>
      }
      unit={[t("report"), t("reports")]}
      list={reports}
      rowKey={({ _id }) => _id}
      whenGone={findDecided}
      filter={{
        bar: <Filters />,
        isFiltered,
        clear,
        nothing: t(state === "open" ? "No open reports" : "No reports match"),
        all: t("Show all reports"),
      }}
      skeleton={<SkeletonRows label={t("Loading reports")} />}
      empty={
        <EmptyState title={t("No reports yet")} icon={<Flag aria-hidden="true" size={40} />}>
          <p>
            {t("Reports about contests and entries appear here. Reports about your own content go to other admins.")}
          </p>
        </EmptyState>
      }>
      {(rows) => (
        <ul className="da:flex da:flex-col da:gap-5">
          {rows.map((report) => (
            <li key={report._id}>
              <ReportCard report={report} />
            </li>
          ))}
        </ul>
      )}
    </ListPage>
  );
}

function Filters() {
  const [searchParams, setSearchParams] = useOptimisticSearchParams();
  const choice = (name: string, label: string, options: ReturnType<typeof states>) => (
    <SelectField
      label={label}
      name={name}
      options={options}
      value={searchParams.get(name) ?? ""}
      onChange={({ target }) => setSearchParams({ [name]: target.value })}
    />
  );
  return (
    <div role="search" aria-label={t("Filters")} className="cq-filter-bar">
      {choice("state", t("Status"), states())}
      {choice("kind", t("About"), kinds())}
    </div>
  );
}
