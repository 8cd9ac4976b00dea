import { asc, eq, sql } from "drizzle-orm";
import {
  listContests,
  listTopContests,
  getContestDetails,
  searchContests,
  listPopularContests,
} from "@conquest/shared/contracts/listing";
import { deleteContest, listMyContests, updateContest } from "@conquest/shared/contracts/publishing";
import {
  commentOnContest,
  confirmContest,
  getContestReview,
  getReviewQueue,
  returnToReview,
} from "@conquest/shared/contracts/review";
import { extendDeadline } from "@conquest/shared/contracts/deadline-extensions";
import { verifyDerivedData } from "../../database/verify-derived-data";
import { auditEntries } from "../../database/schema/audit";
import { letters } from "../../database/schema/messages";
import { contestRounds } from "../../database/schema/contests";
import { testServer, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";

const server = testServer();
const { api, people, clock } = server;
const steps = contestSteps(server);

const review = (admin: Person, id: string) => api.as(admin).call(getContestReview, { params: { id } });
const confirm = (admin: Person, id: string, revision?: number) =>
  api
    .as(admin)
    .call(confirmContest, {
      params: { id },
      query: revision === undefined ? {} : { revision },
      body: { status: "open" },
    });
const change = (creator: Person, id: string, body: object) =>
  api.as(creator).call(updateContest, { params: { id }, body });
const advanceMinute = () => clock.advance(60_000);

afterEach(async () => {
  expect((await verifyDerivedData(server.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);
});

describe("review rounds", () => {
  it("record every version since submission with author and reason", async () => {
    const [creator, admin] = [await people.creator({ name: "Rahima" }), await people.admin({ name: "Anika" })];
    const id = await steps.create(creator);
    const first = await review(admin, id);
    expect(first).toMatchObject({
      base: null,
      contest: { revision: 1, phase: "in_review" },
      history: [{ what: "submitted", by: "Rahima", text: "", changed: [] }],
    });

    advanceMinute();
    await api.as(admin).call(commentOnContest, { params: { id }, body: { text: "Nice idea." } });
    advanceMinute();
    await api
      .as(admin)
      .call(commentOnContest, {
        params: { id },
        body: { text: "Please name the size.", decision: "changes_requested", revision: 1 },
      });
    advanceMinute();
    await change(creator, id, { task: "One A1 poster as PDF.", criteria: "It is seen from afar" });
    advanceMinute();
    await change(creator, id, { prize: "60000" });
    const second = await review(admin, id);
    expect(second.base).toMatchObject({
      act: "changes_requested",
      terms: { task: first.contest.task, prize: 50_000, criteria: [] },
    });
    expect(second.contest).toMatchObject({
      revision: 4,
      phase: "in_review",
      task: "One A1 poster as PDF.",
      prize: 60_000,
    });

    advanceMinute();
    await confirm(admin, id, 4);
    advanceMinute();
    await change(creator, id, { description: "Seen from across the river, also at night." });
    advanceMinute();
    await api.as(admin).call(returnToReview, { params: { id }, body: { reason: "Who may take part?", revision: 6 } });
    advanceMinute();
    await api
      .as(admin)
      .call(commentOnContest, { params: { id }, body: { text: "Not for this site.", decision: "rejected" } });
    const { history, base } = await review(admin, id);
    expect(history.map(({ what, by, text, changed }) => ({ what, by, text, changed }))).toEqual([
      { what: "submitted", by: "Rahima", text: "", changed: [] },
      { what: "comment", by: "Anika", text: "Nice idea.", changed: [] },
      { what: "changes_requested", by: "Anika", text: "Please name the size.", changed: [] },
      { what: "submitted", by: "Rahima", text: "", changed: ["task", "criteria"] },
      { what: "edited", by: "Rahima", text: "", changed: ["prize"] },
      { what: "confirmed", by: "Anika", text: "", changed: [] },
      { what: "edited", by: "Rahima", text: "", changed: ["description"] },
      { what: "returned", by: "Anika", text: "Who may take part?", changed: [] },
      { what: "rejected", by: "Anika", text: "Not for this site.", changed: [] },
    ]);
    expect(base).toMatchObject({
      act: "rejected",
      terms: { description: "Seen from across the river, also at night." },
    });
    expect(
      (
        await server.db
          .select({ revision: contestRounds.revision })
          .from(contestRounds)
          .orderBy(asc(contestRounds.revision))
      ).map(({ revision }) => revision),
    ).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it("record changed terms, extended deadlines and the cancellation", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const sent = await steps.open(creator);
    await change(creator, sent, { prize: "7" });
    expect((await review(admin, sent)).history.map(({ what, changed }) => [what, changed])).toEqual([
      ["submitted", []],
      ["confirmed", []],
      ["submitted", ["prize"]],
    ]);

    const extended = await steps.open(creator);
    await steps.join(await people.user(), extended);
    await api
      .as(creator)
      .call(extendDeadline, {
        params: { id: extended },
        body: { deadline: "2026-03-10T08:00:00Z", reason: "The hall is free later." },
      });
    advanceMinute();
    await api.as(admin).call(deleteContest, { params: { id: extended }, body: { reason: "The hall burnt down." } });
    expect((await review(admin, extended)).history.slice(2)).toMatchObject([
      { what: "edited", changed: ["deadline"] },
      { what: "cancelled", by: expect.any(String), text: "The hall burnt down." },
    ]);
  });

  it("begin with the stored terms for contests from before rounds existed", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const id = await steps.create(creator);
    const { contest } = await review(admin, id);
    const terms = (await server.db.select().from(contestRounds))[0]!.terms;
    await server.db.execute(sql`alter table contest_rounds disable trigger user`);
    await server.db.delete(contestRounds);
    await server.db.execute(sql`update contests set revision = 0`);
    expect(await review(admin, id)).toMatchObject({ base: null, history: [] });
    await server.db.insert(contestRounds).values({ contestId: id, revision: 0, act: "kept", terms, at: clock.now() });
    await server.db.execute(sql`alter table contest_rounds enable trigger user`);
    await change(creator, id, { name: "Another name" });
    const { base, history } = await review(admin, id);
    expect(base).toMatchObject({ act: "kept", terms: { name: contest.name } });
    expect(history).toMatchObject([
      { what: "kept", by: null },
      { what: "edited", changed: ["name"] },
    ]);
  });

  it("are append-only and deleted with their contest", async () => {
    const creator = await people.creator();
    const id = await steps.create(creator);
    await expect(server.db.update(contestRounds).set({ act: "confirmed" })).rejects.toMatchObject({
      cause: expect.objectContaining({ message: expect.stringContaining("only added") }),
    });
    await expect(server.db.delete(contestRounds)).rejects.toMatchObject({
      cause: expect.objectContaining({ message: expect.stringContaining("only added") }),
    });
    await api.as(creator).call(deleteContest, { params: { id }, body: {} });
    expect(await server.db.$count(contestRounds)).toBe(0);
  });
});

describe("the review preview", () => {
  it("shows the contest as visitors would see it, with cost and creator record", async () => {
    const [creator, admin] = [await people.creator({ name: "Rahima" }), await people.admin()];
    const id = await steps.create(creator);
    const { asVisitors } = await review(admin, id);
    expect(asVisitors).toMatchObject({
      _id: id,
      phase: "open",
      status: "open",
      amountDue: 50_000,
      creator: { name: "Rahima", record: { run: 0 } },
      may: { join: { isAllowed: true } },
      viewer: null,
    });
    await confirm(admin, id);
    expect((await review(admin, id)).asVisitors.creator.record.run).toBe(1);
  });
});

describe("a decision on a revision", () => {
  it("is rejected if the creator has changed the contest, without effect", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const id = await steps.create(creator);
    await change(creator, id, { prize: "1" });
    for (const refusal of [
      await api
        .as(admin)
        .expectError(confirmContest, { params: { id }, query: { revision: 1 }, body: { status: "open" } }),
      await api
        .as(admin)
        .expectError(commentOnContest, { params: { id }, body: { text: "No.", decision: "rejected", revision: 1 } }),
    ]) {
      expect(refusal).toMatchObject({
        status: 409,
        code: "contest_changed",
        message: expect.stringContaining("Read the changes"),
      });
    }
    expect(await steps.stored(id)).toMatchObject({ status: "pending", review: "in_review", revision: 2 });
    expect(await server.db.$count(auditEntries)).toBe(0);
    await api.as(admin).call(commentOnContest, { params: { id }, body: { text: "Hm.", revision: 1 } });
    expect(await confirm(admin, id, 2)).toEqual({ modifiedCount: 1 });
  });

  it("is rejected if another admin has decided", async () => {
    const [creator, one, other] = [await people.creator(), await people.admin(), await people.admin()];
    const id = await steps.create(creator);
    await api
      .as(one)
      .call(commentOnContest, { params: { id }, body: { text: "No.", decision: "rejected", revision: 1 } });
    expect(
      await api
        .as(other)
        .expectError(confirmContest, { params: { id }, query: { revision: 1 }, body: { status: "open" } }),
    ).toMatchObject({ status: 409, code: "decided_meanwhile" });
    expect(await confirm(other, id, 2)).toEqual({ modifiedCount: 1 });
    expect(
      await api.as(one).expectError(returnToReview, { params: { id }, body: { reason: "", revision: 2 } }),
    ).toMatchObject({ status: 409, code: "decided_meanwhile" });
    expect(await confirm(one, id, 2)).toEqual({ modifiedCount: 0 });
  });

  it("may omit the revision", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const id = await steps.create(creator);
    await change(creator, id, { prize: "1" });
    expect(await confirm(admin, id)).toEqual({ modifiedCount: 1 });
  });

  it("rejects an invalid revision", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const id = await steps.create(creator);
    for (const revision of ["-1", "1.5", "last", "", "2147483648", "1e3"]) {
      expect(
        (
          await api
            .as(admin)
            .send({
              method: "PUT",
              url: `/api/update-contest-status/${id}?revision=${revision}`,
              payload: { status: "open" },
            })
        ).statusCode,
      ).toBe(422);
    }
    for (const revision of [9_999_999_999_999, "", null, [], true]) {
      expect(
        (
          await api
            .as(admin)
            .send({ method: "PUT", url: `/api/return-to-review/${id}`, payload: { reason: "", revision } })
        ).statusCode,
      ).toBe(422);
    }
  });
});

