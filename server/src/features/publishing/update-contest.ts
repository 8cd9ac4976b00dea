import { STATUS } from "@conquest/shared/contracts/http/errors";
import type { ContestForm, MyContest } from "@conquest/shared/contracts/contests";
import type { Deps } from "../../platform/deps";
import { HttpError, orNotFound } from "../../platform/errors";
import { changePicture } from "../../platform/files/uploaded-pictures";
import { resolveActionRequests } from "../../platform/notify";
import { lockCaller } from "../../platform/people";
import type { Caller } from "../../platform/session";
import { canEdit, refusedChanges, touchesTerms } from "../contests/policies/contest-policy";
import type { EditableFields } from "../contests/policies/contest-relation";
import { assertAllowed } from "../contests/policies/policy";
import { contestsRepository, type ContestRow } from "../contests/contests-repository";
import { movesDeadline } from "../contests/deadline/extension-policy";
import { moveDeadline } from "../contests/deadline/move-deadline";
import { managedContestsRepository } from "../contests/managed-contests";
import { findBase, writeRound } from "../contests/rounds/contest-rounds";
import { assertFutureDeadline } from "./assert-future-deadline";
import { notifyContestSubmitted } from "./notify-contest-submitted";

/**
 * Changes the form's fields that were sent, for the owner alone. Once somebody has joined, the terms are frozen; a change of
 * terms before that sends an open contest back to review, and any change sends one that was sent back to review again. Whoever
 * has joined is told of a later deadline.
 */
export const updateContest =
  (deps: Deps) =>
  (id: string, form: Partial<ContestForm>, caller: Caller): Promise<{ modifiedCount: number; contest: MyContest }> =>
    deps.db.transaction(async (tx) => {
      const contest = orNotFound(await contestsRepository(tx).lockOwn(id, caller.id), "No such contest of yours.");
      await lockCaller(tx, caller);
      const change = changeFrom(contest, form);
      const isChanged = Object.keys(change).length > 0;
      if (isChanged) {
        const now = deps.clock.now();
        assertAllowed(canEdit(contest));
        const refused = refusedChanges(contest, change, now);
        if (Object.keys(refused).length > 0) {
          throw new HttpError(
            STATUS.conflict,
            "terms_frozen",
            "People have joined this contest, so its terms can no longer be changed.",
            refused,
          );
        }
        if (change.deadline) assertFutureDeadline(change.deadline, now);
        if (change.image !== undefined) {
          // An admin sees it beside the new one.
          const keep = (await findBase(tx, id))?.terms.image;
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
        // The form knows no reason.
        if (isMoved)
          await moveDeadline(
            tx,
            deps.clock,
            { ...contest, ...others },
            { deadline: deadline!, reason: "", by: caller },
          );
        // Nobody has joined: where it had closed, nothing is asked any more.
        else if (deadline) await resolveActionRequests(tx, deps.clock, `winner:${id}`);
        await writeRound(tx, deps.clock, { contestId: id, act: isReviewedAgain ? "submitted" : "edited", by: caller });
        if (isReviewedAgain) {
          await resolveActionRequests(tx, deps.clock, `changes:${id}`);
          await notifyContestSubmitted(
            tx,
            deps.clock,
            id,
            `“${change.name ?? contest.name}” was changed by its creator and waits for review again.`,
          );
        }
      }
      return {
        modifiedCount: isChanged ? 1 : 0,
        contest: (await managedContestsRepository({ ...deps, db: tx }).find(id, caller))!,
      };
    });

/** The fields whose value would really change, as the row holds them. */
function changeFrom(contest: ContestRow, { tags, deadline, ...form }: Partial<ContestForm>): Partial<EditableFields> {
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
