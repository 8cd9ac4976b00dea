import { STATUS } from "@conquest/shared/contracts/http/errors";
import type { ContestForm, MyContest } from "@conquest/shared/contracts/contests";
import type { Deps } from "../../platform/deps";
import { HttpError, orNotFound } from "../../platform/errors";
import { changePicture } from "../../platform/files/uploaded-pictures";
import { notify, resolveActionRequests } from "../../platform/notify";
import { listAdminIds, lockCaller } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { canEdit, touchesTerms } from "./domain/contest-policy";
import { refusedChanges } from "./refused-changes";
import type { EditableFields } from "./domain/contest-relation";
import { assertAllowed } from "../../platform/policy";
import { contestsRepository, type ContestRow } from "./domain/contests-repository";
import { movesDeadline } from "../extensions/domain/extension-policy";
import { moveDeadline } from "../extensions/domain/move-deadline";
import { managedContests } from "../contest-lists/domain/managed-contests";
import { findBaseRound, writeRound } from "../review/domain/contest-rounds";
import { assertFutureDeadline } from "./domain/assert-future-deadline";
import { submissionNotifications } from "./submission-notifications";

/** The first participation freezes the terms. Changing them earlier returns an open contest to review. */
export const updateContest =
  (deps: Deps) =>
  (id: string, form: Partial<ContestForm>, caller: Caller): Promise<{ modifiedCount: number; contest: MyContest }> =>
    deps.db.transaction(async (tx) => {
      const contest = orNotFound(await contestsRepository(tx).lockOwn(id, caller.id), "No such contest of yours.");
      await lockCaller(tx, caller);
      const change = changedFields(contest, form);
      const isChanged = Object.keys(change).length > 0;
      if (isChanged) {
        const now = deps.clock.now();
        assertAllowed(canEdit(contest));
        const frozen = refusedChanges(contest, change, now);
        if (Object.keys(frozen).length > 0) {
          throw new HttpError(
            STATUS.conflict,
            "terms_frozen",
            "People have joined this contest, so its terms can no longer be changed.",
            frozen,
          );
        }
        if (change.deadline) assertFutureDeadline(change.deadline, now);
        if (change.image !== undefined) {
          // The review shows admins the old picture beside the new one.
          const keep = (await findBaseRound(tx, id))?.terms.image;
          await changePicture(tx, {
            owner: { contestId: id },
            address: change.image,
            callerId: caller.id,
            keep,
            field: "image",
          });
        }
        const isReviewedAgain =
          contest.status === "open" ? touchesTerms(contest, change) : contest.review !== "in_review";
        const isMoved = movesDeadline(contest, change);
        const { deadline, ...others } = change;
        await contestsRepository(tx).change(id, {
          ...(isMoved ? others : change),
          ...(isReviewedAgain ? ({ status: "pending", review: "in_review", featuredAt: null } as const) : {}),
          updatedAt: now,
        });
        // The form has no reason field.
        if (isMoved)
          await moveDeadline(
            tx,
            deps.clock,
            { ...contest, ...others },
            { deadline: deadline!, reason: "", by: caller },
          );
        // No one has joined, so a request to choose a winner no longer applies.
        else if (deadline) await resolveActionRequests(tx, deps.clock, `winner:${id}`);
        await writeRound(tx, deps.clock, { contestId: id, act: isReviewedAgain ? "submitted" : "edited", by: caller });
        if (isReviewedAgain) {
          await resolveActionRequests(tx, deps.clock, `changes:${id}`);
          const named = { id, name: change.name ?? contest.name };
          await notify(tx, deps.clock, submissionNotifications.changed(await listAdminIds(tx), named));
        }
      }
      return {
        modifiedCount: isChanged ? 1 : 0,
        contest: (await managedContests({ ...deps, db: tx }).find(id, caller))!,
      };
    });

function changedFields(
  contest: ContestRow,
  { tags, deadline, ...form }: Partial<ContestForm>,
): Partial<EditableFields> {
  const sent: Partial<EditableFields> = {
    ...form,
    tag: tags,
    deadline: deadline === undefined ? undefined : new Date(deadline),
  };
  return Object.fromEntries(
    Object.entries(sent).filter(
      ([field, value]) =>
        value !== undefined && JSON.stringify(value) !== JSON.stringify(contest[field as keyof EditableFields]),
    ),
  );
}
