import type { Text } from "@conquest/shared/contracts/text/message";
import { eq } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contestQuestions } from "../../../database/schema/talk";
import { writeAudit } from "../../../platform/write-audit";
import type { Clock } from "../../../platform/clock";
import { notify, resolveActionRequests } from "../../../platform/notify";
import type { Caller } from "../../../platform/sessions/session";
import { type ContestRow, contestsRepository } from "../../contests/domain/contests-repository";
import { endInvitations, judgeNotifications } from "../../judges/domain/judge-notifications";
import { participationsRepository } from "../../participation/domain/participations-repository";
import { resolveQuestionRequests } from "../../questions/domain/question-notifications";
import { cancellationNotifications } from "./cancellation-notifications";
import { waitingListNotifications } from "../../waiting-list/domain/waiting-list-notifications";
import { endWaits } from "../../waiting-list/domain/settle-waiting-list";
import { waitingListRepository } from "../../waiting-list/domain/waiting-list-repository";
import { translate } from "../../../platform/text/translate";
import { releaseAttachments } from "../../attachments/domain/attachments";
import { releasePictures } from "../../../platform/files/uploaded-pictures";
import { notifyReportersOfRemoval } from "../../reports/domain/report-notifications";

interface Cancellation {
  /** A message is stored in English. */
  reason: Text;
  /** Null for the lifecycle job. */
  by: Pick<Caller, "id" | "role"> | null;
}

interface Refunds {
  refundedCount: number;
  refundedTotal: number;
}

/** Cancels a locked contest, refunds all payments and notifies everyone involved. */
export async function cancelContest(tx: Database, clock: Clock, contest: ContestRow, { reason, by }: Cancellation) {
  const now = clock.now();
  const refunds = await participationsRepository(tx).refundAll(contest.id, now);
  await contestsRepository(tx).change(contest.id, {
    cancelledAt: now,
    featuredAt: null,
    cancelReason: translate("en", reason),
    cancelledBy: by?.id ?? null,
    participantCount: 0,
    paidTotal: 0,
    updatedAt: now,
  });
  await writeAudit(tx, clock, {
    act: "contest_cancelled",
    by,
    contestId: contest.id,
    from: contest.review,
    to: "cancelled",
    reason: translate("en", reason),
  });
  await resolveActionRequests(tx, clock, `winner:${contest.id}`, `review:${contest.id}`, `changes:${contest.id}`);
  await resolveQuestionRequests(tx, clock, eq(contestQuestions.contestId, contest.id));
  await notify(tx, clock, [
    ...refunds.map((refund) => cancellationNotifications.cancelledToParticipant(contest, reason, refund)),
    judgeNotifications.cancelled(contest, reason),
  ]);
  const waits = await waitingListRepository(tx, contest.id).findWithAccess();
  await endWaits(tx, clock, contest.id, "all", "closed");
  await endInvitations(tx, contest, "cancelled");
  await notify(tx, clock, [
    waitingListNotifications.cancelled(contest, reason, waits),
    ...cancellationNotifications.cancelledToFollowers(contest, reason, [...refunds, ...waits]),
  ]);
  return { refundedCount: refunds.length, refundedTotal: refunds.reduce((total, { amount }) => total + amount, 0) };
}

interface Removal {
  reason: Text;
  by: Pick<Caller, "id" | "role">;
}

async function removeContest(tx: Database, clock: Clock, contest: ContestRow, { reason, by }: Removal): Promise<void> {
  const { id } = contest;
  await releasePictures(tx, { contestId: id });
  await releaseAttachments(tx, id);
  await notifyReportersOfRemoval(tx, clock, contest);
  await notify(tx, clock, judgeNotifications.removed(contest));
  await endInvitations(tx, contest, "deleted");
  await notify(tx, clock, cancellationNotifications.removedToFollowers(contest));
  await resolveActionRequests(tx, clock, `review:${id}`, `changes:${id}`, `winner:${id}`);
  await resolveQuestionRequests(tx, clock, eq(contestQuestions.contestId, id));
  await contestsRepository(tx).remove(id);
  await writeAudit(tx, clock, {
    act: "contest_deleted",
    by,
    contestId: id,
    from: contest.review,
    reason: translate("en", reason),
  });
}

export interface EndResult extends Refunds {
  isCancelled: boolean;
}

/** Ends a locked, undecided contest: cancels it if anyone ever joined, else deletes it. */
export async function endContest(tx: Database, clock: Clock, contest: ContestRow, removal: Removal) {
  if (await participationsRepository(tx).wasJoined(contest.id))
    return { isCancelled: true, ...(await cancelContest(tx, clock, contest, removal)) };
  await removeContest(tx, clock, contest, removal);
  return { isCancelled: false, refundedCount: 0, refundedTotal: 0 };
}
