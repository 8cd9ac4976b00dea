import type { z } from "zod";
import type { ContestComment } from "@conquest/shared/contracts/contests";
import type { commentForm } from "@conquest/shared/contracts/review";
import { contestComments } from "../../database/schema/talk";
import { writeAudit } from "../../platform/write-audit";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { notify, resolveActionRequests } from "../../platform/notify";
import { lockCaller } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { canDecide } from "./domain/review-policy";
import { assertAllowed } from "../../platform/policy";
import { contestsRepository } from "../contests/domain/contests-repository";
import { toComment } from "../contest-lists/domain/managed-contests";
import { writeRound } from "./domain/contest-rounds";
import { assertRevision } from "./assert-revision";
import { reviewNotifications } from "./review-notifications";

export const commentOnContest =
  ({ db, clock }: Deps) =>
  (
    id: string,
    { text, decision, revision: read }: z.output<typeof commentForm>,
    caller: Caller,
  ): Promise<ContestComment> =>
    db.transaction(async (tx) => {
      const contest = orNotFound(await contestsRepository(tx).lockManaged(id, caller), "No such contest.");
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
        await writeAudit(tx, clock, {
          act,
          by: caller,
          contestId: id,
          from: contest.review,
          to: decision,
          reason: text,
        });
      }
      const [comment] = await tx
        .insert(contestComments)
        .values({ contestId: id, authorId: caller.id, text, decision, revision, createdAt })
        .returning();
      await notify(tx, clock, reviewNotifications.commented(contest, decision, text));
      return toComment({ ...comment!, name: caller.name, removedAt: null, isReturn: false });
    });
