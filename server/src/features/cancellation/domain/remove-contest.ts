import { eq } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contestQuestions } from "../../../database/schema/talk";
import { writeAudit } from "../../../platform/write-audit";
import type { Clock } from "../../../platform/clock";
import { releasePictures } from "../../../platform/files/uploaded-pictures";
import { notify, resolveActionRequests } from "../../../platform/notify";
import type { Caller } from "../../../platform/sessions/session";
import { cancelContest, type Refunds } from "./cancel-contest";
import { contestsRepository, type ContestRow } from "../../contests/domain/contests-repository";
import { endInvitations, judgeNotifications } from "../../judges/domain/judge-notifications";
import { participationsRepository } from "../../participation/domain/participations-repository";
import { notifyReportersOfRemoval } from "../../reports/domain/report-notifications";
import { resolveQuestionRequests } from "../../questions/domain/question-notifications";
import { cancellationNotifications } from "./cancellation-notifications";

interface Removal {
  reason: string;
  by: Pick<Caller, "id" | "role">;
}

async function removeContest(tx: Database, clock: Clock, contest: ContestRow, { reason, by }: Removal): Promise<void> {
  const { id } = contest;
  await releasePictures(tx, { contestId: id });
  await notifyReportersOfRemoval(tx, clock, contest);
  await notify(tx, clock, judgeNotifications.removed(contest));
  await endInvitations(tx, contest, "the contest was removed");
  await notify(tx, clock, cancellationNotifications.removedToFollowers(contest));
  await resolveActionRequests(tx, clock, `review:${id}`, `changes:${id}`, `winner:${id}`);
  await resolveQuestionRequests(tx, clock, eq(contestQuestions.contestId, id));
  await contestsRepository(tx).remove(id);
  await writeAudit(tx, clock, { act: "contest_deleted", by, contestId: id, from: contest.review, reason });
}

export interface EndResult extends Refunds {
  isCancelled: boolean;
}

/** Ends a locked, undecided contest: cancels it if anyone ever joined, else deletes it. */
export async function endContest(
  tx: Database,
  clock: Clock,
  contest: ContestRow,
  removal: Removal,
): Promise<EndResult> {
  if (await participationsRepository(tx).wasJoined(contest.id))
    return { isCancelled: true, ...(await cancelContest(tx, clock, contest, removal)) };
  await removeContest(tx, clock, contest, removal);
  return { isCancelled: false, refundedCount: 0, refundedTotal: 0 };
}
