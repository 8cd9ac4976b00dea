import type { ContestDetails } from "@conquest/shared/contracts/contests";
import type { Clock } from "../../platform/clock";
import type { Database } from "../../platform/database";
import { found } from "../../platform/errors";
import type { JoinAmount } from "./amount-due";
import { toDetails } from "./contest-answers";
import type { Viewer } from "./contest-visibility";
import { findDetails } from "./contests-repository";

export async function readContestDetails(
  db: Database,
  clock: Clock,
  joinAmount: JoinAmount,
  id: string,
  viewer: Viewer,
): Promise<ContestDetails> {
  const row = found(await findDetails(db, id, viewer), "No such contest. It may have been removed, or it is not open yet.");
  return toDetails(row, viewer, clock.now(), joinAmount);
}