describe("returning to review", () => {
  it("hides the contest from public lists and sends its creator the reason", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const id = await steps.open(creator, { name: "Kites" });
    const shown = async () => [
      ...(await api.call(listContests, { query: { tag: "Image Design Contests" } })),
      ...(await api.call(listTopContests, {})),
      ...(await api.call(listPopularContests, {})),
      ...(await api.call(searchContests, { params: { searchTerm: "Kites" } })),
    ];
    expect(await shown()).toHaveLength(4);
    const emailCount = await server.db.$count(letters);
    // Notifications of the same instant have no defined order.
    advanceMinute();
    await api.as(admin).call(returnToReview, { params: { id }, body: { reason: "Who may take part?" } });
    expect(await shown()).toEqual([]);
    expect((await api.page(listContests, { query: { phase: "open" } })).total).toBe(0);
    expect(await api.expectError(getContestDetails, { params: { id } })).toMatchObject({ status: 404 });
    expect((await steps.noticesOf(creator))[0]).toEqual({
      kind: "back_in_review",
      text: "“Kites” is back in review. An admin undid its approval: Who may take part?",
    });
    const [mine] = await api.as(creator).call(listMyContests, { params: { email: creator.email } });
    expect(mine).toMatchObject({
      phase: "in_review",
      comments: [{ text: "Who may take part?", decision: "comment", isReturn: true }],
    });
    expect(
      (await server.db.select().from(auditEntries).where(eq(auditEntries.act, "contest_returned")))[0],
    ).toMatchObject({
      actorId: admin.id,
      contestId: id,
      fromValue: "approved",
      toValue: "in_review",
      reason: "Who may take part?",
    });
    expect(await server.db.$count(letters)).toBe(emailCount);
  });

  it("works without a reason and adds no empty comment", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const id = await steps.open(creator);
    await api.as(admin).call(returnToReview, { params: { id } });
    expect((await review(admin, id)).history.at(-1)).toMatchObject({ what: "returned", text: "" });
    expect((await api.as(creator).call(listMyContests, { params: { email: creator.email } }))[0]?.comments).toEqual([]);
  });

  it("is rejected after a payment, and says that cancelling remains possible", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const id = await steps.open(creator);
    await steps.join(await people.user(), id);
    expect(await api.as(admin).expectError(returnToReview, { params: { id }, body: { reason: "Why?" } })).toMatchObject(
      { status: 409, code: "was_paid_for", message: expect.stringContaining("you can only cancel this contest") },
    );
    expect((await review(admin, id)).contest.may.returnToReview).toMatchObject({
      isAllowed: false,
      because: expect.stringContaining("you can only cancel this contest"),
    });
  });
});

