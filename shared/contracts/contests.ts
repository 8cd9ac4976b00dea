import { z } from "zod";
import { pageQuery } from "./http/endpoint";
import {
  deadlineInput,
  idParam,
  instant,
  pictureUrl,
  requiredName,
  requiredText,
  searchWords,
  shortTexts,
  taka,
  takaInput,
} from "./text/fields";
import { MAX_NAME_LENGTH } from "./text/names";
import { tag } from "./tags";

/** `status` is stored; `phase` is derived from it and the clock by one function on the server. */
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

export const MAX_CRITERIA = 5;
/** In characters. */
export const MAX_CRITERION_LENGTH = 80;

/** What a creator fills in, and all that an update accepts. Prices are whole taka. */
export const contestForm = z.object({
  name: requiredName(MAX_NAME_LENGTH),
  image: pictureUrl,
  description: requiredText(5000),
  registrationPrice: takaInput,
  prize: takaInput,
  task: requiredText(5000),
  tags: tag,
  deadline: deadlineInput,
  /** Whether judges see no names until the winner is chosen. Left out it is yes for a new contest, and stays as it is for one that is changed. */
  hidesNames: z.boolean().optional(),
  /** What entries are judged by, in a list or a line each. Left out there are none for a new contest, and they stay for one that is changed. */
  criteria: shortTexts(MAX_CRITERIA, MAX_CRITERION_LENGTH, "criteria").optional(),
});
export type ContestForm = z.output<typeof contestForm>;
export type ContestFormInput = z.input<typeof contestForm>;

/** Whether the caller may do something now; when not, the sentence that says why not ("" when they may). */
export const permission = z.object({ isAllowed: z.boolean(), because: z.string() });
export type Permission = z.infer<typeof permission>;

/**
 * What the caller may do with a contest at this moment, as one rule of the server decides it. Screens show it and derive
 * nothing themselves; the server asks the same rule again when it is done. For a visitor `join` is what somebody who signs
 * in could do.
 */
export const contestPermissions = z.object({
  join: permission,
  leave: permission,
  submit: permission,
  /** Saying whether one's entry is shown if it wins. */
  showIfWins: permission,
  /** Putting one's entry on the contest's page, and taking it back. */
  publishEntry: permission,
  /** `frozen` holds the fields of the form that stay as they are, each with the sentence why. */
  edit: permission.extend({ frozen: z.record(z.string(), z.string()) }),
  /** `cancel`: somebody has paid at some time, so it is refunded and kept. */
  remove: permission.extend({ how: z.enum(["delete", "cancel"]) }),
  /** Moving the deadline that people joined for to later; `left`: how often that is still possible. */
  extend: permission.extend({ left: z.number().int().min(0) }),
  readEntries: permission,
  rateEntries: permission,
  /** And putting entries on the shortlist. */
  declareWinner: permission,
  confirm: permission,
  /** Asking for changes and rejecting. */
  decide: permission,
  returnToReview: permission,
  /** Putting it before all others on the home page. */
  feature: permission,
  /** Telling the admins that something is wrong with it. For a visitor it is what somebody who signs in could do. */
  report: permission,
  /** Asking its creator in public. For a visitor it is what somebody who signs in could do. */
  ask: permission,
  /** Writing to everybody who has joined. */
  writeNews: permission,
  readNews: permission,
});
export type ContestPermissions = z.infer<typeof contestPermissions>;

export const contestCard = z.object({
  _id: z.string(),
  name: z.string(),
  image: z.string(),
  description: z.string(),
  tags: tag,
  /** Whole taka. */
  registrationPrice: taka,
  /** Whole taka. */
  prize: taka,
  /** What joining costs, in whole taka: the only amount that is shown before paying or recorded after. */
  amountDue: taka,
  deadline: instant,
  status: contestStatus,
  phase,
  /** Opaque ids, at most 100 of them; `participantCount` is exact. */
  participants: z.array(z.string()).max(100),
  participantCount: z.number().int().min(0),
  creator: z.object({ name: z.string(), photo: z.string() }),
});
export type ContestCard = z.infer<typeof contestCard>;

/** What became of the contests that somebody opened to everybody. One in review is none of them, nor one that was deleted, which nobody had ever joined. */
export const creatorRecord = z.object({
  /** Number of public contests (open, closed and concluded), as listed on their page. Excludes drafts and contests in review, cancelled or hidden. */
  run: z.number().int().min(0),
  /** Those that have a winner, whoever chose them. */
  concluded: z.number().int().min(0),
  /** Those that their creator or an admin ended before there was a winner; whoever had paid was refunded. */
  cancelled: z.number().int().min(0),
  /** Those that the clock ended: nobody took part or handed in, or no winner was chosen in time; whoever had paid was refunded. */
  endedWithoutWinner: z.number().int().min(0),
  /** Days from the deadline to the choice of the winner, to a tenth: the mean of those that are concluded, null where none is. */
  daysToResult: z.number().min(0).nullable(),
});
export type CreatorRecord = z.infer<typeof creatorRecord>;

