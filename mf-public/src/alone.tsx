import "@conquest/shared/styles/page.css";
import { listAwards } from "@conquest/shared/contracts/awards";
import { previewDraft } from "@conquest/shared/contracts/drafts";
import {
  getContestDetails,
  getCreator,
  getSiteTotals,
  listBestCreators,
  listContests,
  listCreatorContests,
  listFeaturedContests,
  listPopularContests,
  listTopContests,
  searchContests,
} from "@conquest/shared/contracts/listing";
import {
  getMyEntry,
  listPublishedEntries,
  publishEntry,
  showEntryIfWins,
  submitEntry,
} from "@conquest/shared/contracts/entries";
import { removeEntryFile, uploadEntryFile } from "@conquest/shared/contracts/media/entry-files";
import { listWinners } from "@conquest/shared/contracts/winners";
import { sendContactMessage } from "@conquest/shared/contracts/messages";
import { listAnnouncements } from "@conquest/shared/contracts/announcements";
import { answerQuestion, askQuestion, listQuestions, removeQuestion } from "@conquest/shared/contracts/questions";
import { getContestReview } from "@conquest/shared/contracts/review";
import { enterJoinCode } from "@conquest/shared/contracts/contest-access";
import { joinContest, leaveContest } from "@conquest/shared/contracts/participation";
import { getMyTeam } from "@conquest/shared/contracts/teams";
import { runStandalone } from "@conquest/shared/testing/run-standalone";
import {
  aContest,
  aContestDetails,
  aContestReview,
  aCreatorRecord,
  aFile,
  anEntry,
  anAnnouncement,
  aQuestion,
  allowed,
  anAward,
  samplePermissions,
  sampleId,
} from "@conquest/shared/testing/samples";
import { stub } from "@conquest/shared/testing/stubs";
import remote from "../remote.json";
import PublicRoutes from "./routes";

const contests = Array.from({ length: 9 }, (_, index) =>
  aContest({ _id: sampleId(index + 1), participantCount: 40 - index }),
);

runStandalone(remote, PublicRoutes, {
  as: "user",
  id: sampleId(1),
  answers: [
    stub(getMyTeam, { team: null, invitation: null }),
    stub(enterJoinCode, { contestId: sampleId(1) }),
    stub(searchContests, contests.slice(0, 2)),
    stub(getSiteTotals, { openCount: 9, prizeTotal: 225_000, entryCount: 140 }),
    stub(listFeaturedContests, contests.slice(0, 2)),
    stub(listPopularContests, contests.slice(0, 6)),
    stub(listTopContests, contests),
    stub(listContests, contests),
    stub(getContestDetails, ({ params }) =>
      aContestDetails({
        _id: String(params.id),
        questionCount: 1,
        newsCount: 1,
        may: samplePermissions({ join: allowed, readAwards: allowed }),
      }),
    ),
    stub(listAwards, ({ params }) => [anAward({ contest: { _id: String(params.contestId), name: "Posters" } })]),
    stub(previewDraft, ({ params }) => ({ contest: aContestDetails({ _id: String(params.id) }), missing: {} })),
    stub(getContestReview, aContestReview()),
    stub(getCreator, ({ params }) => ({
      _id: String(params.id),
      name: "Nadia Rahman",
      photo: "",
      since: "2025-03-01T10:00:00.000Z",
      record: aCreatorRecord(),
    })),
    stub(listCreatorContests, contests),
    stub(listBestCreators, [
      {
        _id: sampleId(11),
        name: "Nadia Rahman",
        photo: "",
        participantCount: 212,
        bestContest: { _id: sampleId(1), ...named(1) },
      },
    ]),
    stub(listWinners, [
      {
        _id: sampleId(10),
        name: "Rafi Ahmed",
        photo: "",
        email: "r•••@e•••.com",
        timesWon: 3,
        lastContest: {
          _id: sampleId(2),
          ...named(2),
          work: { picture: null, text: "A kite above the delta at dawn." },
        },
      },
    ]),
    stub(sendContactMessage, { success: true }),
    stub(joinContest, {
      contestId: sampleId(1),
      amount: 25_000,
      last4: "4242",
      paymentStatus: "paid",
      paidAt: new Date().toISOString(),
      participantCount: 3,
    }),
    stub(leaveContest, { refundedTotal: 25_000 }),
    stub(getMyEntry, { entry: null }),
    stub(submitEntry, anEntry()),
    stub(showEntryIfWins, ({ body }) => anEntry({ showIfWins: body.showIfWins })),
    stub(publishEntry, ({ body }) => anEntry({ isPublished: body.isPublished })),
    stub(listPublishedEntries, []),
    stub(listQuestions, [aQuestion({ answer: { text: "It may.", at: new Date().toISOString(), correctedAt: null } })]),
    stub(askQuestion, ({ body }) => aQuestion({ text: body.text, isOwn: true })),
    stub(answerQuestion, ({ body }) =>
      aQuestion({ answer: { text: body.text, at: new Date().toISOString(), correctedAt: null } }),
    ),
    stub(removeQuestion, { deletedCount: 1 }),
    stub(listAnnouncements, [anAnnouncement()]),
    stub(uploadEntryFile, ({ query }) =>
      aFile({ _id: crypto.randomUUID(), name: query.name, kind: "pdf", width: null, height: null }),
    ),
    stub(removeEntryFile, { deletedCount: 1 }),
  ],
});

function named(number: number) {
  const { name, description } = aContest({ _id: sampleId(number) });
  return { name, description };
}
