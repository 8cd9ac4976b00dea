import type { z } from "zod";
import type { ContestForm, myContest } from "@conquest/shared/contracts/contests";
import type { ContestRules } from "@conquest/shared/contracts/rules";
import { isMoreVisible } from "@conquest/shared/contracts/visibility";
import type { createContest as contract } from "@conquest/shared/contracts/publishing";
import { STATUS } from "@conquest/shared/contracts/http/errors";
import { message, type Message } from "@conquest/shared/contracts/text/message";
import type { Database } from "../../database/database";
import type { Clock } from "../../platform/clock";
import type { Deps } from "../../platform/deps";
import { throwConflict, throwValidationError, HttpError, orNotFound } from "../../platform/errors";
import { changePicture } from "../../platform/files/uploaded-pictures";
import { notify, resolveActionRequests } from "../../platform/notify";
import { listAdminIds, lockCaller } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { writeAudit } from "../../platform/write-audit";
import { markdownColumns } from "./domain/brief";
import { contestsRepository, type ContestRow } from "./domain/contests-repository";
import { draftsRepository } from "../drafts/domain/drafts-repository";
import { managedContests } from "../contest-lists/domain/managed-contests";
import { writeRound, findBaseRound } from "../review/domain/contest-rounds";
import {
  assertFutureDeadline,
  canEdit,
  touchesTerms,
  visibilityError,
  type EditableFields,
  formNamesOf,
  frozenFields,
  type ContestFacts,
} from "./domain/contest-policy";
import { prolongOffers } from "./domain/spot-offers";
import { submissionNotifications } from "./submission-notifications";
import { assertAllowed } from "../../platform/policy";
import { movesDeadline, extensionError } from "../extensions/domain/extension-policy";
import { moveDeadline } from "../extensions/domain/move-deadline";
import { settleWaitingList } from "../waiting-list/domain/settle-waiting-list";

/** The contest starts pending, whatever else the request contains. Its draft is deleted. */
export const createContest = (
  deps: Deps,
  { tags, deadline, draftId, ...form }: z.output<typeof contract.body>,
  caller: Caller,
): Promise<{ insertedId: string; contest: z.input<typeof myContest> }> =>
  deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const instant = new Date(deadline);
    assertFutureDeadline(instant, now);
    assertWeights(form.criteria ?? [], form.criteriaWeights ?? []);
    const drafts = draftsRepository(tx, caller.id);
    // Locks the caller before the draft, as deleting an account does.
    await lockCaller(tx, caller);
    if (draftId !== undefined && !(await drafts.lock(draftId))) throwConflict("draft_gone", DRAFT_GONE);
    const id = await contestsRepository(tx).insert({
      ...form,
      ...markdownColumns(form),
      tag: tags,
      deadline: instant,
      creatorId: caller.id,
      createdAt: now,
      updatedAt: now,
    });
    await writeRound(tx, deps.clock, { contestId: id, act: "submitted", by: caller });
    await changePicture(tx, {
      owner: { contestId: id },
      address: form.image,
      callerId: caller.id,
      field: "image",
      from: draftId === undefined ? undefined : { draftId },
    });
    if (draftId !== undefined) await drafts.remove(draftId);
    const submitted = submissionNotifications.submitted(await listAdminIds(tx), { id, name: form.name });
    await notify(tx, deps.clock, submitted);
    return { insertedId: id, contest: (await managedContests({ ...deps, db: tx }).find(id, caller))! };
  });

const DRAFT_GONE = message(
  "This draft was already submitted or deleted, so nothing was added. Check your contests first: sending the form again adds a new contest.",
);

