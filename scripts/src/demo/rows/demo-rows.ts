import type { ContestTerms } from "@conquest/shared/contracts/review";
import type { JoinAmount } from "@conquest/shared/contracts/parts/site-config";
import { message } from "@conquest/shared/contracts/text/message";
import { amountDue } from "@conquest/server/src/features/participation/domain/participation-policy";
import type { entryRatings, contestJudges } from "@conquest/server/src/database/schema/judging";
import type { notices } from "@conquest/server/src/database/schema/messages";
import type { reportCases, reports } from "@conquest/server/src/database/schema/reports";
import type { participations } from "@conquest/server/src/database/schema/taking-part";
import type { waitingList } from "@conquest/server/src/database/schema/waiting-list";
import type { contestComments, contestNews, contestQuestions } from "@conquest/server/src/database/schema/talk";
import type { awards } from "@conquest/server/src/database/schema/awards";
import type { placements } from "@conquest/server/src/database/schema/placements";
import { awardNotifications } from "@conquest/server/src/features/awards/domain/award-notifications";
import { wordingColumns } from "@conquest/server/src/platform/wording";
import { DEMO_CONTESTS, demoCovers } from "../demo-contests";
import { ADMIN, DEMO_USER, PARTICIPANTS } from "../demo-people";
import { sequence } from "../sequence";
import { awardRow, type DemoAward } from "./award-rows";
import { contestNotices } from "./contest-notices";
import {
  contestDates,
  contestRow,
  DAY,
  findParticipants,
  winnerOf,
  type DemoContestRow,
  type Paid,
  type Rows,
  type Scene,
} from "./contest-rows";
import { demoDiscussion, demoReports } from "./discussion-rows";
import { coJudging, entryRows, judgeEntries, type DemoEntry } from "./entry-rows";
import { demoAudit, demoRounds } from "./history-rows";
import { messageRows, peopleRows } from "./people-rows";
import { pictureRows, type DemoPicture } from "./picture-rows";
import { teamRows } from "./team-rows";
import { waitingRows } from "./waiting-rows";
import { placementRows } from "./placement-rows";

/** These notifications are not emailed, so no one reads their subject. */
const NEW_NOTIFICATION = "New notification on Conquest";

