import "@conquest/shared/styles/page.css";
import { listAwardsToSettle, settlePrize } from "@conquest/shared/contracts/awards";
import { listAudit } from "@conquest/shared/contracts/audit";
import {
  commentOnContest,
  confirmContest,
  getContestReview,
  getReviewQueue,
  listContestsUnfiltered,
  returnToReview,
} from "@conquest/shared/contracts/review";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import { auditLedger, getLedgerTotals, listLedger } from "@conquest/shared/contracts/ledger";
import { listContactMessages, markContactMessage, replyToContactMessage } from "@conquest/shared/contracts/messages";
import { listReports } from "@conquest/shared/contracts/reports";
import { listIncidents, listPartHealth } from "@conquest/shared/contracts/telemetry";
import { deleteUser, listUsers, listUsersExcept, updateUser, updateUsers } from "@conquest/shared/contracts/users";
import { runStandalone } from "@conquest/shared/testing/run-standalone";
import {
  aContestReview,
  aLedgerAudit,
  aLedgerEntry,
  aReviewQueue,
  anAdminAward,
  anAdminContest,
  anAdminReport,
  anAuditEntry,
  anIncident,
  aPartHealth,
  aUser,
  deniedBecause,
  sampleId,
} from "@conquest/shared/testing/samples";
import { stub } from "@conquest/shared/testing/stubs";
import remote from "../remote.json";
import AdminRoutes from "./routes";

const now = new Date().toISOString();

runStandalone(remote, AdminRoutes, {
  as: "admin",
  answers: [
    stub(listUsersExcept, [
      aUser({
        _id: sampleId(12),
        name: "Samia Hossain",
        email: "samia@example.com",
        role: "requested",
        requestedAt: now,
      }),
      aUser(),
      aUser({ _id: sampleId(13), name: "Nadia Rahman", email: "nadia@example.com", role: "creator" }),
    ]),
    stub(updateUser, { modifiedCount: 1 }),
    stub(updateUsers, ({ body }) => ({ modifiedCount: body.ids.length, refused: [] })),
    stub(listUsers, []),
    stub(listAudit, ({ query }) =>
      [
        anAuditEntry({ _id: "2", act: "person_unblocked", from: "blocked", to: "verified", reason: "" }),
        anAuditEntry(),
      ].filter(({ act }) => !query.act || act === query.act),
    ),
    stub(deleteUser, { deletedCount: 1 }),
    stub(listContestsUnfiltered, [
      anAdminContest({ status: "pending", phase: "in_review" }),
      anAdminContest({ _id: sampleId(2), name: "Film in a tweet" }),
    ]),
    stub(confirmContest, { modifiedCount: 1 }),
    stub(deleteContest, { deletedCount: 1, cancelled: false, refundedCount: 0, refundedTotal: 0 }),
    stub(commentOnContest, ({ body }) => ({
      _id: sampleId(41),
      text: body.text,
      decision: body.decision ?? "comment",
      author: "You",
      at: now,
      isReturn: false,
    })),
    stub(returnToReview, { modifiedCount: 1 }),
    stub(getContestReview, aContestReview()),
    stub(getReviewQueue, aReviewQueue()),
    stub(listReports, [anAdminReport()]),
    stub(listAwardsToSettle, [anAdminAward()]),
    stub(settlePrize, anAdminAward({ state: "delivered" })),
    stub(auditLedger, aLedgerAudit()),
    stub(getLedgerTotals, ({ query: { bounds } }) => ({
      steps: bounds
        .split(",")
        .slice(1)
        .map((_, index) => ({ collected: index * 2_500, refunded: index % 9 && 500 })),
      contest: null,
    })),
    stub(listLedger, ({ query }) =>
      [aLedgerEntry({ _id: "2", kind: "refund", amount: -25_000 }), aLedgerEntry()].filter(
        ({ kind }) => !query.kind || kind === query.kind,
      ),
    ),
    stub(listContactMessages, [
      {
        _id: sampleId(51),
        name: "Tania Akter",
        email: "tania@example.com",
        message: "May a school class enter as one?",
        at: now,
        isHandled: false,
        replies: [],
      },
    ]),
    stub(markContactMessage, { modifiedCount: 1 }),
    stub(replyToContactMessage, ({ body: { text } }) => ({
      _id: sampleId(51),
      name: "Tania Akter",
      email: "tania@example.com",
      message: "May a school class enter as one?",
      at: now,
      isHandled: false,
      replies: [
        {
          _id: sampleId(52),
          text,
          at: now,
          by: "Ada",
          state: "queued" as const,
          stateAt: now,
          tries: 0,
          because: "",
          may: { sendAgain: deniedBecause("This is already waiting to be sent.") },
        },
      ],
    })),
    stub(listPartHealth, {
      since: "2026-03-01T00:00:00.000Z",
      until: "2026-03-02T00:00:00.000Z",
      parts: [aPartHealth({ part: "shell", pages: [] }), aPartHealth()],
    }),
    stub(listIncidents, ({ query }) =>
      [anIncident({ at: now })].filter(({ incident }) => incident.startsWith(query.id ?? "")),
    ),
  ],
});
