import { and, eq, isNull, sql } from "drizzle-orm";
import type { Notice } from "@conquest/shared/contracts/messages";
import { listNextSteps } from "@conquest/shared/contracts/next-steps";
import { deleteContest, updateContest } from "@conquest/shared/contracts/publishing";
import { deleteUser, updateUser } from "@conquest/shared/contracts/users";
import { declareWinner } from "@conquest/shared/contracts/winners";
import { contests } from "../../database/schema/contests";
import { letters, notices } from "../../database/schema/messages";
import { users } from "../../database/schema/people";
import { contestPromises, participations } from "../../database/schema/taking-part";
import { verifyDerivedData } from "../../database/verify-derived-data";
import { testServer, describeOnPostgres, type Person } from "../../testing/test-server";
import { aContestForm, contestSteps } from "../../testing/contest-steps";
import { DAY, HOUR } from "../../testing/test-clock";
import { runLifecycleJobs } from "./run-lifecycle-jobs";

const DEADLINE = new Date("2026-03-02T08:00:00.000Z");
/** From here on no entry sent before the deadline can still arrive. */
const ARRIVED = new Date("2026-03-02T08:01:00.000Z");
const daysAfter = (days: number, ms = 0) => new Date(DEADLINE.getTime() + days * DAY + ms).toISOString();

