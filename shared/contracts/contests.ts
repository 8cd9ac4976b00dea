import { z } from "zod";
import { pageQuery } from "./http/endpoint";
import {
  deadlineInput,
  instant,
  pictureUrl,
  requiredName,
  requiredText,
  displayName,
  sentence,
  searchWords,
  shortTexts,
  taka,
  takaInput,
} from "./text/fields";
import { MAX_NAME_LENGTH } from "./text/names";
import { entryField, entryFields } from "./entry-fields";
import { morePrize, morePrizes } from "./prizes";
import { weightsInput } from "./judging/criteria-weights";
import { acceptedRules, contestRules, rulesInput, shownRules } from "./rules";
import { spotsInput, waitingState } from "./spots";
import { storedFile } from "./media/files";
import { richText } from "./text/rich-text";
import { tag } from "./tags";
import { teamSizeInput } from "./team-size-input";
import { visibility, visibilityInput } from "./visibility";

/** `status` is stored. The server derives `phase` from it and the current time. */
export const STATUSES = ["pending", "open"] as const;
export const contestStatus = z.enum(STATUSES);
export type ContestStatus = z.infer<typeof contestStatus>;

export const PHASES = [
  "in_review",
  "changes_requested",
  "rejected",
  "open",
  "judging",
  "overdue",
  "completed",
  "cancelled",
] as const;
export const phase = z.enum(PHASES);
export type Phase = z.infer<typeof phase>;

/** Limits the description and the task, each. */
export const MAX_BRIEF_LENGTH = 5000;
export const MAX_CRITERIA = 5;
export const MAX_CRITERION_LENGTH = 80;

export const contestForm = z.object({
  name: requiredName(MAX_NAME_LENGTH),
  image: pictureUrl,
  description: requiredText(MAX_BRIEF_LENGTH),
  registrationPrice: takaInput,
  prize: takaInput,
  task: requiredText(MAX_BRIEF_LENGTH),
  tags: tag,
  deadline: deadlineInput,
  /** If omitted: a new contest hides names, is public and has none of the rest; an existing one keeps what it has. */
  hidesNames: z.boolean().optional(),
  criteria: shortTexts(MAX_CRITERIA, MAX_CRITERION_LENGTH).optional(),
  /** Equal by default; unchanged only for an existing contest with as many criteria. */
  criteriaWeights: weightsInput.optional(),
  /** Prizes of places 2 to 10. */
  morePrizes: morePrizes.optional(),
  rules: rulesInput.optional(),
  entryFields: entryFields.optional(),
  visibility: visibilityInput.optional(),
  maxParticipants: spotsInput.optional(),
  maxTeamSize: teamSizeInput.optional(),
});
export type ContestForm = z.output<typeof contestForm>;
export type ContestFormInput = z.input<typeof contestForm>;

/** `because` is the reason for a denial, "" if allowed. */
export const permission = z.object({ isAllowed: z.boolean(), because: sentence });
export type Permission = z.infer<typeof permission>;
export type PermissionInput = z.input<typeof permission>;

export const awardPermissions = z.object({
  /** Includes correcting the details until the prize is delivered. */
  sendPrize: permission,
  confirmPrize: permission,
  reportPrize: permission,
  /** `how`: an admin returns it to the creator, or closes it if the creator can't send it any more. */
  settlePrize: permission.extend({ how: z.enum(["return", "close"]) }),
});

/** Decided by the server's policies, which it checks again on each action. For visitors: as if signed in. */
export const contestPermissions = z.object({
  join: permission,
  leave: permission,
  /** Older servers omit these. */
  joinWaitingList: permission.optional(),
  leaveWaitingList: permission.optional(),
  createTeam: permission.optional(),
  joinTeam: permission.optional(),
  leaveTeam: permission.optional(),
  /** Renaming the team, inviting and removing members: the captain's tasks. */
  manageTeam: permission.optional(),
  submit: permission,
  showIfWins: permission,
  publishEntry: permission,
  /** `frozen` maps each field that can't be edited to the reason. */
  edit: permission.extend({ frozen: z.record(z.string(), sentence) }),
  remove: permission.extend({ how: z.enum(["delete", "cancel"]) }),
  extend: permission.extend({ left: z.number().int().min(0) }),
  readEntries: permission,
  /** Downloading all entries. Older servers omit it. */
  exportEntries: permission.optional(),
  rateEntries: permission,
  /** Assigning entries to judges, and the date for ratings. Older servers omit these. */
  planJudging: permission.optional(),
  recuse: permission.optional(),
  declareWinner: permission,
  confirm: permission,
  decide: permission,
  returnToReview: permission,
  feature: permission,
  report: permission,
  ask: permission,
  writeNews: permission,
  readNews: permission,
  readAwards: permission.optional(),
  managePrivateAccess: permission.optional(),
  /** Describes the prize of the caller, or else of the first place. Older servers omit these. */
  ...awardPermissions.partial().shape,
});
export type ContestPermissions = z.infer<typeof contestPermissions>;
export type ContestPermissionsInput = z.input<typeof contestPermissions>;

