import { z } from "zod";
import { permission } from "./contests";
import { entryAnswer } from "./entry-answers";
import { defineEndpoint, pageQuery } from "./http/endpoint";
import { MAX_REASON_LENGTH, displayName, instant, optionalText, requiredText, taka } from "./text/fields";
import { invalid, message, msg } from "./text/message";

export const REPORT_REASONS = ["spam", "misleading", "stolen", "offensive", "unlawful", "other"] as const;
export const reportReason = z.enum(REPORT_REASONS, invalid(message("Choose a reason")));
export type ReportReason = z.infer<typeof reportReason>;

export const REPORT_REASON_LABELS: Readonly<Record<ReportReason, string>> = {
  spam: msg("Advertising or spam"),
  misleading: msg("Misleading or fraudulent"),
  stolen: msg("Stolen or copied work"),
  offensive: msg("Hateful or offensive"),
  unlawful: msg("Illegal content"),
  other: msg("Something else"),
};

export const MAX_REPORT_LENGTH = 500;
export const MAX_REPORT_ANSWER_LENGTH = 2000;
/** The author has this long to answer before anything beyond hiding is decided. */
export const REPORT_ANSWER_HOURS = 24;
export const MAX_REPORTS_SHOWN = 50;

export const REPORTED_KINDS = ["contest", "entry"] as const;
export type ReportedKind = (typeof REPORTED_KINDS)[number];
/** `dismissed`: the content is fine. `upheld`: the contest is cancelled, or the entry stays hidden. */
export const REPORT_OUTCOMES = ["dismissed", "upheld"] as const;
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number];

export const reportForm = z.object({ reason: reportReason, word: requiredText(MAX_REPORT_LENGTH) });
const reported = z.object({ reportedAt: instant });

/** Reports a public contest to the admins. Its creator learns the reason but not the reporter. */
export const reportContest = defineEndpoint("POST /report-contest/:contestId", "signed-in", {
  body: reportForm,
  response: reported,
  perMinute: 10,
});

export const reportEntry = defineEndpoint("POST /report-entry/:entryId", "signed-in", {
  body: reportForm,
  response: reported,
  perMinute: 10,
});

const reportCase = z.object({
  _id: z.string(),
  kind: z.enum(REPORTED_KINDS),
  contest: z.object({ _id: z.string(), name: z.string() }),
  text: z.string().nullable(),
  isHidden: z.boolean(),
  toldAt: instant,
  answerUntil: instant,
  answer: z.object({ text: z.string(), at: instant }).nullable(),
  /** `shownAgain`: upheld content was made visible again. */
  end: z
    .object({
      outcome: z.enum(REPORT_OUTCOMES),
      at: instant,
      note: z.string(),
      shownAgain: z.object({ at: instant, note: z.string() }).nullable(),
    })
    .nullable(),
});

export const ownReportCase = reportCase.extend({
  reasons: z.array(reportReason),
  may: z.object({ answer: permission }),
});
export type OwnReportCase = z.infer<typeof ownReportCase>;

export const getReported = defineEndpoint("GET /reported/:id", "signed-in", { response: ownReportCase });

export const reportAnswerForm = z.object({ text: requiredText(MAX_REPORT_ANSWER_LENGTH) });

export const answerReport = defineEndpoint("PUT /report-answer/:id", "signed-in", {
  body: reportAnswerForm,
  response: ownReportCase,
  perMinute: 20,
});

/** `email` is null for removed accounts. */
const namedPerson = z.object({ _id: z.string(), name: displayName, email: z.string().nullable() });

export const adminReportCase = reportCase.extend({
  changedAt: instant.nullable(),
  /** Missing if it is not about an entry with answers. */
  answers: z.array(entryAnswer).optional(),
  /** `isGone`: the account was removed, so no answer can be expected. */
  author: namedPerson.extend({ isGone: z.boolean() }),
  reportCount: z.number().int().min(1),
  reasons: z.array(z.object({ reason: reportReason, count: z.number().int().min(1) })),
  reports: z
    .array(z.object({ _id: z.string(), reason: reportReason, word: z.string(), at: instant, by: namedPerson }))
    .max(MAX_REPORTS_SHOWN),
  may: z.object({
    hide: permission,
    show: permission,
    dismiss: permission,
    uphold: permission.extend({
      how: z.enum(["cancel", "hide"]),
      refundedCount: z.number().int().min(0),
      refundedTotal: taka,
    }),
  }),
});
export type AdminReportCase = z.infer<typeof adminReportCase>;

/** Open reports first, oldest first; then the newest decisions. Excludes reports about the calling admin's content. */
export const listReports = defineEndpoint("GET /reports", ["admin"], {
  query: pageQuery.extend({ state: z.enum(["open", "ended"]).optional(), kind: z.enum(REPORTED_KINDS).optional() }),
  response: z.array(adminReportCase),
});

export const REPORT_DECISIONS = ["hide", "show", "dismiss", "uphold"] as const;
export type ReportDecision = (typeof REPORT_DECISIONS)[number];

/** The author and the reporters read `note`. It is required to uphold a report, and to show upheld content again. */
export const decideReport = defineEndpoint("PUT /report-decision/:id", ["admin"], {
  body: z
    .object({ decision: z.enum(REPORT_DECISIONS), note: optionalText(MAX_REASON_LENGTH) })
    .refine(({ decision, note }) => decision !== "uphold" || note !== "", {
      ...invalid(message("Enter a reason. The author will see it.")),
      path: ["note"],
    }),
  response: adminReportCase,
});
