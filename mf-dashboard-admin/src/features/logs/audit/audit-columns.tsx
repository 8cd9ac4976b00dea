import { SYSTEM, type AuditEntry, type AuditAction } from "@conquest/shared/contracts/audit";
import { msg } from "@conquest/shared/contracts/text/message";
import { T, digits, t } from "@conquest/shared/singletons/language";
import { Badge, type Tone } from "@conquest/shared/ui/badge";
import type { Column } from "@conquest/shared/ui/list/data-table";
import { useDateTimeFormat } from "@conquest/shared/ui/format/time";
import { ContestName, FilterCell, LogText, PersonAddress, PersonName, personLabel } from "../log-cells";
import { lookUp } from "@conquest/shared/ui/format/labels";

export function useAuditColumns(): Column<AuditEntry>[] {
  const format = useDateTimeFormat();
  return [
    {
      key: "act",
      header: t("Event"),
      isRowHeader: true,
      cell: ({ _id, act, from, to }) => {
        const { words, tone } = actionLabel(act);
        const change = changeLabel({ act, from, to }, format);
        return (
          <span className="da:flex da:flex-wrap da:items-center da:gap-x-2">
            <span className="da:flex-none">
              <Badge tone={tone}>{t(words)}</Badge>
            </span>
            <span className="cq-hint da:min-w-0 da:font-normal">
              <LogText>{`${change ? `${change}, ` : ""}${t("No. {id}", { id: _id })}`}</LogText>
            </span>
          </span>
        );
      },
    },
    {
      key: "about",
      header: t("About"),
      unlabelled: "line",
      cell: ({ person, contest, message }) => (
        <span className="da:flex da:min-w-0 da:flex-col">
          {contest && (
            <FilterCell
              by="contest"
              id={contest._id}
              label={
                contest.name === null
                  ? t("Show only events about this contest")
                  : t("Show only events about “{name}”", { name: contest.name })
              }>
              {contest.name === null ? (
                <T text="Deleted contest {id}" id={<span className="cq-hint">{contest._id}</span>} />
              ) : (
                <ContestName _id={contest._id}>{contest.name}</ContestName>
              )}
            </FilterCell>
          )}
          {message && (
            <span>
              {message.name === null ? (
                t("Deleted message")
              ) : (
                <T text="Message from {name}" name={<bdi>{message.name}</bdi>} />
              )}
            </span>
          )}
          {person && (
            <FilterCell
              by="person"
              id={person._id}
              label={t("Show only events about {name}", { name: personLabel(person) })}>
              <PersonName {...person} />
              <PersonAddress {...person} />
            </FilterCell>
          )}
        </span>
      ),
    },
    {
      key: "by",
      header: t("By"),
      unlabelled: "line",
      cell: ({ by: { role, person } }) => (
        <FilterCell
          by="actor"
          id={person?._id ?? SYSTEM}
          label={
            person
              ? t("Show only events by {name}", { name: personLabel(person) })
              : t("Show only events by the system")
          }>
          {person ? <PersonName {...person} /> : t("System")} <span className="cq-hint">{roleLabel(role)}</span>
        </FilterCell>
      ),
    },
    { key: "at", header: t("Time"), unlabelled: "line", cell: ({ at }) => <time dateTime={at}>{format(at)}</time> },
    {
      key: "reason",
      header: t("Reason"),
      unlabelled: "line",
      cell: ({ reason }) => (reason ? <LogText>{reason}</LogText> : <span className="da:text-muted">–</span>),
    },
  ];
}

