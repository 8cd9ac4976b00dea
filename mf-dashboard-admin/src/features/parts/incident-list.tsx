import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { listIncidents, type IncidentKind, type RecordedIncident } from "@conquest/shared/contracts/telemetry";
import { query } from "@conquest/shared/singletons/api-hooks";
import { Badge, type Tone } from "@conquest/shared/ui/badge";
import { DataTable, SkeletonRows, type Column } from "@conquest/shared/ui/list/data-table";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { SectionHeading } from "@conquest/shared/ui/page/page-heading";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { badgeOf } from "@conquest/shared/ui/format/labels";
import { RelativeTime } from "@conquest/shared/ui/format/time";

const KIND: Record<IncidentKind, { label: string; tone: Tone }> = {
  failure: { label: "Failure", tone: "danger" },
  fallback: { label: "Fallback", tone: "warning" },
  crash: { label: "Crash", tone: "danger" },
  error: { label: "Uncaught error", tone: "warning" },
  policy: { label: "Policy violation", tone: "info" },
};

function KindBadge({ kind }: { kind: IncidentKind }) {
  const { label, tone } = badgeOf(KIND, kind);
  return <Badge tone={tone}>{label}</Badge>;
}

export function IncidentList({ sought }: { sought: string | undefined }) {
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
  { key: "kind", header: "Kind", cell: ({ kind }) => <KindBadge kind={kind} /> },
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
