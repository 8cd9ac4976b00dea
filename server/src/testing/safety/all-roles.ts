import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { attachFile } from "@conquest/shared/contracts/attachments";
import { inviteToContest, renewJoinCode } from "@conquest/shared/contracts/contest-access";
import { createDraft, draftForm } from "@conquest/shared/contracts/drafts";
import { submitEntry } from "@conquest/shared/contracts/entries";
import { uploadEntryFile } from "@conquest/shared/contracts/media/entry-files";
import { inviteJudge } from "@conquest/shared/contracts/judging/judges";
import { replyToContactMessage, sendContactMessage } from "@conquest/shared/contracts/messages";
import { askQuestion } from "@conquest/shared/contracts/questions";
import { reportContest } from "@conquest/shared/contracts/reports";
import { uploadPicture } from "@conquest/shared/contracts/media/uploads";
import { deleteUser, requestRole } from "@conquest/shared/contracts/users";
import { awards } from "../../database/schema/awards";
import { contests, entries } from "../../database/schema/contests";
import { contactMessages, contactReplies } from "../../database/schema/messages";
import { sessions, users } from "../../database/schema/people";
import { creatorRecords } from "../../database/schema/records";
import { reportCases } from "../../database/schema/reports";
import { pictureIdOf } from "../../platform/files/uploaded-pictures";
import type { Person, TestServer } from "../test-server";
import { aContestForm, contestSteps } from "../contest-steps";

export const ONE_PIXEL_PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Kinds of callers; the first five have no valid session. */
export const CALLERS = [
  "visitor",
  "expired",
  "forged",
  "blocked",
  "removed",
  "user",
  "requested",
  "participant",
  "other creator",
  "owner",
  "admin",
] as const;
export type CallerName = (typeof CALLERS)[number];

export interface AllRoles {
  people: Record<CallerName, Person | null>;
  contestId: string;
  publicId: string;
  /** A contest of the owner in review. */
  pendingId: string;
  draftId: string;
  entryId: string;
  fileId: string;
  /** An unused upload of the participant. */
  looseFileId: string;
  /** An unused upload of the owner. */
  ownFileId: string;
  attachmentId: string;
  pictureId: string;
  messageId: string;
  /** A reply to the message that the mail server rejected. */
  replyId: string;
  invitationId: string;
  questionId: string;
  caseId: string;
  /** Number of the participant's payment. */
  paymentNumber: string;
  /** Contest of the owner that the participant won; its prize was sent but not confirmed. */
  wonId: string;
  /** A private contest of the owner. */
  privateId: string;
  joinCode: string;
  guestInvitationId: string;
}