export const ACTION_LABELS: Record<AuditAction, { words: string; tone: Tone }> = {
  contest_confirmed: { words: msg("Contest approved"), tone: "success" },
  contest_returned: { words: msg("Approval undone"), tone: "warning" },
  changes_requested: { words: msg("Changes requested"), tone: "warning" },
  contest_rejected: { words: msg("Contest rejected"), tone: "danger" },
  contest_cancelled: { words: msg("Contest cancelled"), tone: "danger" },
  contest_deleted: { words: msg("Contest deleted"), tone: "danger" },
  contest_featured: { words: msg("Contest featured"), tone: "gold" },
  contest_unfeatured: { words: msg("Contest no longer featured"), tone: "info" },
  contest_hidden: { words: msg("Contest hidden"), tone: "danger" },
  contest_shown: { words: msg("Contest restored"), tone: "success" },
  entry_hidden: { words: msg("Entry hidden"), tone: "danger" },
  entry_shown: { words: msg("Entry restored"), tone: "success" },
  entry_withdrawn: { words: msg("Entry withdrawn"), tone: "warning" },
  entry_late: { words: msg("Entry submitted after the deadline"), tone: "warning" },
  report_dismissed: { words: msg("Report dismissed"), tone: "info" },
  report_upheld: { words: msg("Action taken on report"), tone: "danger" },
  winner_chosen: { words: msg("Winner picked"), tone: "gold" },
  rules_changed: { words: msg("Rules changed"), tone: "info" },
  visibility_changed: { words: msg("Visibility changed"), tone: "info" },
  people_invited: { words: msg("People invited"), tone: "info" },
  invitation_removed: { words: msg("Invitation removed"), tone: "neutral" },
  join_code_renewed: { words: msg("Join code renewed"), tone: "info" },
  join_code_removed: { words: msg("Join code removed"), tone: "neutral" },
  team_created: { words: msg("Team created"), tone: "info" },
  team_joined: { words: msg("Team joined"), tone: "info" },
  team_renamed: { words: msg("Team renamed"), tone: "info" },
  team_left: { words: msg("Team left"), tone: "neutral" },
  team_member_removed: { words: msg("Removed from team"), tone: "warning" },
  spots_changed: { words: msg("Maximum participants changed"), tone: "info" },
  file_attached: { words: msg("File attached to contest"), tone: "info" },
  file_detached: { words: msg("Attached file removed"), tone: "neutral" },
  prize_sent: { words: msg("Prize sent"), tone: "info" },
  prize_confirmed: { words: msg("Prize confirmed by the winner"), tone: "success" },
  prize_disputed: { words: msg("Problem with prize reported"), tone: "warning" },
  prize_delivered: { words: msg("Prize marked as delivered"), tone: "success" },
  prize_returned: { words: msg("Prize returned to the creator"), tone: "warning" },
  prize_closed: { words: msg("Prize closed as not delivered"), tone: "danger" },
  deadline_extended: { words: msg("Deadline extended"), tone: "warning" },
  judge_invited: { words: msg("Judge invited"), tone: "info" },
  judge_withdrawn: { words: msg("Judge removed"), tone: "warning" },
  judge_accepted: { words: msg("Judge accepted"), tone: "success" },
  judge_stepped_down: { words: msg("Judge stepped down"), tone: "warning" },
  judge_recused: { words: msg("Judge recused from an entry"), tone: "warning" },
  recusal_ended: { words: msg("Recused judge asked again"), tone: "info" },
  entries_assigned: { words: msg("Judges per entry changed"), tone: "info" },
  entry_assigned: { words: msg("Entry assigned to judge"), tone: "info" },
  entry_unassigned: { words: msg("Entry taken from judge"), tone: "neutral" },
  ratings_date_changed: { words: msg("Date for ratings changed"), tone: "info" },
  joiners_exported: { words: msg("Participants exported"), tone: "info" },
  waiting_exported: { words: msg("Waiting list exported"), tone: "info" },
  entries_exported: { words: msg("Entries exported"), tone: "info" },
  ledger_exported: { words: msg("Ledger exported"), tone: "info" },
  audit_log_exported: { words: msg("Audit log exported"), tone: "info" },
  request_approved: { words: msg("Request approved"), tone: "success" },
  request_declined: { words: msg("Request declined"), tone: "warning" },
  role_changed: { words: msg("Role changed"), tone: "info" },
  person_blocked: { words: msg("User blocked"), tone: "danger" },
  person_unblocked: { words: msg("User unblocked"), tone: "success" },
  person_removed: { words: msg("User removed"), tone: "danger" },
  message_replied: { words: msg("Reply sent"), tone: "info" },
  reply_sent_again: { words: msg("Reply sent again"), tone: "info" },
  message_handled: { words: msg("Message handled"), tone: "success" },
  message_reopened: { words: msg("Message reopened"), tone: "warning" },
};

/** Uses the server's name for actions that a newer server added. */
const actionLabel = (act: AuditAction) =>
  lookUp<(typeof ACTION_LABELS)[AuditAction]>(ACTION_LABELS, act, (words) => ({ words, tone: "info" }));

