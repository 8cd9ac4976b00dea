import type { AuditEntry } from "@conquest/shared/contracts/audit";
import type { AdminAward, Award } from "@conquest/shared/contracts/awards";
import {
  contestForm,
  type AdminContest,
  type ContestPermissions,
  type ContestCard,
  type ContestDetails,
  type ContestFormInput,
  type CreatorRecord,
  type MyContest,
  type Permission,
} from "@conquest/shared/contracts/contests";
import type { Entry, MyEntry } from "@conquest/shared/contracts/entries";
import type { ContestEntry } from "@conquest/shared/contracts/judging/judged-entries";
import type { ContestJudge, JudgingInvitation } from "@conquest/shared/contracts/judging/judges";
import type { JudgedEntry } from "@conquest/shared/contracts/judging/judging";
import type { StoredFile } from "@conquest/shared/contracts/media/files";
import type { LedgerAudit, LedgerEntry } from "@conquest/shared/contracts/ledger";
import type { AdminReportCase, OwnReportCase } from "@conquest/shared/contracts/reports";
import type { Announcement } from "@conquest/shared/contracts/announcements";
import type { ContestParticipant, Progress } from "@conquest/shared/contracts/progress";
import type { CreatorOverview, MyOverview, SiteOverview } from "@conquest/shared/contracts/overview";
import type { ContestQuestion } from "@conquest/shared/contracts/questions";
import type { Notice } from "@conquest/shared/contracts/messages";
import type { SiteConfig } from "@conquest/shared/contracts/parts/site-config";
import type { Participation } from "@conquest/shared/contracts/participation";
import type { Payment, Receipt } from "@conquest/shared/contracts/payments";
import type { PartHealth, RecordedIncident } from "@conquest/shared/contracts/telemetry";
import type { ContestReview, ReviewQueue } from "@conquest/shared/contracts/review";
import type { Account } from "@conquest/shared/contracts/users";

export const sampleId = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** Fixed, so that two samples are equal even if a second passes between them. */
const START = Date.now();
const inDays = (days: number) => new Date(START + days * 86_400_000).toISOString().replace(/\.\d+Z$/, "Z");

export const aSiteConfig = (overrides: Partial<SiteConfig> = {}): SiteConfig => ({
  apiBase: "/api",
  isProduction: false,
  identity: { kind: "emulator", emulatorUrl: null, apiKey: "test", authDomain: "localhost", projectId: "demo-test" },
  social: [],
  ...overrides,
});

/** A valid contest form: the only place with sample values of its fields. */
export const aContestForm = (overrides: Partial<ContestFormInput> = {}): ContestFormInput => ({
  name: "Posters for the book fair",
  image: "/media/covers/image-design-1.webp",
  description: "Draw a poster that makes people want to walk into the fair.",
  registrationPrice: "200",
  prize: "25000",
  task: "One A2 poster as PDF.",
  tags: "Image Design Contests",
  deadline: inDays(7),
  hidesNames: true,
  ...overrides,
});

const formResponse = () =>
  contestForm
    .required()
    .parse({
      criteria: [],
      criteriaWeights: [],
      morePrizes: [],
      rules: null,
      entryFields: [],
      visibility: "public",
      maxParticipants: null,
      maxTeamSize: "",
      ...aContestForm(),
    });

export const aContest = (overrides: Partial<ContestCard> = {}): ContestCard => ({
  _id: sampleId(1),
  ...formResponse(),
  amountDue: 25_000,
  status: "open",
  phase: "open",
  participants: [sampleId(901), sampleId(902)],
  participantCount: 2,
  creator: { name: "Nadia Rahman", photo: "" },
  ...overrides,
});

export const allowed: Permission = { isAllowed: true, because: "" };
export const deniedBecause = (because: string): Permission => ({ isAllowed: false, because });

