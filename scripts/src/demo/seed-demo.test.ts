import { asc, eq } from "drizzle-orm";
import { auditEntries } from "@conquest/server/src/database/schema/audit";
import { contests, entries } from "@conquest/server/src/database/schema/contests";
import { placements } from "@conquest/server/src/database/schema/placements";
import { verifyDerivedData } from "@conquest/server/src/database/verify-derived-data";
import { ledgerEntries, participations } from "@conquest/server/src/database/schema/taking-part";
import { teams } from "@conquest/server/src/database/schema/teams";
import { waitingList } from "@conquest/server/src/database/schema/waiting-list";
import { TEST_NOW, testServer } from "@conquest/server/src/testing/test-server";
import { demoRows } from "./rows/demo-rows";
import { insertRows } from "./seed-demo";

const server = testServer();

it("has open and awarded contests with further prizes, and consistent records", async () => {
  await insertRows(server.db, demoRows(new Date(TEST_NOW), "prize"));
  expect((await verifyDerivedData(server.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);
  const placed = await server.db.select().from(placements).orderBy(asc(placements.place));
  expect(placed).toMatchObject([
    { place: 2, prizeName: "Second prize", prize: 8000 },
    { place: 3, prizeName: "Clearest timetable", prize: 0 },
  ]);
  const withPrizes = (await server.db.select().from(contests)).filter(({ morePrizes }) => morePrizes.length > 0);
  expect(withPrizes.map(({ winnerAt }) => winnerAt === null).toSorted()).toEqual([false, true]);
});

it("has a full contest with a waiting list, and one with spots left", async () => {
  await insertRows(server.db, demoRows(new Date(TEST_NOW), "prize"));
  const limited = (await server.db.select().from(contests)).filter(({ maxParticipants }) => maxParticipants !== null);
  expect(limited.map((contest) => contest.maxParticipants! - contest.participantCount).toSorted()).toEqual([0, 3]);
  expect(await server.db.$count(waitingList)).toBe(4);
});

it("has a team without an entry, and one that won", async () => {
  await insertRows(server.db, demoRows(new Date(TEST_NOW), "prize"));
  const stored = await server.db
    .select({ name: teams.name, entryId: entries.id, winnerAt: contests.winnerAt })
    .from(teams)
    .innerJoin(contests, eq(contests.id, teams.contestId))
    .leftJoin(entries, eq(entries.teamId, teams.id));
  expect(stored.filter(({ entryId }) => entryId === null)).toHaveLength(1);
  expect(stored.filter(({ winnerAt }) => winnerAt !== null)).toHaveLength(1);
});

it("numbers ledger and audit log chronologically", async () => {
  const rows = demoRows(new Date(TEST_NOW), "prize");
  await insertRows(server.db, rows);
  const ledger = await server.db.select().from(ledgerEntries).orderBy(asc(ledgerEntries.number));
  expect(ledger.map(({ at }) => at)).toEqual(
    ledger.map(({ at }) => at).toSorted((one, other) => one.getTime() - other.getTime()),
  );
  expect(new Set(ledger.map(({ kind }) => kind))).toEqual(new Set(["payment", "refund"]));
  const audit = await server.db.select().from(auditEntries).orderBy(asc(auditEntries.number));
  expect(audit.map(({ at }) => at)).toEqual(
    audit.map(({ at }) => at).toSorted((one, other) => one.getTime() - other.getTime()),
  );
  expect(audit.filter(({ act }) => act === "winner_chosen").every(({ reason }) => reason !== "")).toBe(true);

  const stored = await server.db.select().from(participations);
  const facts = (
    places: readonly {
      contestId: string;
      userId: string;
      state?: string | undefined;
      refundedAt?: Date | null | undefined;
    }[],
  ) =>
    places
      .map(({ contestId, userId, state, refundedAt }) => `${contestId} ${userId} ${state} ${refundedAt?.toISOString()}`)
      .toSorted();
  expect(facts(stored)).toEqual(facts(rows.participations));
});
