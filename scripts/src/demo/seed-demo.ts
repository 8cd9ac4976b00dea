import { and, eq } from "drizzle-orm";
import type { JoinAmount } from "@conquest/shared/contracts/parts/site-config";
import type { StorageConfig } from "@conquest/server/src/config/storage-config";
import type { Clock } from "@conquest/server/src/platform/clock";
import type { Database } from "@conquest/server/src/database/database";
import { auditEntries } from "@conquest/server/src/database/schema/audit";
import { awards } from "@conquest/server/src/database/schema/awards";
import { contestRounds, contests, entries } from "@conquest/server/src/database/schema/contests";
import { keyOf } from "@conquest/server/src/database/file-keys";
import { files } from "@conquest/server/src/database/schema/files";
import { openFileStore } from "@conquest/server/src/platform/files/store/open-file-store";
import { contestJudges, entryRatings } from "@conquest/server/src/database/schema/judging";
import { contactMessages, contactReplies, notices } from "@conquest/server/src/database/schema/messages";
import { users } from "@conquest/server/src/database/schema/people";
import { placements } from "@conquest/server/src/database/schema/placements";
import { participations } from "@conquest/server/src/database/schema/taking-part";
import { teamMembers, teams } from "@conquest/server/src/database/schema/teams";
import { waitingList } from "@conquest/server/src/database/schema/waiting-list";
import { reportCases, reports } from "@conquest/server/src/database/schema/reports";
import { contestComments, contestNews, contestQuestions } from "@conquest/server/src/database/schema/talk";
import { DEMO_PROJECT } from "../identity/identity-child";
import { DEMO_PASSWORD } from "./demo-people";
import { demoRows } from "./rows/demo-rows";

interface DemoIdentity {
  uid: string;
  email: string;
  name: string;
}

async function createIdentities(port: number, people: readonly DemoIdentity[]): Promise<void> {
  const address = `http://127.0.0.1:${port}/identitytoolkit.googleapis.com/v1/projects/${DEMO_PROJECT}/accounts`;
  await Promise.all(
    people.map(async ({ uid, email, name }) => {
      const response = await fetch(address, {
        method: "POST",
        headers: { authorization: "Bearer owner", "content-type": "application/json" },
        body: JSON.stringify({ localId: uid, email, displayName: name, password: DEMO_PASSWORD, emailVerified: true }),
      });
      const text = await response.text();
      if (!response.ok && !/DUPLICATE_LOCAL_ID|EMAIL_EXISTS/.test(text))
        throw new Error(`Couldn't create the account ${email}: ${text}`);
    }),
  );
}

export async function isEmpty(db: Database): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).limit(1)).length === 0;
}

export function assertNotProduction(): void {
  if (process.env["NODE_ENV"] === "production") throw new Error("Demo data must never be loaded in production.");
}

/**
 * Fills an empty site: first the accounts in the emulator and the pictures, then all rows in one transaction. Returns
 * false if there are users.
 */
export async function seedDemo(
  db: Database,
  clock: Clock,
  options: { port: number; joinAmount: JoinAmount; files: StorageConfig },
): Promise<boolean> {
  assertNotProduction();
  if (!(await isEmpty(db))) return false;

  const rows = demoRows(clock.now(), options.joinAmount);
  await createIdentities(
    options.port,
    rows.users.map(({ uid, email, name }) => ({ uid, email, name })),
  );
  const store = openFileStore(options.files);
  for (const { id, whole, content } of rows.pictures) await store.put(keyOf(id, whole), content, "image/webp");
  store.close();
  await insertRows(db, rows);
  return true;
}

export const insertRows = (db: Database, rows: ReturnType<typeof demoRows>): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.insert(users).values(rows.users);
    // Contest and winning entry reference each other, so winners are set last.
    await tx.insert(contests).values(rows.contests.map((contest) => ({ ...contest, ...NO_WINNER })));
    await payInOrder(tx, rows.participations);
    await tx.insert(waitingList).values(rows.waiting);
    await tx.insert(teams).values(rows.teams);
    await tx.insert(teamMembers).values(rows.teamMembers);
    await tx.insert(entries).values(rows.entries);
    await tx.insert(files).values(rows.pictures);
    await tx.insert(entryRatings).values(rows.ratings);
    await tx.insert(contestJudges).values(rows.judges);
    await tx.insert(placements).values(rows.placements);
    for (const { id, winnerId, winnerEntryId, winnerNote, winnerAt, winnerDeclaredBy } of rows.contests) {
      if (winnerId)
        await tx
          .update(contests)
          .set({ winnerId, winnerEntryId, winnerNote, winnerAt, winnerDeclaredBy })
          .where(eq(contests.id, id));
    }
    await tx.insert(awards).values(rows.moreAwards);
    for (const { contestId, place = 1, ...award } of rows.awards)
      await tx
        .update(awards)
        .set(award)
        .where(and(eq(awards.contestId, contestId), eq(awards.place, place)));
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

type Participation = typeof participations.$inferInsert;

/** Payments and refunds are written in chronological order, since the ledger is numbered by insertion. */
async function payInOrder(tx: Database, places: readonly Participation[]): Promise<void> {
  const remaining = places.toSorted((one, other) => one.paidAt.getTime() - other.paidAt.getTime());
  const refunds = places.flatMap(({ contestId, refundedAt }) => (refundedAt ? [{ contestId, at: refundedAt }] : []));
  const payUntil = async (until: number) => {
    const due = remaining.splice(0, remaining.filter(({ paidAt }) => paidAt.getTime() <= until).length);
    for (let from = 0; from < due.length; from += 500) {
      await tx
        .insert(participations)
        .values(
          due
            .slice(from, from + 500)
            .map((participation) => ({ ...participation, state: "paid" as const, refundedAt: null })),
        );
    }
  };
  const cancellations = [...new Map(refunds.map((refund) => [refund.contestId, refund])).values()];
  for (const { contestId, at } of cancellations.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    await payUntil(at.getTime());
    await tx
      .update(participations)
      .set({ state: "refunded", refundedAt: at })
      .where(eq(participations.contestId, contestId));
  }
  await payUntil(Infinity);
}

const NO_WINNER = { winnerId: null, winnerEntryId: null, winnerNote: null, winnerAt: null, winnerDeclaredBy: null };
