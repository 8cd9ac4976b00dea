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
/** From then on no entry that was sent before the deadline can still arrive. */
const JUDGING = "2026-03-02T08:01:00.000Z";

describeOnPostgres("contests, when things happen at once", () => {
  const server = testServer({ needsPostgres: true });
  const { api, people, clock } = server;
  const steps = contestSteps(server);

  /** What came of a call: "done" or the refusal's code. */
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

  async function bookkeeping(contestId: string) {
    const rows = await server.db.select().from(participations).where(eq(participations.contestId, contestId));
    const [contest] = await server.db.select().from(contests).where(eq(contests.id, contestId));
    return {
      paid: rows.filter(({ state }) => state === "paid").length,
      refunded: rows.filter(({ state }) => state === "refunded").length,
      count: contest?.participantCount,
    };
  }

  const heldContest = <T>(contestId: string, start: () => Promise<T>, waiting: number, meanwhile?: () => unknown) =>
    withRowLocked(server.db, contestRow(contestId), start, waiting, meanwhile);

  // Whatever came of it, what is kept besides the rows is right.
  afterEach(async () => {
    expect((await verifyDerivedData(server.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);
  });

  it("counts who joins several contests of one creator at the same moment once", async () => {
    const creator = await people.creator();
    const ids = await Promise.all(Array.from({ length: 6 }, () => steps.open(creator)));
    const participants = await Promise.all(Array.from({ length: 4 }, () => people.user()));
    await Promise.all(ids.flatMap((id) => participants.map((person) => join(person, id))));
    const kept = () => server.db.select().from(creatorRecords).where(eq(creatorRecords.creatorId, creator.id));
    expect(await kept()).toMatchObject([{ participantCount: 4 }]);
    await Promise.all(ids.map((id) => leave(participants[0]!, id)));
    expect(await kept()).toMatchObject([{ participantCount: 3 }]);
  });

  it("counts each contest of one creator that is opened, joined and cancelled while others are", async () => {
    const [creator, person] = [await people.creator(), await people.user()];
    const ids = await Promise.all(Array.from({ length: 8 }, () => steps.open(creator)));
    const kept = () => server.db.select().from(creatorRecords).where(eq(creatorRecords.creatorId, creator.id));
    expect(await kept()).toMatchObject([{ runCount: 8, cancelledCount: 0 }]);
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
    expect(await kept()).toMatchObject([{ runCount: 8, cancelledCount: 8, participantCount: 0 }]);
  });

  it("joins one person once, however often they ask at a time", async () => {
    const participant = await people.user();
    const id = await steps.open(await people.creator());
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => join(participant, id)));
    expect(outcomes.filter((what) => what === "done")).toHaveLength(1);
    expect(outcomes.filter((what) => what === "already_joined")).toHaveLength(49);
    expect(await bookkeeping(id)).toEqual({ paid: 1, refunded: 0, count: 1 });
    const told = await server.db
      .select()
      .from(notices)
      .where(and(eq(notices.userId, participant.id), eq(notices.kind, "joined")));
    expect(told).toHaveLength(1);
  });

  it("counts exactly when many join and leave together", async () => {
    const id = await steps.open(await people.creator());
    const crowd = [];
    for (let made = 0; made < 16; made += 1) crowd.push(await people.user());
    expect(await Promise.all(crowd.map((person) => join(person, id)))).toEqual(Array(16).fill("done"));
    expect(await bookkeeping(id)).toEqual({ paid: 16, refunded: 0, count: 16 });
    await Promise.all([...crowd.slice(0, 8), ...crowd.slice(0, 8)].map((person) => leave(person, id)));
    expect(await bookkeeping(id)).toEqual({ paid: 8, refunded: 8, count: 8 });
  });

  it("lets a thousand people join at once: exactly a thousand, once each, through two servers", async () => {
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
    // Everybody asks both servers.
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
    expect(await bookkeeping(id)).toEqual({ paid: 1000, refunded: 0, count: 1000 });
    const told = await db.select().from(notices).where(eq(notices.kind, "joined"));
    expect(new Set(told.map(({ userId }) => userId)).size).toBe(1000);
    expect(told).toHaveLength(1000);
  });

  it("refuses a join that waits past the deadline, and accepts an entry begun before it", async () => {
    const [one, two] = [await people.user(), await people.user()];
    const id = await steps.open(await people.creator());
    await steps.join(two, id);
    clock.set("2026-03-02T07:59:59.999Z");
    const outcomes = await heldContest(
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
    expect(await bookkeeping(id)).toEqual({ paid: 1, refunded: 0, count: 1 });
  });

  it("either deletes before a join or cancels and refunds after it", async () => {
    const creator = await people.creator();
    for (let round = 0; round < 10; round += 1) {
      const participant = await people.user();
      const id = await steps.open(creator);
      const [joined, deleted] = await heldContest(
        id,
        () => Promise.all([join(participant, id), outcome(creator, deleteContest, { params: { id } })]),
        2,
      );
      expect(deleted).toBe("done");
      const books = await bookkeeping(id);
      if (joined === "done") expect(books).toEqual({ paid: 0, refunded: 1, count: 0 });
      else expect([joined, books]).toEqual(["not_found", { paid: 0, refunded: 0, count: undefined }]);
    }
  });

  it("either joins and keeps the creator, or removes the creator and joins nobody", async () => {
    const admin = await people.admin();
    for (let round = 0; round < 10; round += 1) {
      const [creator, participant] = [await people.creator(), await people.user()];
      const id = await steps.open(creator);
      const remove = () => outcome(admin, deleteUser, { params: { id: creator.id } });
      const [joined, removed] = await heldContest(id, () => Promise.all([join(participant, id), remove()]), 2);
      expect([
        ["done", "has_running_contests"],
        ["not_found", "done"],
      ]).toContainEqual([joined, removed]);
      expect((await bookkeeping(id)).paid).toBe(joined === "done" ? 1 : 0);
    }
  });

  it("never changes the terms under somebody who is joining", async () => {
    const creator = await people.creator();
    for (let round = 0; round < 10; round += 1) {
      const participant = await people.user();
      const id = await steps.open(creator);
      const [joined, changed] = await heldContest(
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

  it("refunds somebody who leaves while the contest is cancelled once", async () => {
    const [creator, participant] = [await people.creator(), await people.user()];
    const id = await steps.open(creator);
    await steps.join(participant, id);
    const [left, cancelled] = await heldContest(
      id,
      () => Promise.all([leave(participant, id), outcome(creator, deleteContest, { params: { id } })]),
      2,
    );
    expect(cancelled).toBe("done");
    expect(["done", "not_joined"]).toContain(left);
    expect(await bookkeeping(id)).toEqual({ paid: 0, refunded: 1, count: 0 });
  });

  it("either lets somebody leave or takes their entry", async () => {
    const participant = await people.user();
    const id = await steps.open(await people.creator());
    await steps.join(participant, id);
    const outcomes = await heldContest(
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

  it("chooses one winner from two windows", async () => {
    const creator = await people.creator();
    const [one, two] = [await people.user(), await people.user()];
    const id = await steps.open(creator);
    const entryIds: string[] = [];
    for (const person of [one, two]) {
      await steps.join(person, id);
      entryIds.push((await steps.submit(person, id))._id);
    }
    clock.set(JUDGING);
    const outcomes = await heldContest(
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

  it("keeps one entry when two are submitted together", async () => {
    const participant = await people.user();
    const id = await steps.open(await people.creator());
    await steps.join(participant, id);
    const submit = (text: string) =>
      api.as(participant).call(submitEntry, { params: { contestId: id }, body: { text } });
    const [one, two] = await Promise.all([submit("One"), submit("Two")]);
    expect(one._id).toBe(two._id);
  });

  /** A contest whose deadline has passed, with two entries. */
  async function aJudgedContest(fields: Partial<ContestFormInput> = {}) {
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

  it("tells an author what stands when an entry is rated while the winner is chosen", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { creator, id, authors, entryIds } = await aJudgedContest();
      const rate = () =>
        outcome(creator, rateEntry, { params: { contestId: id }, body: { entryId: entryIds[1]!, rating: 4 } });
      const [rated, chosen] = await heldContest(id, () => Promise.all([rate(), choose(creator, id, entryIds[0]!)]), 2);
      expect(chosen).toBe("done");
      const { entry } = await api.as(authors[1]).call(getMyEntry, { params: { contestId: id } });
      const [told] = await server.db
        .select()
        .from(notices)
        .where(and(eq(notices.userId, authors[1].id), eq(notices.kind, "result")));
      if (rated === "done") {
        expect(entry?.ratings).toEqual([{ rating: 4, word: "", by: "creator", name: "", criteria: [] }]);
        expect(told?.text).toContain("Your entry was rated 4 of 5.");
      } else {
        expect([rated, entry?.ratings]).toEqual(["winner_declared", []]);
        expect(told?.text).toContain("Nobody left a rating for your entry.");
      }
    }
  });

  it("keeps both when a rating and a word are saved together, and the last of two ratings", async () => {
    const { creator, id, entryIds } = await aJudgedContest();
    const say = (said: { rating?: number; word?: string }) =>
      outcome(creator, rateEntry, { params: { contestId: id }, body: { entryId: entryIds[0]!, ...said } });
    expect(await heldContest(id, () => Promise.all([say({ rating: 4 }), say({ word: "Bold." })]), 2)).toEqual([
      "done",
      "done",
    ]);
    const rows = () => server.db.select({ rating: entryRatings.rating, word: entryRatings.word }).from(entryRatings);
    expect(await rows()).toEqual([{ rating: 4, word: "Bold." }]);
    await Promise.all([1, 2, 3, 4, 5].map((rating) => say({ rating })));
    expect(await rows()).toHaveLength(1);
  });

  it("has the mean of all criteria, whichever of two judgings comes first", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { creator, id, entryIds } = await aJudgedContest({ criteria: "Colour\nForm" });
      const entryId = entryIds[0]!;
      const rateBy = (position: number, rating: number | null) =>
        outcome(creator, rateCriterion, { params: { contestId: id }, body: { entryId, position, rating } });
      const rows = () =>
        server.db.select({ rating: entryRatings.rating }).from(entryRatings).where(eq(entryRatings.entryId, entryId));
      expect(await heldContest(id, () => Promise.all([rateBy(0, 4), rateBy(1, 5)]), 2)).toEqual(["done", "done"]);
      expect(await rows()).toEqual([{ rating: 4.5 }]);
      // One changed while all are taken back: either that one is left, or nothing; never a rating of what is not complete.
      const takeBack = () =>
        outcome(creator, rateEntry, { params: { contestId: id }, body: { entryId, rating: null } });
      expect(await heldContest(id, () => Promise.all([rateBy(0, 1), takeBack()]), 2)).toEqual(["done", "done"]);
      expect(await rows()).toEqual([]);
    }
  });

  it("tells an author what stands when the last criterion is rated while the winner is chosen", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { creator, id, authors, entryIds } = await aJudgedContest({ criteria: "Colour\nForm" });
      const rateBy = (position: number, rating: number) =>
        outcome(creator, rateCriterion, {
          params: { contestId: id },
          body: { entryId: entryIds[1]!, position, rating },
        });
      expect(await rateBy(0, 4)).toBe("done");
      const [rated, chosen] = await heldContest(
        id,
        () => Promise.all([rateBy(1, 5), choose(creator, id, entryIds[0]!)]),
        2,
      );
      expect(chosen).toBe("done");
      const [told] = await server.db
        .select()
        .from(notices)
        .where(and(eq(notices.userId, authors[1].id), eq(notices.kind, "result")));
      expect([rated, told?.text.replace(/^.*: [^.]*\. /, "")]).toEqual(
        rated === "done"
          ? ["done", "Your entry was rated 4.5 of 5."]
          : ["winner_declared", "Nobody left a rating for your entry."],
      );
    }
  });

  it("shows the winning entry just as its author had said when it was chosen", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { creator, id, authors, entryIds } = await aJudgedContest();
      const decline = () =>
        outcome(authors[0], showEntryIfWins, { params: { contestId: id }, body: { showIfWins: false } });
      const [declined, chosen] = await heldContest(
        id,
        () => Promise.all([decline(), choose(creator, id, entryIds[0]!)]),
        2,
      );
      expect(chosen).toBe("done");
      const shown = await api.call(listPublishedEntries, { params: { contestId: id } });
      expect([declined, shown.length]).toEqual(declined === "done" ? ["done", 0] : ["winner_declared", 1]);
    }
  });

  it("shows nothing of an author who publishes while an admin removes them", async () => {
    const admin = await people.admin();
    for (let round = 0; round < 10; round += 1) {
      const { creator, id, authors, entryIds } = await aJudgedContest();
      expect(await choose(creator, id, entryIds[0]!)).toBe("done");
      const publish = () =>
        outcome(authors[1], publishEntry, { params: { contestId: id }, body: { isPublished: true } });
      const remove = () => outcome(admin, deleteUser, { params: { id: authors[1].id } });
      // Half of the rounds the removal finds the author's call waiting for the contest, and overtakes it.
      const [published, removed] =
        round % 2 === 0 ? await Promise.all([publish(), remove()]) : await removedMeanwhile(id, publish, remove);
      expect(removed).toBe("done");
      expect(["done", "removed"]).toContain(published);
      const [row] = await server.db.select().from(entries).where(eq(entries.id, entryIds[1]!));
      expect(row?.publishedAt === null).toBe(published !== "done");
      expect((await api.call(listPublishedEntries, { params: { contestId: id } })).map(({ _id }) => _id)).toEqual([
        entryIds[0],
      ]);
    }

    /** The first is begun and waits for the contest; the second is done before that is let go. */
    async function removedMeanwhile(
      id: string,
      publish: () => Promise<string>,
      remove: () => Promise<string>,
    ): Promise<[string, string]> {
      let removed = "";
      const published = await heldContest(id, publish, 1, async () => void (removed = await remove()));
      expect(published).toBe("removed");
      return [published, removed];
    }
  });

  it("a contest that twenty thousand joined is cancelled as one of three is, after a refund of one", async () => {
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
    // The database keeps the plan it made for this.
    expect([await join(first, contestId), await leave(first, contestId)]).toEqual(["done", "done"]);
    expect(await outcome(creator, deleteContest, { params: { id: contestId }, body: { reason: "Too many" } })).toBe(
      "done",
    );
    expect(await server.db.$count(participations, eq(participations.state, "refunded"))).toBe(20_001);
    expect((await verifyDerivedData(server.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);
  }, 120_000);
});
