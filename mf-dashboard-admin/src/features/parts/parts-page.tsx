import { useQuery } from "@tanstack/react-query";
import {
  listPartHealth,
  PERIODS,
  listIncidents,
  type IncidentKind,
  type PartHealth,
  type RecordedIncident,
} from "@conquest/shared/contracts/telemetry";
import { msg } from "@conquest/shared/contracts/text/message";
import { query } from "@conquest/shared/singletons/api-hooks";
import { T, t } from "@conquest/shared/singletons/language";
import { SkeletonRows, DataTable, type Column } from "@conquest/shared/ui/list/data-table";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { FilterBar, useFilters } from "@conquest/shared/ui/list/filter-bar";
import { PageHeading, SectionHeading } from "@conquest/shared/ui/page/page-heading";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { Button } from "@conquest/shared/ui/button";
import { formatNumber } from "@conquest/shared/ui/format/text";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { useDialog } from "@conquest/shared/ui/page/use-dialog";
import { countProblems, formatMetric, Version } from "./metrics";
import { SearchX } from "lucide-react";
import { RelativeTime } from "@conquest/shared/ui/format/time";
import { Badge, ValueBadge, type BadgeContent } from "@conquest/shared/ui/badge";

const PartDetails = lazyComponent(() => import(/* webpackChunkName: "charts" */ "./part-details"));

const periodChoice = () => ({
  name: "period",
  label: t("Show"),
  options: [
    { value: "", label: t("Last {n} hours", { n: 24 }) },
    { value: "7d", label: t("Last {n} days", { n: 7 }) },
  ],
});

export default function PartsPage() {
  const { values } = useFilters("q", "period");
  return (
    <>
      <PageHeading
        title={t("Site health")}
        subtitle={t("How each module performs in people’s browsers. Load time (p75): {n} of {all} visits are faster.", {
          n: 3,
          all: 4,
        })}
      />
      <FilterBar searchLabel={t("Incident number")} choices={[periodChoice()]} />
      <div className="da:mt-6 da:grid da:grid-cols-[minmax(0,1fr)] da:gap-8">
        {!values.q && <PartTable period={PERIODS.find((period) => period === values.period)} />}
        <IncidentList sought={values.q} />
      </div>
    </>
  );
}

function PartTable({ period }: { period: (typeof PERIODS)[number] | undefined }) {
  const health = useQuery(query(listPartHealth, period ? { query: { period } } : {}));
  const details = useDialog(PartDetails, health.isSuccess);
  return (
    <QueryView
      query={health}
      // As high as the table, or as five cards in one or two columns, so that the incidents do not shift.
      skeleton={
        <div className="da:min-h-360 da:sm:min-h-216 da:xl:min-h-0">
          <SkeletonRows label={t("Loading modules")} count={6} />
        </div>
      }>
      {({ parts, since, until }) =>
        parts.length > 0 ? (
          <>
            <DataTable
              caption={t("Modules")}
              columns={partColumns(period ?? "24h", (part) => details.open({ part, since, until }))}
              rows={parts}
              rowKey={({ part }) => part}
            />
            {details.element}
          </>
        ) : (
          <EmptyState title={t("No releases yet")} />
        )
      }
    </QueryView>
  );
}

const COUNTS: Record<(typeof PERIODS)[number], { errors: string; loads: string; n: number }> = {
  "24h": { errors: msg("Errors ({n} h)"), loads: msg("Loads ({n} h)"), n: 24 },
  "7d": { errors: msg("Errors ({n} days)"), loads: msg("Loads ({n} days)"), n: 7 },
};

const partColumns = (period: (typeof PERIODS)[number], onOpen: (part: PartHealth) => void): Column<PartHealth>[] => [
  { key: "part", header: t("Module"), isRowHeader: true, cell: ({ part }) => part },
  {
    key: "version",
    header: t("Version"),
    unlabelled: "line",
    cell: ({ currentVersion, canaryVersion }) => (
      <span className="da:flex da:flex-wrap da:items-center da:gap-x-2">
        {currentVersion ? <Version>{currentVersion}</Version> : "–"}
        {canaryVersion && (
          <>
            <Version>{canaryVersion}</Version> <Badge tone="info">{t("Canary")}</Badge>
          </>
        )}
      </span>
    ),
  },
  {
    key: "status",
    header: t("Status"),
    besideName: "after",
    cell: ({ currentVersion }) =>
      currentVersion ? <Badge tone="success">{t("Live")}</Badge> : <Badge>{t("No longer on the site")}</Badge>,
  },
  { key: "load", header: t("Load time (p75)"), cell: ({ p75 }) => formatMetric("load", p75.load) },
  {
    key: "errors",
    header: t(COUNTS[period].errors, COUNTS[period]),
    cell: (part) => {
      const count = countProblems(part);
      return count > 0 ? <strong className="da:text-danger">{formatNumber(count)}</strong> : formatNumber(0);
    },
  },
  {
    key: "loads",
    header: t(COUNTS[period].loads, COUNTS[period]),
    cell: ({ loads, steps }) => (
      <span className="da:flex da:items-center da:gap-3">
        <span className="da:min-w-8">{formatNumber(loads)}</span> <Sparkline steps={steps} />
      </span>
    ),
  },
  {
    key: "actions",
    header: t("Actions"),
    isActions: true,
    cell: (part) => (
      <Button size="sm" variant="secondary" aria-haspopup="dialog" onClick={() => onOpen(part)}>
        <T
          text="Details <hidden>of {name}</hidden>"
          hidden={<span className="cq-visually-hidden" />}
          name={part.part}
        />
      </Button>
    ),
  },
];