export async function createAllRoles(site: TestServer): Promise<AllRoles> {
  const { people } = site;
  const steps = contestSteps(site);
  const [owner, otherCreator, admin] = [await people.creator(), await people.creator(), await people.admin()];
  const [user, requested, participant] = [await people.user(), await people.user(), await people.user()];
  const [blocked, removed, expired] = [await people.user(), await people.user(), await people.user()];
  const { address } = await site.api
    .as(owner)
    .call(uploadPicture, { query: { name: "cover.png" }, body: ONE_PIXEL_PNG });
  const pendingId = await steps.create(owner, { image: address });
  const contestId = await steps.open(owner);
  const draft = await site.api
    .as(owner)
    .call(createDraft, { body: { form: draftForm.parse(aContestForm({ name: "River stories" })) } });
  const { receiptNumber } = await steps.join(participant, contestId);
  const [fileId, looseFileId] = [
    await uploaded(site, participant, "My poster"),
    await uploaded(site, participant, "Another one"),
  ];
  await site.api
    .as(participant)
    .call(submitEntry, { params: { contestId }, body: { text: "My poster", files: [fileId] } });
  const [ownFileId, attachmentId] = [await uploaded(site, owner, "A template"), await uploaded(site, owner, "A logo")];
  await site.api.as(owner).call(attachFile, { params: { contestId }, body: { fileId: attachmentId } });
  const question = await site.api
    .as(participant)
    .call(askQuestion, { params: { contestId }, body: { text: "How large may it be?" } });
  const invited = await site.api.as(owner).call(inviteJudge, { params: { contestId }, body: { email: user.email } });
  await site.api
    .as(participant)
    .call(reportContest, { params: { contestId }, body: { reason: "misleading", word: "The prize is made up." } });
  const [reported] = await site.db.select({ id: reportCases.id }).from(reportCases);
  await site.api.as(requested).call(requestRole, { params: { email: requested.email }, body: { role: "requested" } });
  await site.api.call(sendContactMessage, { body: { name: "Ann", email: "ann@example.com", message: "Hello" } });
  const [asked] = await site.db.select({ id: contactMessages.id }).from(contactMessages);
  const replied = await site.api
    .as(admin)
    .call(replyToContactMessage, { params: { id: asked!.id }, body: { text: "Hello Ann" } });
  await site.db.update(contactReplies).set({ givenUpAt: site.clock.now(), givenUpBecause: "EENVELOPE 550" });
  await site.db.update(users).set({ status: "blocked" }).where(eq(users.id, blocked.id));
  await site.api.as(admin).call(deleteUser, { params: { id: removed.id } });
  await site.db.update(sessions).set({ expiresAt: site.clock.now() }).where(eq(sessions.userId, expired.id));
  const forged = { ...user, cookie: `${user.cookie.slice(0, -4)}AAAA` };
  const [entry] = await site.db.select({ id: entries.id }).from(entries);
  const [record] = await site.db
    .select({ publicId: creatorRecords.publicId })
    .from(creatorRecords)
    .where(eq(creatorRecords.creatorId, owner.id));
  const wonId = await steps.open(owner, { name: "Won" });
  await steps.join(participant, wonId);
  const { _id: winnerEntryId } = await steps.submit(participant, wonId);
  const now = site.clock.now();
  await site.db
    .update(contests)
    .set({ winnerId: participant.id, winnerEntryId, winnerNote: "Clear", winnerAt: now, winnerDeclaredBy: owner.id })
    .where(eq(contests.id, wonId));
  await site.db.update(awards).set({ state: "unconfirmed", sentOn: "2026-03-02", sentAt: now, nextAt: null });
  const privateId = await steps.open(owner, { name: "Private", visibility: "private" });
  const { invitations } = await site.api
    .as(owner)
    .call(inviteToContest, { params: { contestId: privateId }, body: { addresses: "guest@example.com" } });
  const { code } = await site.api.as(owner).call(renewJoinCode, { params: { contestId: privateId } });
  return {
    privateId,
    joinCode: code!,
    guestInvitationId: invitations[0]!._id,
    wonId,
    publicId: record!.publicId,
    people: {
      visitor: null,
      expired,
      forged,
      blocked,
      removed,
      user,
      requested,
      participant,
      "other creator": otherCreator,
      owner,
      admin,
    },
    contestId,
    pendingId,
    draftId: draft._id,
    entryId: entry!.id,
    fileId,
    looseFileId,
    ownFileId,
    attachmentId,
    pictureId: pictureIdOf(address)!,
    messageId: asked!.id,
    replyId: replied.replies[0]!._id,
    invitationId: invited.judges[0]!._id,
    questionId: question._id,
    caseId: reported!.id,
    paymentNumber: String(receiptNumber),
  };
}

const uploaded = async (site: TestServer, person: Person, text: string): Promise<string> =>
  (await site.api.as(person).call(uploadEntryFile, { query: { name: "poster.txt" }, body: Buffer.from(text) }))._id;

/** Writes figures of a test for `npm run test:safety`, which names the folder. */
export function writeStatistics(name: string, figures: Readonly<Record<string, number | string>>): void {
  const folder = process.env["SAFETY_FIGURES"];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${name}.json`), JSON.stringify(figures));
}
