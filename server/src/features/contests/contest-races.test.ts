import { and, eq, sql } from "drizzle-orm";
import type { ContestFormInput } from "@conquest/shared/contracts/contests";
import { deleteContest, updateContest } from "@conquest/shared/contracts/publishing";
import { declareWinner } from "@conquest/shared/contracts/winners";
import {
  getMyEntry,
  listPublishedEntries,
  publishEntry,
  showEntryIfWins,
  submitEntry,
} from "@conquest/shared/contracts/entries";
import { rateCriterion, rateEntry } from "@conquest/shared/contracts/judging/judged-entries";
import { joinContest as joinCall, leaveContest } from "@conquest/shared/contracts/participation";
import { deleteUser } from "@conquest/shared/contracts/users";
import type { Endpoint, InputOf } from "@conquest/shared/contracts/http/endpoint";
import { verifyDerivedData } from "../../database/verify-derived-data";
import { contests, entries } from "../../database/schema/contests";
import { entryRatings } from "../../database/schema/judging";
import { notices } from "../../database/schema/messages";
import { users } from "../../database/schema/people";
import { creatorRecords } from "../../database/schema/records";
import { participations } from "../../database/schema/taking-part";
import type { HttpError } from "../../platform/errors";
import { joinContest } from "../participation/join-contest";
import { testServer, describeOnPostgres, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";
import { contestRow, withRowLocked } from "../../testing/races";
import { testApi } from "../../testing/test-api";

const DEADLINE = "2026-03-02T08:00:00.000Z";
/** From here on no entry sent before the deadline can still arrive. */
const JUDGING = "2026-03-02T08:01:00.000Z";

describeOnPostgres("concurrent contest operations", () => {
  const server = testServer({ needsPostgres: true });
  const { api, people, clock } = server;
  const steps = contestSteps(server);

  /** Returns "done" or the error code. */
  async function outcome<E extends Endpoint>(person: Person, contract: E, input: InputOf<E>): Promise<string> {
    const caller = testApi(() => server.app, person.cookie);
    try {
      await caller.call(contract, input);
      return "done";
    } catch (error) {
      return /"code":"(\w+)"/.exec(String(error))?.[1] ?? String(error);
    }
  }
  const join = (person: Person, contestId: string) =>
    outcome(person, joinCall, { body: { contestId, email: person.email } });
  const leave = (person: Person, contestId: string) =>
    outcome(person, leaveContest, { body: { contestId, email: person.email } });

  async function countParticipations(contestId: string) {
    const rows = await server.db.select().from(participations).where(eq(participations.contestId, contestId));
    const [contest] = await server.db.select().from(contests).where(eq(contests.id, contestId));
    return {
      paid: rows.filter(({ state }) => state === "paid").length,
      refunded: rows.filter(({ state }) => state === "refunded").length,
      count: contest?.participantCount,
    };
  }

  const withContestLocked = <T>(
    contestId: string,
    start: () => Promise<T>,
    waiting: number,
    meanwhile?: () => unknown,
  ) => withRowLocked(server.db, contestRow(contestId), start, waiting, meanwhile);

  // Derived data must be correct after every test.
  afterEach(async () => {
    expect((await verifyDerivedData(server.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);
  });

  it("counts a participant of several contests of one creator once", async () => {
    const creator = await people.creator();
    const ids = await Promise.all(Array.from({ length: 6 }, () => steps.open(creator)));
    const participants = await Promise.all(Array.from({ length: 4 }, () => people.user()));
    await Promise.all(ids.flatMap((id) => participants.map((person) => join(person, id))));
    const readRecords = () => server.db.select().from(creatorRecords).where(eq(creatorRecords.creatorId, creator.id));
    expect(await readRecords()).toMatchObject([{ participantCount: 4 }]);
    await Promise.all(ids.map((id) => leave(participants[0]!, id)));
    expect(await readRecords()).toMatchObject([{ participantCount: 3 }]);
  });

  it("counts a creator's contests during concurrent joins and cancellations", async () => {
    const [creator, person] = [await people.creator(), await people.user()];
    const ids = await Promise.all(Array.from({ length: 8 }, () => steps.open(creator)));
    const readRecords = () => server.db.select().from(creatorRecords).where(eq(creatorRecords.creatorId, creator.id));
    expect(await readRecords()).toMatchObject([{ runCount: 8, cancelledCount: 0 }]);
    await Promise.all(ids.map((id) => join(person, id)));
    const others = await Promise.all(
      ids.flatMap((id, at) => [
        outcome(creator, deleteContest, { params: { id } }),
        ...(at % 2 ? [leave(person, id)] : []),
      ]),
    );
    expect(
      others.filter((what) => what !== "done").every((what) => ["cancelled", "closed", "not_joined"].includes(what)),
    ).toBe(true);
    expect(await readRecords()).toMatchObject([{ runCount: 8, cancelledCount: 8, participantCount: 0 }]);
  });

  it("joins a user once despite concurrent requests", async () => {
    const participant = await people.user();
    const id = await steps.open(await people.creator());
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => join(participant, id)));
    expect(outcomes.filter((what) => what === "done")).toHaveLength(1);
    expect(outcomes.filter((what) => what === "already_joined")).toHaveLength(49);
    expect(await countParticipations(id)).toEqual({ paid: 1, refunded: 0, count: 1 });
    const notifications = await server.db
      .select()
      .from(notices)
      .where(and(eq(notices.userId, participant.id), eq(notices.kind, "joined")));
    expect(notifications).toHaveLength(1);
  });

  it("counts participants exactly when many join and leave together", async () => {
    const id = await steps.open(await people.creator());
    const crowd = [];
    for (let made = 0; made < 16; made += 1) crowd.push(await people.user());
    expect(await Promise.all(crowd.map((person) => join(person, id)))).toEqual(Array(16).fill("done"));
    expect(await countParticipations(id)).toEqual({ paid: 16, refunded: 0, count: 16 });
    await Promise.all([...crowd.slice(0, 8), ...crowd.slice(0, 8)].map((person) => leave(person, id)));
    expect(await countParticipations(id)).toEqual({ paid: 8, refunded: 8, count: 8 });
  });

  it("joins a thousand users once each through two servers", async () => {
    const id = await steps.open(await people.creator());
    const { db } = server;
    const created = clock.now();
    const crowd = Array.from({ length: 1000 }, (_, each) => ({
      uid: `crowd-${each}`,
      email: `crowd-${each}@example.com`,
      createdAt: created,
    }));
    const members = await db.insert(users).values(crowd).returning();
    const joins = [joinContest, joinContest].map((join) => join({ db, clock, config: server.config }));
    const outcomes = await Promise.allSettled(
      members.flatMap((user) =>
        joins.map((join) => join({ contestId: id, email: user.email! }, { ...user, email: user.email! })),
      ),
    );
    const receipts = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    const refusals = outcomes.flatMap((outcome) =>
      outcome.status === "rejected" ? [(outcome.reason as HttpError).code] : [],
    );
    expect(refusals).toEqual(Array(1000).fill("already_joined"));
    expect(new Set(receipts.map(({ participantCount }) => participantCount)).size).toBe(1000);
    expect(await countParticipations(id)).toEqual({ paid: 1000, refunded: 0, count: 1000 });
    const notifications = await db.select().from(notices).where(eq(notices.kind, "joined"));
    expect(new Set(notifications.map(({ userId }) => userId)).size).toBe(1000);
    expect(notifications).toHaveLength(1000);
  });

  it("rejects a join that waits past the deadline, but accepts an earlier entry", async () => {
    const [one, two] = [await people.user(), await people.user()];
    const id = await steps.open(await people.creator());
    await steps.join(two, id);
    clock.set("2026-03-02T07:59:59.999Z");
    const outcomes = await withContestLocked(
      id,
      () =>
        Promise.all([
          join(one, id),
          outcome(two, submitEntry, { params: { contestId: id }, body: { text: "In time" } }),
        ]),
      2,
      () => clock.set(DEADLINE),
    );
    expect(outcomes).toEqual(["contest_closed", "done"]);
    expect(await countParticipations(id)).toEqual({ paid: 1, refunded: 0, count: 1 });
  });

  it("either deletes before a join or cancels and refunds after it", async () => {
    const creator = await people.creator();
    for (let round = 0; round < 10; round += 1) {
      const participant = await people.user();
      const id = await steps.open(creator);
      const [joined, deleted] = await withContestLocked(
        id,
        () => Promise.all([join(participant, id), outcome(creator, deleteContest, { params: { id } })]),
        2,
      );
      expect(deleted).toBe("done");
      const books = await countParticipations(id);
      if (joined === "done") expect(books).toEqual({ paid: 0, refunded: 1, count: 0 });
      else expect([joined, books]).toEqual(["not_found", { paid: 0, refunded: 0, count: undefined }]);
    }
  });

  it("either joins and keeps the creator, or removes the creator and rejects the join", async () => {
    const admin = await people.admin();
    for (let round = 0; round < 10; round += 1) {
      const [creator, participant] = [await people.creator(), await people.user()];
      const id = await steps.open(creator);
      const remove = () => outcome(admin, deleteUser, { params: { id: creator.id } });
      const [joined, removed] = await withContestLocked(id, () => Promise.all([join(participant, id), remove()]), 2);
      expect([
        ["done", "has_running_contests"],
        ["not_found", "done"],
      ]).toContainEqual([joined, removed]);
      expect((await countParticipations(id)).paid).toBe(joined === "done" ? 1 : 0);
    }
  });

  it("never changes the terms for a user who is joining", async () => {
    const creator = await people.creator();
    for (let round = 0; round < 10; round += 1) {
      const participant = await people.user();
      const id = await steps.open(creator);
      const [joined, changed] = await withContestLocked(
        id,
        () =>
          Promise.all([
            join(participant, id),
            outcome(creator, updateContest, { params: { id }, body: { prize: "1" } }),
          ]),
        2,
      );
      const [payment] = await server.db.select().from(participations).where(eq(participations.contestId, id));
      if (joined === "done") expect([changed, payment?.amount]).toEqual(["terms_frozen", 50000]);
      else expect([joined, changed, payment]).toEqual(["not_found", "done", undefined]);
    }
  });

  it("refunds once when leaving and cancelling coincide", async () => {
    const [creator, participant] = [await people.creator(), await people.user()];
    const id = await steps.open(creator);
    await steps.join(participant, id);
    const [left, cancelled] = await withContestLocked(
      id,
      () => Promise.all([leave(participant, id), outcome(creator, deleteContest, { params: { id } })]),
      2,
    );
    expect(cancelled).toBe("done");
    expect(["done", "not_joined"]).toContain(left);
    expect(await countParticipations(id)).toEqual({ paid: 0, refunded: 1, count: 0 });
  });

  it("either leaves or accepts the entry", async () => {
    const participant = await people.user();
    const id = await steps.open(await people.creator());
    await steps.join(participant, id);
    const outcomes = await withContestLocked(
      id,
      () =>
        Promise.all([
          leave(participant, id),
          outcome(participant, submitEntry, { params: { contestId: id }, body: { text: "Mine" } }),
        ]),
      2,
    );
    expect([
      ["done", "not_joined"],
      ["already_submitted", "done"],
    ]).toContainEqual(outcomes);
  });

  it("chooses one winner for two concurrent requests", async () => {
    const creator = await people.creator();
    const [one, two] = [await people.user(), await people.user()];
    const id = await steps.open(creator);
    const entryIds: string[] = [];
    for (const person of [one, two]) {
      await steps.join(person, id);
      entryIds.push((await steps.submit(person, id))._id);
    }
    clock.set(JUDGING);
    const outcomes = await withContestLocked(
      id,
      () =>
        Promise.all(
          entryIds.map((entryId) =>
            outcome(creator, declareWinner, {
              params: { contestId: id },
              body: { entryId, note: "The clearest of all." },
            }),
          ),
        ),
      2,
    );
    expect(outcomes.sort()).toEqual(["done", "winner_declared"]);
    const congratulated = await server.db.select().from(notices).where(eq(notices.kind, "winner"));
    const [contest] = await server.db.select().from(contests).where(eq(contests.id, id));
    expect(congratulated.map(({ userId }) => userId)).toEqual([contest?.winnerId]);
  });

  it("stores one entry for two concurrent submissions", async () => {
    const participant = await people.user();
    const id = await steps.open(await people.creator());
    await steps.join(participant, id);
    const submit = (text: string) =>
      api.as(participant).call(submitEntry, { params: { contestId: id }, body: { text } });
    const [one, two] = await Promise.all([submit("One"), submit("Two")]);
    expect(one._id).toBe(two._id);
  });

  async function createClosedContest(fields: Partial<ContestFormInput> = {}) {
    clock.set("2026-03-02T06:00:00.000Z");
    const creator = await people.creator();
    const id = await steps.open(creator, fields);
    const authors = [await people.user(), await people.user()] as const;
    const entryIds: string[] = [];
    for (const author of authors) {
      await steps.join(author, id);
      entryIds.push((await steps.submit(author, id))._id);
    }
    clock.set(JUDGING);
    return { creator, id, authors, entryIds };
  }
  const choose = (person: Person, contestId: string, entryId: string) =>
    outcome(person, declareWinner, { params: { contestId }, body: { entryId, note: "The clearest of all." } });

  it("notifies an author of the final rating when rated during the choice", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { creator, id, authors, entryIds } = await createClosedContest();
      const rate = () =>
        outcome(creator, rateEntry, { params: { contestId: id }, body: { entryId: entryIds[1]!, rating: 4 } });
      const [rated, chosen] = await withContestLocked(
        id,
        () => Promise.all([rate(), choose(creator, id, entryIds[0]!)]),
        2,
      );
      expect(chosen).toBe("done");
      const { entry } = await api.as(authors[1]).call(getMyEntry, { params: { contestId: id } });
      const [notifications] = await server.db
        .select()
        .from(notices)
        .where(and(eq(notices.userId, authors[1].id), eq(notices.kind, "result")));
      if (rated === "done") {
        expect(entry?.ratings).toEqual([{ rating: 4, word: "", by: "creator", name: "", criteria: [] }]);
        expect(notifications?.text).toContain("Your entry was rated 4 out of 5.");
      } else {
        expect([rated, entry?.ratings]).toEqual(["winner_declared", []]);
        expect(notifications?.text).toContain("No one rated your entry.");
      }
    }
  });

  it("saves a concurrent rating and comment, and one of several ratings", async () => {
    const { creator, id, entryIds } = await createClosedContest();
    const saveRating = (said: { rating?: number; word?: string }) =>
      outcome(creator, rateEntry, { params: { contestId: id }, body: { entryId: entryIds[0]!, ...said } });
    expect(
      await withContestLocked(id, () => Promise.all([saveRating({ rating: 4 }), saveRating({ word: "Bold." })]), 2),
    ).toEqual(["done", "done"]);
    const rows = () => server.db.select({ rating: entryRatings.rating, word: entryRatings.word }).from(entryRatings);
    expect(await rows()).toEqual([{ rating: 4, word: "Bold." }]);
    await Promise.all([1, 2, 3, 4, 5].map((rating) => saveRating({ rating })));
    expect(await rows()).toHaveLength(1);
  });

  it("computes the mean of all criteria regardless of order", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { creator, id, entryIds } = await createClosedContest({ criteria: "Colour\nForm" });
      const entryId = entryIds[0]!;
      const rateBy = (position: number, rating: number | null) =>
        outcome(creator, rateCriterion, { params: { contestId: id }, body: { entryId, position, rating } });
      const rows = () =>
        server.db.select({ rating: entryRatings.rating }).from(entryRatings).where(eq(entryRatings.entryId, entryId));
      expect(await withContestLocked(id, () => Promise.all([rateBy(0, 4), rateBy(1, 5)]), 2)).toEqual(["done", "done"]);
      expect(await rows()).toEqual([{ rating: 4.5 }]);
      // Changing one criterion while all are cleared must not leave a rating for incomplete criteria.
      const clearRating = () =>
        outcome(creator, rateEntry, { params: { contestId: id }, body: { entryId, rating: null } });
      expect(await withContestLocked(id, () => Promise.all([rateBy(0, 1), clearRating()]), 2)).toEqual([
        "done",
        "done",
      ]);
      expect(await rows()).toEqual([]);
    }
  });

  it("notifies an author of the final rating when the last criterion is rated", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { creator, id, authors, entryIds } = await createClosedContest({ criteria: "Colour\nForm" });
      const rateBy = (position: number, rating: number) =>
        outcome(creator, rateCriterion, {
          params: { contestId: id },
          body: { entryId: entryIds[1]!, position, rating },
        });
      expect(await rateBy(0, 4)).toBe("done");
      const [rated, chosen] = await withContestLocked(
        id,
        () => Promise.all([rateBy(1, 5), choose(creator, id, entryIds[0]!)]),
        2,
      );
      expect(chosen).toBe("done");
      const [notifications] = await server.db
        .select()
        .from(notices)
        .where(and(eq(notices.userId, authors[1].id), eq(notices.kind, "result")));
      expect([rated, notifications?.text.replace(/^.*: [^.]*\. /, "")]).toEqual(
        rated === "done"
          ? ["done", "Your entry was rated 4.5 out of 5."]
          : ["winner_declared", "No one rated your entry."],
      );
    }
  });

  it("publishes the winning entry according to its author's choice at that time", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { creator, id, authors, entryIds } = await createClosedContest();
      const decline = () =>
        outcome(authors[0], showEntryIfWins, { params: { contestId: id }, body: { showIfWins: false } });
      const [declined, chosen] = await withContestLocked(
        id,
        () => Promise.all([decline(), choose(creator, id, entryIds[0]!)]),
        2,
      );
      expect(chosen).toBe("done");
      const shown = await api.call(listPublishedEntries, { params: { contestId: id } });
      expect([declined, shown.length]).toEqual(declined === "done" ? ["done", 0] : ["winner_declared", 1]);
    }
  });

  it("publishes no entry of an author who is being removed", async () => {
    const admin = await people.admin();
    for (let round = 0; round < 10; round += 1) {
      const { creator, id, authors, entryIds } = await createClosedContest();
      expect(await choose(creator, id, entryIds[0]!)).toBe("done");
      const publish = () =>
        outcome(authors[1], publishEntry, { params: { contestId: id }, body: { isPublished: true } });
      const remove = () => outcome(admin, deleteUser, { params: { id: authors[1].id } });
      // The removal overtakes the author's call, which waits for the contest, in half of the rounds.
      const [published, removed] =
        round % 2 === 0 ? await Promise.all([publish(), remove()]) : await removeWhilePublishing(id, publish, remove);
      expect(removed).toBe("done");
      expect(["done", "removed"]).toContain(published);
      const [row] = await server.db.select().from(entries).where(eq(entries.id, entryIds[1]!));
      expect(row?.publishedAt === null).toBe(published !== "done");
      expect((await api.call(listPublishedEntries, { params: { contestId: id } })).map(({ _id }) => _id)).toEqual([
        entryIds[0],
      ]);
    }

    async function removeWhilePublishing(
      id: string,
      publish: () => Promise<string>,
      remove: () => Promise<string>,
    ): Promise<[string, string]> {
      let removed = "";
      const published = await withContestLocked(id, publish, 1, async () => void (removed = await remove()));
      expect(published).toBe("removed");
      return [published, removed];
    }
  });

  it("cancels a contest with twenty thousand participants after a single refund", async () => {
    const [creator, first] = [await people.creator(), await people.user()];
    const contestId = await steps.open(creator);
    await server.db.execute(sql`
      insert into users (id, uid, email, name, image, role, created_at)
      select 'person-' || nth, 'uid-' || nth, 'person-' || nth || '@example.com', 'Somebody', '', 'user', ${clock.now().toISOString()} from generate_series(1, 20000) nth`);
    await server.db.execute(sql`
      insert into participations (id, contest_id, user_id, amount, last4, state, paid_at)
      select 'place-' || nth, ${contestId}, 'person-' || nth, 500, '4242', 'paid', ${clock.now().toISOString()} from generate_series(1, 20000) nth`);
    await server.db
      .update(contests)
      .set({ participantCount: 20_000, paidTotal: 10_000_000 })
      .where(eq(contests.id, contestId));
    await server.db.execute(sql`analyze`);
    // Makes PostgreSQL cache a plan for a single refund.
    expect([await join(first, contestId), await leave(first, contestId)]).toEqual(["done", "done"]);
    expect(await outcome(creator, deleteContest, { params: { id: contestId }, body: { reason: "Too many" } })).toBe(
      "done",
    );
    expect(await server.db.$count(participations, eq(participations.state, "refunded"))).toBe(20_001);
    expect((await verifyDerivedData(server.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);
  }, 120_000);
});