/** Permissions that are all denied except the given ones. */
export const samplePermissions = (overrides: Partial<ContestPermissions> = {}): ContestPermissions => {
  const denied = deniedBecause("This is not for you.");
  return {
    join: denied,
    leave: denied,
    createTeam: denied,
    joinTeam: denied,
    leaveTeam: denied,
    manageTeam: denied,
    submit: denied,
    showIfWins: denied,
    publishEntry: denied,
    edit: { ...denied, frozen: {} },
    remove: { ...denied, how: "delete" },
    extend: { ...denied, left: 0 },
    readEntries: denied,
    rateEntries: denied,
    declareWinner: denied,
    confirm: denied,
    decide: denied,
    returnToReview: denied,
    feature: denied,
    report: denied,
    ask: denied,
    writeNews: denied,
    readNews: denied,
    readAwards: denied,
    sendPrize: denied,
    confirmPrize: denied,
    reportPrize: denied,
    settlePrize: { ...denied, how: "return" },
    ...overrides,
  };
};

const ownPermissions = samplePermissions({
  edit: { ...allowed, frozen: {} },
  remove: { ...allowed, how: "delete" },
  readEntries: allowed,
});

export const aCreatorRecord = (overrides: Partial<CreatorRecord> = {}): CreatorRecord => ({
  run: 9,
  concluded: 6,
  cancelled: 1,
  endedWithoutWinner: 0,
  daysToResult: 2.4,
  ...overrides,
});

export const aContestDetails = (overrides: Partial<ContestDetails> = {}): ContestDetails => ({
  ...formResponse(),
  ...aContest(),
  rules: null,
  creator: { name: "Nadia Rahman", photo: "", publicId: sampleId(11), record: aCreatorRecord() },
  winnerDueAt: inDays(21),
  refundAt: inDays(37),
  judges: [],
  extension: null,
  cancelledAt: null,
  cancelReason: null,
  hiddenAt: null,
  isPublic: true,
  adminsChoose: false,
  nobodyCanWin: false,
  winner: null,
  publishedEntryCount: 0,
  questionCount: 0,
  newsCount: 0,
  may: samplePermissions({ join: allowed }),
  viewer: null,
  ...overrides,
});

export const aMyContest = (overrides: Partial<MyContest> = {}): MyContest => ({
  ...formResponse(),
  ...aContest(),
  entryCount: 0,
  ratedCount: 0,
  winnerDueAt: inDays(21),
  paidTotal: 0,
  paidCount: 0,
  hiddenAt: null,
  isPublic: true,
  comments: [],
  createdAt: inDays(-4),
  may: ownPermissions,
  ...overrides,
});

export const anAdminContest = (overrides: Partial<AdminContest> = {}): AdminContest => ({
  ...aMyContest(),
  may: samplePermissions({ remove: { ...allowed, how: "delete" }, readEntries: allowed, returnToReview: allowed }),
  creator: { _id: sampleId(11), name: "Nadia Rahman", email: "nadia@example.com", photo: "" },
  revision: 1,
  isFeatured: false,
  ...overrides,
});

export const aContestReview = (overrides: Partial<ContestReview> = {}): ContestReview => {
  const contest =
    overrides.contest ??
    anAdminContest({
      status: "pending",
      phase: "in_review",
      participantCount: 0,
      revision: 3,
      may: samplePermissions({ confirm: allowed, decide: allowed }),
    });
  return {
    contest,
    asVisitors: aContestDetails({
      ...contest,
      rules: contest.rules ? { ...contest.rules, version: 1, countryNames: contest.rules.countries } : null,
      creator: aContestDetails().creator,
      phase: "open",
      status: "open",
    }),
    base: {
      act: "changes_requested",
      at: "2026-03-02T06:00:00.000Z",
      terms: { ...contest, task: "Draw a poster.", prize: 20_000 },
      pictureId: null,
    },
    history: [
      { _id: "round-1", what: "submitted", at: "2026-03-01T06:00:00.000Z", by: "Nadia Rahman", text: "", changed: [] },
      {
        _id: "round-2",
        what: "changes_requested",
        at: "2026-03-02T06:00:00.000Z",
        by: "Anika Rahman",
        text: "Please name the size.",
        changed: [],
      },
      {
        _id: "round-3",
        what: "submitted",
        at: "2026-03-03T06:00:00.000Z",
        by: "Nadia Rahman",
        text: "",
        changed: ["task", "prize"],
      },
    ],
    ...overrides,
  };
};

