import { and, eq } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { users } from "../../../database/schema/people";
import { notFound } from "../../../platform/errors";
import type { Caller } from "../../../platform/session";
import type { Standing } from "../acts/standing";
import type { ContestRow } from "../contests-repository";
import { seatsOf } from "./seats-repository";
import { participationsOf } from "../participations-repository";

export type Judge = Pick<Standing, "isOwner" | "isAdmin" | "isJudge" | "standsIn" | "hasJoined">;

export const NOT_A_JUDGE = "No such contest of yours, and none that you judge.";

/**
 * What somebody who judges a contest is to it and to those who take part in it. Asked once the contest is held it is so until the
 * end of the transaction. Not found for who does not judge it.
 */
export async function judgeOf(db: Database, contest: Pick<ContestRow, "id" | "creatorId">, caller: Caller): Promise<Judge> {
  const isOwner = contest.creatorId === caller.id;
  const isAdmin = caller.role === "admin";
  const judge = {
    isOwner,
    isAdmin,
    isJudge: !isOwner && (await seatsOf(db).isJudge(contest.id, caller.id)),
    standsIn: isAdmin && (await isBlocked(db, contest.creatorId)),
    hasJoined: !isOwner && (await participationsOf(db).findPaid(contest.id, caller.id)) !== undefined,
  };
  return judge.isOwner || judge.isAdmin || judge.isJudge ? judge : notFound(NOT_A_JUDGE);
}

/** For who holds a contest of theirs it stays so: with a person's status their contests are held. */
export const isBlocked = async (db: Database, personId: string): Promise<boolean> => (await db.$count(users, and(eq(users.id, personId), eq(users.status, "blocked")))) > 0;

/** Who judges a contest sees no names until its winner is chosen: where it is cancelled, for good. */
export const hidesAuthors = ({ hidesNames, winnerAt }: Pick<ContestRow, "hidesNames" | "winnerAt">): boolean => hidesNames && winnerAt === null;
