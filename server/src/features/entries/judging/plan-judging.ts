import { eq } from "drizzle-orm";
import { message } from "@conquest/shared/contracts/text/message";
import type { Database } from "../../../database/database";
import { contests, entries } from "../../../database/schema/contests";
import type { Deps } from "../../../platform/deps";
import { orNotFound, throwConflict, throwValidationError } from "../../../platform/errors";
import { notify } from "../../../platform/notify";
import { lockCaller, publicDisplayNameOf } from "../../../platform/people";
import { assertAllowed } from "../../../platform/policy";
import type { Caller } from "../../../platform/sessions/session";
import { dateOf } from "../../../platform/text/message-values";
import { writeAudit } from "../../../platform/write-audit";
import { contestsRepository } from "../../contests/domain/contests-repository";
import { requestAssignment } from "../../judges/domain/entry-assignments";
import { judgeNotifications } from "../../judges/domain/judge-notifications";
import { canPlanJudging, canRecuse } from "../../judges/domain/judging-policy";
import { nextReminderAt } from "../../judges/domain/rating-reminders";
import { winnerDueAt } from "../../lifecycle/domain/lifecycle-schedule";
import { assignIfDue, notifyAssigned, removeAllAssignments } from "./assign-entries";
import { planRepository } from "./plan-repository";
import { lockForJudging } from "./rate-entry";
import { ratingsRepository } from "./ratings-repository";

async function lockForPlan({ db, clock }: Deps, contestId: string, caller: Caller) {
  const contest = orNotFound(
    await contestsRepository(db).lockOwn(contestId, caller.id),
    message("We couldn't find that contest in your account."),
  );
  await lockCaller(db, caller);
  assertAllowed(canPlanJudging(contest, clock.now()));
  return contest;
}

/** Entries are assigned when they are read next. Ratings stay, and with them the assignments of their judges. */
export const setJudgesPerEntry = (deps: Deps, contestId: string, judgesPerEntry: number | null, caller: Caller) =>
  deps.db.transaction(async (tx) => {
    const contest = await lockForPlan({ ...deps, db: tx }, contestId, caller);
    if (contest.judgesPerEntry === judgesPerEntry) return;
    await contestsRepository(tx).change(contestId, { judgesPerEntry, assignedAt: null });
    if (judgesPerEntry === null) await removeAllAssignments(tx, contestId);
    await writeAudit(tx, deps.clock, {
      act: "entries_assigned",
      by: caller,
      contestId,
      from: String(contest.judgesPerEntry ?? ""),
      to: String(judgesPerEntry ?? ""),
    });
  });

export const setRatingsDate = (deps: Deps, contestId: string, date: string | null, caller: Caller) =>
  deps.db.transaction(async (tx) => {
    const contest = await lockForPlan({ ...deps, db: tx }, contestId, caller);
    const ratingsDueAt = date === null ? null : new Date(date);
    if (contest.ratingsDueAt?.getTime() === ratingsDueAt?.getTime()) return;
    const now = deps.clock.now();
    if (ratingsDueAt) assertRatingsDate(contest.deadline, ratingsDueAt, now);
    await contestsRepository(tx).change(contestId, {
      ratingsDueAt,
      judgeReminderAt: ratingsDueAt && nextReminderAt(contest.deadline, ratingsDueAt, now),
    });
    await writeAudit(tx, deps.clock, {
      act: "ratings_date_changed",
      by: caller,
      contestId,
      from: contest.ratingsDueAt?.toISOString(),
      to: ratingsDueAt?.toISOString(),
    });
  });

function assertRatingsDate(deadline: Date, ratingsDueAt: Date, now: Date): void {
  const latest = winnerDueAt(deadline);
  if (ratingsDueAt <= now) throwValidationError({ ratingsDueAt: message("Choose a date in the future.") });
  if (ratingsDueAt <= deadline || ratingsDueAt > latest)
    throwValidationError({
      ratingsDueAt: message("Choose a date from {deadline} to {latest}, when the winner is due.", {
        deadline: dateOf(deadline),
        latest: dateOf(latest),
      }),
    });
}

const NO_ENTRY = message("We couldn't find that entry in this contest.");

async function findNumber(tx: Database, contestId: string, entryId: string): Promise<number> {
  const [entry] = await tx
    .select({ number: entries.number, contestId: entries.contestId })
    .from(entries)
    .where(eq(entries.id, entryId));
  return orNotFound(entry?.contestId === contestId ? entry : undefined, NO_ENTRY).number;
}

type EntryJudge = Awaited<ReturnType<ReturnType<typeof planRepository>["judgesOf"]>>[number];

export const isShown = ({ status, removedAt, hasRated, reason }: EntryJudge): boolean =>
  hasRated || reason !== null || (status === "verified" && removedAt === null);