export const aReviewQueue = (overrides: Partial<ReviewQueue> = {}): ReviewQueue => ({
  waitingCount: 1,
  position: 1,
  firstId: sampleId(1),
  previousId: null,
  nextId: null,
  ...overrides,
});

export const aUser = (overrides: Partial<Account> = {}): Account => ({
  _id: sampleId(10),
  name: "Rafi Ahmed",
  email: "rafi@example.com",
  image: "",
  status: "verified",
  blockedBecause: "",
  role: "user",
  requestedAt: null,
  roleAnswer: null,
  createdAt: "2026-01-15T06:00:00.000Z",
  takesPart: false,
  isJudge: false,
  isOwner: false,
  language: null,
  timeZone: "Asia/Dhaka",
  ...overrides,
});

export const anAuditEntry = (overrides: Partial<AuditEntry> = {}): AuditEntry => ({
  _id: "1",
  act: "person_blocked",
  at: "2026-03-01T06:00:00.000Z",
  by: { role: "admin", person: { _id: sampleId(20), name: "Anika Rahman", email: "anika@example.com" } },
  person: { _id: sampleId(10), name: "Rafi Ahmed", email: "rafi@example.com" },
  contest: null,
  message: null,
  from: "verified",
  to: "blocked",
  reason: "The same advertisement in nine contests.",
  ...overrides,
});

export const aLedgerEntry = (overrides: Partial<LedgerEntry> = {}): LedgerEntry => ({
  _id: "1",
  kind: "payment",
  amount: 25_000,
  at: "2026-03-01T06:00:00.000Z",
  contest: { _id: sampleId(1), name: "Posters for the book fair" },
  person: { _id: sampleId(10), name: "Rafi Ahmed", email: "rafi@example.com" },
  ...overrides,
});

export const aLedgerAudit = (overrides: Partial<LedgerAudit> = {}): LedgerAudit => ({
  asOf: new Date().toISOString(),
  payments: 3,
  refunds: 1,
  taken: 125_000,
  refunded: 25_000,
  held: 100_000,
  differenceCount: 0,
  differences: [],
  ...overrides,
});

export const aPayment = (overrides: Partial<Payment> = {}): Payment => ({
  number: 1,
  kind: "payment",
  amount: 25_000,
  at: "2026-03-01T06:00:00.000Z",
  contest: { _id: sampleId(1), name: "Posters for the book fair" },
  receiptNumber: 1,
  isRefunded: false,
  ...overrides,
});

export const aReceipt = (overrides: Partial<Receipt> = {}): Receipt => ({
  number: 1,
  status: "paid",
  amount: 25_000,
  paidAt: "2026-03-01T06:00:00.000Z",
  last4: "4242",
  refund: null,
  refundAt: "2026-04-13T12:00:00.000Z",
  payer: { name: "Rafi Ahmed", email: "rafi@example.com" },
  contest: { _id: sampleId(1), name: "Posters for the book fair" },
  creator: { name: "Nadia Islam" },
  ...overrides,
});

export const aParticipation = (overrides: Partial<Participation> = {}): Participation => ({
  _id: sampleId(1),
  name: "Posters for the book fair",
  image: "/media/covers/image-design-1.webp",
  description: "Draw a poster that makes people want to walk into the fair.",
  deadline: inDays(7),
  phase: "open",
  hiddenAt: null,
  isPublic: true,
  amount: 25_000,
  paymentStatus: "paid",
  paidAt: inDays(-1),
  receiptNumber: 1,
  entryState: "none",
  answer: null,
  leavesUntil: null,
  may: samplePermissions({ leave: allowed, submit: allowed }),
  ...overrides,
});

