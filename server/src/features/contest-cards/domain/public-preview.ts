import type { z } from "zod";
import { eq } from "drizzle-orm";
import type { contestDetails } from "@conquest/shared/contracts/contests";
import type { JoinAmount } from "@conquest/shared/contracts/parts/site-config";
import type { Database } from "../../../database/database";
import { contests } from "../../../database/schema/contests";
import { users } from "../../../database/schema/people";
import { creatorRecords } from "../../../database/schema/records";
import { displayNameOf } from "../../../platform/people";
import { attachmentsColumn } from "../../attachments/domain/attachments";
import { evaluatePermissions } from "./contest-permissions";
import { toCard } from "./contest-cards";
import { renderBrief } from "../../contests/domain/brief";
import { toShownRules } from "../../contests/domain/contest-rules";
import type { ContestRow } from "../../contests/domain/contests-repository";
import { recordColumns, toRecord } from "../../creators/domain/creator-record";
import { judgeNames, judgeDisplayNames } from "../../judges/domain/judge-assignments-repository";
import { refundAt, winnerDueAt } from "../../lifecycle/domain/lifecycle-schedule";

const VISITOR = {
  isOwner: false,
  isAdmin: false,
  isJudge: false,
  standsIn: false,
  hasJoined: false,
  hasSubmitted: false,
  joinedBeforeExtension: false,
  isShownWinner: false,
  everJoined: false,
  waiting: null,
  team: null,
  hasReported: false,
};
const NO_RECORD = {
  runCount: 0,
  concludedCount: 0,
  cancelledCount: 0,
  unwonCount: 0,
  hiddenCount: 0,
  resultMs: 0,
  prizeCount: 0,
  deliveredCount: 0,
  prizeDays: null,
};

export type PreviewFields = Pick<
  ContestRow,
  | "id"
  | "creatorId"
  | "name"
  | "image"
  | "description"
  | "task"
  | "summary"
  | "taskIsMarkdown"
  | "tag"
  | "registrationPrice"
  | "prize"
  | "deadline"
  | "hidesNames"
  | "criteria"
  | "criteriaWeights"
  | "morePrizes"
  | "rules"
  | "rulesVersion"
  | "entryFields"
  | "visibility"
  | "maxParticipants"
  | "maxTeamSize"
>;

/** Returns the contest page data as a visitor would see it if it were confirmed now for the first time. */
export async function publicPreview(
  db: Database,
  { creatorId, ...written }: PreviewFields,
  now: Date,
  joinAmount: JoinAmount,
): Promise<z.input<typeof contestDetails>> {
  const [creator] = await db
    .select({ name: users.name, photo: users.image, removedAt: users.removedAt, record: recordColumns })
    .from(users)
    .leftJoin(creatorRecords, eq(creatorRecords.creatorId, users.id))
    .where(eq(users.id, creatorId));
  // Drafts have neither judges nor attachments.
  const [judged] = await db
    .select({ judges: judgeNames, attachments: attachmentsColumn })
    .from(contests)
    .where(eq(contests.id, written.id));
  const { name, photo, removedAt, record } = creator!;
  const contest = {
    ...written,
    status: "open",
    review: "approved",
    cancelledAt: null,
    winnerAt: null,
    participantCount: 0,
    heldSpots: 0,
    deadlineMoves: 0,
    extendedAt: null,
    hiddenAt: null,
  } as const;
  const card = toCard(
    { ...contest, participants: [], creatorName: name, creatorPhoto: photo, creatorRemovedAt: removedAt },
    now,
    joinAmount,
  );
  return {
    ...card,
    task: written.task,
    brief: renderBrief(written),
    attachments: judged?.attachments ?? undefined,
    creator: { name: displayNameOf({ name, removedAt }), photo, publicId: null, record: toRecord(record ?? NO_RECORD) },
    hidesNames: written.hidesNames,
    criteria: written.criteria,
    criteriaWeights: written.criteriaWeights,
    morePrizes: written.morePrizes,
    maxParticipants: written.maxParticipants,
    maxTeamSize: written.maxTeamSize,
    waitingCount: written.maxParticipants === null ? null : 0,
    rules: toShownRules(written.rules, written.rulesVersion),
    entryFields: written.entryFields,
    judges: judgeDisplayNames(judged?.judges ?? []),
    winnerDueAt: winnerDueAt(written.deadline).toISOString(),
    refundAt: refundAt(written.deadline).toISOString(),
    extension: null,
    cancelledAt: null,
    cancelReason: null,
    hiddenAt: null,
    isPublic: true,
    adminsChoose: false,
    nobodyCanWin: false,
    winner: null,
    placements: [],
    publishedEntryCount: 0,
    questionCount: 0,
    newsCount: 0,
    may: evaluatePermissions(
      {
        contest,
        who: VISITOR,
        wasJoined: false,
        wasPaidFor: false,
        creatorIsUser: false,
        isPublic: true,
        nobodyCanWin: false,
        dayOfNewsSince: null,
        award: null,
      },
      now,
    ),
    viewer: null,
  };
}
