import { STATUS } from "@conquest/shared/contracts/errors";
import type { ContestForm, MyContest } from "@conquest/shared/contracts/contests";
import type { Clock } from "../../platform/clock";
import type { Database } from "../../platform/database";
import { Refusal, found, refuse } from "../../platform/errors";
import type { Caller } from "../../platform/session";
import type { JoinAmount } from "./amount-due";
import { assertFutureDeadline } from "./assert-future-deadline";
import { changeContest, lockOwnContest, type ContestRow } from "./contests-repository";
import { changedTerms } from "./frozen-terms";
import { readMyContest } from "./read-my-contest";
import { tellAdmins } from "./tell-admins";

/** The form's fields as the row holds them. */
type EditableFields = Omit<ContestForm, "tags" | "deadline"> & Pick<ContestRow, "tag" | "deadline">;

/**
 * Changes the form's fields that were sent, for the owner alone. Once somebody has joined, the terms are frozen; a change of
 * terms before that sends an open contest back to review, and any change sends one that was sent back to review again.
 */
export const updateContest = (
  db: Database,
  clock: Clock,
  joinAmount: JoinAmount,
  id: string,
  form: Partial<ContestForm>,
  caller: Caller,
): Promise<{ modifiedCount: number; contest: MyContest }> =>
  db.transaction(async (tx) => {
    const contest = found(await lockOwnContest(tx, id, caller.id), "No such contest of yours.");
    const change = changeFrom(contest, form);
    if (Object.keys(change).length > 0) {
      const now = clock.now();
      assertChangeable(contest, change, now);
      const isReviewedAgain = needsReview(contest, change);
      await changeContest(tx, id, {
        ...change,
        ...(isReviewedAgain ? ({ status: "pending", review: "in_review" } as const) : {}),
        updatedAt: now,
      });
      if (isReviewedAgain) {
        await tellAdmins(tx, clock, `“${change.name ?? contest.name}” was changed by its creator and waits for review again.`);
      }
    }
    return {
      modifiedCount: Object.keys(change).length > 0 ? 1 : 0,
      contest: await readMyContest(tx, clock, joinAmount, id, caller),
    };
  });

/** The fields whose value would really change. */
function changeFrom(contest: ContestRow, { tags, deadline, ...form }: Partial<ContestForm>): Partial<EditableFields> {
  const sent: Partial<EditableFields> = { ...form, tag: tags, deadline: deadline === undefined ? undefined : new Date(deadline) };
  return Object.fromEntries(
    Object.entries(sent).filter(
      ([field, value]) => value !== undefined && value.valueOf() !== contest[field as keyof EditableFields].valueOf(),
    ),
  );
}

function assertChangeable(contest: ContestRow, change: Partial<EditableFields>, now: Date): void {
  if (contest.cancelledAt) refuse("cancelled", "This contest was cancelled; it can no longer be changed.");
  if (contest.winnerAt) refuse("completed", "This contest has a winner; it can no longer be changed.");
  if (contest.participantCount > 0) {
    const frozen = frozenFields(contest, change, now);
    if (Object.keys(frozen).length > 0) {
      throw new Refusal(STATUS.conflict, "terms_frozen", "People have joined this contest, so its terms can no longer be changed.", frozen);
    }
  }
  if (change.deadline) assertFutureDeadline(change.deadline, now);
}

function frozenFields(contest: ContestRow, change: Partial<EditableFields>, now: Date): Record<string, string> {
  const frozen = changedTerms(termsOf(contest), termsOf({ ...contest, ...change }));
  if (change.deadline && now >= contest.deadline) frozen.deadline = "The deadline has passed; it can no longer be moved.";
  return { ...frozen };
}

const termsOf = ({ tag, ...contest }: EditableFields) => ({ ...contest, tags: tag });

function needsReview(contest: ContestRow, change: Partial<EditableFields>): boolean {
  if (contest.status === "pending") return contest.review !== "in_review";
  return Object.keys(changedTerms(termsOf(contest), termsOf({ ...contest, ...change }))).length > 0;
}
