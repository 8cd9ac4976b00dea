import type { z } from "zod";
import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/reports";
import { message } from "@conquest/shared/contracts/text/message";
import type { Database } from "../../database/database";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { registerEndpoint } from "../../platform/register-endpoint";
import { toNamedPerson } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { toPermission } from "../../platform/policy";
import { answersOrNone } from "../entries/domain/answers";
import { answerUntil } from "./domain/report-policy";
import { answerReport, decideReport } from "./decide-report";
import { upholdEffect, canAnswer, canDismiss, canHide, canShow, canUphold } from "./case-policy";
import { casesRepository, isHidden, type CaseDetails } from "./cases-repository";
import { reportContest, reportEntry } from "./file-report";

const NOT_FOUND = message("We couldn't find that report. The reported content may have been deleted.");

const toCase = (each: CaseDetails) => {
  const { report, contest, entry } = each;
  return {
    _id: report.id,
    kind: report.kind,
    contest: { _id: contest.id, name: contest.name },
    text: entry?.text ?? null,
    isHidden: isHidden(each),
    toldAt: report.toldAt.toISOString(),
    answerUntil: answerUntil(report).toISOString(),
    answer: report.answeredAt && { text: report.answer!, at: report.answeredAt.toISOString() },
    end: report.endedAt && {
      outcome: report.outcome!,
      at: report.endedAt.toISOString(),
      note: report.note,
      shownAgain: report.shownAgainAt && { at: report.shownAgainAt.toISOString(), note: report.shownAgainNote! },
    },
  };
};

export function reportsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;

  async function readOwn(id: string, caller: Caller): Promise<z.input<typeof contract.ownReportCase>> {
    const each = orNotFound(
      await casesRepository(db).find(id, { authorId: caller.id }),
      message("We couldn't find a report about your content here."),
    );
    const reasons = await casesRepository(db).countReasons([id]);
    return {
      ...toCase(each),
      reasons: reasons.map(({ reason }) => reason),
      may: { answer: toPermission(canAnswer(each.report)) },
    };
  }

  /** Reads one snapshot: a case that is deleted with its contest meanwhile would be read in part. */
  const inSnapshot = <Result>(read: (tx: Database) => Promise<Result>) =>
    db.transaction(read, { isolationLevel: "repeatable read", accessMode: "read only" });

  async function toAdminCases(
    tx: Database,
    rows: readonly CaseDetails[],
  ): Promise<z.input<typeof contract.adminReportCase>[]> {
    const ids = rows.map(({ report }) => report.id);
    const [reasons, last] = [
      await casesRepository(tx).countReasons(ids),
      await casesRepository(tx).listLatestReports(ids),
    ];
    const now = clock.now();
    return rows.map((each) => {
      const { report, contest, author } = each;
      const caseReasons = reasons.filter(({ caseId }) => caseId === report.id);
      const how = upholdEffect(each);
      const isRefunded = how === "cancel";
      return {
        ...toCase(each),
        author: { ...toNamedPerson(report.authorId, author), isGone: author.removedAt !== null },
        changedAt: each.changedAt && each.changedAt.toISOString(),
        answers: answersOrNone(each.entry?.answers),
        reportCount: caseReasons.reduce((sum, { count }) => sum + count, 0),
        reasons: caseReasons.map(({ reason, count }) => ({ reason, count })),
        reports: last
          .filter(({ caseId }) => caseId === report.id)
          .map(({ id, reason, word, at, reporterId, ...by }) => ({
            _id: id,
            reason,
            word,
            at: at.toISOString(),
            by: toNamedPerson(reporterId, by),
          })),
        may: {
          hide: toPermission(canHide(each)),
          show: toPermission(canShow(each)),
          dismiss: toPermission(canDismiss(each)),
          uphold: {
            ...toPermission(canUphold(each, now)),
            how,
            refundedCount: isRefunded ? contest.participantCount : 0,
            refundedTotal: isRefunded ? contest.paidTotal : 0,
          },
        },
      };
    });
  }

  registerEndpoint(app, contract.reportContest, async ({ params, body, caller }) => ({
    reportedAt: (await reportContest(deps, params.contestId, body, caller)).toISOString(),
  }));
  registerEndpoint(app, contract.reportEntry, async ({ params, body, caller }) => ({
    reportedAt: (await reportEntry(deps, params.entryId, body, caller)).toISOString(),
  }));
  registerEndpoint(app, contract.getReported, ({ params, caller }) => readOwn(params.id, caller));
  registerEndpoint(app, contract.answerReport, async ({ params, body, caller }) => {
    await answerReport(deps, params.id, body.text, caller);
    return readOwn(params.id, caller);
  });
  registerEndpoint(app, contract.listReports, ({ query, caller }) =>
    inSnapshot(async (tx) => {
      const page = await casesRepository(tx).list(query, caller.id, clock.now());
      const shown = new Map((await toAdminCases(tx, page.items)).map((each) => [each._id, each]));
      return page.map(({ report }) => shown.get(report.id)!);
    }),
  );
  registerEndpoint(app, contract.decideReport, async ({ params, body, caller }) => {
    await decideReport(deps, params.id, body, caller);
    return inSnapshot(async (tx) => {
      const [shown] = await toAdminCases(tx, [
        orNotFound(await casesRepository(tx).find(params.id, { adminId: caller.id }), NOT_FOUND),
      ]);
      return shown!;
    });
  });
}
