import "@conquest/shared/styles/page.css";
import {
  createDraft,
  deleteDraft,
  draftForm,
  duplicateContest,
  getDraft,
  listDrafts,
  saveDraft,
} from "@conquest/shared/contracts/drafts";
import {
  countMyContests,
  createContest,
  deleteContest,
  listMyContests,
  previewMarkdown,
  updateContest,
} from "@conquest/shared/contracts/publishing";
import {
  getContestAccess,
  inviteToContest,
  removeContestInvitation,
  removeJoinCode,
  renewJoinCode,
  type ContestAccess,
} from "@conquest/shared/contracts/contest-access";
import { extendDeadline } from "@conquest/shared/contracts/deadline-extensions";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { listAnnouncements, publishAnnouncement } from "@conquest/shared/contracts/announcements";
import { declareWinner } from "@conquest/shared/contracts/winners";
import { rateEntry } from "@conquest/shared/contracts/judging/judged-entries";
import {
  answerInvitation,
  inviteJudge,
  listJudges,
  listJudgingInvitations,
  stepDown,
  withdrawJudge,
} from "@conquest/shared/contracts/judging/judges";
import {
  getJudgedEntry,
  getJudging,
  listJudgedEntries,
  shortlistEntry,
} from "@conquest/shared/contracts/judging/judging";
import { getJudgingPlan, listRecusals } from "@conquest/shared/contracts/judging/planning";
import { listCovers, uploadPicture } from "@conquest/shared/contracts/media/uploads";
import { getProgress, listParticipants } from "@conquest/shared/contracts/progress";
import { runStandalone } from "@conquest/shared/testing/run-standalone";
import {
  aContestDetails,
  aContestEntry,
  aContestJudge,
  samplePermissions,
  aFile,
  aParticipant,
  aJudgedEntry,
  aJudgingInvitation,
  allowed,
  aMyContest,
  anAnnouncement,
  aProgress,
  sampleId,
} from "@conquest/shared/testing/samples";
import { stub } from "@conquest/shared/testing/stubs";
import remote from "../remote.json";
import CreatorRoutes from "./routes";

const judging = {
  _id: sampleId(2),
  name: "Film in a tweet",
  phase: "judging",
  deadline: new Date(Date.now() - 86_400_000).toISOString(),
  entryCount: 2,
} as const;

const access: ContestAccess = {
  code: "7KQ2M9X4PABC",
  codeUses: 2,
  invitations: [
    { _id: sampleId(81), email: "ann@example.com", invitedAt: new Date().toISOString(), hasJoined: true },
    { _id: sampleId(82), email: "bo@example.com", invitedAt: new Date().toISOString(), hasJoined: false },
  ],
  may: { invite: allowed, renewCode: allowed },
};

const kept = (revision: number) => ({ _id: sampleId(4), revision, savedAt: new Date().toISOString() });

