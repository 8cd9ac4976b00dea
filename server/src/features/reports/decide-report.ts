import { eq, sql } from "drizzle-orm";
import type { ReportDecision } from "@conquest/shared/contracts/reports";
import type { Database } from "../../database/database";
import { entries } from "../../database/schema/contests";
import { writeAudit } from "../../platform/write-audit";
import type { Clock } from "../../platform/clock";
import type { Deps } from "../../platform/deps";
import { throwValidationError, orNotFound } from "../../platform/errors";
import { notify, notifyAll, resolveActionRequests } from "../../platform/notify";
import { lockCallerAnd } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { reasonSuffix } from "../../platform/text/sentences";
import { cancelContest } from "../cancellation/domain/cancel-contest";
import { assertAllowed } from "../../platform/policy";
import { contestsRepository } from "../contests/domain/contests-repository";
import { reporterIdsQuery } from "./domain/end-reports";
import { notifyAnswersWhileHidden } from "../questions/domain/question-notifications";
import { notifyJudges } from "../judges/domain/notify-judges";
import { JUDGING_PAGE } from "../judges/domain/notify-invited";
import { upholdEffect, canDismiss, canHide, canShow, canUphold } from "./case-policy";
import { describeReported, reportedPageHref } from "./describe-case";
import { casesRepository, isHidden, type CaseDetails } from "./cases-repository";

const NOT_FOUND = "No such report. What was reported may have been removed.";

/** Applies an admin's decision. The contest is locked, so that no one joins while it is being hidden. */
export const decideReport =
  ({ db, clock }: Deps) =>
  (id: string, { decision, note }: { decision: ReportDecision; note: string }, caller: Caller): Promise<void> =>
    db.transaction(async (tx) => {
      const access = { adminId: caller.id };
      const { report } = orNotFound(await casesRepository(tx).find(id, access), NOT_FOUND);
      orNotFound(await contestsRepository(tx).lockAny(report.contestId), NOT_FOUND);
      const author = await lockCallerAnd(tx, caller, report.authorId);
      // Read again under the lock of the contest.
      const each = orNotFound(await casesRepository(tx).find(id, access), NOT_FOUND);
      const decided = { tx, clock, each, note, caller };
      const toAuthor = await DECISIONS[decision](decided);
      if (author?.isActive)
        await notify(tx, clock, [
          { userId: report.authorId, kind: "reported", text: toAuthor, href: reportedPageHref(id) },
        ]);
    });

interface DecisionContext {
  tx: Database;
  clock: Clock;
  each: CaseDetails;
  note: string;
  caller: Caller;
}

/** Each applies the decision, audits it, notifies everyone except the author, and returns the author's notification. */
const DECISIONS: Record<ReportDecision, (decided: DecisionContext) => Promise<string>> = {
  async hide(decided) {
    assertAllowed(canHide(decided.each));
    await setHidden(decided, true);
    return `${describeSubject(decided).Yours} is hidden while admins look at it${reasonSuffix(decided.note)}`;
  },
  async show(decided) {
    const { tx, clock, each, note, caller } = decided;
    assertAllowed(canShow(each));
    const wasUpheld = each.report.endedAt !== null;
    if (wasUpheld && note === "")
      throwValidationError({ note: "Please say why: whoever was told that it is gone reads this" });
    await setHidden(decided, false);
    if (wasUpheld) {
      await casesRepository(tx).change(each.report.id, {
        shownAgainAt: clock.now(),
        shownAgainBy: caller.id,
        shownAgainNote: note,
      });
      await notifyReporters(
        decided,
        `${describeSubject(decided).Its}, which you reported, is on show again${reasonSuffix(note)}`,
        true,
      );
    }
    return `${describeSubject(decided).Yours} is on show again${reasonSuffix(decided.note)}`;
  },
  async dismiss(decided) {
    assertAllowed(canDismiss(decided.each));
    if (isHidden(decided.each)) await setHidden(decided, false);
    await endCase(decided, "dismissed");
    await notifyReporters(
      decided,
      `You reported ${describeSubject(decided).its}, and nothing wrong was found${reasonSuffix(decided.note)}`,
      true,
    );
    return `${describeSubject(decided).Yours} was reported, and nothing wrong was found${reasonSuffix(decided.note)}`;
  },
  async uphold(decided) {
    const { tx, clock, each, note, caller } = decided;
    assertAllowed(canUphold(each, clock.now()));
    await endCase(decided, "upheld");
    if (upholdEffect(each) === "cancel") {
      const contest = orNotFound(await contestsRepository(tx).lockAny(each.contest.id), NOT_FOUND);
      await cancelContest(tx, clock, contest, { reason: note, by: caller });
      await notifyReporters(
        decided,
        `${describeSubject(decided).Its}, which you reported, was cancelled${reasonSuffix(note)}`,
      );
      return `${describeSubject(decided).Yours} was cancelled after it was reported${reasonSuffix(note)}`;
    }
    if (!isHidden(each) && !(each.report.kind === "contest" && each.contest.cancelledAt))
      await setHidden(decided, true);
    await notifyReporters(
      decided,
      `${describeSubject(decided).Its}, which you reported, is no longer on show${reasonSuffix(note)}`,
    );
    return `${describeSubject(decided).Yours} is no longer on show after it was reported${reasonSuffix(note)}`;
  },
};

