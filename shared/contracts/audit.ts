import { z } from "zod";
import { ROLES, defineEndpoint, pageQuery } from "./http/endpoint";
import { id, instant, searchWords } from "./text/fields";

/**
 * What is written down of who did it: acts upon other people's accounts and contests, what was done with their messages, and what of
 * theirs was taken out of the site. What people do for themselves (join, leave, submit, rate) the ledger and those rows say; withdrawn
 * and late entries leave no row, so they are events here, without content.
 */
export const AUDIT_ACTS = [
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
  "entry_hidden",
  "entry_shown",
  "entry_withdrawn",
  "entry_late",
  "report_dismissed",
  "report_upheld",
  "winner_chosen",
  "deadline_extended",
  "judge_invited",
  "judge_withdrawn",
  "judge_accepted",
  "judge_stepped_down",
  "joiners_exported",
  "entries_exported",
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
export type AuditAct = (typeof AUDIT_ACTS)[number];

/** As what they did it, then; `system` is the site itself: its clock, its settings, and whoever runs it. */
export const AUDIT_ROLES = [...ROLES, "system"] as const;
export type AuditRole = (typeof AUDIT_ROLES)[number];

/** Whose account was removed has no address any more. */
const auditPerson = z.object({ _id: z.string(), name: z.string(), email: z.string().nullable() });

export const auditEntry = z.object({
  /** Its number, in the order of writing. */
  _id: z.string(),
  act: z.enum(AUDIT_ACTS),
  at: instant,
  by: z.object({ role: z.enum(AUDIT_ROLES), person: auditPerson.nullable() }),
  /** Upon whom. */
  person: auditPerson.nullable(),
  /** Upon what; its name is null where it is there no more. */
  contest: z.object({ _id: z.string(), name: z.string().nullable() }).nullable(),
  /** Upon which contact message, and from whom it is; the name is null where it is there no more. */
  message: z.object({ _id: z.string(), name: z.string().nullable() }).nullable(),
  /** The value before and after, such as a role, or the deadline as an instant; "" where there was none. */
  from: z.string(),
  to: z.string(),
  reason: z.string(),
});
export type AuditEntry = z.output<typeof auditEntry>;

/** As `actor`: what the site did itself. */
export const SYSTEM = "system";

/**
 * Newest first unless `sort` says otherwise. `q`: about a contest, or about or by a person, of this name, address or id. `actor`: by
 * whom, by their id. `since` this instant, and before `until`.
 */
export const listAudit = defineEndpoint({
  method: "GET",
  path: "/audit-trail",
  access: ["admin"],
  query: pageQuery.extend({
    q: searchWords.optional(),
    act: z.enum(AUDIT_ACTS).optional(),
    actor: id.optional(),
    person: id.optional(),
    contest: id.optional(),
    since: instant.optional(),
    until: instant.optional(),
    sort: z.enum(["newest", "oldest"]).optional(),
  }),
  response: z.array(auditEntry),
});
