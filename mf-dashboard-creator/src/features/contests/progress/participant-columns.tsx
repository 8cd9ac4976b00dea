import type { ContestParticipant } from "@conquest/shared/contracts/progress";
import { Avatar } from "@conquest/shared/ui/picture/avatar";
import { Badge } from "@conquest/shared/ui/badge";
import { formatCost } from "@conquest/shared/ui/contest/cost";
import type { Column } from "@conquest/shared/ui/list/data-table";
import { formatDay } from "./format-day";

const COLUMNS: Column<ContestParticipant>[] = [
  {
    key: "name",
    header: "Name",
    isRowHeader: true,
    cell: ({ name, photo }) => (
      <span className="dc:flex dc:min-w-0 dc:items-center dc:gap-3">
        <Avatar src={photo} name={name} size={32} alt="" />
        <span dir="auto" className="dc:min-w-0 dc:wrap-anywhere">
          {name || "Unnamed participant"}
        </span>
      </span>
    ),
  },
  {
    key: "joined",
    header: "Joined on (UTC)",
    cell: ({ joinedOn }) => <time dateTime={joinedOn}>{formatDay(joinedOn)}</time>,
  },
  { key: "paid", header: "Paid", cell: ({ amount }) => <span className="cq-money">{formatCost(amount)}</span> },
];

const ENTRY: Column<ContestParticipant> = {
  key: "entry",
  header: "Entry",
  cell: ({ hasSubmitted }) => (
    <Badge tone={hasSubmitted ? "info" : "neutral"}>{hasSubmitted ? "Handed in" : "No entry"}</Badge>
  ),
};

/** Omits the entry column if the server does not report submissions. */
export const participantColumns = (rows: readonly ContestParticipant[]): Column<ContestParticipant>[] =>
  rows.some(({ hasSubmitted }) => hasSubmitted === null) ? COLUMNS : [...COLUMNS, ENTRY];
