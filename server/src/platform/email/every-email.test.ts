import type { Language } from "@conquest/shared/contracts/parts/languages";
import { REPORT_REASON_LABELS } from "@conquest/shared/contracts/reports";
import { accessNotifications } from "../../features/contest-access/access-notifications";
import { announcementNotifications } from "../../features/announcements/announcement-notifications";
import { awardNotifications } from "../../features/awards/domain/award-notifications";
import { cancellationNotifications } from "../../features/cancellation/domain/cancellation-notifications";
import { submissionNotifications } from "../../features/contests/submission-notifications";
import type { ContestRow } from "../../features/contests/domain/contests-repository";
import { extensionNotifications } from "../../features/extensions/domain/extension-notifications";
import { judgeNotifications } from "../../features/judges/domain/judge-notifications";
import { adminWords, creatorWords, lifecycleNotifications } from "../../features/lifecycle/lifecycle-notifications";
import type { LifecycleStep } from "../../features/lifecycle/domain/lifecycle-schedule";
import { winnerDueNotifications } from "../../features/lifecycle/domain/winner-due-notifications";
import { participationNotifications } from "../../features/participation/participation-notifications";
import { questionNotifications } from "../../features/questions/domain/question-notifications";
import { reportNotifications } from "../../features/reports/domain/report-notifications";
import { reviewNotifications } from "../../features/review/review-notifications";
import { deletedNotification, removedNotification, userNotifications } from "../../features/users/user-notifications";
import type { UserRow } from "../../features/users/users-repository";
import { teamNotifications } from "../../features/teams/domain/team-notifications";
import { waitingListNotifications } from "../../features/waiting-list/domain/waiting-list-notifications";
import { winnerNotifications } from "../../features/winners/domain/winner-notifications";
import type { AddressNotification, Notification } from "../notify";
import { translate } from "../text/translate";
import { addressLeftNotification, securityNotifications } from "../sessions/security-notifications";
import { MAX_SUBJECT_LENGTH } from "./email-subject";
import { CATEGORY_OPTIONS, NOTIFICATION_KINDS } from "./notification-kinds";
import { renderEmail, renderSummary } from "./render-email";

const NAME = "Film in a tweet, ".repeat(7).trim();

const contest = {
  id: "contest",
  name: NAME,
  creatorId: "creator",
  prize: 5000,
  paidTotal: 500,
  deadline: new Date("2026-03-02T08:00:00Z"),
  hiddenAt: null,
} as ContestRow;
const user = { id: "user", name: "Nusrat", email: "nusrat@example.com", role: "user" } as UserRow;
const deadline = new Date("2026-03-09T08:00:00Z");
const invitation = { id: "invitation", name: NAME, invitedAt: deadline };
const question = { id: "question", askerId: "asker", answer: "Yes.", isFirst: true };
const reminder = { ...contest, userId: "user", onceKey: "key", hasJoined: true, canJoin: true };
const reportOf = (kind: "contest" | "entry") => ({ report: { id: "report", kind, authorId: "author" }, contest });
const [ofContest, ofEntry] = [reportOf("contest"), reportOf("entry")];
const placements = [
  {
    contestId: contest.id,
    place: 2,
    entryId: "entry",
    winnerId: "third",
    winnerIds: ["third"],
    prizeName: "Second place",
    prize: 1200,
  },
];
const feedback = new Map([["other", { rating: 4, hasWord: true }]]);
const admin = {
  id: "admin",
  role: "admin",
  email: "admin@example.com",
  name: "Ada",
  image: "",
  timeZone: null,
} as const;
const REFUND = { name: NAME, amount: 500, number: 12 };
const KEPT = { name: NAME, amount: 700, because: "submitted" } as const;
const NO_CONTESTS = { contestCount: 0, refundedCount: 0, refundedTotal: 0 };
const LEAVING = { id: "user", email: "user@example.com", language: null };
const move = { userId: "user", from: "old@example.com", to: "new@example.com" };

const award = {
  contestId: "contest",
  place: 1,
  creatorId: "creator",
  winnerId: "winner",
  waitingSince: deadline,
  name: NAME,
};

