import { and, desc, eq, gt, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import type { contestComment } from "@conquest/shared/contracts/contests";
import { type commentForm, type returnToReview as contract, MAX_FEATURED } from "@conquest/shared/contracts/review";
import { message } from "@conquest/shared/contracts/text/message";
import type { Database } from "../../database/database";
import { auditEntries } from "../../database/schema/audit";
import { contestRounds } from "../../database/schema/contests";
import { throwConflict, orNotFound } from "../../platform/errors";
import { type ContestRow, contestsRepository } from "../contests/domain/contests-repository";
import { writeAudit } from "../../platform/write-audit";
import type { Deps } from "../../platform/deps";
import { notify, resolveActionRequests } from "../../platform/notify";
import { lockCallerAnd, lockCaller } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { canConfirm, canDecide, canReturnToReview, canFeature } from "./domain/review-policy";
import { assertAllowed } from "../../platform/policy";
import { writeRound } from "./domain/contest-rounds";
import { reviewNotifications, type ReviewBeforeApproval } from "./review-notifications";
import { contestComments, contestQuestions } from "../../database/schema/talk";
import { toComment } from "../contest-lists/domain/managed-contests";
import { participationsRepository } from "../participation/domain/participations-repository";
import { resolveQuestionRequests } from "../questions/domain/question-notifications";
import { settleWaitingList } from "../waiting-list/domain/settle-waiting-list";
import { countFeatured } from "../contest-lists/domain/featured-contests";

/** Throws a 409 if the locked contest was changed or decided since revision `read`; without one, checks nothing. */
async function assertRevision(tx: Database, contest: Pick<ContestRow, "id" | "revision">, read: number | undefined) {
  if (read === undefined || read === contest.revision) return;
  const changes = await tx.$count(
    contestRounds,
    and(
      eq(contestRounds.contestId, contest.id),
      gt(contestRounds.revision, read),
      inArray(contestRounds.act, ["submitted", "edited"]),
    ),
  );
  if (changes > 0)
    throwConflict(
      "contest_changed",
      message("The creator changed this contest after you opened it. Read the changes, then decide."),
    );
  throwConflict(
    "decided_meanwhile",
    message("Another admin reviewed this contest after you opened it. Check it again."),
  );
}

/** Opens a pending contest to the public; throws if it was changed since revision `read`. */
export const confirmContest = ({ db, clock }: Deps, id: string, read: number | undefined, caller: Caller) =>
  db.transaction(async (tx) => {
    const contest = orNotFound(
      await contestsRepository(tx).lockManaged(id, caller),
      message("We couldn't find that contest. It may have been deleted."),
    );
    const creator = await lockCallerAnd(tx, caller, contest.creatorId);
    if (contest.status === "open" && !contest.cancelledAt) return { modifiedCount: 0 };
    const now = clock.now();
    await assertRevision(tx, contest, read);
    assertAllowed(canConfirm(contest, creator?.role === "user", now));
    await contestsRepository(tx).change(id, {
      status: "open",
      review: "approved",
      openedAt: contest.openedAt ?? now,
      updatedAt: now,
    });
    await writeRound(tx, clock, { contestId: id, act: "confirmed", by: caller });
    await resolveActionRequests(tx, clock, `review:${id}`, `changes:${id}`);
    await notify(tx, clock, reviewNotifications.confirmed(contest));
    await writeAudit(tx, clock, {
      act: "contest_confirmed",
      by: caller,
      contestId: id,
      from: contest.review,
      to: "approved",
    });
    return { modifiedCount: 1 };
  });

export const commentOnContest = (
  { db, clock }: Deps,
  id: string,
  { text, decision, revision: read }: z.output<typeof commentForm>,
  caller: Caller,
): Promise<z.input<typeof contestComment>> =>
  db.transaction(async (tx) => {
    const contest = orNotFound(
      await contestsRepository(tx).lockManaged(id, caller),
      message("We couldn't find that contest. It may have been deleted."),
    );
    await lockCaller(tx, caller);
    const createdAt = clock.now();
    let revision: number | null = null;
    if (decision !== "comment") {
      assertAllowed(canDecide(contest));
      await assertRevision(tx, contest, read);
      await contestsRepository(tx).change(id, { review: decision, updatedAt: createdAt });
      await resolveActionRequests(tx, clock, `review:${id}`, `changes:${id}`);
      revision = await writeRound(tx, clock, { contestId: id, act: decision, by: caller });
      const act = decision === "rejected" ? "contest_rejected" : "changes_requested";
      await writeAudit(tx, clock, { act, by: caller, contestId: id, from: contest.review, to: decision, reason: text });
    }
    const [comment] = await tx
      .insert(contestComments)
      .values({ contestId: id, authorId: caller.id, text, decision, revision, createdAt })
      .returning();
    await notify(tx, clock, reviewNotifications.commented(contest, decision, text));
    return toComment({ ...comment!, name: caller.name, removedAt: null, isReturn: false });
  });

async function reviewBeforeApproval(tx: Database, contestId: string): Promise<ReviewBeforeApproval> {
  const [approval] = await tx
    .select({ review: auditEntries.fromValue })
    .from(auditEntries)
    .where(and(eq(auditEntries.contestId, contestId), eq(auditEntries.act, "contest_confirmed")))
    .orderBy(desc(auditEntries.number))
    .limit(1);
  return (["changes_requested", "rejected"] as const).find((review) => review === approval?.review) ?? "in_review";
}

/** Hides a contest again: in review with a reason, sent as a comment; without one, in the state before the approval. */
export const returnToReview = (
  { db, clock }: Deps,
  id: string,
  { reason, revision: read }: z.output<typeof contract.body>,
  caller: Caller,
): Promise<{ modifiedCount: number }> =>
  db.transaction(async (tx) => {
    const contest = orNotFound(
      await contestsRepository(tx).lockManaged(id, caller),
      message("We couldn't find that contest. It may have been deleted."),
    );
    await lockCaller(tx, caller);
    const now = clock.now();
    assertAllowed(canReturnToReview(contest, await participationsRepository(tx).wasPaidFor(id), now));
    await assertRevision(tx, contest, read);
    const review = reason ? "in_review" : await reviewBeforeApproval(tx, id);
    await contestsRepository(tx).change(id, { status: "pending", review, featuredAt: null, updatedAt: now });
    await settleWaitingList(tx, clock, id);
    await resolveQuestionRequests(tx, clock, eq(contestQuestions.contestId, id));
    const revision = await writeRound(tx, clock, { contestId: id, act: "returned", by: caller });
    if (reason)
      await tx
        .insert(contestComments)
        .values({ contestId: id, authorId: caller.id, text: reason, revision, createdAt: now });
    await notify(tx, clock, reviewNotifications.returned(contest, review, reason));
    await writeAudit(tx, clock, {
      act: "contest_returned",
      by: caller,
      contestId: id,
      from: contest.review,
      to: review,
      reason,
    });
    return { modifiedCount: 1 };
  });

/** Serializes featuring across servers, so that the limit holds. Acquire it after the lock on the contest's row. */
const FEATURED_LOCK = 76_402;

export const featureContest = ({ db, clock }: Deps, id: string, isFeatured: boolean, caller: Caller) =>
  db.transaction(async (tx) => {
    const contest = orNotFound(
      await contestsRepository(tx).lockManaged(id, caller),
      message("We couldn't find that contest. It may have been deleted."),
    );
    await lockCaller(tx, caller);
    await tx.execute(sql`select pg_advisory_xact_lock(${FEATURED_LOCK})`);
    const now = clock.now();
    if (isFeatured) {
      assertAllowed(canFeature(contest, await contestsRepository(tx).isVisibleTo(id, null), now));
      if (contest.featuredAt) return { modifiedCount: 0 };
      if ((await countFeatured(tx, now)) >= MAX_FEATURED)
        throwConflict(
          "too_many_featured",
          message("You've reached the limit of {max} featured contests. Unfeature one first.", { max: MAX_FEATURED }),
        );
    } else if (!contest.featuredAt) return { modifiedCount: 0 };
    await contestsRepository(tx).change(id, { featuredAt: isFeatured ? now : null });
    await writeAudit(tx, clock, {
      act: isFeatured ? "contest_featured" : "contest_unfeatured",
      by: caller,
      contestId: id,
    });
    return { modifiedCount: 1 };
  });
