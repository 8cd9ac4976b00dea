import { asc, eq } from "drizzle-orm";
import type { OpenDatabase } from "../../../database/open-database";
import { contests, entries } from "../../../database/schema/contests";
import { users } from "../../../database/schema/people";
import { participations } from "../../../database/schema/taking-part";
import { openTestDatabase } from "../../../testing/test-database";
import { JUDGING_DAYS, phaseOf, phaseSql } from "./phase";

let database: OpenDatabase;

beforeAll(async () => {
  database = await openTestDatabase(false);
}, 60_000);
afterAll(() => database.close());

const now = new Date("2026-05-20T12:00:00.000Z");
const day = 24 * 60 * 60 * 1000;
const distances = [
  30 * day,
  1,
  0,
  -1,
  -JUDGING_DAYS * day + 1,
  -JUDGING_DAYS * day,
  -JUDGING_DAYS * day - 1,
  -60 * day,
];

it("returns the same phase in SQL and TypeScript", async () => {
  const { db } = database;
  const [creator, participant] = await db
    .insert(users)
    .values(
      ["creator", "participant"].map((name) => ({ uid: name, email: `${name}@example.com`, name, createdAt: now })),
    )
    .returning();
  const rows = distances.flatMap((distance) =>
    (["in_review", "changes_requested", "rejected", "approved"] as const).flatMap((review) =>
      ["none", "cancelled", "won"].map((end) => ({ distance, review, end })),
    ),
  );
  for (const { distance, review, end } of rows) {
    const [contest] = await db
      .insert(contests)
      .values({
        creatorId: creator!.id,
        name: "A contest",
        image: "/media/a.svg",
        description: "Described",
        task: "Do it",
        tag: "Book Review",
        registrationPrice: 1,
        prize: 2,
        deadline: new Date(now.getTime() + distance),
        status: review === "approved" ? "open" : "pending",
        review,
        openedAt: review === "approved" ? now : null,
        cancelledAt: end === "cancelled" ? now : null,
        cancelReason: end === "cancelled" ? "" : null,
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    if (end !== "won") continue;
    await db
      .insert(participations)
      .values({ contestId: contest!.id, userId: participant!.id, amount: 2, last4: "4242", paidAt: now });
    const [entry] = await db
      .insert(entries)
      .values({
        contestId: contest!.id,
        userId: participant!.id,
        number: 100,
        text: "Mine",
        sha256: "0".repeat(64),
        submittedAt: now,
        createdAt: now,
      })
      .returning();
    await db
      .update(contests)
      .set({
        winnerId: participant!.id,
        winnerEntryId: entry!.id,
        winnerNote: "",
        winnerAt: now,
        winnerDeclaredBy: creator!.id,
      })
      .where(eq(contests.id, contest!.id));
  }
  const found = await db
    .select({ row: contests, phase: phaseSql(now) })
    .from(contests)
    .orderBy(asc(contests.id));

  expect(found).toHaveLength(distances.length * 12);
  expect(found.map(({ phase }) => phase)).toEqual(found.map(({ row }) => phaseOf(row, now)));
  expect(new Set(found.map(({ phase }) => phase))).toEqual(
    new Set(["in_review", "changes_requested", "rejected", "open", "judging", "overdue", "completed", "cancelled"]),
  );
});
