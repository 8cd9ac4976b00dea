import type { Database } from "../../database/open-database";
import type { Caller } from "../../platform/session";
import type { Standing } from "./contest-acts";
import type { ContestRow } from "./contests-repository";
import { participationsOf } from "./participations-repository";

/** What somebody who manages a contest is to those who take part in it. */
export async function judgeOf(db: Database, contest: ContestRow, caller: Caller): Promise<Pick<Standing, "isOwner" | "hasJoined">> {
  const isOwner = contest.creatorId === caller.id;
  return { isOwner, hasJoined: !isOwner && (await participationsOf(db).findPaid(contest.id, caller.id)) !== undefined };
}

/** Who judges a contest sees no names until its winner is chosen: where it is cancelled, for good. */
export const hidesAuthors = ({ hidesNames, winnerAt }: Pick<ContestRow, "hidesNames" | "winnerAt">): boolean => hidesNames && winnerAt === null;
