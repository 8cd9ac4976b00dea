import { useQuery } from "@tanstack/react-query";
import {
  listPartHealth,
  PERIODS,
  listIncidents,
  type IncidentKind,
  type RecordedIncident,
} from "@conquest/shared/contracts/telemetry";
import { query } from "@conquest/shared/singletons/api-hooks";
import { SkeletonRows, DataTable, type Column } from "@conquest/shared/ui/list/data-table";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { FilterBar, useFilters } from "@conquest/shared/ui/list/filter-bar";
import { PageHeading, SectionHeading } from "@conquest/shared/ui/page/page-heading";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { PartCard } from "./part-card";
import { SearchX } from "lucide-react";
import { RelativeTime } from "@conquest/shared/ui/format/time";
import { ValueBadge, type BadgeContent } from "@conquest/shared/ui/badge";

const PERIOD = {
  name: "period",
  label: "Show",
  options: [
    { value: "", label: "Last 24 hours" },
    { value: "7d", label: "Last 7 days" },
  ],
};

export default function PartsPage() {
  const { values } = useFilters("q", "period");
  return (
    <>
      <PageHeading
        title="Parts"
        subtitle="How each part of the site does in people’s browsers. Times and weights are what three of four visits stay below."
      />
      <FilterBar searchLabel="Find an incident by its number" choices={[PERIOD]} />
      <div className="da:mt-6 da:grid da:grid-cols-[minmax(0,1fr)] da:gap-8">
        {!values.q && <PartCards period={PERIODS.find((period) => period === values.period)} />}
        <IncidentList sought={values.q} />
      </div>
    </>
  );
}

function PartCards({ period }: { period: (typeof PERIODS)[number] | undefined }) {
  const health = useQuery(query(listPartHealth, period ? { query: { period } } : {}));
  return (
    <QueryView
      query={health}
      // As high as the cards, so that the incidents below do not shift.
      skeleton={<SkeletonRows label="Loading the parts" count={30} />}>
      {({ parts, since, until }) =>
        parts.length > 0 ? (
          parts.map((part) => <PartCard key={part.part} part={part} since={since} until={until} />)
        ) : (
          <EmptyState title="Nothing was released yet" />
        )
      }
    </QueryView>
  );
}

const KIND: Record<IncidentKind, BadgeContent> = {
  failure: { label: "Failure", tone: "danger" },
  fallback: { label: "Fallback", tone: "warning" },
  crash: { label: "Crash", tone: "danger" },
  error: { label: "Uncaught error", tone: "warning" },
  policy: { label: "Policy violation", tone: "info" },
};

function IncidentList({ sought }: { sought: string | undefined }) {
  const incidents = useQuery(query(listIncidents, sought ? { query: { id: sought } } : {}));
  return (
    <section>
      <SectionHeading
        title={sought ? `Incidents with the number ${sought}` : "Newest incidents"}
        subtitle="A person who sees one is told its number. The newest thousand are kept."
      />
      <QueryView query={incidents} skeleton={<SkeletonRows label="Loading the incidents" />}>
        {(rows) =>
          rows.length > 0 ? (
            <DataTable
              caption="Incidents"
              columns={COLUMNS}
              rows={rows}
              rowKey={({ incident, at, message }) => incident + at + message}
              isWide
            />
          ) : (
            <EmptyState
              title={sought ? "No incident has this number" : "No incidents"}
              icon={<SearchX aria-hidden="true" size={40} />}>
              <p>
                {sought
                  ? "It may be older than the newest thousand, or its browser could not tell us."
                  : "What goes wrong in people’s browsers is listed here."}
              </p>
            </EmptyState>
          )
        }
      </QueryView>
    </section>
  );
}

const COLUMNS: Column<RecordedIncident>[] = [
  {
    key: "incident",
    header: "Number",
    isRowHeader: true,
    cell: ({ incident }) => <code className="da:font-mono da:text-sm">{incident}</code>,
  },
  { key: "kind", header: "Kind", cell: ({ kind }) => <ValueBadge of={KIND} value={kind} /> },
  {
    key: "part",
    header: "Part",
    cell: ({ part, version }) => (
      <span>
        {part} <code className="cq-hint da:block da:font-mono da:whitespace-nowrap">{version}</code>
      </span>
    ),
  },
  {
    key: "why",
    header: "Why",
    cell: ({ reason, message }) => (
      <>
        {reason}
        {message && <span className="cq-hint da:block">{message}</span>}
      </>
    ),
  },
  { key: "page", header: "Page", cell: ({ page }) => <span className="da:break-all">{page || "–"}</span> },
  { key: "at", header: "When", cell: ({ at }) => <RelativeTime at={at} /> },
];