export const contestDetails = contestCard.extend({
  task: z.string(),
  creator: contestCard.shape.creator.extend({
    /** For their page; null where they have none. No other answer knows this id. */
    publicId: z.string().nullable(),
    record: creatorRecord,
  }),
  /** Judges see no names of authors until the winner is chosen. */
  hidesNames: z.boolean(),
  /** What entries are judged by; empty where the creator named nothing. */
  criteria: z.array(z.string()),
  /** The names of those who judge beside its creator. */
  judges: z.array(z.string()),
  /** Until then its creator chooses the winner; from then on admins may too. */
  winnerDueAt: instant,
  /** Whoever paid is refunded then, where there is no winner. */
  refundAt: instant,
  /** The last time its deadline was moved for people who had joined; null where it never was. `from` is where it was before, `reason` "" where none was given, `times` how often it was moved until now. */
  extension: z.object({ at: instant, from: instant, reason: z.string(), times: z.int() }).nullable(),
  cancelledAt: instant.nullable(),
  cancelReason: z.string().nullable(),
  /** Since then the public does not see it, after a report; null where it does. */
  hiddenAt: instant.nullable(),
  /** The public sees it now: not before it is confirmed, once it is cancelled, while it is hidden or its creator is blocked. */
  isPublic: z.boolean(),
  /** Its creator is blocked and cannot come: from the deadline on admins choose the winner. */
  adminsChoose: z.boolean(),
  /** It has closed with entries, and all of them are of people who are blocked or removed: unless that changes, it ends at `refundAt`. */
  nobodyCanWin: z.boolean(),
  /** `byAdmin`: an admin chose, since its creator let the time pass or was blocked. */
  winner: z
    .object({ name: z.string(), photo: z.string(), note: z.string(), at: instant, byAdmin: z.boolean() })
    .nullable(),
  /** How many entries everybody may read, counted to 100: `listPublishedEntries` says how many there are. */
  publishedEntryCount: z.number().int().min(0),
  /** How many questions everybody may read, counted to 100. */
  questionCount: z.number().int().min(0),
  /** How many pieces of news the caller may read, counted to 100. */
  newsCount: z.number().int().min(0),
  may: contestPermissions,
  /** What the signed-in caller is to this contest; null for a visitor. */
  viewer: z
    .object({
      isOwner: z.boolean(),
      /** Judges it beside its creator. */
      isJudge: z.boolean(),
      hasJoined: z.boolean(),
      /** What was paid for the place they have now, in whole taka; null without one. */
      paidAmount: taka.nullable(),
      hasSubmitted: z.boolean(),
      /** Until then they may leave with what they handed in, since the deadline was moved after they had joined; null where it was not, or that is over. */
      leavesUntil: instant.nullable(),
      isWinner: z.boolean(),
      /** Whether they are reminded before it closes. */
      isFollowing: z.boolean(),
    })
    .nullable(),
});
export type ContestDetails = z.infer<typeof contestDetails>;

/** An admin's word on a contest, as its creator reads it. */
export const contestComment = z.object({
  _id: z.string(),
  text: z.string(),
  decision: z.enum(["comment", "changes_requested", "rejected"]),
  author: z.string(),
  at: instant,
  /** Why its confirmation was taken back; `decision` is `comment` then. */
  isReturn: z.boolean(),
});
export type ContestComment = z.infer<typeof contestComment>;

/** A creator's own contest: everything the Update modal prefills and the delete dialog warns of. */
export const myContest = contestCard.extend({
  task: z.string(),
  hidesNames: z.boolean(),
  criteria: z.array(z.string()),
  entryCount: z.number().int().min(0),
  /** To how many of them its creator gave a rating: for the creator, and 0 for everybody else. */
  ratedCount: z.number().int().min(0),
  /** Until then its creator chooses the winner; from then on admins may too. */
  winnerDueAt: instant,
  /** Sum of all payments not yet refunded, in whole taka. */
  paidTotal: taka,
  paidCount: z.number().int().min(0),
  /** If cancelled: number of participants who were refunded. */
  refundedCount: z.number().int().min(0).optional(),
  /** Since then the public does not see it, after a report; null where it does. */
  hiddenAt: instant.nullable(),
  /** The public sees it now: not before it is confirmed, once it is cancelled, while it is hidden or its creator is blocked. */
  isPublic: z.boolean(),
  comments: z.array(contestComment),
  createdAt: instant,
  may: contestPermissions,
});
export type MyContest = z.infer<typeof myContest>;

export const adminContest = myContest.extend({
  /** Of what it says and of what was decided about it; 0 where nothing is kept of that. */
  revision: z.number().int().min(0),
  creator: z.object({ _id: z.string(), name: z.string(), email: z.string(), photo: z.string() }),
  /** It stands before all others on the home page. */
  isFeatured: z.boolean(),
});
export type AdminContest = z.infer<typeof adminContest>;

/** A whole office may search from one address; what visitors asked a moment ago is answered without counting. */
export const SEARCHES_PER_MINUTE = 600;

export const SORTS = ["popular", "newest", "deadline", "prize", "cost"] as const;
export const contestListQuery = pageQuery.extend({
  q: searchWords.optional(),
  tag: tag.optional(),
  phase: phase.optional(),
  sort: z.enum(SORTS).optional(),
});

export const contestParams = z.object({ id: idParam });