/** The first participation freezes the terms. Changing them earlier returns an open contest to review. */
export const updateContest = (deps: Deps, id: string, form: Partial<ContestForm>, caller: Caller) =>
  deps.db.transaction(async (tx) => {
    const contest = orNotFound(
      await contestsRepository(tx).lockOwn(id, caller.id),
      message("We couldn't find that contest in your account."),
    );
    await lockCaller(tx, caller);
    const change = changedFields(contest, form);
    if (change.criteriaWeights) assertWeights(change.criteria ?? contest.criteria, change.criteriaWeights);
    const isChanged = Object.keys(change).length > 0;
    if (isChanged) {
      const now = deps.clock.now();
      assertAllowed(canEdit(contest));
      const frozen = refusedChanges(contest, change, now);
      if (Object.keys(frozen).length > 0) {
        throw new HttpError(
          STATUS.conflict,
          "terms_frozen",
          message("You can't change the contest's terms after people join."),
          frozen,
        );
      }
      if (change.deadline) assertFutureDeadline(change.deadline, now);
      const base = await findBaseRound(tx, id);
      if (change.image !== undefined) {
        // The review shows admins the old picture beside the new one.
        const keep = base?.terms.image;
        await changePicture(tx, {
          owner: { contestId: id },
          address: change.image,
          callerId: caller.id,
          keep,
          field: "image",
        });
      }
      // Rounds from before the field are of public contests, as are those without it.
      const approved = base?.terms.visibility ?? "public";
      const isReviewedAgain =
        contest.status === "open"
          ? touchesTerms(contest, change) || isMoreVisible(change.visibility ?? contest.visibility, approved)
          : contest.review !== "in_review";
      const isMoved = movesDeadline(contest, change);
      const { deadline, ...others } = change;
      await contestsRepository(tx).change(id, {
        ...(isMoved ? others : change),
        ...markdownColumns(change),
        ...(change.visibility !== undefined && change.visibility !== "public" && { featuredAt: null }),
        ...(isReviewedAgain ? ({ status: "pending", review: "in_review", featuredAt: null } as const) : {}),
        updatedAt: now,
      });
      // The form has no reason field.
      if (isMoved)
        await moveDeadline(tx, deps.clock, { ...contest, ...others }, { deadline: deadline!, reason: "", by: caller });
      // No one has joined, so a request to choose a winner no longer applies.
      else if (deadline) await resolveActionRequests(tx, deps.clock, `winner:${id}`);
      if (change.rules !== undefined) await auditRules(tx, deps.clock, contest, change.rules, caller);
      if (change.visibility !== undefined)
        await writeAudit(tx, deps.clock, {
          act: "visibility_changed",
          by: caller,
          contestId: id,
          from: contest.visibility,
          to: change.visibility,
        });
      if (change.maxParticipants !== undefined)
        await auditSpots(tx, deps.clock, contest, change.maxParticipants, caller);
      if (deadline && !isMoved) await prolongOffers(tx, id, deadline, now);
      if (change.maxParticipants !== undefined || isReviewedAgain) await settleWaitingList(tx, deps.clock, id);
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

/** Records the change with the versions before and after it; without rules there is none. */
const auditRules = (
  tx: Database,
  clock: Clock,
  { id, rules, rulesVersion }: ContestRow,
  changed: ContestRules | null,
  by: Caller,
) =>
  writeAudit(tx, clock, {
    act: "rules_changed",
    by,
    contestId: id,
    from: rules ? String(rulesVersion) : undefined,
    to: changed ? String(rulesVersion + 1) : undefined,
  });

const auditSpots = (tx: Database, clock: Clock, { id, maxParticipants }: ContestRow, max: number | null, by: Caller) =>
  writeAudit(tx, clock, {
    act: "spots_changed",
    by,
    contestId: id,
    from: String(maxParticipants ?? ""),
    to: String(max ?? ""),
  });

function assertWeights(criteria: readonly string[], weights: readonly number[]): void {
  if (weights.length > 0 && weights.length !== criteria.length)
    throwValidationError({ criteriaWeights: message("Give each of the criteria a weight.") });
}

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

/** Returns the rejected changes by form field: frozen fields, and an unacceptable deadline. */
export function refusedChanges(contest: ContestFacts, change: Partial<EditableFields>, now: Date) {
  const frozen = frozenFields(contest, now);
  const rejected: Record<string, Message> = Object.fromEntries(
    formNamesOf(change).flatMap((field) => (field !== "deadline" && frozen[field] ? [[field, frozen[field]]] : [])),
  );
  const shown = visibilityError(contest, change);
  if (shown) rejected["visibility"] = shown;
  const { maxParticipants } = change;
  if (typeof maxParticipants === "number" && maxParticipants < contest.participantCount + contest.heldSpots)
    rejected["maxParticipants"] = message(
      "{n, plural, one {# person has joined or was offered a spot. Enter # or more.} other {# people have joined or were offered a spot. Enter # or more.}}",
      { n: contest.participantCount + contest.heldSpots },
    );
  const deadlineError = movesDeadline(contest, change) ? extensionError(contest, change.deadline!, now) : null;
  return deadlineError ? { deadline: deadlineError, ...rejected } : rejected;
}