/** Problems are stacked on the loads. */
function Sparkline({ steps }: Pick<PartHealth, "steps">) {
  const top = Math.max(1, ...steps.map(({ loads, troubles }) => loads + troubles));
  const bars = (ends: (step: PartHealth["steps"][number]) => [from: number, to: number]) =>
    steps.map((step, x) => `M${x} ${top - ends(step)[0]}H${x + 0.8}V${top - ends(step)[1]}H${x}z`).join("");
  return (
    <svg
      viewBox={`0 0 ${steps.length} ${top}`}
      preserveAspectRatio="none"
      className="da:h-7 da:w-28 da:border-b da:border-line"
      aria-hidden="true">
      <path className="da:fill-brand" d={bars(({ loads }) => [0, loads])} />
      <path className="da:fill-danger" d={bars(({ loads, troubles }) => [loads, loads + troubles])} />
    </svg>
  );
}

const KIND: Record<IncidentKind, BadgeContent> = {
  failure: { label: msg("Failure"), tone: "danger" },
  fallback: { label: msg("Fallback"), tone: "warning" },
  crash: { label: msg("Crash"), tone: "danger" },
  error: { label: msg("Uncaught error"), tone: "warning" },
  policy: { label: msg("Policy violation"), tone: "info" },
};

const MAX_INCIDENTS_KEPT = 1000;

function IncidentList({ sought }: { sought: string | undefined }) {
  const incidents = useQuery(query(listIncidents, sought ? { query: { id: sought } } : {}));
  return (
    <section>
      <SectionHeading
        title={sought ? t("Incidents matching {text}", { text: sought }) : t("Latest incidents")}
        subtitle={t("People see the incident number on screen. We keep the latest {n}.", { n: MAX_INCIDENTS_KEPT })}
      />
      <QueryView query={incidents} skeleton={<SkeletonRows label={t("Loading incidents")} />}>
        {(rows) =>
          rows.length > 0 ? (
            <DataTable
              caption={t("Incidents")}
              columns={incidentColumns()}
              rows={rows}
              rowKey={({ incident, at, message }) => incident + at + message}
              isWide
            />
          ) : (
            <EmptyState
              title={t(sought ? "No incidents match this number" : "No incidents")}
              icon={<SearchX aria-hidden="true" size={40} />}>
              <p>
                {sought
                  ? t("It may be older than the latest {n}, or the browser couldn't report it.", {
                      n: MAX_INCIDENTS_KEPT,
                    })
                  : t("Errors in people’s browsers are listed here.")}
              </p>
            </EmptyState>
          )
        }
      </QueryView>
    </section>
  );
}

const incidentColumns = (): Column<RecordedIncident>[] => [
  {
    key: "incident",
    header: t("Number"),
    isRowHeader: true,
    cell: ({ incident }) => <code className="da:font-mono da:text-sm">{incident}</code>,
  },
  { key: "kind", header: t("Kind"), cell: ({ kind }) => <ValueBadge of={KIND} value={kind} /> },
  {
    key: "part",
    header: t("Module"),
    cell: ({ part, version }) => (
      <span>
        {part} <code className="cq-hint da:block da:font-mono da:whitespace-nowrap">{version}</code>
      </span>
    ),
  },
  {
    key: "why",
    header: t("Reason"),
    cell: ({ reason, message }) => (
      <>
        {reason}
        {message && <span className="cq-hint da:block">{message}</span>}
      </>
    ),
  },
  { key: "page", header: t("Page"), cell: ({ page }) => <span className="da:break-all">{page || "–"}</span> },
  { key: "at", header: t("When"), cell: ({ at }) => <RelativeTime at={at} /> },
];
