import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { ContestTerms, RoundAct } from "@conquest/shared/contracts/review";
import type { Database } from "../../../database/database";
import { contestRounds, contests } from "../../../database/schema/contests";
import { letGoOfPictures } from "../../../platform/files/uploaded-pictures";
import type { Clock } from "../../../platform/clock";
import type { Caller } from "../../../platform/session";
import type { ContestRow } from "../contests-repository";

/** After these a contest is compared with how it stood then. */
const DECISIONS: readonly RoundAct[] = ["changes_requested", "rejected", "confirmed", "returned"];

/** Keeps what a contest that is held says now, in the transaction of what was done to it; answers the revision that this makes. */
export async function writeRound(
  tx: Database,
  clock: Clock,
  { contestId, act, by }: { contestId: string; act: Exclude<RoundAct, "kept">; by: Pick<Caller, "id"> },
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
  // What came before is compared with nothing any more.
  if (DECISIONS.includes(act)) await letGoOfPictures(tx, { contestId }, [contest!.image]);
  return revision;
}

/** What a contest is compared with: as it stood when it was last decided about, else when rounds began to be kept. Undefined in its first round. */
export async function findBase(
  db: Database,
  contestId: string,
): Promise<typeof contestRounds.$inferSelect | undefined> {
  const [base] = await db
    .select()
    .from(contestRounds)
    .where(and(eq(contestRounds.contestId, contestId), inArray(contestRounds.act, [...DECISIONS, "kept"])))
    .orderBy(desc(contestRounds.revision))
    .limit(1);
  return base;
}

/** What of a contest is reviewed, in the words of the contract. */
export const termsOf = ({
  name,
  image,
  description,
  task,
  criteria,
  registrationPrice,
  prize,
  tag,
  deadline,
  hidesNames,
}: ContestRow): ContestTerms => ({
  name,
  image,
  description,
  task,
  criteria,
  registrationPrice,
  prize,
  tags: tag,
  deadline: deadline.toISOString(),
  hidesNames,
});