runStandalone(remote, CreatorRoutes, {
  as: "creator",
  id: judging._id,
  answers: [
    stub(listMyContests, [
      aMyContest({ status: "pending", phase: "in_review", participantCount: 0 }),
      aMyContest(judging),
    ]),
    stub(countMyContests, { drafts: 1, review: 1, open: 0, judging: 1, done: 0 }),
    stub(getContestDetails, ({ params }) =>
      aContestDetails({
        ...(params.id === judging._id && judging),
        may: samplePermissions({ readEntries: allowed, rateEntries: allowed, declareWinner: allowed }),
      }),
    ),
    stub(listDrafts, [{ ...kept(1), name: "River stories", image: "" }]),
    stub(getDraft, { ...kept(1), form: draftForm.parse({ name: "River stories" }) }),
    stub(createDraft, () => kept(1)),
    stub(saveDraft, ({ body }) => kept(body.revision + 1)),
    stub(duplicateContest, () => kept(1)),
    stub(deleteDraft, { deletedCount: 1 }),
    stub(createContest, { insertedId: sampleId(3), contest: aMyContest({ _id: sampleId(3) }) }),
    stub(previewMarkdown, { tokens: [{ tag: "p" }, { tag: "strong" }, { text: "A river" }, {}, {}] }),
    stub(updateContest, { modifiedCount: 1, contest: aMyContest() }),
    stub(extendDeadline, ({ body }) => ({
      contest: aMyContest({ deadline: body.deadline }),
      toldCount: 2,
      leavesUntil: new Date(Date.now() + 2 * 86_400_000).toISOString(),
    })),
    stub(deleteContest, { deletedCount: 1, cancelled: false, refundedCount: 0, refundedTotal: 0 }),
    stub(getJudging, { entryCount: 2, ratedCount: 1, shortlistedCount: 0, areNamesHidden: true, seesJudges: false }),
    stub(listJudgedEntries, [
      aJudgedEntry({ label: "Entry 412", rating: 4, hasWord: true, fileCount: 2 }),
      aJudgedEntry({ _id: sampleId(22), label: "Entry 107", excerpt: "The same film, told by its cat." }),
    ]),
    stub(getContestAccess, access),
    stub(inviteToContest, access),
    stub(removeContestInvitation, { ...access, invitations: access.invitations.slice(0, 1) }),
    stub(renewJoinCode, access),
    stub(removeJoinCode, { ...access, code: null }),
    stub(listJudges, { judges: [aContestJudge()], may: { invite: allowed } }),
    stub(getJudgingPlan, {
      judgesPerEntry: null,
      ratingsDueAt: null,
      shortCount: 0,
      recusalCount: 1,
      judges: [{ _id: aContestJudge()._id, name: "Mina Das", assignedCount: 1, ratedCount: 0, recusedCount: 1 }],
      may: { plan: allowed },
    }),
    stub(listRecusals, [
      {
        entryId: sampleId(22),
        label: "Entry 107",
        judgeId: aContestJudge()._id,
        judgeName: "Mina Das",
        reason: "I know this work.",
        at: new Date().toISOString(),
      },
    ]),
    stub(inviteJudge, { judges: [aContestJudge()], may: { invite: allowed } }),
    stub(withdrawJudge, { judges: [], may: { invite: allowed } }),
    stub(listJudgingInvitations, [aJudgingInvitation()]),
    stub(answerInvitation, ({ body }) => aJudgingInvitation({ state: body.accepts ? "accepted" : "declined" })),
    stub(stepDown, { modifiedCount: 1 }),
    stub(getProgress, aProgress()),
    stub(listParticipants, [aParticipant(), aParticipant({ _id: sampleId(72), name: "Mina Das" })]),
    stub(listAnnouncements, [anAnnouncement()]),
    stub(publishAnnouncement, ({ body }) => anAnnouncement({ text: body.text })),
    stub(getJudgedEntry, ({ params }) =>
      params.entryId === sampleId(22)
        ? aContestEntry({ _id: sampleId(22), label: "Entry 107", text: "The same film, told by its cat.", name: "" })
        : aContestEntry({
            label: "Entry 412",
            name: "",
            files: [
              aFile(),
              aFile({ _id: sampleId(42), name: "Entry 412, file 2.zip", kind: "zip", width: null, height: null }),
            ],
            ownRating: { rating: 4, word: "I laughed twice." },
          }),
    ),
    stub(shortlistEntry, ({ body }) => ({ isShortlisted: body.isShortlisted })),
    stub(declareWinner, { modifiedCount: 1 }),
    stub(rateEntry, ({ body }) => ({ rating: body.rating ?? null, word: body.word ?? "" })),
    stub(uploadPicture, { address: "/media/covers/image-design-2.webp", width: 1280, height: 720 }),
    stub(listCovers, [{ address: "/media/covers/image-design-1.webp", tag: "Image Design Contests" }]),
  ],
});
