import { and, eq } from "drizzle-orm";
import { message } from "@conquest/shared/contracts/text/message";
import type { Database } from "../../../database/database";
import { users } from "../../../database/schema/people";
import { notFound, throwConflict } from "../../../platform/errors";
import type { Caller } from "../../../platform/sessions/session";
import type { ContestRelation } from "../../contests/domain/contest-policy";
import type { ContestRow } from "../../contests/domain/contests-repository";
import { judgeAssignmentsRepository } from "./judge-assignments-repository";
import { participationsRepository } from "../../participation/domain/participations-repository";

export type Judge = Pick<ContestRelation, "isOwner" | "isAdmin" | "isJudge" | "standsIn" | "hasJoined">;

/** Throws for non-judges: former or paused judges get the reason, others 404. */
export async function throwNotAJudge(db: Database, contestId: string, caller: Caller): Promise<never> {
  const assignment = await judgeAssignmentsRepository(db).findLast(contestId, caller.id);
  if (!assignment || assignment.state === "declined" || assignment.state === "invited")
    notFound(message("We couldn't find that contest among those you run or judge."));
  if (assignment.state === "withdrawn")
    throwConflict(
      "judges_no_more",
      message("The creator removed you as a judge. Your ratings and feedback were deleted."),
    );
  if (assignment.state === "stepped_down")
    throwConflict("judges_no_more", message("You stepped down as a judge. Your ratings and feedback were deleted."));
  if (assignment.cancelledAt)
    throwConflict("cancelled", message("This contest was cancelled, so its entries aren't judged."));
  throwConflict("not_public", message("This contest is hidden right now. You can continue once it's restored."));
}

/** Throws for non-judges. With the contest locked, the result is stable until the transaction ends. */
export async function requireJudge(db: Database, contest: Pick<ContestRow, "id" | "creatorId">, caller: Caller) {
  const isOwner = contest.creatorId === caller.id;
  const isAdmin = caller.role === "admin";
  const judge = {
    isOwner,
    isAdmin,
    isJudge: !isOwner && (await judgeAssignmentsRepository(db).isJudge(contest.id, caller.id)),
    standsIn: isAdmin && (await isBlocked(db, contest.creatorId)),
    hasJoined: !isOwner && (await participationsRepository(db).findPaid(contest.id, caller.id)) !== undefined,
  };
  return judge.isOwner || judge.isAdmin || judge.isJudge ? judge : throwNotAJudge(db, contest.id, caller);
}

/** Stable while one of the user's contests is locked: changing a user's status locks their contests. */
export const isBlocked = async (db: Database, userId: string): Promise<boolean> =>
  (await db.$count(users, and(eq(users.id, userId), eq(users.status, "blocked")))) > 0;

/** Judges see no names until the winner is declared; never, if the contest is cancelled. */
export const hidesAuthors = ({ hidesNames, winnerAt }: Pick<ContestRow, "hidesNames" | "winnerAt">): boolean =>
  hidesNames && winnerAt === null;