const TABLES = {
  accessNotifications,
  awardNotifications,
  announcementNotifications,
  cancellationNotifications,
  extensionNotifications,
  judgeNotifications,
  lifecycleNotifications,
  participationNotifications,
  questionNotifications,
  reportNotifications,
  reviewNotifications,
  securityNotifications,
  submissionNotifications,
  userNotifications,
  teamNotifications,
  waitingListNotifications,
  winnerDueNotifications,
  winnerNotifications,
};
type Tables = typeof TABLES;
type Table = Record<string, (...facts: never[]) => Notification | readonly Notification[]>;

/** Arguments for every entry of every table: a new entry does not compile without them. */
type Samples = {
  [T in keyof Tables]: { [E in keyof Tables[T]]: Tables[T][E] extends (...facts: infer F) => unknown ? F[] : never };
};

const reported: [ReturnType<typeof reportOf>, string][] = [
  [ofContest, "Spam."],
  [ofEntry, ""],
];

const STEPS: LifecycleStep["kind"][] = ["closed", "winner due soon", "overdue", "refund soon"];
const counts = [
  { all: 1, present: 1, able: 1 },
  { all: 3, present: 3, able: 2 },
  { all: 1, present: 1, able: 0 },
  { all: 3, present: 3, able: 0 },
];
const winnerDueWords = STEPS.flatMap((kind) =>
  counts.flatMap((entryCounts) =>
    [true, false].flatMap((isCreatorBlocked) => {
      const facts = { entryCounts, costsSomething: true, isNewlyOverdue: kind === "overdue", isCreatorBlocked };
      const step = { kind } as LifecycleStep;
      return [creatorWords(contest, step, facts), adminWords(contest, step, facts)].filter((words) => words !== null);
    }),
  ),
);

