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
