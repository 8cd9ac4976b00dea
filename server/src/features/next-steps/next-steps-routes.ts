import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, lt, lte, ne, not, or, sql, type SQL } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/next-steps";
import type { AwardState } from "@conquest/shared/contracts/awards";
import {
  MAX_NAMED_CONTESTS,
  MAX_NEXT_STEPS,
  type NAMED_KINDS,
  type NextStep,
} from "@conquest/shared/contracts/next-steps";
import type { Database } from "../../database/database";
import { awards } from "../../database/schema/awards";
import { contests } from "../../database/schema/contests";
import { contestJudges } from "../../database/schema/judging";
import { contactMessages } from "../../database/schema/messages";
import { users } from "../../database/schema/people";
import { placements } from "../../database/schema/placements";
import { reportCases } from "../../database/schema/reports";
import { participations } from "../../database/schema/taking-part";
import { contestQuestions } from "../../database/schema/talk";
import { waitingList } from "../../database/schema/waiting-list";
import { HIDDEN_OFFSET, TIMED_STAGES, deadlineInStage } from "../../database/stages";
import { pendingFirst } from "../../database/sort-keys";
import type { Deps } from "../../platform/deps";
import { isPresent } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { phaseSql, deadlineRangeOf, isUndecided } from "../contests/domain/phase";
import { winnerDueAt } from "../lifecycle/domain/lifecycle-schedule";
import { UNSENT, isPlacementOfAward } from "../awards/domain/award-columns";
import { awardDueAt } from "../awards/domain/award-schedule";
import { isCreator } from "../contest-lists/domain/contest-list";
import { isOpenTo, isPublished } from "../contests/domain/contest-visibility";
import { hasEntry } from "../contests/domain/entry-authors";
import { hasNoEligibleEntries } from "../entries/domain/entry-columns";
import { assignedCount } from "../judges/domain/entry-assignments";
import { ratedCount, isAwaitingAnswer } from "../judges/domain/judge-assignments-repository";
import { countFromTally } from "../contest-lists/domain/contest-counts";
import { isWithin } from "../contest-lists/domain/date-ranges";
import { answerUntil } from "../reports/domain/report-policy";
import { askers, isReadable } from "../questions/domain/question-columns";
import { registerEndpoint } from "../../platform/register-endpoint";
import { isPaidBy } from "../participation/domain/participations-repository";

const WAITING_FOR_WINNER = ["judging", "overdue"] as const;
const isJoined = gt(contests.participantCount, 0);
const hasWinnerToChoose = and(isJoined, not(hasNoEligibleEntries));
const URGENT_FIRST = [asc(contests.deadline), asc(contests.id)];
const NAMED = { _id: contests.id, name: contests.name };

type CountedKind = Exclude<Extract<NextStep, { count: number }>["kind"], "more">;
const counted = (counts: Partial<Record<CountedKind, number>>): NextStep[] =>
  (Object.entries(counts) as [CountedKind, number][]).flatMap(([kind, count]) => (count > 0 ? [{ kind, count }] : []));

const countWhere = (where: SQL | undefined) => sql<number>`(count(*) filter (where ${where}))::int`;

const ALL = sql<number>`(count(*) over ())::int`;
const MAX_REPORTED = 20;

/** Steps for the first contests of a kind, and one with the number of the others. */
function namedSteps<Row extends { all: number }>(
  kind: (typeof NAMED_KINDS)[number],
  rows: readonly Row[],
  toStep: (row: Omit<Row, "all">) => NextStep,
): NextStep[] {
  const more = (rows[0]?.all ?? 0) - rows.length;
  return [
    ...rows.map(({ all: _, ...row }) => toStep(row)),
    ...(more > 0 ? [{ kind: "more" as const, of: kind, count: more }] : []),
  ];
}

