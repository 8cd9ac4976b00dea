import "@conquest/shared/styles/page.css";
import {
  deleteAccount,
  endOneSession,
  endOtherSessions,
  listSessions,
  previewDeletion,
} from "@conquest/shared/contracts/account";
import {
  getCalendarAddress,
  renewCalendarAddress,
  revokeCalendarAddress,
} from "@conquest/shared/contracts/calendar-address";
import { getMyStats, listWonContests } from "@conquest/shared/contracts/winners";
import { listNotices, markNoticesRead } from "@conquest/shared/contracts/messages";
import { listEmailPreferences, readUnsubscribe } from "@conquest/shared/contracts/email-preferences";
import { listNextSteps } from "@conquest/shared/contracts/next-steps";
import { getCreatorOverview, getMyOverview, getSiteOverview } from "@conquest/shared/contracts/overview";
import { getReported } from "@conquest/shared/contracts/reports";
import {
  countParticipations,
  listFollowedContests,
  listParticipatedContests,
} from "@conquest/shared/contracts/participation";
import { getReceipt, listPayments } from "@conquest/shared/contracts/payments";
import { uploadPicture } from "@conquest/shared/contracts/media/uploads";
import { listUsers, requestRole, updateProfile, withdrawRoleRequest } from "@conquest/shared/contracts/users";
import { listWaitingContests } from "@conquest/shared/contracts/waiting-list";
import { runStandalone } from "@conquest/shared/testing/run-standalone";
import {
  aContest,
  aCreatorOverview,
  aMyOverview,
  aNotice,
  anOwnReport,
  allowed,
  anAward,
  aParticipation,
  aPayment,
  aReceipt,
  aSiteOverview,
  aUser,
  sampleId,
} from "@conquest/shared/testing/samples";
import { stub } from "@conquest/shared/testing/stubs";
import remote from "../remote.json";
import UserRoutes from "./routes";

runStandalone(remote, UserRoutes, {
  as: "user",
  answers: [
    stub(listNotices, [
      aNotice(),
      aNotice({ _id: sampleId(32), kind: "winner", text: "You won “Film in a tweet”.", isRead: true }),
    ]),
    stub(markNoticesRead, { modifiedCount: 2 }),
    stub(listNextSteps, [
      {
        kind: "entry_missing",
        contest: { _id: aParticipation()._id, name: aParticipation().name },
        deadline: aParticipation().deadline,
      },
    ]),
    stub(getMyOverview, aMyOverview()),
    stub(getCreatorOverview, aCreatorOverview()),
    stub(getSiteOverview, aSiteOverview()),
    stub(listParticipatedContests, [
      aParticipation({ group: "to_do" }),
      aParticipation({
        _id: sampleId(2),
        name: "Film in a tweet",
        group: "finished",
        phase: "completed",
        entryState: "winner",
        answer: { rating: 5, hasWord: true },
      }),
    ]),
    stub(countParticipations, { to_do: 1, waiting: 0, finished: 1 }),
    stub(listWaitingContests, []),
    stub(listPayments, [
      aPayment({ number: 3, kind: "refund", amount: -25_000 }),
      aPayment({ number: 2, receiptNumber: 2, contest: { _id: sampleId(2), name: "Film in a tweet" } }),
      aPayment({ isRefunded: true }),
    ]),
    stub(
      getReceipt,
      aReceipt({ status: "refunded", refund: { number: 3, amount: 25_000, at: "2026-03-02T06:00:00.000Z" } }),
    ),
    stub(listFollowedContests, [aContest()]),
    stub(getReported, anOwnReport()),
    stub(listEmailPreferences, {
      isOn: true,
      choices: [
        {
          topic: "money",
          title: "Payments",
          text: "Receipts of payments and refunds.",
          isWanted: true,
          isAlways: false,
        },
      ],
    }),
    stub(readUnsubscribe, { topic: "money", title: "Payments", email: "r•••@e•••.com", isWanted: true }),
    stub(listWonContests, [
      {
        id: sampleId(2),
        image: "/media/covers/image-design-1.webp",
        name: "Film in a tweet",
        dateWon: new Date().toISOString(),
        prize: 9000,
        note: "Sharp.",
        isPublic: true,
        award: anAward({ state: "sent", may: { confirmPrize: allowed, reportPrize: allowed } }),
      },
    ]),
    stub(getMyStats, { joined: 9, finished: 8, won: 3 }),
    stub(listUsers, [aUser()]),
    stub(requestRole, { modifiedCount: 1 }),
    stub(withdrawRoleRequest, { modifiedCount: 1 }),
    stub(listSessions, [
      {
        _id: "a".repeat(64),
        device: "Firefox on Linux",
        startedAt: "2026-03-01T00:00:00.000Z",
        lastUsedAt: "2026-03-01T00:00:00.000Z",
        isThisOne: true,
      },
      {
        _id: "b".repeat(64),
        device: "Safari on iPhone",
        startedAt: "2026-02-26T00:00:00.000Z",
        lastUsedAt: "2026-02-28T00:00:00.000Z",
        isThisOne: false,
      },
    ]),
    stub(getCalendarAddress, { createdAt: null }),
    stub(renewCalendarAddress, {
      createdAt: "2026-03-01T00:00:00.000Z",
      address: `https://conquest.example/api/calendars/${"a".repeat(32)}.ics`,
    }),
    stub(revokeCalendarAddress, { revokedCount: 1 }),
    stub(endOneSession, { endedCount: 1 }),
    stub(endOtherSessions, { endedCount: 1 }),
    stub(previewDeletion, {
      isAllowed: true,
      because: "",
      ends: { contestCount: 1, refundedCount: 12, refundedTotal: 2400 },
      leaves: { count: 1, total: 300 },
      entryCount: 3,
    }),
    stub(deleteAccount, { deletedCount: 1 }),
    stub(updateProfile, ({ body }) => aUser({ name: body.name || aUser().name })),
    stub(uploadPicture, { address: "/media/people/woman-01.webp", width: 640, height: 640 }),
  ],
});
