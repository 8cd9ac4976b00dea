import { eq } from "drizzle-orm";
import type { JoinAmount } from "@conquest/shared/contracts/parts/site-config";
import type { Clock } from "@conquest/server/src/platform/clock";
import type { Database } from "@conquest/server/src/database/database";
import { auditEntries } from "@conquest/server/src/database/schema/audit";
import { contestRounds, contests, entries } from "@conquest/server/src/database/schema/contests";
import { contestJudges, entryRatings } from "@conquest/server/src/database/schema/judging";
import { contactMessages, contactReplies, notices } from "@conquest/server/src/database/schema/messages";
import { users } from "@conquest/server/src/database/schema/people";
import { participations } from "@conquest/server/src/database/schema/taking-part";
import { reportCases, reports } from "@conquest/server/src/database/schema/reports";
import { contestComments, contestNews, contestQuestions } from "@conquest/server/src/database/schema/talk";
import { createIdentities } from "./demo-identities";
import { demoRows } from "./rows/demo-rows";

/** True while nobody has ever been here. */
export async function isEmpty(db: Database): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).limit(1)).length === 0;
}

/** Made-up people and contests are never to be mixed with real ones. */
export function refuseProduction(): void {
  if (process.env["NODE_ENV"] === "production") throw new Error("The demo data never belongs in production.");
}

/** Fills an empty site with the demo: accounts in the emulator, then all rows in one transaction. False when there are people already. */
export async function seedDemo(db: Database, clock: Clock, options: { port: number; joinAmount: JoinAmount }): Promise<boolean> {
  refuseProduction();
  if (!(await isEmpty(db))) return false;

  const rows = demoRows(clock.now(), options.joinAmount);
  await createIdentities(options.port, rows.users.map(({ uid, email, name }) => ({ uid, email, name })));
  await db.transaction(async (tx) => {
    await tx.insert(users).values(rows.users);
    // The winner's entry needs the contest, and the contest the entry: the winner comes last.
    await tx.insert(contests).values(rows.contests.map((contest) => ({ ...contest, ...NO_WINNER })));
    for (let from = 0; from < rows.participations.length; from += 500) await tx.insert(participations).values(rows.participations.slice(from, from + 500));
    await tx.insert(entries).values(rows.entries);
    await tx.insert(entryRatings).values(rows.ratings);
    await tx.insert(contestJudges).values(rows.judges);
    for (const { id, winnerId, winnerEntryId, winnerNote, winnerAt, winnerDeclaredBy } of rows.contests) {
      if (winnerId) await tx.update(contests).set({ winnerId, winnerEntryId, winnerNote, winnerAt, winnerDeclaredBy }).where(eq(contests.id, id));
    }
    await tx.insert(contestRounds).values(rows.rounds);
    await tx.insert(contestComments).values(rows.comments);
    await tx.insert(contestQuestions).values(rows.questions);
    await tx.insert(contestNews).values(rows.news);
    await tx.insert(reportCases).values(rows.cases);
    await tx.insert(reports).values(rows.reports);
    await tx.insert(notices).values(rows.notices);
    await tx.insert(contactMessages).values(rows.messages);
    await tx.insert(contactReplies).values(rows.replies);
    await tx.insert(auditEntries).values(rows.audit);
  });
  return true;
}

const NO_WINNER = { winnerId: null, winnerEntryId: null, winnerNote: null, winnerAt: null, winnerDeclaredBy: null };
