import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import type { ContestEntry } from "@conquest/shared/contracts/judging/judged-entries";
import { getJudgedEntry, type JudgedEntry } from "@conquest/shared/contracts/judging/judging";
import { query } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { Button } from "@conquest/shared/ui/button";
import { SelectField } from "@conquest/shared/ui/form/select-field";
import { SkeletonRows } from "@conquest/shared/ui/list/data-table";
import { QueryView } from "@conquest/shared/ui/state/query-view";

interface Props {
  contestId: string;
  rows: readonly JudgedEntry[];
  ids: readonly [string, string];
  onChange: (position: number, entryId: string) => void;
  onClose: () => void;
  children: (entry: ContestEntry) => ReactNode;
}

export default function Comparison({ onClose, ...side }: Props) {
  return (
    <>
      <Button variant="ghost" size="sm" className="dc:mb-3 dc:-ml-3" onClick={onClose}>
        <ArrowLeft aria-hidden="true" size={16} /> {t("All entries")}
      </Button>
      <div className="dc:grid dc:items-start dc:gap-6 dc:md:grid-cols-2">
        <Side {...side} position={0} label={t("First entry")} />
        <Side {...side} position={1} label={t("Second entry")} />
      </div>
    </>
  );
}

interface SideProps extends Omit<Props, "onClose"> {
  position: 0 | 1;
  label: string;
}

function Side({ contestId, rows, ids, onChange, children, position, label }: SideProps) {
  const entryId = ids[position];
  const entry = useQuery(query(getJudgedEntry, { params: { contestId, entryId } }));
  const options = rows.filter(({ _id }) => _id !== ids[1 - position]);
  // It may be further down the list, or left out by the filters.
  const isListed = options.some(({ _id }) => _id === entryId);
  return (
    <section aria-label={label} className="dc:min-w-0">
      <SelectField
        className="dc:mb-3"
        label={label}
        name={label}
        value={entryId}
        options={[
          ...(isListed ? [] : [{ value: entryId, label: entry.data?.label ?? "" }]),
          ...options.map((row) => ({ value: row._id, label: row.label })),
        ]}
        onChange={({ target }) => onChange(position, target.value)}
      />
      <QueryView query={entry} skeleton={<SkeletonRows label={t("Loading the entry")} count={10} />}>
        {children}
      </QueryView>
    </section>
  );
}