const SAMPLES: Samples = {
  accessNotifications: { invited: [[["user"], contest]] },
  announcementNotifications: { published: [[contest, "announcement", "Read this."]] },
  awardNotifications: {
    sendReminder: [[award]],
    late: [[award]],
    sent: [[award]],
    confirmReminder: [[award]],
    unconfirmed: [[award, ["admin"]]],
    confirmed: [[award]],
    disputed: [[award, "Nothing came.", ["admin"]]],
    delivered: [
      [award, ""],
      [award, "It is signed."],
    ],
    returned: [[award, "Send it again."]],
    closed: [[award, "Its creator is gone."]],
    creatorGone: [[award]],
    winnerGone: [[award]],
  },
  cancellationNotifications: {
    cancelledToParticipant: [[contest, "Too few people", { userId: "user", amount: 500 }]],
    cancelledToFollowers: [[contest, "Too few people", []]],
    removedToFollowers: [[contest]],
    endedByAdmin: [
      [contest, { isCancelled: true, refundedCount: 1, refundedTotal: 500 }, "Spam"],
      [contest, { isCancelled: false, refundedCount: 0, refundedTotal: 0 }, ""],
    ],
  },
  extensionNotifications: { deadlineMoved: [[contest, { deadline, reason: "Rain", leaveUntil: deadline }]] },
  judgeNotifications: {
    invited: [["user", invitation]],
    accepted: [[contest]],
    declined: [[contest]],
    steppedDown: [[contest]],
    recused: [[contest]],
    ratingsDue: [
      [contest, { id: "user", rated: 0, assigned: 1 }, { kind: "half", dueAt: deadline }],
      [contest, { id: "user", rated: 3, assigned: 12 }, { kind: "half", dueAt: deadline }],
    ],
    entriesAssigned: [
      [contest, { id: "user", added: 1 }, deadline],
      [contest, { id: "user", added: 3 }, deadline],
    ],
    withdrawn: [[contest, "judge"]],
    judgingOpen: [
      [contest, 1],
      [contest, 12],
      [{ ...contest, judgesPerEntry: 2 }, 12],
    ],
    hidden: [[contest]],
    shown: [[contest]],
    cancelled: [[contest, "Too few people"]],
    removed: [[contest]],
  },
  lifecycleNotifications: { nobodyJoined: [[contest]], cancelledToCreator: [[contest, "No one joined", 0]] },
  participationNotifications: {
    joinedFree: [[contest, ["user"]]],
    paid: [[contest, { userId: "user", amount: 500 }, 12]],
    left: [[contest, "user", { amount: 500, hadEntry: true, receiptNumber: 12 }]],
    deadlineNear: [[reminder], [{ ...reminder, hasJoined: false }]],
  },
  questionNotifications: {
    asked: [[contest, "question", "How large?"]],
    answered: [
      [contest, question],
      [contest, { ...question, isFirst: false }],
    ],
    removed: [
      [contest, "asker", "creator"],
      [contest, "asker", "admin"],
    ],
  },
  reportNotifications: {
    filedToAuthor: [
      [ofContest, "spam", deadline],
      [ofEntry, "stolen", deadline],
    ],
    filedToAdmins: [
      [ofContest, "spam", ["admin"]],
      [ofEntry, "spam", ["admin"]],
    ],
    answered: [
      [ofContest, ["admin"]],
      [ofEntry, ["admin"]],
    ],
    hiddenToAuthor: reported,
    hiddenToParticipants: [[contest]],
    shownToAuthor: reported,
    shownToParticipants: [[contest]],
    shownToReporters: reported,
    dismissedToAuthor: reported,
    dismissedToReporters: reported,
    upheldToAuthor: reported,
    upheldToReporters: reported,
    cancelledToAuthor: reported,
    cancelledToReporters: reported,
    removedToReporters: [[contest, "report"]],
  },
  reviewNotifications: {
    confirmed: [[contest]],
    returned: [
      [contest, "in_review", "Who may take part?"],
      [contest, "changes_requested", ""],
      [contest, "rejected", ""],
    ],
    commented: [
      [contest, "comment", "Nice."],
      [contest, "changes_requested", "Name the size."],
      [contest, "rejected", "Spam."],
    ],
  },
  securityNotifications: { passwordChanged: [["user"]], verifiedByGoogle: [["user"]], addressChanged: [[move]] },
  submissionNotifications: { submitted: [[["admin"], contest]], changed: [[["admin"], contest]] },
  userNotifications: {
    roleRequested: [[user, ["admin"]]],
    roleChanged: [
      [user, { roleAnswer: "declined" }, "", false],
      [user, { roleAnswer: "approved", role: "creator" }, "", false],
      [user, { role: "admin" }, "", false],
      [user, { role: "user" }, "Spam", true],
    ],
    madeAdmin: [["user"]],
    blocked: [["user", "Spam"]],
    unblocked: [["user", ""]],
  },
  teamNotifications: {
    memberJoined: [[contest, "River Foxes", ["user"]]],
    memberLeft: [[contest, "River Foxes", ["user"]]],
    removed: [[contest, "River Foxes", "user"]],
    captain: [[contest, "River Foxes", "user"]],
    submitted: [[contest, "River Foxes", ["user"]]],
  },
  waitingListNotifications: {
    offered: [[contest, { number: 1, userId: "user", offeredAt: deadline, offerEndsAt: deadline }]],
    expired: [[contest, { number: 1, userId: "user" }]],
    withdrawn: [[contest, { number: 1, userId: "user", at: deadline }]],
    cancelled: [
      [contest, "Too few people", [{ userId: "user" }]],
      [contest, "", [{ userId: "user" }]],
    ],
  },
  winnerDueNotifications: { winnerDue: winnerDueWords.map((words) => [contest, "creator", words]) },
  winnerNotifications: {
    declared: [
      [contest, { ids: ["winner"], name: "Rafi", placements: [] }, ["winner", "other", "third"], feedback, admin],
      [contest, { ids: ["winner"], name: "", placements: [] }, ["winner", "other", "third"], feedback, admin],
      [
        contest,
        { ids: ["winner", "mate"], name: "River Foxes", placements },
        ["winner", "other", "third"],
        feedback,
        admin,
      ],
      [contest, { ids: ["winner"], name: "Rafi", placements }, ["winner", "other", "third"], feedback, admin],
    ],
  },
};