export function demoRows(now: Date, joinAmount: JoinAmount) {
  const random = sequence(2026);
  const at = (days: number) => new Date(now.getTime() + Math.round(days * DAY));
  const between = (from: Date, to: Date) =>
    new Date(Math.round(from.getTime() + random() * Math.max(0, to.getTime() - from.getTime())));
  const users = peopleRows({ at, random });
  const ids = new Map(users.map(({ name, id }) => [name, id]));
  const rows = {
    contests: [] as DemoContestRow[],
    participations: [] as Rows<typeof participations>,
    entries: [] as DemoEntry[],
    teams: [] as ReturnType<typeof teamRows>["teams"],
    teamMembers: [] as ReturnType<typeof teamRows>["members"],
    waiting: [] as Rows<typeof waitingList>,
    /** Awards of further prizes; the database adds those of first prizes itself. */
    moreAwards: [] as Rows<typeof awards>,
    /** Changes of awards. A trigger counts them, but not the states of new ones. */
    awards: [] as DemoAward[],
    placements: [] as Rows<typeof placements>,
    pictures: [] as DemoPicture[],
    ratings: [] as Rows<typeof entryRatings>,
    judges: [] as Rows<typeof contestJudges>,
    comments: [] as Rows<typeof contestComments>,
    questions: [] as Rows<typeof contestQuestions>,
    news: [] as Rows<typeof contestNews>,
    cases: [] as Rows<typeof reportCases>,
    reports: [] as Rows<typeof reports>,
    notices: [] as Rows<typeof notices>,
  };
  const scene: Scene = {
    now,
    at,
    random,
    idOf: (name) => ids.get(name)!,
    notice(name, kind, text, href, createdAt) {
      const readAt = now.getTime() - createdAt.getTime() > 7 * DAY ? new Date(createdAt.getTime() + DAY / 2) : null;
      const words = wordingColumns({ subject: NEW_NOTIFICATION, text });
      rows.notices.push({ userId: scene.idOf(name), kind, ...words, href, createdAt, readAt });
    },
  };
  const { idOf } = scene;
  const participantsOf = findParticipants(random);
  const judge = judgeEntries(scene);
  const nextCover = demoCovers();
  const earlierTerms = new Map<string, Partial<ContestTerms>>();

  for (const demo of DEMO_CONTESTS) {
    const { state } = demo;
    const contestId = crypto.randomUUID();
    const { closedAt, ...known } = contestDates(demo, scene);
    const { openedAt, createdAt, deadline, cancelledAt } = known;
    const paid: Paid[] = participantsOf(demo)
      .map((name) => ({ name, paidAt: between(openedAt!, closedAt) }))
      .sort((one, other) => one.paidAt.getTime() - other.paidAt.getTime());
    const amount = amountDue({ prize: demo.prize, registrationPrice: demo.fee }, joinAmount);
    const payment = {
      contestId,
      amount,
      last4: "4242",
      state: cancelledAt ? ("refunded" as const) : ("paid" as const),
      refundedAt: cancelledAt,
      rulesVersion: demo.rules ? 1 : null,
    };
    rows.participations.push(...paid.map(({ name, paidAt }) => ({ ...payment, userId: idOf(name), paidAt })));

    rows.waiting.push(...waitingRows(demo, { contestId, paid }, scene));
    const entries = entryRows(demo, { contestId, paid, between, closedAt }, scene);
    const { teams, members } = teamRows(demo, { contestId, paid, entries }, scene);
    rows.teams.push(...teams);
    rows.teamMembers.push(...members);
    const winnerAt = winnerOf(demo) ? new Date(deadline.getTime() + DAY * (1 + random() * 2)) : null;
    const dates = { ...known, winnerAt };
    if (winnerAt) {
      const award = awardRow(state.is === "completed" ? state.handover : undefined, contestId, winnerAt, now);
      rows.awards.push(award);
      const placed = placementRows(demo, { contestId, entries, winnerAt }, scene);
      rows.placements.push(...placed.placements);
      rows.moreAwards.push(...placed.awards);
      rows.awards.push(...placed.handovers);
      if (award.state === "sent" && winnerOf(demo) === DEMO_USER.name) {
        const named = {
          ...award,
          place: 1,
          creatorId: "",
          winnerId: "",
          waitingSince: award.waitingSince!,
          name: demo.name,
        };
        const { kind, text, href } = awardNotifications.sent(named);
        scene.notice(DEMO_USER.name, kind, text, href, award.sentAt!);
      }
    }
    const judged = judge(demo, entries, winnerAt);
    rows.entries.push(...entries);
    rows.ratings.push(...judged.ratings);
    if (demo.demoUserJudges) {
      const coJudges = coJudging(contestId, deadline, entries, scene);
      rows.judges.push(...coJudges.judges);
      rows.ratings.push(...coJudges.ratings);
    }
    const image = nextCover(demo.tag);
    rows.pictures.push(...pictureRows(demo, image, entries));
    rows.contests.push(contestRow(demo, { id: contestId, image, dates, paid, amount, entries }, scene));

    if (openedAt) {
      const discussion = demoDiscussion(demo, { id: contestId, now, openedAt, paid, idOf, notice: scene.notice });
      rows.questions.push(...discussion.questions);
      rows.news.push(...discussion.announcements);
      const reported = demoReports(demo, { id: contestId, authorId: idOf(demo.by), now, idOf });
      rows.cases.push(...reported.cases);
      rows.reports.push(...reported.reports);
    }

    const commentedAt = new Date(createdAt.getTime() + (now.getTime() - createdAt.getTime()) / 2);
    const comment = (text: string, decision: "changes_requested" | "rejected") =>
      rows.comments.push({ contestId, authorId: idOf(ADMIN.name), text, decision, createdAt: commentedAt });
    if (state.is === "changes_requested" || state.is === "rejected") comment(state.comment, state.is);
    if (state.is === "in_review" && state.before) {
      const { comment: said, ...before } = state.before;
      comment(said, "changes_requested");
      earlierTerms.set(contestId, before);
    }
    contestNotices(
      demo,
      { contestId, dates, paid, amount, commentedAt, answer: judged.answers.get(idOf(DEMO_USER.name)) },
      scene,
    );
  }

  for (const { name } of PARTICIPANTS.filter(({ requestsRole }) => requestsRole)) {
    const text = message("{name} asked to become a creator.", { name });
    scene.notice(ADMIN.name, "role_requested", text, "/dashboard/manage_users", at(-1.3));
  }
  const adminId = idOf(ADMIN.name);
  return {
    ...rows,
    ...messageRows({ at, adminId }),
    users,
    rounds: demoRounds({ adminId, contests: rows.contests, comments: rows.comments, earlierTerms }),
    audit: demoAudit({
      adminId,
      users,
      contests: rows.contests,
      comments: rows.comments,
      judges: rows.judges,
      awards: rows.awards,
      placements: rows.placements,
      blockedAt: at(-3.4),
    }),
  };
}
