import type { LedgerEntry } from "@conquest/shared/contracts/ledger";
import { Badge, type Tone } from "@conquest/shared/ui/badge";
import type { Column } from "@conquest/shared/ui/list/data-table";
import { badgeOf } from "@conquest/shared/ui/format/labels";
import { useDateTimeFormat } from "@conquest/shared/ui/format/time";
import { ContestName, FilterCell, PersonAddress, PersonName, personLabel } from "../log-cells";
import { SignedTaka } from "./signed-taka";

const KINDS: Record<LedgerEntry["kind"], { label: string; tone: Tone }> = {
  payment: { label: "Payment", tone: "success" },
  refund: { label: "Refund", tone: "warning" },
};

function KindBadge({ kind }: Pick<LedgerEntry, "kind">) {
  const { label, tone } = badgeOf(KINDS, kind);
  return <Badge tone={tone}>{label}</Badge>;
}

export function useLedgerColumns(): Column<LedgerEntry>[] {
  const format = useDateTimeFormat();
  return [
    {
      key: "entry",
      header: "Entry",
      isRowHeader: true,
      cell: ({ _id, kind }) => (
        <span className="da:inline-flex da:flex-wrap da:items-center da:gap-x-3 da:gap-y-1">
          <KindBadge kind={kind} />
          <span className="cq-hint da:font-normal">No. {_id}</span>
        </span>
      ),
    },
    { key: "amount", header: "Amount", cell: ({ amount }) => <SignedTaka amount={amount} /> },
    { key: "at", header: "Time", cell: ({ at }) => <time dateTime={at}>{format(at)}</time> },
    {
      key: "contest",
      header: "Contest",
      cell: ({ contest: { _id, name } }) => (
        <FilterCell by="contest" id={_id} label={`Only entries of “${name}”`}>
          <ContestName _id={_id}>{name}</ContestName>
        </FilterCell>
      ),
    },
    {
      key: "person",
      header: "Person",
      cell: ({ person }) => (
        <FilterCell by="person" id={person._id} label={`Only entries of ${personLabel(person)}`}>
          <PersonName {...person} />
          <PersonAddress {...person} />
        </FilterCell>
      ),
    },
  ];
}