export const aFile = (overrides: Partial<StoredFile> = {}): StoredFile => ({
  _id: sampleId(41),
  name: "poster.png",
  kind: "picture",
  bytes: 1_240_000,
  width: 1600,
  height: 2263,
  ...overrides,
});

const submittedEntry = (): Entry => ({
  _id: sampleId(21),
  text: "A poster with a reading tiger.",
  link: "https://example.com/poster.pdf",
  files: [],
  submittedAt: inDays(-1),
  sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
});

/** As its author sees it. */
export const anEntry = (overrides: Partial<MyEntry> = {}): MyEntry => ({
  ...submittedEntry(),
  showIfWins: true,
  isPublished: false,
  isHidden: false,
  ratings: null,
  ...overrides,
});

/** As its judges see it. */
export const aContestEntry = (overrides: Partial<ContestEntry> = {}): ContestEntry => ({
  ...submittedEntry(),
  label: "Rafi Ahmed",
  name: "Rafi Ahmed",
  photo: "",
  isAuthorAway: false,
  isWinner: false,
  isShortlisted: false,
  ownRating: null,
  ownCriteria: [],
  judges: null,
  ...overrides,
});

export const aContestJudge = (overrides: Partial<ContestJudge> = {}): ContestJudge => ({
  _id: sampleId(81),
  email: "mina@example.com",
  state: "invited",
  name: "",
  ratedCount: 0,
  at: inDays(-1),
  may: { withdraw: allowed },
  ...overrides,
});

/** As the invited person sees it. */
export const aJudgingInvitation = (overrides: Partial<JudgingInvitation> = {}): JudgingInvitation => {
  const { _id, name, prize, deadline, phase, participantCount, creator } = aContest();
  const denied = deniedBecause("This is not for you.");
  return {
    _id: sampleId(81),
    state: "invited",
    contest: {
      _id,
      name,
      prize,
      deadline,
      phase,
      participantCount,
      creator,
      winnerDueAt: inDays(21),
      hidesNames: true,
      entryCount: 0,
    },
    ratedCount: 0,
    needsProof: false,
    may: { accept: allowed, decline: allowed, stepDown: denied, judge: denied },
    ...overrides,
  };
};

export const aQuestion = (overrides: Partial<ContestQuestion> = {}): ContestQuestion => ({
  _id: sampleId(51),
  text: "May the poster be in Bangla alone?",
  at: inDays(-2),
  name: "Mina Das",
  photo: "",
  isOwn: false,
  answer: null,
  may: { answer: deniedBecause("Only the contest's creator answers."), remove: deniedBecause("This is not yours.") },
  ...overrides,
});

export const anAnnouncement = (overrides: Partial<Announcement> = {}): Announcement => ({
  _id: sampleId(61),
  text: "The jury is complete: three illustrators and a bookseller.",
  at: inDays(-1),
  sentTo: 12,
  ...overrides,
});

/** As the contest's owner and admins see it. */
export const aParticipant = (overrides: Partial<ContestParticipant> = {}): ContestParticipant => ({
  _id: sampleId(71),
  name: "Rafi Ahmed",
  photo: "",
  joinedOn: "2026-03-02",
  amount: 25_000,
  hasSubmitted: true,
  ...overrides,
});

export const aProgress = (overrides: Partial<Progress> = {}): Progress => ({
  unit: "day",
  steps: [
    { from: "2026-03-01", joined: 3, left: 0, entries: 0 },
    { from: "2026-03-02", joined: 1, left: 1, entries: 2 },
    { from: "2026-03-03", joined: 0, left: 0, entries: 0 },
  ],
  participantCount: 3,
  entryCount: 2,
  paidTotal: 75_000,
  ...overrides,
});