export const setEntryJudges = (
  deps: Deps,
  contestId: string,
  { entryId, judgeIds }: { entryId: string; judgeIds: readonly string[] },
  caller: Caller,
) =>
  deps.db.transaction(async (tx) => {
    const contest = await lockForPlan({ ...deps, db: tx }, contestId, caller);
    const number = await findNumber(tx, contestId, entryId);
    if (contest.judgesPerEntry === null)
      throwConflict("not_assigned", message("All judges rate every entry of this contest."));
    await assignIfDue(tx, deps.clock, contest);
    const plan = planRepository(tx, contestId);
    const judges = await plan.judgesOf(entryId);
    const chosen = new Set(judgeIds);
    if ([...chosen].some((id) => !judges.some((judge) => judge.id === id && isShown(judge))))
      throwConflict("not_a_judge", message("One of them is no longer a judge of this contest. Check the list again."));
    const recused = judges.find(({ id, reason }) => chosen.has(id) && reason !== null);
    if (recused)
      throwConflict(
        "recused",
        message("{name} recused themselves from this entry.", { name: publicDisplayNameOf(recused) }),
      );
    const rated = judges.find(({ id, hasRated, isAssigned }) => !chosen.has(id) && hasRated && isAssigned);
    if (rated)
      throwConflict(
        "already_rated",
        message("{name} has already rated this entry, so it stays with them.", { name: publicDisplayNameOf(rated) }),
      );
    const least = Math.min(
      contest.judgesPerEntry,
      judges.filter((judge) => judge.reason === null && isShown(judge)).length,
    );
    if (chosen.size < least)
      throwValidationError({
        judgeIds: message("{n, plural, one {Choose at least # judge.} other {Choose at least # judges.}}", {
          n: least,
        }),
      });
    for (const { id, judgeId, isAssigned } of judges) {
      if (chosen.has(id)) await plan.assign(entryId, judgeId);
      else if (isAssigned) await plan.unassign(entryId, judgeId);
      if (chosen.has(id) !== isAssigned)
        await writeAudit(tx, deps.clock, {
          act: chosen.has(id) ? "entry_assigned" : "entry_unassigned",
          by: caller,
          contestId,
          userId: judgeId,
          to: String(number),
        });
    }
    await notifyAssigned(
      tx,
      deps.clock,
      contest,
      judges.filter(({ id, isAssigned }) => chosen.has(id) && !isAssigned),
    );
    // Others take over or hand on entries, so that each judge has almost the same number.
    await requestAssignment(tx, eq(contests.id, contestId));
  });

/** Deletes the judge's rating and feedback. Repeating it is refused and changes nothing. */
export const recuse = (
  deps: Deps,
  contestId: string,
  { entryId, reason }: { entryId: string; reason: string },
  caller: Caller,
) =>
  deps.db.transaction(async (tx) => {
    const contest = await lockForJudging({ ...deps, db: tx }, contestId, entryId, { caller, policy: canRecuse });
    const plan = planRepository(tx, contestId);
    await ratingsRepository(tx).remove(entryId, caller.id);
    await plan.unassign(entryId, caller.id);
    await plan.recuse(entryId, caller.id, reason, deps.clock.now());
    await requestAssignment(tx, eq(contests.id, contestId));
    await writeAudit(tx, deps.clock, {
      act: "judge_recused",
      by: caller,
      contestId,
      userId: caller.id,
      to: String(await findNumber(tx, contestId, entryId)),
    });
    await notify(tx, deps.clock, judgeNotifications.recused(contest));
    return { modifiedCount: 1 };
  });

/** `judgeId` identifies the invitation. With assignments, the entry is assigned to the judge again. */
export const endRecusal = (
  deps: Deps,
  contestId: string,
  { entryId, judgeId }: { entryId: string; judgeId: string },
  caller: Caller,
) =>
  deps.db.transaction(async (tx) => {
    const contest = await lockForPlan({ ...deps, db: tx }, contestId, caller);
    const number = await findNumber(tx, contestId, entryId);
    const plan = planRepository(tx, contestId);
    const judge = (await plan.judgesOf(entryId)).find(({ id }) => id === judgeId);
    if (!judge || !(await plan.endRecusal(entryId, judge.judgeId))) return { modifiedCount: 0 };
    if (contest.judgesPerEntry !== null) {
      await plan.assign(entryId, judge.judgeId);
      await notifyAssigned(tx, deps.clock, contest, [judge]);
      await requestAssignment(tx, eq(contests.id, contestId));
    }
    await writeAudit(tx, deps.clock, {
      act: "recusal_ended",
      by: caller,
      contestId,
      userId: judge.judgeId,
      to: String(number),
    });
    return { modifiedCount: 1 };
  });
