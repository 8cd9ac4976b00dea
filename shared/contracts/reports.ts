import { z } from "zod";
import { permission } from "./contests";
import { defineEndpoint, pageQuery } from "./http/endpoint";
import { MAX_REASON_LENGTH, idParam, instant, optionalText, requiredText, taka } from "./text/fields";

export const REPORT_REASONS = ["spam", "misleading", "stolen", "offensive", "unlawful", "other"] as const;
export const reportReason = z.enum(REPORT_REASONS, "Please choose one of the reasons");
export type ReportReason = z.infer<typeof reportReason>;

/** As everybody reads them: who reports, whose it is, and admins. */
export const REASON_WORDS: Readonly<Record<ReportReason, string>> = {
  spam: "Advertising or spam",
  misleading: "Misleading, or a fraud",
  stolen: "The work of somebody else",
  offensive: "Hateful or offensive",
  unlawful: "Against the law",
  other: "Something else",
};

/** How long the word to a report may be, in characters. */
export const MAX_REPORT_LENGTH = 500;
/** How long the answer to what was reported may be, in characters. */
export const MAX_REPORT_ANSWER_LENGTH = 2000;
/** Until then from when they were told its author may answer before more is done than hiding it. */
export const REPORT_ANSWER_HOURS = 24;
/** An answer names so many reports of one thing, the last ones; their number is exact. */
export const MAX_REPORTS_SHOWN = 50;

export const REPORTED_KINDS = ["contest", "entry"] as const;
export type ReportedKind = (typeof REPORTED_KINDS)[number];
/** `dismissed`: nothing is wrong with it. `upheld`: a contest is cancelled, an entry stays hidden. */
export const REPORT_OUTCOMES = ["dismissed", "upheld"] as const;
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number];

export const reportForm = z.object({ reason: reportReason, word: requiredText(MAX_REPORT_LENGTH) });
const reported = z.object({ reportedAt: instant });

/** Tells the admins what is wrong with a contest that everybody may see. Its creator is told what was reported and not by whom. */
export const reportContest = defineEndpoint({
  method: "POST",
  path: "/report-contest/:contestId",
  access: "signed-in",
  params: z.object({ contestId: idParam }),
  body: reportForm,
  response: reported,
  perMinute: 10,
});

/** As {@link reportContest}, of an entry that everybody may read. */
export const reportEntry = defineEndpoint({
  method: "POST",
  path: "/report-entry/:entryId",
  access: "signed-in",
  params: z.object({ entryId: idParam }),
  body: reportForm,
  response: reported,
  perMinute: 10,
});

const caseParams = z.object({ id: idParam });

/** What was reported and what became of it, as its author and admins see it. */
const reportCase = z.object({
  _id: z.string(),
  kind: z.enum(REPORTED_KINDS),
  contest: z.object({ _id: z.string(), name: z.string() }),
  /** Of an entry, what it says. */
  text: z.string().nullable(),
  isHidden: z.boolean(),
  toldAt: instant,
  /** From then on it is decided also without an answer. */
  answerUntil: instant,
  answer: z.object({ text: z.string(), at: instant }).nullable(),
  /** `shownAgain`: what was upheld and hidden came back on show after all. */
  end: z
    .object({
      outcome: z.enum(REPORT_OUTCOMES),
      at: instant,
      note: z.string(),
      shownAgain: z.object({ at: instant, note: z.string() }).nullable(),
    })
    .nullable(),
});

/** Nothing in it says who reported. */
export const ownReportCase = reportCase.extend({
  reasons: z.array(reportReason),
  may: z.object({ answer: permission }),
});
export type OwnReportCase = z.infer<typeof ownReportCase>;

/** For whoever's contest or entry it is. */
export const getReported = defineEndpoint({
  method: "GET",
  path: "/reported/:id",
  access: "signed-in",
  params: caseParams,
  response: ownReportCase,
});

export const reportAnswerForm = z.object({ text: requiredText(MAX_REPORT_ANSWER_LENGTH) });

/** The author's answer, or another one in its place. */
export const answerReport = defineEndpoint({
  method: "PUT",
  path: "/report-answer/:id",
  access: "signed-in",
  params: caseParams,
  body: reportAnswerForm,
  response: ownReportCase,
  perMinute: 20,
});

/** Whose account was removed has no address any more. */
const namedPerson = z.object({ _id: z.string(), name: z.string(), email: z.string().nullable() });

export const adminReportCase = reportCase.extend({
  /** When it was last changed, where that was after it was reported first. */
  changedAt: instant.nullable(),
  /** `isGone`: the account was removed, so no answer can come and none is waited for. */
  author: namedPerson.extend({ isGone: z.boolean() }),
  reportCount: z.number().int().min(1),
  /** How often each was given, the most frequent first. */
  reasons: z.array(z.object({ reason: reportReason, count: z.number().int().min(1) })),
  /** The last first. */
  reports: z
    .array(z.object({ _id: z.string(), reason: reportReason, word: z.string(), at: instant, by: namedPerson }))
    .max(MAX_REPORTS_SHOWN),
  may: z.object({
    hide: permission,
    /** Once it was upheld only for a reason. */
    show: permission,
    dismiss: permission,
    /** What comes of it: the contest is cancelled and so many people get back so much, or what is hidden stays so. */
    uphold: permission.extend({
      how: z.enum(["cancel", "hide"]),
      refundedCount: z.number().int().min(0),
      refundedTotal: taka,
    }),
  }),
});
export type AdminReportCase = z.infer<typeof adminReportCase>;

/** What is open comes first, of that what was reported first; then what was decided last. An admin's own contests and entries are for other admins. */
export const listReports = defineEndpoint({
  method: "GET",
  path: "/reports",
  access: ["admin"],
  query: pageQuery.extend({ state: z.enum(["open", "ended"]).optional(), kind: z.enum(REPORTED_KINDS).optional() }),
  response: z.array(adminReportCase),
});

export const REPORT_DECISIONS = ["hide", "show", "dismiss", "uphold"] as const;
export type ReportDecision = (typeof REPORT_DECISIONS)[number];

/** `note` is read by its author and by who reported; upholding takes one, and so does showing again what was upheld. */
export const decideReport = defineEndpoint({
  method: "PUT",
  path: "/report-decision/:id",
  access: ["admin"],
  params: caseParams,
  body: z
    .object({ decision: z.enum(REPORT_DECISIONS), note: optionalText(MAX_REASON_LENGTH) })
    .refine(({ decision, note }) => decision !== "uphold" || note !== "", {
      message: "Please say why: whoever wrote it reads this",
      path: ["note"],
    }),
  response: adminReportCase,
});