const ROLE_WORDS: Record<AuditEntry["by"]["role"], string> = {
  admin: msg("as admin"),
  creator: msg("as creator"),
  user: msg("as user"),
  system: msg("automatically"),
};
const roleLabel = (role: AuditEntry["by"]["role"]) =>
  t(lookUp(ROLE_WORDS, role, (words) => `as ${words.toLowerCase()}`));

const VALUE_WORDS: Record<string, string> = {
  accepted: msg("accepted"),
  admin: msg("admin"),
  blocked: msg("blocked"),
  completed: msg("completed"),
  judging: msg("judging"),
  overdue: msg("overdue"),
  cancelled: msg("cancelled"),
  changes_requested: msg("changes requested"),
  contest: msg("contest"),
  creator: msg("creator"),
  declined: msg("declined"),
  dismissed: msg("dismissed"),
  entry: msg("entry"),
  hidden: msg("hidden"),
  in_review: msg("in review"),
  invited: msg("invited"),
  open: msg("open"),
  private: msg("private"),
  public: msg("public"),
  rejected: msg("rejected"),
  requested: msg("requested"),
  stepped_down: msg("stepped down"),
  unlisted: msg("unlisted"),
  upheld: msg("upheld"),
  user: msg("user"),
  verified: msg("verified"),
  visible: msg("visible"),
  withdrawn: msg("withdrawn"),
  to_send: msg("to be sent"),
  late: msg("not sent yet"),
  sent: msg("sent"),
  unconfirmed: msg("not confirmed"),
  disputed: msg("problem reported"),
  delivered: msg("delivered"),
  undelivered: msg("not delivered"),
  void: msg("ended"),
};

/** Formats a stored value: "in_review" as words, a file by its type, and an invitation with its masked address. */
function formatValue(value: string): string {
  if (/^(csv|zip)$/.test(value)) return t("as {type}", { type: value.toUpperCase() });
  // Older rows have this value, and the log is append-only.
  const [state = "", ...address] = value === "on show" ? ["visible"] : value.split(" ");
  const words = Object.hasOwn(VALUE_WORDS, state) ? t(VALUE_WORDS[state]!) : state.replaceAll("_", " ");
  return [words, ...address].join(" ");
}

const TEAM_ACTIONS: readonly AuditAction[] = [
  "team_created",
  "team_joined",
  "team_renamed",
  "team_left",
  "team_member_removed",
];

const versionLabel = (version: string) => (version ? t("version {n}", { n: Number(version) }) : t("none"));

/** Actions whose value is the number of an entry. */
const NUMBERED: ReadonlySet<AuditAction> = new Set([
  "judge_recused",
  "recusal_ended",
  "entry_assigned",
  "entry_unassigned",
]);

const limitLabel = (max: string) => digits(max) || t("no limit");

/** Returns the change as text, or null if no value is known. `formatInstant` formats deadlines. */
function changeLabel(
  { act, from, to }: Pick<AuditEntry, "act" | "from" | "to">,
  formatInstant: (iso: string) => string,
): string | null {
  if (act === "deadline_extended") return `${formatInstant(from)} → ${formatInstant(to)}`;
  if (act === "rules_changed") return `${versionLabel(from)} → ${versionLabel(to)}`;
  if (act === "people_invited") return t("{n, plural, one {# address} other {# addresses}}", { n: Number(to) });
  if (act === "spots_changed") return `${limitLabel(from)} → ${limitLabel(to)}`;
  if (act === "ratings_date_changed") return [from, to].map((at) => (at ? formatInstant(at) : t("none"))).join(" → ");
  if (act === "entries_assigned") return [from, to].map((n) => digits(n) || t("all judges")).join(" → ");
  if (NUMBERED.has(act)) return to && t("Entry {number}", { number: digits(to) });
  // Names, not one of the values below.
  if (TEAM_ACTIONS.includes(act)) return `“${to || from}”`;
  if (act === "winner_chosen") return to ? `“${to}”` : null;
  if (from && to) return `${formatValue(from)} → ${formatValue(to)}`;
  return from ? t("was {value}", { value: formatValue(from) }) : to ? formatValue(to) : null;
}