type Emailed = Pick<Notification | AddressNotification, "kind" | "subject" | "text" | "href">;

const emailed: [string, Emailed][] = [
  ...Object.entries(TABLES as Record<string, Table>).flatMap(([tableName, table]) =>
    Object.entries(table).flatMap(([entry, toNotification]) =>
      (SAMPLES as unknown as Record<string, Record<string, never[][]>>)[tableName]![entry]!.flatMap((facts) =>
        [toNotification(...facts)]
          .flat()
          .map((notification): [string, Emailed] => [`${tableName}.${entry}`, notification as Notification]),
      ),
    ),
  ),
  ["deletedNotification", deletedNotification(LEAVING, { refunds: [REFUND], stays: [KEPT], ends: NO_CONTESTS })],
  ["removedNotification", removedNotification(LEAVING, "Spam")],
  ["addressLeftNotification", addressLeftNotification(move)],
];

it("samples contain every kind", () =>
  expect(new Set(emailed.map(([, { kind }]) => kind))).toEqual(new Set(Object.keys(NOTIFICATION_KINDS))));

/** Labels of contracts have their translations in `shared/messages`. */
const LABELS: readonly string[] = Object.values(REPORT_REASON_LABELS);

/** Returns the messages, also those inside, without a translation. */
function untranslated(text: unknown): string[] {
  if (text === null || typeof text !== "object") return [];
  const { text: message = "", values = {} } = text as { text?: string; values?: object };
  const [english, bangla] = (["en", "bn"] as const).map((language) => translate(language, { text: message }));
  return [
    ...(english === bangla && /[a-z]{2}/i.test(message) && !LABELS.includes(message) ? [message] : []),
    ...[...Object.values(values), ...Object.values(text).filter((each) => each !== values)].flatMap(untranslated),
  ];
}

describe.each(emailed)("%s", (_, { kind, subject, text, href }) => {
  const { isAlways } = CATEGORY_OPTIONS[NOTIFICATION_KINDS[kind].category];
  const contentsIn = (language: Language) => ({
    language,
    kind,
    subject: translate(language, subject),
    text: translate(language, text),
    href,
    amount: null,
    name: "Nusrat",
    siteUrl: "https://conquest.example",
    stopToken: isAlways ? null : "token",
  });
  const twelveTimes = (language: Language) => {
    const contents = contentsIn(language);
    return Array.from({ length: 12 }, (_each, nth) => ({ ...contents, text: `${contents.text} ${nth}` }));
  };
  const email = renderEmail(contentsIn("en"));

  it("has a short subject that starts with the news", () => {
    expect(email.subject.length).toBeLessThanOrEqual(MAX_SUBJECT_LENGTH);
    expect(email.subject).toMatch(/^[A-Z][^“”.]*[^“”.\s](?: “.{1,50}”)?$/);
  });

  it("has a short subject in a summary of updates", () => {
    expect(renderSummary(twelveTimes("en")).subject).toMatch(/^.{1,38}, and 11 more$/);
  });

  it("has a translation, with a short subject", () => {
    expect([subject, text].flatMap(untranslated)).toEqual([]);
    expect(renderEmail(contentsIn("bn")).subject.length).toBeLessThanOrEqual(MAX_SUBJECT_LENGTH);
    const summary = renderSummary(twelveTimes("bn"));
    expect(summary.subject).toMatch(/^.{1,39} ও আরও ১১টি$/);
    expect(summary.html).toContain('<html lang="bn">');
  });

  it("has one button and one main link", () => {
    expect(email.html.match(/class="act"/g)).toHaveLength(1);
    expect(email.text.split(`https://conquest.example${href}`)).toHaveLength(2);
  });

  it("says why it was sent and how to stop it", () => {
    const footer = email.text.split("\n-- \n")[1]!;
    expect(footer).toMatch(/^You're getting this email because /);
    expect(footer).toMatch(
      isAlways ? /can't be turned off\.\n$/ : /\nUnsubscribe: https:\/\/conquest\.example\/unsubscribe\/token\n$/,
    );
  });
});