export const contestCard = z.object({
  _id: z.string(),
  name: z.string(),
  image: z.string(),
  description: z.string(),
  tags: tag,
  registrationPrice: taka,
  prize: taka,
  /** The price of joining in whole taka: the only amount shown before payment or recorded after it. */
  amountDue: taka,
  deadline: instant,
  status: contestStatus,
  phase,
  /** Opaque ids, at most 100; `participantCount` is exact. */
  participants: z.array(z.string()).max(100),
  participantCount: z.number().int().min(0),
  creator: z.object({ name: displayName, photo: z.string() }),
  /** The beginning of a Markdown description without markup; missing if the description is plain text. */
  summary: z.string().optional(),
  /** Missing if it is public. */
  visibility: visibility.optional(),
  /** Missing without a limit. 0 while all spots are taken or offered to people on the waiting list. */
  spotsLeft: z.number().int().min(0).optional(),
});
export type ContestCard = z.infer<typeof contestCard>;

export const creatorRecord = z.object({
  /** Public contests as listed on the creator's page; excludes those in review, cancelled or hidden. */
  run: z.number().int().min(0),
  concluded: z.number().int().min(0),
  cancelled: z.number().int().min(0),
  /** Contests ended by a lifecycle job (no participants, no entries, or no winner in time); payments were refunded. */
  endedWithoutWinner: z.number().int().min(0),
  daysToResult: z.number().min(0).nullable(),
  /** `of`: delivered, late, unconfirmed, disputed or given up; `days`: median until delivered ones were sent. Older servers omit it. */
  prizes: z
    .object({ delivered: z.number().int().min(0), of: z.number().int().min(0), days: z.number().int().nullable() })
    .optional(),
});
export type CreatorRecord = z.infer<typeof creatorRecord>;

/** The names of all members of a team that won, the captain first. */
const members = z.array(displayName).optional();
/** Set if a team won whose entry, with the team's name, can be reported only here since it isn't published. */
const reportable = z
  .object({ entryId: z.string(), hasReported: z.boolean(), may: z.object({ report: permission }) })
  .optional();

