import { SYSTEM, type AuditEntry, type AuditAction } from "@conquest/shared/contracts/audit";
import { Badge, type Tone } from "@conquest/shared/ui/badge";
import type { Column } from "@conquest/shared/ui/list/data-table";
import { useDateTimeFormat } from "@conquest/shared/ui/format/time";
import { ContestName, FilterCell, PersonAddress, PersonName, personLabel } from "../log-cells";
import { lookUp } from "@conquest/shared/ui/format/labels";

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

export const ACTION_LABELS: Record<AuditAction, { words: string; tone: Tone }> = {
  contest_confirmed: { words: "Contest confirmed", tone: "success" },
  contest_returned: { words: "Confirmation taken back", tone: "warning" },
  changes_requested: { words: "Changes requested", tone: "warning" },
  contest_rejected: { words: "Contest rejected", tone: "danger" },
  contest_cancelled: { words: "Contest cancelled", tone: "danger" },
  contest_deleted: { words: "Contest deleted", tone: "danger" },
  contest_featured: { words: "Contest featured", tone: "gold" },
  contest_unfeatured: { words: "Contest no longer featured", tone: "info" },
  contest_hidden: { words: "Contest hidden", tone: "danger" },
  contest_shown: { words: "Contest shown again", tone: "success" },
  entry_hidden: { words: "Entry hidden", tone: "danger" },
  entry_shown: { words: "Entry shown again", tone: "success" },
  entry_withdrawn: { words: "Entry withdrawn", tone: "warning" },
  entry_late: { words: "Entry sent after the deadline", tone: "warning" },
  report_dismissed: { words: "Report dismissed", tone: "info" },
  report_upheld: { words: "Report upheld", tone: "danger" },
  winner_chosen: { words: "Winner chosen", tone: "gold" },
  deadline_extended: { words: "Deadline extended", tone: "warning" },
  judge_invited: { words: "Judge invited", tone: "info" },
  judge_withdrawn: { words: "Judge withdrawn", tone: "warning" },
  judge_accepted: { words: "Judge accepted", tone: "success" },
  judge_stepped_down: { words: "Judge stepped down", tone: "warning" },
  joiners_exported: { words: "Participants exported", tone: "info" },
  entries_exported: { words: "Entries exported", tone: "info" },
  request_approved: { words: "Request approved", tone: "success" },
  request_declined: { words: "Request declined", tone: "warning" },
  role_changed: { words: "Role changed", tone: "info" },
  person_blocked: { words: "Person blocked", tone: "danger" },
  person_unblocked: { words: "Person unblocked", tone: "success" },
  person_removed: { words: "Person removed", tone: "danger" },
  message_replied: { words: "Message answered", tone: "info" },
  reply_sent_again: { words: "Answer sent again", tone: "info" },
  message_handled: { words: "Message handled", tone: "success" },
  message_reopened: { words: "Message opened again", tone: "warning" },
};

/** Uses the server's name for actions that a newer server added. */
const actionLabel = (act: AuditAction) =>
  lookUp<(typeof ACTION_LABELS)[AuditAction]>(ACTION_LABELS, act, (words) => ({ words, tone: "info" }));

const ROLE_WORDS: Record<AuditEntry["by"]["role"], string> = {
  admin: "as admin",
  creator: "as creator",
  user: "as user",
  system: "by itself",
};
const roleLabel = (role: AuditEntry["by"]["role"]) => lookUp(ROLE_WORDS, role, (words) => `as ${words.toLowerCase()}`);

/** Formats a stored value: "in_review" as words, "approved" like its action and a file by its type. */
function formatValue(value: string): string {
  if (value === "approved") return "confirmed";
  return /^(csv|zip)$/.test(value) ? `as ${value.toUpperCase()}` : value.replaceAll("_", " ");
}

/** Returns the change as text, or null if no value is known. `formatInstant` formats deadlines. */
function changeLabel(
  { act, from, to }: Pick<AuditEntry, "act" | "from" | "to">,
  formatInstant: (iso: string) => string,
): string | null {
  if (act === "deadline_extended") return `${formatInstant(from)} → ${formatInstant(to)}`;
  if (from && to) return `${formatValue(from)} → ${formatValue(to)}`;
  return from ? `was ${formatValue(from)}` : to ? formatValue(to) : null;
}
