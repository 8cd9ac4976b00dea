import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { ContestTerms, RoundKind } from "@conquest/shared/contracts/review";
import type { Database } from "../../../database/database";
import { contestRounds, contests } from "../../../database/schema/contests";
import { releasePictures } from "../../../platform/files/uploaded-pictures";
import type { Clock } from "../../../platform/clock";
import type { Caller } from "../../../platform/sessions/session";
import type { ContestRow } from "../../contests/domain/contests-repository";

/** Rounds that later changes are compared with. */
const DECISIONS: readonly RoundKind[] = ["changes_requested", "rejected", "confirmed", "returned"];

/** Stores the terms of a locked contest as a new round, in the transaction that changed it; returns its revision. */
export async function writeRound(
  tx: Database,
  clock: Clock,
  { contestId, act, by }: { contestId: string; act: Exclude<RoundKind, "kept">; by: Pick<Caller, "id"> },
): Promise<number> {
  const [contest] = await tx
    .update(contests)
    .set({ revision: sql`${contests.revision} + 1` })
    .where(eq(contests.id, contestId))
    .returning();
  const { revision } = contest!;
  await tx
    .insert(contestRounds)
    .values({ contestId, revision, act, actorId: by.id, terms: termsOf(contest!), at: clock.now() });
  // Pictures of earlier rounds are no longer needed for comparison.
  if (DECISIONS.includes(act)) await releasePictures(tx, { contestId }, [contest!.image]);
  return revision;
}

/** Returns the last decision, else the state when recording began (`kept`). Undefined in the first round. */
export async function findBaseRound(db: Database, contestId: string) {
  const [base] = await db
    .select()
    .from(contestRounds)
    .where(and(eq(contestRounds.contestId, contestId), inArray(contestRounds.act, [...DECISIONS, "kept"])))
    .orderBy(desc(contestRounds.revision))
    .limit(1);
  return base;
}

export const termsOf = ({
  name,
  image,
  description,
  task,
  criteria,
  criteriaWeights,
  registrationPrice,
  prize,
  morePrizes,
  rules,
  entryFields,
  maxParticipants,
  maxTeamSize,
  tag,
  deadline,
  hidesNames,
  visibility,
}: ContestRow): ContestTerms => ({
  name,
  image,
  description,
  task,
  criteria,
  criteriaWeights,
  registrationPrice,
  prize,
  morePrizes,
  rules,
  entryFields,
  maxParticipants,
  maxTeamSize,
  tags: tag,
  deadline: deadline.toISOString(),
  hidesNames,
  // Stored only if it is not public, as in rounds from before the field.
  ...(visibility !== "public" && { visibility }),
});