const describeSubject = ({ each: { report, contest } }: DecisionContext) => describeReported(report.kind, contest.name);

async function setHidden(
  { tx, clock, each: { report, contest }, note, caller }: DecisionContext,
  hides: boolean,
): Promise<void> {
  const hiddenAt = hides ? clock.now() : null;
  const [from, to] = hides ? ["on show", "hidden"] : ["hidden", "on show"];
  const about = { by: caller, contestId: contest.id, userId: report.authorId, from, to, reason: note };
  if (report.kind === "entry") {
    await tx.update(entries).set({ hiddenAt }).where(eq(entries.id, report.entryId!));
    return writeAudit(tx, clock, { act: hides ? "entry_hidden" : "entry_shown", ...about });
  }
  if (!hides) await notifyAnswersWhileHidden(tx, clock, contest);
  await contestsRepository(tx).change(contest.id, hides ? { hiddenAt, featuredAt: null } : { hiddenAt });
  await writeAudit(tx, clock, { act: hides ? "contest_hidden" : "contest_shown", ...about });
  const takesPart = sql`select user_id from participations where contest_id = ${contest.id} and state = 'paid'`;
  const text = hides
    ? `“${contest.name}”, which you joined, is hidden while admins look at it. Your place in it stays, and so does what you handed in.`
    : `“${contest.name}”, which you joined, is on show again.`;
  await notifyAll(tx, clock, takesPart, { kind: "contest_hidden", text, href: `/contest-details/${contest.id}` });
  const toJudges = hides
    ? `“${contest.name}”, which you judge, is hidden while admins look at it. What you said of its entries stays, and you can go on when it is on show again.`
    : `“${contest.name}”, which you judge, is on show again.`;
  await notifyJudges(tx, clock, contest.id, {
    kind: "contest_hidden",
    text: toJudges,
    href: `${JUDGING_PAGE}/${contest.id}`,
  });
}

async function endCase(
  { tx, clock, each: { report }, note, caller }: DecisionContext,
  outcome: "dismissed" | "upheld",
): Promise<void> {
  await resolveActionRequests(tx, clock, `report:${report.id}`, `statement:${report.id}`);
  await casesRepository(tx).change(report.id, { endedAt: clock.now(), endedBy: caller.id, outcome, note });
  await writeAudit(tx, clock, {
    act: outcome === "upheld" ? "report_upheld" : "report_dismissed",
    by: caller,
    contestId: report.contestId,
    userId: report.authorId,
    from: report.kind,
    to: outcome,
    reason: note,
  });
}

const notifyReporters = ({ tx, clock, each: { report } }: DecisionContext, text: string, isVisible = false) =>
  notifyAll(tx, clock, reporterIdsQuery(report.id), {
    kind: "report_ended",
    text,
    href: isVisible && report.kind === "contest" ? `/contest-details/${report.contestId}` : "/dashboard",
  });