export const aMyOverview = (overrides: Partial<MyOverview> = {}): MyOverview => {
  const river = {
    contest: { _id: sampleId(1), name: "River stories" },
    deadline: inDays(3),
    relation: "joined",
    hasSubmitted: false,
  } as const;
  const film = {
    contest: { _id: sampleId(2), name: "Film in a tweet" },
    deadline: inDays(9),
    relation: "followed",
    hasSubmitted: false,
  } as const;
  return {
    joinedCount: 9,
    toSubmitCount: 1,
    wonCount: 3,
    hasSubmitted: true,
    isFollowing: true,
    next: river,
    upcoming: [river, film],
    upcomingCount: 2,
    ...overrides,
  };
};

export const aCreatorOverview = (overrides: Partial<CreatorOverview> = {}): CreatorOverview => ({
  openCount: 1,
  entryCount: 12,
  collected: 75_000,
  toJudgeCount: 1,
  overdueCount: 0,
  hasDraft: false,
  hasContest: true,
  hasOpened: true,
  since: "2026-02-01",
  openContests: [
    {
      _id: sampleId(1),
      name: "River stories",
      deadline: inDays(3),
      participantCount: 4,
      entryCount: 2,
      joins: [...Array.from({ length: 28 }, () => 0), 3, 1],
    },
  ],
  dates: [
    { contest: { _id: sampleId(1), name: "River stories" }, kind: "closes", at: inDays(3) },
    { contest: { _id: sampleId(2), name: "Film in a tweet" }, kind: "winner_due", at: inDays(10) },
  ],
  dateCount: 2,
  ...overrides,
});

export const anAward = ({
  may,
  ...overrides
}: Partial<Omit<Award, "may">> & { may?: Partial<Award["may"]> } = {}): Award => {
  const denied = deniedBecause("This is not for you.");
  return {
    contest: { _id: sampleId(1), name: "Posters for the book fair" },
    place: 1,
    prize: 25_000,
    state: "to_send",
    revision: 1,
    winner: { name: "Rafi Ahmed" },
    awardedAt: "2026-03-01T06:00:00.000Z",
    dueAt: "2026-03-15T06:00:00.000Z",
    sent: null,
    problem: null,
    decision: null,
    endedAt: null,
    may: {
      sendPrize: denied,
      confirmPrize: denied,
      reportPrize: denied,
      settlePrize: { ...denied, how: "return" },
      ...may,
    },
    ...overrides,
  };
};

export const anAdminAward = ({
  creator,
  winner,
  ...overrides
}: Parameters<typeof anAward>[0] & Partial<Pick<AdminAward, "creator" | "winner">> = {}): AdminAward => ({
  ...anAward({
    state: "disputed",
    sent: { on: "2026-03-03", at: "2026-03-03T06:00:00.000Z", note: "By registered post.", proof: null },
    problem: { text: "The parcel was empty.", at: "2026-03-05T06:00:00.000Z" },
    ...overrides,
    may: { settlePrize: { ...allowed, how: "return" }, ...overrides.may },
  }),
  creator: creator ?? { _id: sampleId(11), name: "Nadia Rahman", email: "nadia@example.com" },
  winner: winner ?? { _id: sampleId(10), name: "Rafi Ahmed", email: "rafi@example.com" },
});

export const aSiteOverview = (overrides: Partial<SiteOverview> = {}): SiteOverview => ({
  inReviewCount: 2,
  oldestInReviewAt: inDays(-3),
  overdueWinnerCount: 1,
  openReportCount: 0,
  days: Array.from({ length: 30 }, (_, index) => ({
    day: new Date(Date.UTC(2026, 1, 1 + index)).toISOString().slice(0, 10),
    joins: index === 29 ? 4 : 0,
    registrations: index === 28 ? 2 : 0,
    collected: index === 29 ? 100_000 : 0,
    refunded: index === 29 ? 25_000 : 0,
  })),
  ...overrides,
});

/** As in a list. */
export const aJudgedEntry = (overrides: Partial<JudgedEntry> = {}): JudgedEntry => {
  const { _id, label, text, submittedAt, isWinner, isShortlisted } = aContestEntry();
  return {
    _id,
    label,
    excerpt: text,
    fileCount: 0,
    submittedAt,
    isWinner,
    isShortlisted,
    rating: null,
    ratedCriteria: 0,
    hasWord: false,
    mean: null,
    ...overrides,
  };
};

