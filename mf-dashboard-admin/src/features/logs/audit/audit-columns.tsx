import { SYSTEM, type AuditEntry } from "@conquest/shared/contracts/audit";
import { Badge } from "@conquest/shared/ui/badge";
import type { Column } from "@conquest/shared/ui/list/data-table";
import { useDateTimeFormat } from "@conquest/shared/ui/format/time";
import { ContestName, FilterCell, PersonAddress, PersonName, personLabel } from "../log-cells";
import { actionLabel, changeLabel, roleLabel } from "./audit-labels";

export function useAuditColumns(): Column<AuditEntry>[] {
  const format = useDateTimeFormat();
  return [
    {
      key: "act",
      header: "What",
      isRowHeader: true,
      cell: ({ _id, act, from, to }) => {
        const { words, tone } = actionLabel(act);
        const change = changeLabel({ act, from, to }, format);
        return (
          <>
            <Badge tone={tone}>{words}</Badge>
            <span className="cq-hint da:mt-1 da:block da:font-normal">
              No. {_id}
              {change && `, ${change}`}
            </span>
          </>
        );
      },
    },
    {
      key: "about",
      header: "About",
      cell: ({ person, contest, message }) => (
        <span className="da:flex da:flex-col da:gap-2">
          {contest && (
            <FilterCell
              by="contest"
              id={contest._id}
              label={`Only acts about ${contest.name === null ? "this contest" : `“${contest.name}”`}`}>
              {contest.name === null ? (
                <>
                  A contest that was deleted
                  <span className="cq-hint da:block">{contest._id}</span>
                </>
              ) : (
                <ContestName _id={contest._id}>{contest.name}</ContestName>
              )}
            </FilterCell>
          )}
          {message && (
            <span>
              {message.name === null ? (
                "A message that was deleted"
              ) : (
                <>
                  A message of <bdi>{message.name}</bdi>
                </>
              )}
            </span>
          )}
          {person && (
            <FilterCell by="person" id={person._id} label={`Only acts about ${personLabel(person)}`}>
              <PersonName {...person} />
              <PersonAddress {...person} />
            </FilterCell>
          )}
        </span>
      ),
    },
    {
      key: "by",
      header: "By",
      cell: ({ by: { role, person } }) => (
        <FilterCell
          by="actor"
          id={person?._id ?? SYSTEM}
          label={`Only acts by ${person ? personLabel(person) : "the site"}`}>
          {person ? <PersonName {...person} /> : "The site"}
          <span className="cq-hint da:block">{roleLabel(role)}</span>
        </FilterCell>
      ),
    },
    { key: "at", header: "Time", cell: ({ at }) => <time dateTime={at}>{format(at)}</time> },
    {
      key: "reason",
      header: "Reason",
      cell: ({ reason }) =>
        reason ? (
          <span dir="auto" className="da:block da:whitespace-pre-line">
            {reason}
          </span>
        ) : (
          <span className="da:text-muted">None given</span>
        ),
    },
  ];
}