export const contestDetails = contestCard.extend({
  task: z.string(),
  /** Missing before approval, and from older servers. */
  openedAt: instant.optional(),
  /** The texts that use Markdown, rendered. */
  brief: z.object({ description: richText.optional(), task: richText.optional() }).optional(),
  briefChanged: z.boolean().optional(),
  /** Missing if there are none. */
  attachments: z.array(storedFile).optional(),
  creator: contestCard.shape.creator.extend({
    /** Identifies the creator's public page; null if they have none. No other response contains this id. */
    publicId: z.string().nullable(),
    record: creatorRecord,
  }),
  hidesNames: z.boolean(),
  criteria: z.array(z.string()),
  /** By criterion; empty if all count the same. Older servers omit it. */
  criteriaWeights: z.array(z.number().int()).optional(),
  /** `prize` is the first. Older servers omit it. */
  morePrizes: z.array(morePrize).optional(),
  /** Older servers omit it. */
  rules: shownRules.nullable().optional(),
  entryFields: z.array(entryField).optional(),
  /** The number of spots; null without a limit. Older servers omit it. */
  maxParticipants: z.number().int().nullable().optional(),
  /** More than 1 if people can form teams. Older servers omit it. */
  maxTeamSize: z.number().int().min(1).optional(),
  /** The number of people who wait for a spot; null without a limit. Older servers omit it. */
  waitingCount: z.number().int().min(0).nullable().optional(),
  judges: z.array(displayName),
  /** The creator chooses the winner until this time; after it admins can, too. */
  winnerDueAt: instant,
  /** If there is no winner by this time, payments are refunded. */
  refundAt: instant,
  /** The last extension; `from` is the deadline before it, `times` the number of extensions so far. */
  extension: z.object({ at: instant, from: instant, reason: z.string(), times: z.int() }).nullable(),
  cancelledAt: instant.nullable(),
  cancelReason: sentence.nullable(),
  hiddenAt: instant.nullable(),
  /** False before confirmation, after cancellation, and while hidden or the creator is blocked. */
  isPublic: z.boolean(),
  adminsChoose: z.boolean(),
  /** Closed, and every entry's author is blocked or removed. Ends at `refundAt` unless that changes. */
  nobodyCanWin: z.boolean(),
  /** `byAdmin`: an admin chose because the creator missed the due date or was blocked. */
  winner: z
    .object({
      name: displayName,
      photo: z.string(),
      note: z.string(),
      at: instant,
      byAdmin: z.boolean(),
      /** Set if a team won, whose name is `name`. */
      members,
      reportable,
    })
    .nullable(),
  /** The winners of `morePrizes`, in their order; a prize without an eligible entry has none. Older servers omit it. */
  placements: z
    .array(
      z.object({
        place: z.number().int().min(2),
        prizeName: z.string(),
        prize: taka,
        name: displayName,
        photo: z.string(),
        isViewer: z.boolean(),
        members,
        reportable,
      }),
    )
    .optional(),
  /** Capped at 100, like the following counts. */
  publishedEntryCount: z.number().int().min(0),
  questionCount: z.number().int().min(0),
  newsCount: z.number().int().min(0),
  may: contestPermissions,
  viewer: z
    .object({
      isOwner: z.boolean(),
      isJudge: z.boolean(),
      hasJoined: z.boolean(),
      paidAmount: taka.nullable(),
      hasSubmitted: z.boolean(),
      /** Set if the deadline was extended after the caller joined: they can leave with their entry until then. */
      leavesUntil: instant.nullable(),
      isWinner: z.boolean(),
      isFollowing: z.boolean(),
      /** The caller's report is not decided yet. Older servers do not send it. */
      hasReported: z.boolean().optional(),
      /** The caller's team has other members, who keep its entry if the caller leaves. Older servers do not send it. */
      hasTeammates: z.boolean().optional(),
      /** Entries of the caller show the name of their team. Older servers do not send it. */
      isInTeam: z.boolean().optional(),
      /** The rules that the caller accepted when joining last, even if they left. Older servers do not send it. */
      acceptedRules: acceptedRules.nullable().optional(),
      /** The caller's place on the waiting list or their offer. Older servers do not send it. */
      waiting: waitingState.nullable().optional(),
      /** Set if the caller left and has not joined again; `amount` was refunded. Older servers do not send it. */
      left: z.object({ at: instant, amount: taka, receiptNumber: z.number().int().nullable() }).nullable().optional(),
    })
    .nullable(),
});
export type ContestDetails = z.infer<typeof contestDetails>;

export const contestComment = z.object({
  _id: z.string(),
  text: z.string(),
  decision: z.enum(["comment", "changes_requested", "rejected"]),
  author: displayName,
  at: instant,
  isReturn: z.boolean(),
});
export type ContestComment = z.infer<typeof contestComment>;

export const myContest = contestCard.extend({
  task: z.string(),
  hidesNames: z.boolean(),
  criteria: z.array(z.string()),
  criteriaWeights: z.array(z.number().int()).optional(),
  /** Older servers omit it. */
  morePrizes: z.array(morePrize).optional(),
  /** Older servers omit it. */
  rules: contestRules.nullable().optional(),
  entryFields: z.array(entryField).optional(),
  maxParticipants: z.number().int().nullable().optional(),
  maxTeamSize: z.number().int().min(1).optional(),
  entryCount: z.number().int().min(0),
  /** Entries the creator has rated; 0 for other callers. */
  ratedCount: z.number().int().min(0),
  winnerDueAt: instant,
  paidTotal: taka,
  paidCount: z.number().int().min(0),
  refundedCount: z.number().int().min(0).optional(),
  hiddenAt: instant.nullable(),
  isPublic: z.boolean(),
  comments: z.array(contestComment),
  createdAt: instant,
  may: contestPermissions,
});
export type MyContest = z.infer<typeof myContest>;

export const adminContest = myContest.extend({
  /** Changes with the contest's terms and decisions; 0 if it has no recorded rounds. */
  revision: z.number().int().min(0),
  creator: z.object({ _id: z.string(), name: displayName, email: z.string(), photo: z.string() }),
  isFeatured: z.boolean(),
});
export type AdminContest = z.infer<typeof adminContest>;

/** Generous, as a whole office may share one address. Cached responses are not counted. */
export const SEARCHES_PER_MINUTE = 600;

export const SORTS = ["popular", "newest", "deadline", "prize", "cost"] as const;
export const contestListQuery = pageQuery.extend({
  q: searchWords.optional(),
  tag: tag.optional(),
  phase: phase.optional(),
  sort: z.enum(SORTS).optional(),
});