const waitingFor = (db: Database, caller: Caller, now: Date) => {
  const phase = phaseSql(now);
  const listNamed = async (kind: "deadline_passed" | "nobody_joined" | "stand_in", where: SQL | undefined) => {
    const rows = await db
      .select({ contest: NAMED, all: ALL })
      .from(contests)
      .innerJoin(users, isCreator)
      .where(where)
      .orderBy(...URGENT_FIRST)
      .limit(MAX_NAMED_CONTESTS);
    return namedSteps(kind, rows, (row) => ({ kind, ...row }));
  };
  const listUnanswered = async (where: SQL | undefined): Promise<NextStep[]> => {
    const rows = await db
      .select({ contest: NAMED, questionCount: sql<number>`count(*)::int`, all: ALL })
      .from(contests)
      .innerJoin(
        contestQuestions,
        and(eq(contestQuestions.contestId, contests.id), sql`${pendingFirst(contestQuestions.answeredAt)} = 0`),
      )
      .innerJoin(askers, eq(askers.id, contestQuestions.askerId))
      .where(and(where, isReadable))
      .groupBy(contests.id)
      .orderBy(sql`min(${contestQuestions.askedAt})`, asc(contests.id))
      .limit(MAX_NAMED_CONTESTS);
    return namedSteps("questions", rows, (row) => ({ kind: "questions", ...row }));
  };

  const listPrizes = async (kind: "prize_to_send" | "prize_to_confirm", where: SQL | undefined) => {
    const rows = await db
      .select({ contest: NAMED, prizeName: placements.prizeName, waitingSince: awards.waitingSince, all: ALL })
      .from(awards)
      .leftJoin(placements, isPlacementOfAward)
      .innerJoin(contests, eq(contests.id, awards.contestId))
      .where(where)
      .orderBy(asc(awards.waitingSince), asc(contests.id), asc(awards.place))
      .limit(MAX_NAMED_CONTESTS);
    return namedSteps(kind, rows, ({ waitingSince, ...row }) => ({
      kind,
      ...row,
      dueAt: awardDueAt(waitingSince).toISOString(),
    }));
  };

  return {
    async prizes(): Promise<NextStep[]> {
      const isMine = (by: typeof awards.creatorId | typeof awards.winnerId, states: readonly AwardState[]) =>
        and(eq(by, caller.id), inArray(awards.state, [...states]));
      return [
        ...(await listPrizes("prize_to_confirm", isMine(awards.winnerId, ["sent", "unconfirmed"]))),
        ...(await listPrizes("prize_to_send", isMine(awards.creatorId, UNSENT))),
      ];
    },

    async spots(): Promise<NextStep[]> {
      const rows = await db
        .select({ contest: NAMED, offerEndsAt: waitingList.offerEndsAt, all: ALL })
        .from(waitingList)
        .innerJoin(contests, eq(contests.id, waitingList.contestId))
        .where(
          and(
            eq(waitingList.userId, caller.id),
            isNull(waitingList.endedAt),
            gt(waitingList.offerEndsAt, now),
            eq(phase, "open"),
            isOpenTo(caller.id),
          ),
        )
        .orderBy(asc(waitingList.offerEndsAt), asc(waitingList.number))
        .limit(MAX_NAMED_CONTESTS);
      return namedSteps("spot_offered", rows, ({ contest, offerEndsAt }) => ({
        kind: "spot_offered",
        contest,
        offerEndsAt: offerEndsAt!.toISOString(),
      }));
    },

    /** Reports that the caller has not answered since the latest notification. */
    async reported(): Promise<NextStep[]> {
      const { id: caseId, kind: reported, toldAt, answeredAt } = reportCases;
      const rows = await db
        .select({ contest: NAMED, caseId, reported, toldAt })
        .from(reportCases)
        .innerJoin(contests, eq(contests.id, reportCases.contestId))
        .where(
          and(
            eq(reportCases.authorId, caller.id),
            isNull(reportCases.endedAt),
            or(isNull(answeredAt), lt(answeredAt, toldAt)),
          ),
        )
        .orderBy(asc(toldAt), asc(caseId))
        // No page lists these, so each gets its own step.
        .limit(MAX_REPORTED);
      return rows.map(({ toldAt: at, ...row }) => ({
        kind: "reported",
        ...row,
        answerUntil: answerUntil({ toldAt: at }).toISOString(),
      }));
    },

    /** Applies in every role, because creators keep their contests when their role changes. */
    async asOwner(): Promise<NextStep[]> {
      const own = and(eq(contests.creatorId, caller.id), isUndecided);
      const [counts] = await db
        .select({
          all: countWhere(sql`true`),
          winners_overdue: countWhere(and(eq(phase, "overdue"), hasWinnerToChoose)),
          winners_due: countWhere(and(eq(phase, "judging"), hasWinnerToChoose)),
          changes_requested: countWhere(eq(phase, "changes_requested")),
        })
        .from(contests)
        .where(own);
      const { all, ...others } = counts!;
      if (all === 0) return [];
      // A user's contest cannot be confirmed, even with a later deadline.
      const isLate = caller.role === "user" ? undefined : and(own, eq(phase, "in_review"), lte(contests.deadline, now));
      return [
        ...counted(others),
        ...(isLate ? await listNamed("deadline_passed", isLate) : []),
        ...(await listNamed("nobody_joined", and(own, inArray(phase, WAITING_FOR_WINNER), not(isJoined)))),
        ...(await listUnanswered(and(own, inArray(phase, ["open", ...WAITING_FOR_WINNER])))),
      ];
    },

    async asAdmin(): Promise<NextStep[]> {
      const { until } = deadlineRangeOf("overdue", now)!;
      // Participants cannot choose a winner, as in `canDeclareWinner`.
      const isParticipant = exists(
        db.select({ id: participations.id }).from(participations).where(isPaidBy(contests.id, caller.id)),
      );
      // Uses a deadline range per stored stage, the only form an index supports; the stage may lag behind the clock.
      const isOverdue = and(
        or(...TIMED_STAGES.map((stage) => isWithin(deadlineInStage(contests, stage), { after: "-infinity", until }))),
        eq(phase, "overdue"),
        hasWinnerToChoose,
        ne(contests.creatorId, caller.id),
        not(isParticipant),
      );
      // Contests of blocked creators are in the hidden stages, which have few rows.
      const isStandIn = and(
        inArray(
          contests.stage,
          TIMED_STAGES.map((stage) => stage + HIDDEN_OFFSET),
        ),
        eq(users.status, "blocked"),
        eq(phase, "judging"),
        hasWinnerToChoose,
        gt(contests.entryCount, 0),
        not(isParticipant),
      );
      const [counts] = await db
        .select({
          reports: db.$count(
            reportCases,
            and(sql`${pendingFirst(reportCases.endedAt)} = 0`, ne(reportCases.authorId, caller.id)),
          ),
          review: countFromTally({ sees: "all", filter: { phase: "in_review" }, now }),
          role_requests: db.$count(users, and(isPresent, isNotNull(users.requestedAt), ne(users.id, caller.id))),
          winners_to_choose: db.$count(
            db.select({ id: contests.id }).from(contests).where(isOverdue).limit(MAX_NEXT_STEPS).as("overdue"),
          ),
          prizes_to_settle: db.$count(
            awards,
            and(
              inArray(awards.state, ["unconfirmed", "disputed"]),
              ne(awards.creatorId, caller.id),
              ne(awards.winnerId, caller.id),
            ),
          ),
          messages: db.$count(contactMessages, sql`${pendingFirst(contactMessages.handledAt)} = 0`),
        })
        .from(sql`(select) one`);
      const { messages, ...others } = counts!;
      return [...counted(others), ...(await listNamed("stand_in", isStandIn)), ...counted({ messages })];
    },

    /** Matches `canSubmit`. */
    async withoutEntry(): Promise<NextStep[]> {
      const rows = await db
        .select({ contest: NAMED, deadline: contests.deadline, all: ALL })
        .from(participations)
        .innerJoin(contests, eq(contests.id, participations.contestId))
        .where(
          and(
            eq(participations.userId, caller.id),
            eq(participations.state, "paid"),
            eq(phase, "open"),
            not(hasEntry(caller.id)),
          ),
        )
        .orderBy(...URGENT_FIRST)
        .limit(MAX_NAMED_CONTESTS);
      return namedSteps("entry_missing", rows, ({ contest, deadline }) => ({
        kind: "entry_missing",
        contest,
        deadline: deadline.toISOString(),
      }));
    },

    async invitations(): Promise<NextStep[]> {
      const isInvited = and(eq(contestJudges.email, caller.email), isAwaitingAnswer, isPublished);
      return counted({
        invitations: await db.$count(
          db
            .select({ id: contestJudges.id })
            .from(contestJudges)
            .innerJoin(contests, eq(contests.id, contestJudges.contestId))
            .where(isInvited)
            .as("invited"),
        ),
      });
    },

    async unrated(): Promise<NextStep[]> {
      const rows = await db
        .select({ contest: NAMED, deadline: contests.deadline, phase, entryCount: assignedCount, ratedCount, all: ALL })
        .from(contestJudges)
        .innerJoin(contests, eq(contests.id, contestJudges.contestId))
        .where(
          and(
            eq(contestJudges.judgeId, caller.id),
            eq(contestJudges.state, "accepted"),
            inArray(phase, WAITING_FOR_WINNER),
            gt(assignedCount, ratedCount),
            isPublished,
          ),
        )
        .orderBy(...URGENT_FIRST)
        .limit(MAX_NAMED_CONTESTS);
      return namedSteps("ratings_missing", rows, ({ deadline, phase: at, ...row }) => ({
        kind: "ratings_missing",
        ...row,
        isOverdue: at === "overdue",
        winnerDueAt: winnerDueAt(deadline).toISOString(),
      }));
    },
  };
};

/** Added later: clients that do not send `kinds=all` do not know these kinds. */
const NEWER_KINDS: readonly NextStep["kind"][] = [
  "reported",
  "questions",
  "reports",
  "invitations",
  "more",
  "prize_to_send",
  "prize_to_confirm",
  "prizes_to_settle",
  "spot_offered",
];

const listNextSteps = async (
  { db, clock }: Pick<Deps, "db" | "clock">,
  caller: Caller,
  except: readonly NextStep["kind"][],
): Promise<NextStep[]> => {
  const waiting = waitingFor(db, caller, clock.now());
  const all = [
    ...(await waiting.reported()),
    ...(await waiting.spots()),
    ...(await waiting.asOwner()),
    ...(caller.role === "admin" ? await waiting.asAdmin() : []),
    ...(await waiting.prizes()),
    ...(await waiting.withoutEntry()),
    ...(await waiting.invitations()),
    ...(await waiting.unrated()),
  ];
  return all.filter(({ kind }) => !except.includes(kind));
};

export function nextStepsRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, contract.listNextSteps, ({ query, caller }) =>
    listNextSteps(deps, caller, query.kinds === "all" ? [] : NEWER_KINDS),
  );
}