describe("the review queue", () => {
  const queue = (admin: Person, at?: string) =>
    api.as(admin).call(getReviewQueue, { query: at === undefined ? {} : { at } });

  it("lists contests by submission and finds neighbours of any contest", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    expect(await queue(admin)).toEqual({
      waitingCount: 0,
      position: null,
      firstId: null,
      previousId: null,
      nextId: null,
    });
    const ids: string[] = [];
    for (let made = 0; made < 4; made += 1) {
      ids.push(await steps.create(creator));
      // Two contests have the same creation time.
      if (made !== 1) advanceMinute();
    }
    const order: (string | null)[] = [(await queue(admin)).firstId];
    for (let index = 1; index < 4; index += 1) order.push((await queue(admin, order.at(-1)!)).nextId);
    expect(order[0]).toBe(ids[0]);
    expect(order[3]).toBe(ids[3]);
    expect(new Set(order)).toEqual(new Set(ids));
    const [first, second, third, last] = order as string[];
    expect(await queue(admin, second)).toEqual({
      waitingCount: 4,
      position: 2,
      firstId: first,
      previousId: first,
      nextId: third,
    });
    expect(await queue(admin, last)).toEqual({
      waitingCount: 4,
      position: 4,
      firstId: first,
      previousId: third,
      nextId: null,
    });
    await confirm(admin, second!);
    expect(await queue(admin, second)).toEqual({
      waitingCount: 3,
      position: null,
      firstId: first,
      previousId: first,
      nextId: third,
    });
    expect(await queue(admin, crypto.randomUUID())).toEqual({
      waitingCount: 3,
      position: null,
      firstId: first,
      previousId: null,
      nextId: null,
    });
  });

  it("is limited to admins, like the review of a contest", async () => {
    const creator = await people.creator();
    const id = await steps.create(creator);
    const calls = [
      [getReviewQueue, {}],
      [getContestReview, { params: { id } }],
    ] as const;
    for (const [contract, input] of calls) {
      expect(await api.expectError(contract, input)).toMatchObject({ status: 401 });
      for (const person of [creator, await people.user(), await people.creator()])
        expect(await api.as(person).expectError(contract, input)).toMatchObject({ status: 403, code: "wrong_role" });
    }
    expect(
      await api.as(await people.admin()).expectError(getContestReview, { params: { id: crypto.randomUUID() } }),
    ).toMatchObject({ status: 404 });
  });
});
