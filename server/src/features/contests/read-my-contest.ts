import type { MyContest } from "@conquest/shared/contracts/contests";
import type { Clock } from "../../platform/clock";
import type { Database } from "../../platform/database";
import { found } from "../../platform/errors";
import type { Caller } from "../../platform/session";
import type { JoinAmount } from "./amount-due";
import { toMyContest } from "./contest-answers";
import { findOwnRow, listComments } from "./contests-repository";

/** A contest as its owner sees it. */
export async function readMyContest(db: Database, clock: Clock, joinAmount: JoinAmount, id: string, caller: Caller): Promise<MyContest> {
  const row = found(await findOwnRow(db, id, caller), "No such contest of yours.");
  return toMyContest(row, await listComments(db, [id]), caller, clock.now(), joinAmount);
}
