import { and, eq } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { users } from "../../../database/schema/people";
import { notFound, throwConflict } from "../../../platform/errors";
import type { Caller } from "../../../platform/session";
import type { ContestRelation } from "../policies/contest-relation";
import type { ContestRow } from "../contests-repository";
import { judgeAssignmentsRepository } from "./judge-assignments-repository";
import { participationsRepository } from "../participations-repository";

export type Judge = Pick<ContestRelation, "isOwner" | "isAdmin" | "isJudge" | "standsIn" | "hasJoined">;

/** Refuses who does not judge a contest. Whoever did, or is to go on when it is on show again, reads why; for all others there is none. */
export async function notAJudge(db: Database, contestId: string, caller: Caller): Promise<never> {
  const seat = await judgeAssignmentsRepository(db).findLast(contestId, caller.id);
  if (!seat || seat.state === "declined" || seat.state === "invited")
    notFound("No such contest of yours, and none that you judge.");
  if (seat.state === "withdrawn")
    throwConflict(
      "judges_no_more",
      "The creator of this contest withdrew your invitation to judge it. What you said of its entries was taken back.",
    );
  if (seat.state === "stepped_down")
    throwConflict(
      "judges_no_more",
      "You stepped down from judging this contest. What you said of its entries was taken back.",
    );
  if (seat.cancelledAt) throwConflict("cancelled", "This contest was cancelled; its entries are not judged.");
  throwConflict("not_public", "This contest is not on show at the moment. You can go on once it is again.");
}

/**
 * What somebody who judges a contest is to it and to those who take part in it. Asked once the contest is held it is so until the
 * end of the transaction. Refuses who does not judge it.
 */
export async function requireJudge(
  db: Database,
  contest: Pick<ContestRow, "id" | "creatorId">,
  caller: Caller,
): Promise<Judge> {
  const isOwner = contest.creatorId === caller.id;
  const isAdmin = caller.role === "admin";
  const judge = {
    isOwner,
    isAdmin,
    isJudge: !isOwner && (await judgeAssignmentsRepository(db).isJudge(contest.id, caller.id)),
    standsIn: isAdmin && (await isBlocked(db, contest.creatorId)),
    hasJoined: !isOwner && (await participationsRepository(db).findPaid(contest.id, caller.id)) !== undefined,
  };
  return judge.isOwner || judge.isAdmin || judge.isJudge ? judge : notAJudge(db, contest.id, caller);
}

/** For who holds a contest of theirs it stays so: with a person's status their contests are held. */
export const isBlocked = async (db: Database, personId: string): Promise<boolean> =>
  (await db.$count(users, and(eq(users.id, personId), eq(users.status, "blocked")))) > 0;

/** Who judges a contest sees no names until its winner is chosen: where it is cancelled, for good. */
export const hidesAuthors = ({ hidesNames, winnerAt }: Pick<ContestRow, "hidesNames" | "winnerAt">): boolean =>
  hidesNames && winnerAt === null;