describe("lifecycle jobs", () => {
  const server = testServer();
  const { api, people, clock } = server;
  const steps = contestSteps(server);

  async function createContestOfThree() {
    const creator = await people.creator();
    const [first, second, idle] = [await people.user(), await people.user(), await people.user()];
    const id = await steps.open(creator);
    for (const person of [first, second, idle]) await steps.join(person, id);
    const { _id: entryId } = await steps.submit(first, id);
    await steps.submit(second, id);
    return { creator, first, second, idle, id, entryId };
  }
  const states = async (id: string) =>
    (await server.db.select().from(participations).where(eq(participations.contestId, id))).map(({ state }) => state);
  const due = async (id: string) =>
    (await server.db.select().from(contestPromises).where(eq(contestPromises.contestId, id)))[0]?.nextAt;
  /** Nothing is due at the deadline itself: earlier submissions may still be arriving. */
  const runJobsAt = (instant: string) => {
    clock.set(instant === DEADLINE.toISOString() ? ARRIVED : instant);
    return runLifecycleJobs(server);
  };
  const textsOf = async (person: Person, kind: Notice["kind"]) => {
    const written = await server.db
      .select()
      .from(notices)
      .where(and(eq(notices.userId, person.id), eq(notices.kind, kind)))
      .orderBy(notices.createdAt);
    return written.map(({ text }) => text);
  };

  afterEach(async () => {
    for (const { what, wrong } of await verifyDerivedData(server.db)) expect([what, wrong]).toEqual([what, []]);
  });

  it("notify the creator of each step once", async () => {
    const { creator, id, idle } = await createContestOfThree();
    expect(await runJobsAt(daysAfter(0, -1))).toBe(0);
    for (const days of [0, 7, 11, 13, 14, 23, 27, 29]) {
      expect(await runJobsAt(daysAfter(days))).toBe(1);
      expect(await runJobsAt(daysAfter(days, HOUR))).toBe(0);
    }
    expect(await textsOf(creator, "winner_due")).toEqual([
      "“Poster for a river festival” closed with 2 entries. Pick a winner by 16 Mar 2026, 08:00 UTC.",
      "Pick a winner for “Poster for a river festival” by 16 Mar 2026, 08:00 UTC.",
      "Pick a winner for “Poster for a river festival” by 16 Mar 2026, 08:00 UTC.",
      "Pick a winner for “Poster for a river festival” by 16 Mar 2026, 08:00 UTC.",
      "“Poster for a river festival” is overdue: 14 days have passed without a winner. Admins can now pick one too. If no one picks a winner by 1 Apr 2026, 08:00 UTC, the contest will be cancelled and all participants refunded.",
      "“Poster for a river festival” still has no winner. If no one picks a winner by 1 Apr 2026, 08:00 UTC, the contest will be cancelled and all participants refunded.",
      "“Poster for a river festival” still has no winner. If no one picks a winner by 1 Apr 2026, 08:00 UTC, the contest will be cancelled and all participants refunded.",
      "“Poster for a river festival” still has no winner. If no one picks a winner by 1 Apr 2026, 08:00 UTC, the contest will be cancelled and all participants refunded.",
    ]);
    expect(await textsOf(idle, "winner_due")).toEqual([]);
    expect(await states(id)).toEqual(["paid", "paid", "paid"]);
  });

  it("notify co-judges once, by email too, that entries can be read", async () => {
    const { creator, id } = await createContestOfThree();
    const [judge, gone, invited] = [await people.user(), await people.user(), await people.user()];
    for (const person of [judge, gone]) await steps.answer(person, await steps.invite(creator, id, person.email));
    await steps.invite(creator, id, invited.email);
    await server.db
      .update(users)
      .set({ removedAt: clock.now(), email: null, name: "", image: "" })
      .where(eq(users.id, gone.id));
    await runJobsAt(daysAfter(0, -1));
    expect(await textsOf(judge, "judging_open")).toEqual([]);
    for (const days of [0, 7, 14]) await runJobsAt(daysAfter(days));
    expect(await textsOf(judge, "judging_open")).toEqual([
      "“Poster for a river festival”, which you judge, closed with 2 entries. You can read and rate them until the winner is picked.",
    ]);
    for (const person of [creator, gone, invited]) expect(await textsOf(person, "judging_open")).toEqual([]);
    const [told] = await server.db.select().from(notices).where(eq(notices.kind, "judging_open"));
    expect(told).toMatchObject({ href: `/dashboard/judging/${id}` });
    expect(await server.db.$count(letters, eq(letters.noticeId, told!.id))).toBe(1);
  });

  it("notify judges after a long outage, but not of hidden contests", async () => {
    const [late, hidden] = [await createContestOfThree(), await createContestOfThree()];
    const judge = await people.user();
    for (const { creator, id } of [late, hidden])
      await steps.answer(judge, await steps.invite(creator, id, judge.email));
    await server.db.update(contests).set({ hiddenAt: clock.now() }).where(eq(contests.id, hidden.id));
    await runJobsAt(daysAfter(16));
    expect(await textsOf(judge, "judging_open")).toHaveLength(1);
  });

  it("ask admins to choose once a contest is overdue", async () => {
    const { id, entryId } = await createContestOfThree();
    const admin = await people.admin();
    await runJobsAt(daysAfter(14, -1));
    expect(await textsOf(admin, "winner_due")).toEqual([]);
    await runJobsAt(daysAfter(14));
    expect(await textsOf(admin, "winner_due")).toEqual([
      "“Poster for a river festival” is overdue: its creator hasn't picked a winner in 14 days. You can pick one.",
    ]);
    await api
      .as(await server.signInAgain(admin))
      .call(declareWinner, { params: { contestId: id }, body: { entryId, note: "The clearest of all." } });
    expect(await due(id)).toBeUndefined();
    expect(await runJobsAt(daysAfter(30))).toBe(0);
    expect(await states(id)).toEqual(["paid", "paid", "paid"]);
  });

  it("notify admins of each step while the creator is blocked", async () => {
    const { creator } = await createContestOfThree();
    const admin = await people.admin();
    const set = (status: "blocked" | "verified") =>
      server.db.update(users).set({ status }).where(eq(users.id, creator.id));
    await set("blocked");
    for (const days of [0, 7]) await runJobsAt(daysAfter(days));
    await set("verified");
    for (const days of [11, 13]) await runJobsAt(daysAfter(days));
    await api
      .as(await server.signInAgain(admin))
      .call(updateUser, { params: { id: creator.id }, body: { status: "blocked" } });
    for (const days of [14, 23]) await runJobsAt(daysAfter(days));
    expect(await textsOf(admin, "winner_due")).toEqual([
      "“Poster for a river festival” closed with 2 entries. Its creator is blocked. Pick a winner by 16 Mar 2026, 08:00 UTC.",
      "Pick a winner for “Poster for a river festival” by 16 Mar 2026, 08:00 UTC. Its creator is blocked.",
      "“Poster for a river festival” needs a winner, and its creator is blocked. You can pick one.",
      "“Poster for a river festival” is overdue: its creator hasn't picked a winner in 14 days. You can pick one.",
      "“Poster for a river festival” still has no winner, and its creator is blocked. If no one picks a winner by 1 Apr 2026, 08:00 UTC, the contest will be cancelled and all participants refunded.",
    ]);
  });

  it("refund everyone once if there is no winner after 30 days", async () => {
    const { creator, first, idle, id } = await createContestOfThree();
    await runJobsAt(daysAfter(30, -1));
    expect(await states(id)).toEqual(["paid", "paid", "paid"]);
    expect(await runJobsAt(daysAfter(30))).toBe(1);
    expect(await states(id)).toEqual(["refunded", "refunded", "refunded"]);
    expect(await steps.stored(id)).toMatchObject({
      cancelledAt: new Date(daysAfter(30)),
      cancelledBy: null,
      cancelReason: "No winner was picked within 30 days after the deadline.",
      participantCount: 0,
    });
    for (const person of [first, idle]) {
      expect(await textsOf(person, "cancelled")).toEqual([
        "“Poster for a river festival” was cancelled: No winner was picked within 30 days after the deadline. Your ৳50,000 was refunded.",
      ]);
    }
    expect(await textsOf(creator, "cancelled")).toEqual([
      "“Poster for a river festival” was cancelled: No winner was picked within 30 days after the deadline. Everyone was refunded, ৳1,50,000 in total.",
    ]);
    expect(await runJobsAt(daysAfter(31))).toBe(0);
    expect(await due(id)).toBeUndefined();
  });

  it("refund everyone at the deadline if there are no entries", async () => {
    const [creator, participant] = [await people.creator(), await people.user()];
    const id = await steps.open(creator);
    await steps.join(participant, id);
    expect(await runJobsAt(ARRIVED.toISOString())).toBe(1);
    expect(await states(id)).toEqual(["refunded"]);
    expect(await steps.stored(id)).toMatchObject({ cancelReason: "No one submitted an entry before the deadline." });
    expect(await textsOf(participant, "cancelled")).toHaveLength(1);
  });

  it("notify the creator once, then cancel, if no one joined", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator);
    await runJobsAt(daysAfter(0, -1));
    expect(await textsOf(creator, "nobody_joined")).toEqual([]);
    for (const days of [0, 7, 14, 29]) await runJobsAt(daysAfter(days));
    for (const kind of ["winner_due", "cancelled"] as const) expect(await textsOf(creator, kind)).toEqual([]);
    expect(await textsOf(creator, "nobody_joined")).toEqual([
      "“Poster for a river festival” closed with no participants. Set a later deadline before 1 Apr 2026, 08:00 UTC to reopen it, or it will be cancelled.",
    ]);
    await runJobsAt(daysAfter(30));
    expect(await steps.stored(id)).toMatchObject({ cancelReason: "No one joined." });
    expect(await textsOf(creator, "cancelled")).toEqual([
      "“Poster for a river festival” was cancelled: No one joined.",
    ]);
  });

  it("resolve the notification of an empty contest when its deadline moves or it is deleted", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator);
    await runJobsAt(daysAfter(1));
    const unread = () =>
      server.db.$count(
        notices,
        and(eq(notices.userId, creator.id), eq(notices.kind, "nobody_joined"), isNull(notices.readAt)),
      );
    expect(await unread()).toBe(1);
    await api
      .as(await server.signInAgain(creator))
      .call(updateContest, { params: { id }, body: { deadline: daysAfter(3) } });
    expect(await unread()).toBe(0);
    expect(await steps.details(null, id)).toMatchObject({ phase: "open" });
    await runJobsAt(daysAfter(3, 60_000));
    expect(await textsOf(creator, "nobody_joined")).toEqual([
      expect.stringContaining("before 1 Apr 2026"),
      expect.stringContaining("before 4 Apr 2026"),
    ]);
    expect(await unread()).toBe(1);
    await api.as(await server.signInAgain(creator)).call(deleteContest, { params: { id }, body: {} });
    expect(await unread()).toBe(0);
  });

  it("do not report missing participants if someone joined", async () => {
    const { creator } = await createContestOfThree();
    await runJobsAt(daysAfter(0));
    expect(await textsOf(creator, "nobody_joined")).toEqual([]);
  });

  it("name exact dates even when run late", async () => {
    const { creator } = await createContestOfThree();
    await runJobsAt(daysAfter(0, 60_000));
    await runJobsAt(daysAfter(13, HOUR));
    expect(await textsOf(creator, "winner_due")).toEqual([
      expect.stringMatching(/ Pick a winner by 16 Mar 2026, 08:00 UTC\.$/),
      expect.stringMatching(/^Pick a winner for .* by 16 Mar 2026, 08:00 UTC\.$/),
    ]);
  });

  it("send one notification after a long outage", async () => {
    const { creator } = await createContestOfThree();
    expect(await runJobsAt(daysAfter(20))).toBe(1);
    expect(await textsOf(creator, "winner_due")).toEqual([
      expect.stringMatching(
        /is overdue.* If no one picks a winner by 1 Apr 2026, 08:00 UTC, the contest will be cancelled and all participants refunded\.$/,
      ),
    ]);
  });

  it("notify admins once after a long outage, except participants", async () => {
    const [admin, rival] = [await people.admin(), await people.admin()];
    const { creator, id } = await createContestOfThree();
    await steps.join(rival, id);
    await runJobsAt(daysAfter(13));
    await runJobsAt(daysAfter(25));
    expect(await textsOf(admin, "winner_due")).toHaveLength(1);
    expect(await textsOf(rival, "winner_due")).toEqual([]);
    expect((await textsOf(creator, "winner_due")).at(-1)).toBe(
      "“Poster for a river festival” still has no winner. If no one picks a winner by 1 Apr 2026, 08:00 UTC, the contest will be cancelled and all participants refunded.",
    );
    await runJobsAt(daysAfter(27));
    expect(await textsOf(admin, "winner_due")).toHaveLength(1);
  });

  it("mention no refund if nothing was paid", async () => {
    const [creator, person] = [await people.creator(), await people.user()];
    const id = await steps.open(creator, { prize: "0" });
    await steps.join(person, id);
    await steps.submit(person, id);
    for (const days of [14, 29, 30]) await runJobsAt(daysAfter(days));
    for (const text of [...(await textsOf(creator, "winner_due")), ...(await textsOf(creator, "cancelled"))])
      expect(text).not.toMatch(/refund/);
    expect(await textsOf(creator, "cancelled")).toHaveLength(1);
  });

  it("cancel a contest whose authors are all deleted", async () => {
    const { creator, first, second, id } = await createContestOfThree();
    const tombstone = { removedAt: clock.now(), email: null, name: "", image: "" };
    await server.db.update(users).set(tombstone).where(eq(users.id, first.id));
    await runJobsAt(daysAfter(0));
    expect(await textsOf(creator, "winner_due")).toEqual([
      expect.stringContaining(
        "closed with 2 entries. 1 of them can't win because its author was blocked or removed. Pick",
      ),
    ]);
    await server.db.update(users).set(tombstone).where(eq(users.id, second.id));
    await runJobsAt(daysAfter(7));
    expect(await steps.stored(id)).toMatchObject({ cancelReason: "No eligible entry is left." });
  });

  it("cancel between two steps when the last possible winner is deleted", async () => {
    const [{ creator, first, second, idle, id }, open] = [await createContestOfThree(), await createContestOfThree()];
    await server.db
      .update(contests)
      .set({ deadline: new Date(daysAfter(20)) })
      .where(eq(contests.id, open.id));
    await runJobsAt(daysAfter(1));
    const requestTexts = await textsOf(creator, "winner_due");
    const admin = await people.admin();
    await api.as(admin).call(deleteUser, { params: { id: idle.id }, body: { reason: "" } });
    await api.as(admin).call(deleteUser, { params: { id: first.id }, body: { reason: "" } });
    for (const gone of [open.first, open.second])
      await api.as(admin).call(deleteUser, { params: { id: gone.id }, body: { reason: "" } });
    expect(await runLifecycleJobs(server)).toBe(0);
    await api.as(admin).call(deleteUser, { params: { id: second.id }, body: { reason: "" } });
    expect(await runLifecycleJobs(server)).toBe(1);
    expect(await steps.stored(id)).toMatchObject({ cancelReason: "No eligible entry is left." });
    expect(await states(id)).toEqual(["refunded", "refunded", "refunded"]);
    expect(await textsOf(creator, "winner_due")).toEqual(requestTexts);
    expect(await textsOf(creator, "cancelled")).toHaveLength(1);
    expect(await steps.stored(open.id)).toMatchObject({ cancelledAt: null });
  });

  describe("if all authors are blocked", () => {
    const block = (admin: Person, person: Person, status: "blocked" | "verified" = "blocked") =>
      api.as(admin).call(updateUser, { params: { id: person.id }, body: { status } });
    const may = async (person: Person, id: string) => (await steps.details(person, id)).may.declareWinner.isAllowed;
    const unread = async (person: Person) =>
      (
        await server.db
          .select()
          .from(notices)
          .where(and(eq(notices.userId, person.id), eq(notices.kind, "winner_due"), isNull(notices.readAt)))
      ).map(({ text }) => text);
    const next = async (person: Person) =>
      (await api.as(person).call(listNextSteps, { query: { kinds: "all" } })).map(({ kind }) => kind);

    it("request no winner, announce the end and cancel then", async () => {
      const [{ creator, first, second, id }, admin] = [await createContestOfThree(), await people.admin()];
      for (const person of [first, second]) await block(admin, person);
      expect((await steps.details(null, id)).nobodyCanWin).toBe(false);
      for (const days of [0, 7, 14, 29]) expect(await runJobsAt(daysAfter(days))).toBe(1);
      expect(await textsOf(creator, "winner_due")).toEqual([
        "“Poster for a river festival” closed with 2 entries that cannot win: everyone who submitted was blocked or removed. If no account is unblocked by 1 Apr 2026, 08:00 UTC, the contest will be cancelled and all participants refunded.",
        "“Poster for a river festival” still has no eligible entries. If no account is unblocked by 1 Apr 2026, 08:00 UTC, the contest will be cancelled and all participants refunded.",
      ]);
      expect(await textsOf(admin, "winner_due")).toEqual([]);
      const [now, adminNow] = [await server.signInAgain(creator), await server.signInAgain(admin)];
      expect([await next(now), await next(adminNow), await may(now, id), await may(adminNow, id)]).toEqual([
        [],
        [],
        false,
        false,
      ]);
      expect(await steps.details(null, id)).toMatchObject({ phase: "overdue", nobodyCanWin: true });
      await runJobsAt(daysAfter(30));
      expect(await steps.stored(id)).toMatchObject({
        cancelReason: "No entry could win because everyone who submitted was blocked or removed.",
      });
    });

    it.each([
      ["after a block", async (admin: Person, last: Person) => void (await block(admin, last))],
      [
        "after a block and a deletion",
        async (admin: Person, last: Person) =>
          void (await api.as(admin).call(deleteUser, { params: { id: last.id }, body: { reason: "" } })),
      ],
    ])("withdraw the request %s, and renew it once an entry is eligible", async (_, goes) => {
      const { first, second, id, entryId, ...of } = await createContestOfThree();
      await runJobsAt(daysAfter(1));
      const [creator, admin] = [await server.signInAgain(of.creator), await people.admin()];
      const requestTexts = await unread(creator);
      await block(admin, first);
      expect([requestTexts, await next(creator), await may(creator, id)]).toEqual([
        await unread(creator),
        ["winners_due"],
        true,
      ]);
      await goes(admin, second);
      expect(await unread(creator)).toEqual([
        "“Poster for a river festival” has no eligible entries: everyone who submitted was blocked or removed. If no account is unblocked by 1 Apr 2026, 08:00 UTC, the contest will be cancelled and all participants refunded.",
      ]);
      expect([await next(creator), await may(creator, id), await runLifecycleJobs(server)]).toEqual([[], false, 0]);
      await block(admin, first, "verified");
      expect(await unread(creator)).toEqual([
        "“Poster for a river festival” has an eligible entry again because an account was unblocked. Pick a winner by 16 Mar 2026, 08:00 UTC.",
      ]);
      expect([await next(creator), await may(creator, id)]).toEqual([["winners_due"], true]);
      await steps.choose(creator, id, entryId);
    });

    it.each([
      [15, [expect.stringMatching(/has no eligible entries/)]],
      [1, []],
    ])("ask admins again if overdue when the last author was blocked on day %i", async (day, toldBefore) => {
      const { first, second, id, ...of } = await createContestOfThree();
      const admin = await people.admin();
      await runJobsAt(daysAfter(day));
      const then = await server.signInAgain(admin);
      for (const person of [first, second]) await block(then, person);
      await runJobsAt(daysAfter(15.5));
      const [now, creator] = [await server.signInAgain(admin), await server.signInAgain(of.creator)];
      expect([await unread(admin), await may(now, id)]).toEqual([toldBefore, false]);
      await block(now, first, "verified");
      expect([await unread(admin), await may(now, id)]).toEqual([
        [expect.stringMatching(/has an eligible entry again.* You can pick the winner until 1 Apr 2026, 08:00 UTC\.$/)],
        true,
      ]);
      expect([await unread(creator), await may(creator, id)]).toEqual([
        [expect.stringMatching(/ Pick a winner by 1 Apr 2026, 08:00 UTC\.$/)],
        true,
      ]);
    });

    it("do not ask admins standing in for a blocked creator", async () => {
      const { creator, first, second, id } = await createContestOfThree();
      await runJobsAt(daysAfter(1));
      const admin = await people.admin();
      for (const person of [first, second, creator]) await block(admin, person);
      expect([await unread(admin), await next(admin), await may(admin, id)]).toEqual([[], [], false]);
      await block(admin, second, "verified");
      expect([await unread(admin), await next(admin), await may(admin, id)]).toEqual([
        [expect.stringMatching(/has an eligible entry again/)],
        ["stand_in"],
        true,
      ]);
    });
  });

  it("send nothing between two steps while an entry is eligible", async () => {
    const { creator, id } = await createContestOfThree();
    await runJobsAt(daysAfter(0));
    const requestTexts = await textsOf(creator, "winner_due");
    await server.db
      .update(contestPromises)
      .set({ nextAt: new Date(daysAfter(2)) })
      .where(eq(contestPromises.contestId, id));
    expect(await runJobsAt(daysAfter(3))).toBe(1);
    expect(await textsOf(creator, "winner_due")).toEqual(requestTexts);
    expect(await due(id)).toEqual(new Date(daysAfter(7)));
  });

  it("continue with other contests after a failure, and retry it", async () => {
    const [broken, other] = [await createContestOfThree(), await createContestOfThree()];
    await server.db.execute(
      sql`create function fail_once() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$`,
    );
    await server.db.execute(
      sql.raw(
        `create trigger fail_once before update on participations for each row when (old.contest_id = '${broken.id}') execute function fail_once()`,
      ),
    );
    await expect(runJobsAt(daysAfter(30))).rejects.toThrow(/failed for 1 contest/);
    expect(await states(broken.id)).toEqual(["paid", "paid", "paid"]);
    expect(await states(other.id)).toEqual(["refunded", "refunded", "refunded"]);
    await server.db.execute(sql`drop function fail_once() cascade`);
    expect(await runJobsAt(daysAfter(31))).toBe(1);
    expect(await states(broken.id)).toEqual(["refunded", "refunded", "refunded"]);
  });

  it("are scheduled by the deadline, only for confirmed contests that are not cancelled", async () => {
    const creator = await people.creator();
    const pending = await steps.create(creator);
    expect(await due(pending)).toBeUndefined();
    const id = await steps.open(creator);
    expect(await due(id)).toEqual(DEADLINE);
    await steps.join(await people.user(), id);
    await api.as(creator).call(updateContest, { params: { id }, body: aContestForm({ deadline: daysAfter(3) }) });
    expect(await due(id)).toEqual(new Date(daysAfter(3)));
    await api.as(creator).call(deleteContest, { params: { id }, body: { reason: "", how: "cancel" } });
    expect(await due(id)).toBeUndefined();
  });
});

