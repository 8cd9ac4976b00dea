import { eq } from "drizzle-orm";
import type { ReportDecision } from "@conquest/shared/contracts/reports";
import { message } from "@conquest/shared/contracts/text/message";
import type { Deps } from "../../platform/deps";
import { orNotFound, throwValidationError } from "../../platform/errors";
import { notify, resolveActionRequests, type Notification } from "../../platform/notify";
import { lockCaller, listAdminIds, lockCallerAnd } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { assertAllowed } from "../../platform/policy";
import { contestsRepository } from "../contests/domain/contests-repository";
import { reportNotifications } from "./domain/report-notifications";
import { canAnswer, upholdEffect, canDismiss, canHide, canShow, canUphold } from "./case-policy";
import { casesRepository, isHidden, type CaseDetails } from "./cases-repository";
import type { Database } from "../../database/database";
import { entries } from "../../database/schema/contests";
import { writeAudit } from "../../platform/write-audit";
import type { Clock } from "../../platform/clock";
import { cancelContest } from "../cancellation/domain/end-contest";
import { notifyAnswersWrittenWhileHidden } from "../questions/domain/question-notifications";
import { judgeNotifications } from "../judges/domain/judge-notifications";

const NOTHING_REPORTED = message("We couldn't find a report about your content here.");

/** Stores or replaces the author's answer to a report. Admins are notified of the first answer. */
export const answerReport = ({ db, clock }: Deps, id: string, text: string, caller: Caller): Promise<void> =>
  db.transaction(async (tx) => {
    const access = { authorId: caller.id };
    const { report } = orNotFound(await casesRepository(tx).find(id, access), NOTHING_REPORTED);
    const contest = orNotFound(await contestsRepository(tx).lockAny(report.contestId), NOTHING_REPORTED);
    await lockCaller(tx, caller);
    const locked = orNotFound(await casesRepository(tx).find(id, access), NOTHING_REPORTED).report;
    assertAllowed(canAnswer(locked));
    await casesRepository(tx).change(id, { answer: text, answeredAt: clock.now() });
    await resolveActionRequests(tx, clock, `statement:${id}`);
    if (locked.answer !== null) return;
    await notify(tx, clock, reportNotifications.answered({ report: locked, contest }, await listAdminIds(tx)));
  });

const NOT_FOUND = message("We couldn't find that report. The reported content may have been deleted.");

/** Applies an admin's decision. The contest is locked, so that no one joins while it is being hidden. */
export const decideReport = (
  { db, clock }: Deps,
  id: string,
  { decision, note }: { decision: ReportDecision; note: string },
  caller: Caller,
): Promise<void> =>
  db.transaction(async (tx) => {
    const access = { adminId: caller.id };
    const { report } = orNotFound(await casesRepository(tx).find(id, access), NOT_FOUND);
    orNotFound(await contestsRepository(tx).lockAny(report.contestId), NOT_FOUND);
    const author = await lockCallerAnd(tx, caller, report.authorId);
    // Read again under the lock of the contest.
    const each = orNotFound(await casesRepository(tx).find(id, access), NOT_FOUND);
    const decided = { tx, clock, each, note, caller };
    const toAuthor = await DECISIONS[decision](decided);
    if (author?.isActive) await notify(tx, clock, toAuthor);
  });

interface DecisionContext {
  tx: Database;
  clock: Clock;
  each: CaseDetails;
  note: string;
  caller: Caller;
}

/** Each applies the decision, audits it, notifies everyone except the author, and returns the author's notification. */
const DECISIONS: Record<ReportDecision, (decided: DecisionContext) => Promise<Notification>> = {
  async hide(decided) {
    assertAllowed(canHide(decided.each));
    await setHidden(decided, true);
    return reportNotifications.hiddenToAuthor(decided.each, decided.note);
  },
  async show(decided) {
    const { tx, clock, each, note, caller } = decided;
    assertAllowed(canShow(each));
    const wasUpheld = each.report.endedAt !== null;
    if (wasUpheld && note === "")
      throwValidationError({ note: message("Give a reason. It's sent to everyone who reported this.") });
    await setHidden(decided, false);
    if (wasUpheld) {
      await casesRepository(tx).change(each.report.id, {
        shownAgainAt: clock.now(),
        shownAgainBy: caller.id,
        shownAgainNote: note,
      });
      await notify(tx, clock, reportNotifications.shownToReporters(each, note));
    }
    return reportNotifications.shownToAuthor(each, note);
  },
  async dismiss(decided) {
    const { tx, clock, each, note } = decided;
    assertAllowed(canDismiss(each));
    if (isHidden(each)) await setHidden(decided, false);
    await endCase(decided, "dismissed");
    await notify(tx, clock, reportNotifications.dismissedToReporters(each, note));
    return reportNotifications.dismissedToAuthor(each, note);
  },
  async uphold(decided) {
    const { tx, clock, each, note, caller } = decided;
    assertAllowed(canUphold(each, clock.now()));
    await endCase(decided, "upheld");
    if (upholdEffect(each) === "cancel") {
      const contest = orNotFound(await contestsRepository(tx).lockAny(each.contest.id), NOT_FOUND);
      await cancelContest(tx, clock, contest, { reason: note, by: caller });
      await notify(tx, clock, reportNotifications.cancelledToReporters(each, note));
      return reportNotifications.cancelledToAuthor(each, note);
    }
    if (!isHidden(each) && !(each.report.kind === "contest" && each.contest.cancelledAt))
      await setHidden(decided, true);
    await notify(tx, clock, reportNotifications.upheldToReporters(each, note));
    return reportNotifications.upheldToAuthor(each, note);
  },
};

async function setHidden({ tx, clock, each: { report, contest }, note, caller }: DecisionContext, hides: boolean) {
  const hiddenAt = hides ? clock.now() : null;
  const [from, to] = hides ? ["visible", "hidden"] : ["hidden", "visible"];
  const about = { by: caller, contestId: contest.id, userId: report.authorId, from, to, reason: note };
  if (report.kind === "entry") {
    await tx.update(entries).set({ hiddenAt }).where(eq(entries.id, report.entryId!));
    return writeAudit(tx, clock, { act: hides ? "entry_hidden" : "entry_shown", ...about });
  }
  if (!hides) await notifyAnswersWrittenWhileHidden(tx, clock, contest);
  await contestsRepository(tx).change(contest.id, hides ? { hiddenAt, featuredAt: null } : { hiddenAt });
  await writeAudit(tx, clock, { act: hides ? "contest_hidden" : "contest_shown", ...about });
  await notify(tx, clock, [
    reportNotifications[hides ? "hiddenToParticipants" : "shownToParticipants"](contest),
    judgeNotifications[hides ? "hidden" : "shown"](contest),
  ]);
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
