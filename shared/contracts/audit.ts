import { z } from "zod";
import { ROLES, defineEndpoint, pageQuery } from "./http/endpoint";
import { fileLanguage, fileResponse } from "./media/files";
import { displayName, id, instant, searchWords, sentence } from "./text/fields";

/** Actions on other people's data. Own actions are in the ledger and their rows, except withdrawn and late entries. */
export const AUDIT_ACTIONS = [
  "contest_confirmed",
  "contest_returned",
  "changes_requested",
  "contest_rejected",
  "contest_cancelled",
  "contest_deleted",
  "contest_featured",
  "contest_unfeatured",
  "contest_hidden",
  "contest_shown",
  "rules_changed",
  "visibility_changed",
  "people_invited",
  "invitation_removed",
  "join_code_renewed",
  "join_code_removed",
  "spots_changed",
  "team_created",
  "team_joined",
  "team_renamed",
  "team_left",
  "team_member_removed",
  "file_attached",
  "file_detached",
  "entry_hidden",
  "entry_shown",
  "entry_withdrawn",
  "entry_late",
  "report_dismissed",
  "report_upheld",
  "winner_chosen",
  "prize_sent",
  "prize_confirmed",
  "prize_disputed",
  "prize_delivered",
  "prize_returned",
  "prize_closed",
  "deadline_extended",
  "judge_invited",
  "judge_withdrawn",
  "judge_accepted",
  "judge_stepped_down",
  "judge_recused",
  "recusal_ended",
  "entries_assigned",
  "entry_assigned",
  "entry_unassigned",
  "ratings_date_changed",
  "joiners_exported",
  "waiting_exported",
  "entries_exported",
  "ledger_exported",
  "audit_log_exported",
  "request_approved",
  "request_declined",
  "role_changed",
  "person_blocked",
  "person_unblocked",
  "person_removed",
  "message_replied",
  "reply_sent_again",
  "message_handled",
  "message_reopened",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** The actor's role at that time; `system` is the site's clock, settings and operators. */
export const AUDIT_ROLES = [...ROLES, "system"] as const;
export type AuditRole = (typeof AUDIT_ROLES)[number];

/** `email` is null for removed accounts. */
const auditPerson = z.object({ _id: z.string(), name: displayName, email: z.string().nullable() });

export const auditEntry = z.object({
  _id: z.string(),
  act: z.enum(AUDIT_ACTIONS),
  at: instant,
  by: z.object({ role: z.enum(AUDIT_ROLES), person: auditPerson.nullable() }),
  person: auditPerson.nullable(),
  contest: z.object({ _id: z.string(), name: z.string().nullable() }).nullable(),
  message: z.object({ _id: z.string(), name: z.string().nullable() }).nullable(),
  /** The value before and after; "" if there was none. */
  from: z.string(),
  to: z.string(),
  reason: sentence,
});
export type AuditEntry = z.output<typeof auditEntry>;

export const SYSTEM = "system";

/** `q` matches contests and people by name, address or id. `since` is inclusive, `until` exclusive. */
const auditFilter = z.object({
  q: searchWords.optional(),
  act: z.enum(AUDIT_ACTIONS).optional(),
  actor: id.optional(),
  person: id.optional(),
  contest: id.optional(),
  since: instant.optional(),
  until: instant.optional(),
  sort: z.enum(["newest", "oldest"]).optional(),
});

export const listAudit = defineEndpoint("GET /audit-trail", ["admin"], {
  query: auditFilter.extend(pageQuery.shape),
  response: z.array(auditEntry),
});

/** The whole filtered list as CSV. */
export const exportAudit = defineEndpoint("GET /audit-trail/table", ["admin"], {
  query: auditFilter.extend({ language: fileLanguage }),
  response: fileResponse,
  sends: "file",
  perMinute: 20,
});