describeOnPostgres("lifecycle jobs on several servers", () => {
  const server = testServer({ needsPostgres: true });
  const { people, clock } = server;
  const steps = contestSteps(server);

  it("refund and notify each participant once", async () => {
    const creator = await people.creator();
    const crowd = [await people.user(), await people.user()];
    const ids: string[] = [];
    for (let made = 0; made < 6; made += 1) {
      const id = await steps.open(creator);
      for (const person of crowd) await steps.join(person, id);
      ids.push(id);
    }
    clock.set(ARRIVED.toISOString());
    await Promise.all([
      runLifecycleJobs(server),
      runLifecycleJobs(server),
      runLifecycleJobs(server),
      runLifecycleJobs(server),
    ]);
    const rows = await server.db.select().from(participations);
    expect(rows.map(({ state }) => state)).toEqual(Array.from({ length: 12 }, () => "refunded"));
    for (const person of crowd) {
      expect(await server.db.$count(notices, and(eq(notices.userId, person.id), eq(notices.kind, "cancelled")))).toBe(
        6,
      );
    }
    expect(await server.db.$count(contests, sql`${contests.cancelledAt} is not null`)).toBe(6);
  });

  it("notify each judge once of readable entries", async () => {
    const [creator, judge] = [await people.creator(), await people.user()];
    for (let made = 0; made < 4; made += 1) {
      const [id, person] = [await steps.open(creator), await people.user()];
      await steps.join(person, id);
      await steps.submit(person, id);
      await steps.answer(judge, await steps.invite(creator, id, judge.email));
    }
    clock.set(ARRIVED.toISOString());
    await Promise.all([runLifecycleJobs(server), runLifecycleJobs(server), runLifecycleJobs(server)]);
    expect(await server.db.$count(notices, and(eq(notices.userId, judge.id), eq(notices.kind, "judging_open")))).toBe(
      4,
    );
  });

  it("skip a contest that is locked while its winner is chosen", async () => {
    const [creator, person] = [await people.creator(), await people.user()];
    const id = await steps.open(creator);
    await steps.join(person, id);
    await steps.submit(person, id);
    clock.set(daysAfter(30));
    await server.db.transaction(async (tx) => {
      await tx.select().from(contests).where(eq(contests.id, id)).for("update");
      expect(await runLifecycleJobs(server)).toBe(0);
    });
    expect(await runLifecycleJobs(server)).toBe(1);
  });
});
