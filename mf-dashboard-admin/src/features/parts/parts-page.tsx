import { useQuery } from "@tanstack/react-query";
import { listPartHealth, PERIODS } from "@conquest/shared/contracts/telemetry";
import { query } from "@conquest/shared/singletons/api-hooks";
import { SkeletonRows } from "@conquest/shared/ui/list/data-table";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { FilterBar, useFilters } from "@conquest/shared/ui/list/filter-bar";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { IncidentList } from "./incident-list";
import { PartCard } from "./part-card";

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
