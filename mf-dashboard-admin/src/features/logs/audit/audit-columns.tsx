import { SYSTEM, type AuditEntry, type AuditAction } from "@conquest/shared/contracts/audit";
import { Badge, type Tone } from "@conquest/shared/ui/badge";
import type { Column } from "@conquest/shared/ui/list/data-table";
import { useDateTimeFormat } from "@conquest/shared/ui/format/time";
import { ContestName, FilterCell, OneLine, PersonAddress, PersonName, personLabel } from "../log-cells";
import { lookUp } from "@conquest/shared/ui/format/labels";

export function useAuditColumns(): Column<AuditEntry>[] {
  const format = useDateTimeFormat();
  return [
    {
      key: "act",
      header: "Event",
      isRowHeader: true,
      cell: ({ _id, act, from, to }) => {
        const { words, tone } = actionLabel(act);
        const change = changeLabel({ act, from, to }, format);
        return (
          <span className="da:flex da:items-center da:gap-2">
            <span className="da:flex-none">
              <Badge tone={tone}>{words}</Badge>
            </span>
            <span className="cq-hint da:min-w-0 da:font-normal">
              <OneLine>{`${change ? `${change}, ` : ""}No. ${_id}`}</OneLine>
            </span>
          </span>
        );
      },
    },
    {
      key: "about",
      header: "About",
      unlabelled: "line",
      cell: ({ person, contest, message }) => (
        <span className="da:flex da:min-w-0 da:flex-col">
          {contest && (
            <FilterCell
              by="contest"
              id={contest._id}
              label={
                contest.name === null
                  ? "Show only events about this contest"
                  : `Show only events about “${contest.name}”`
              }>
              {contest.name === null ? (
                <>
                  Deleted contest <span className="cq-hint">{contest._id}</span>
                </>
              ) : (
                <ContestName _id={contest._id}>{contest.name}</ContestName>
              )}
            </FilterCell>
          )}
          {message && (
            <span>
              {message.name === null ? (
                "Deleted message"
              ) : (
                <>
                  Message from <bdi>{message.name}</bdi>
                </>
              )}
            </span>
          )}
          {person && (
            <FilterCell by="person" id={person._id} label={`Show only events about ${personLabel(person)}`}>
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
      unlabelled: "line",
      cell: ({ by: { role, person } }) => (
        <FilterCell
          by="actor"
          id={person?._id ?? SYSTEM}
          label={person ? `Show only events by ${personLabel(person)}` : "Show only events by the system"}>
          {person ? <PersonName {...person} /> : "System"} <span className="cq-hint">{roleLabel(role)}</span>
        </FilterCell>
      ),
    },
    { key: "at", header: "Time", unlabelled: "line", cell: ({ at }) => <time dateTime={at}>{format(at)}</time> },
    {
      key: "reason",
      header: "Reason",
      unlabelled: "line",
      cell: ({ reason }) => (reason ? <OneLine>{reason}</OneLine> : <span className="da:text-muted">–</span>),
    },
  ];
}

export const ACTION_LABELS: Record<AuditAction, { words: string; tone: Tone }> = {
  contest_confirmed: { words: "Contest approved", tone: "success" },
  contest_returned: { words: "Approval undone", tone: "warning" },
  changes_requested: { words: "Changes requested", tone: "warning" },
  contest_rejected: { words: "Contest rejected", tone: "danger" },
  contest_cancelled: { words: "Contest cancelled", tone: "danger" },
  contest_deleted: { words: "Contest deleted", tone: "danger" },
  contest_featured: { words: "Contest featured", tone: "gold" },
  contest_unfeatured: { words: "Contest no longer featured", tone: "info" },
  contest_hidden: { words: "Contest hidden", tone: "danger" },
  contest_shown: { words: "Contest restored", tone: "success" },
  entry_hidden: { words: "Entry hidden", tone: "danger" },
  entry_shown: { words: "Entry restored", tone: "success" },
  entry_withdrawn: { words: "Entry withdrawn", tone: "warning" },
  entry_late: { words: "Entry submitted after the deadline", tone: "warning" },
  report_dismissed: { words: "Report dismissed", tone: "info" },
  report_upheld: { words: "Action taken on report", tone: "danger" },
  winner_chosen: { words: "Winner picked", tone: "gold" },
  deadline_extended: { words: "Deadline extended", tone: "warning" },
  judge_invited: { words: "Judge invited", tone: "info" },
  judge_withdrawn: { words: "Judge removed", tone: "warning" },
  judge_accepted: { words: "Judge accepted", tone: "success" },
  judge_stepped_down: { words: "Judge stepped down", tone: "warning" },
  joiners_exported: { words: "Participants exported", tone: "info" },
  entries_exported: { words: "Entries exported", tone: "info" },
  ledger_exported: { words: "Ledger exported", tone: "info" },
  audit_log_exported: { words: "Audit log exported", tone: "info" },
  request_approved: { words: "Request approved", tone: "success" },
  request_declined: { words: "Request declined", tone: "warning" },
  role_changed: { words: "Role changed", tone: "info" },
  person_blocked: { words: "User blocked", tone: "danger" },
  person_unblocked: { words: "User unblocked", tone: "success" },
  person_removed: { words: "User removed", tone: "danger" },
  message_replied: { words: "Reply sent", tone: "info" },
  reply_sent_again: { words: "Reply sent again", tone: "info" },
  message_handled: { words: "Message handled", tone: "success" },
  message_reopened: { words: "Message reopened", tone: "warning" },
};

/** Uses the server's name for actions that a newer server added. */
const actionLabel = (act: AuditAction) =>
  lookUp<(typeof ACTION_LABELS)[AuditAction]>(ACTION_LABELS, act, (words) => ({ words, tone: "info" }));

const ROLE_WORDS: Record<AuditEntry["by"]["role"], string> = {
  admin: "as admin",
  creator: "as creator",
  user: "as user",
  system: "automatically",
};
const roleLabel = (role: AuditEntry["by"]["role"]) => lookUp(ROLE_WORDS, role, (words) => `as ${words.toLowerCase()}`);

/** Formats a stored value: "in_review" as words, and a file by its type. */
function formatValue(value: string): string {
  // Older rows have this value, and the log is append-only.
  if (value === "on show") return "visible";
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