export const aNotice = (overrides: Partial<Notice> = {}): Notice => ({
  _id: sampleId(31),
  kind: "contest_confirmed",
  text: "“Posters for the book fair” is live.",
  href: `/contest-details/${sampleId(1)}`,
  at: inDays(-1),
  isRead: false,
  ...overrides,
});

const NO_FIGURES = {
  loads: 0,
  incidents: { failure: 0, fallback: 0, crash: 0, error: 0, policy: 0 },
  p75: { load: null, bytes: null, TTFB: null, LCP: null, CLS: null, INP: null },
};

/** A part's health over a day: ten loads in the last hour, and one release at noon. */
export const aPartHealth = (fields: Partial<PartHealth> = {}): PartHealth => {
  const figures = {
    ...NO_FIGURES,
    loads: 10,
    p75: { ...NO_FIGURES.p75, load: 340, bytes: 38_000, LCP: 1250, CLS: 0.02 },
  };
  const at = (hour: number) => new Date(Date.UTC(2026, 2, 1, hour)).toISOString();
  return {
    part: "mf-public",
    currentVersion: "3f9a01bc77aa10e2",
    canaryVersion: null,
    ...figures,
    versions: [{ version: "3f9a01bc77aa10e2", ...figures }],
    pages: [{ page: "/contest-details/:id", visits: 7, p75: figures.p75 }],
    steps: Array.from({ length: 24 }, (_, hour) =>
      hour < 23
        ? { at: at(hour), loads: 0, troubles: 0, load: null }
        : { at: at(hour), loads: 10, troubles: 1, load: 340 },
    ),
    changes: [{ at: at(12), action: "release", version: "3f9a01bc77aa10e2", who: "Nadia", why: "a better button" }],
    ...fields,
  };
};

export const anIncident = (fields: Partial<RecordedIncident> = {}): RecordedIncident => ({
  incident: "3f9a01bc",
  part: "mf-public",
  version: "3f9a01bc77aa10e2",
  kind: "crash",
  reason: "crash",
  message: "x is not a function",
  page: "/contest-details/:id",
  at: "2026-03-01T23:10:00.000Z",
  ...fields,
});

const aReportCase = () => ({
  _id: sampleId(81),
  kind: "contest" as const,
  contest: { _id: sampleId(1), name: "Posters for the book fair" },
  text: null,
  isHidden: false,
  toldAt: inDays(-0.5),
  answerUntil: inDays(0.5),
  answer: null,
  end: null,
});

export const anOwnReport = (overrides: Partial<OwnReportCase> = {}): OwnReportCase => ({
  ...aReportCase(),
  reasons: ["misleading"],
  may: { answer: allowed },
  ...overrides,
});

export const anAdminReport = ({
  may,
  ...overrides
}: Partial<Omit<AdminReportCase, "may">> & { may?: Partial<AdminReportCase["may"]> } = {}): AdminReportCase => ({
  ...aReportCase(),
  changedAt: null,
  author: { _id: sampleId(11), name: "Nadia Rahman", email: "nadia@example.com", isGone: false },
  reportCount: 1,
  reasons: [{ reason: "misleading", count: 1 }],
  reports: [
    {
      _id: sampleId(82),
      reason: "misleading",
      word: "The prize is made up.",
      at: inDays(-0.5),
      by: { _id: sampleId(10), name: "Rafi Ahmed", email: "rafi@example.com" },
    },
  ],
  ...overrides,
  may: {
    hide: allowed,
    show: deniedBecause("This is not hidden."),
    dismiss: allowed,
    uphold: {
      ...deniedBecause("Its author has 24 hours to answer, of which 12 are left. Until then it can be hidden."),
      how: "cancel",
      refundedCount: 2,
      refundedTotal: 50_000,
    },
    ...may,
  },
});
