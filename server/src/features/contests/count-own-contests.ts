import { count, eq } from "drizzle-orm";
import { CONTEST_GROUPS, type ContestGroup, type countMyContests } from "@conquest/shared/contracts/publishing";
import type { ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import { contests } from "../../database/schema/contests";
import type { Deps } from "../../platform/deps";
import type { Caller } from "../../platform/sessions/session";
import { draftsRepository } from "../drafts/domain/drafts-repository";
import { phaseSql } from "./domain/phase";

export async function countOwnContests(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { id }: Caller,
): Promise<ResponseOf<typeof countMyContests>> {
  const phase = phaseSql(clock.now());
  const rows = await db
    .select({ phase: phase.as("phase"), total: count() })
    .from(contests)
    .where(eq(contests.creatorId, id))
    .groupBy(({ phase }) => phase);
  const totalOf = (group: ContestGroup) =>
    rows
      .filter((row) => CONTEST_GROUPS[group].some((each) => each === row.phase))
      .reduce((sum, { total }) => sum + total, 0);
  return {
    drafts: await draftsRepository(db, id).count(),
    review: totalOf("review"),
    open: totalOf("open"),
    judging: totalOf("judging"),
    done: totalOf("done"),
  };
}
