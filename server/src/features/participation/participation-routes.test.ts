import { eq } from "drizzle-orm";
import { deleteContest, updateContest } from "@conquest/shared/contracts/publishing";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { listNotices } from "@conquest/shared/contracts/messages";
import { confirmContest } from "@conquest/shared/contracts/review";
import {
  countParticipations,
  joinContest,
  leaveContest,
  listParticipatedContests,
} from "@conquest/shared/contracts/participation";
import { contests } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import { participations } from "../../database/schema/taking-part";
import { testServer, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";
import { DAY } from "../../testing/test-clock";

const server = testServer();
const { api, people, clock, signInAgain } = server;
const steps = contestSteps(server);

const DEADLINE = "2026-03-02T08:00:00.000Z";
const JUST_BEFORE = "2026-03-02T07:59:59.999Z";

const payments = () => server.db.select().from(participations);
const countOf = async (id: string) =>
  (await server.db.select().from(contests).where(eq(contests.id, id)))[0]?.participantCount;
const leave = (person: Person, contestId: string) =>
  api.as(person).call(leaveContest, { body: { contestId, email: person.email } });
const joinRefusal = (person: Person, contestId: string) =>
  api.as(person).expectError(joinContest, { body: { contestId, email: person.email } });
const leaveRefusal = (person: Person, contestId: string) =>
  api.as(person).expectError(leaveContest, { body: { contestId, email: person.email } });

describe("joining", () => {
  it("creates the participation and payment and notifies the participant", async () => {
    const participant = await people.user();
    const id = await steps.open(await people.creator());
    expect(await steps.join(participant, id)).toEqual({
      contestId: id,
      amount: 50000,
      last4: "4242",
      paymentStatus: "paid",
      paidAt: clock.now().toISOString(),
      participantCount: 1,
      receiptNumber: 1,
    });
    const [payment] = await payments();
    expect(payment).toMatchObject({
      contestId: id,
      userId: participant.id,
      amount: 50000,
      last4: "4242",
      state: "paid",
    });
    expect(await api.call(getContestDetails, { params: { id } })).toMatchObject({
      participants: [payment?.id.slice(0, 8)],
      participantCount: 1,
    });
    expect(await api.as(participant).call(listNotices, {})).toContainEqual(
      expect.objectContaining({
        kind: "joined",
        text: "You joined “Poster for a river festival” and paid ৳50,000. Your receipt number is 1.",
        href: "/dashboard/payments/1",
      }),
    );
  });

  it("charges nothing for free contests and mentions no card or money", async () => {
    const participant = await people.user();
    const id = await steps.open(await people.creator(), { prize: "0" });
    expect(await steps.join(participant, id)).toMatchObject({
      amount: 0,
      last4: "",
      paymentStatus: "paid",
      participantCount: 1,
      receiptNumber: null,
    });
    expect(await leave(participant, id)).toEqual({ refundedTotal: 0 });
    const texts = (await steps.noticesOf(participant)).map(({ text }) => text);
    expect(texts.sort()).toEqual([
      "You joined “Poster for a river festival” for free.",
      "You left “Poster for a river festival”.",
    ]);
    expect(await payments()).toEqual([expect.objectContaining({ amount: 0, last4: "", state: "refunded" })]);
  });

  it("takes the amount from the contest, not from the request", async () => {
    const participant = await people.user();
    const contestId = await steps.open(await people.creator());
    const sendJoin = (payload: object) =>
      api
        .as(participant)
        .send({
          method: "PUT",
          url: "/api/join-contest",
          payload: { contestId, email: participant.email, last4: "9999", userId: "somebody", ...payload },
        });
    expect((await sendJoin({ amount: 1 })).json()).toMatchObject({ error: { code: "amount_changed" } });
    for (const odd of ["50000", -1, 0.5, null]) expect((await sendJoin({ amount: odd })).statusCode).toBe(422);
    expect(await payments()).toEqual([]);
    expect((await sendJoin({})).json()).toMatchObject({ amount: 50000, last4: "4242" });
    expect(await payments()).toEqual([
      expect.objectContaining({ userId: participant.id, amount: 50000, last4: "4242" }),
    ]);
  });

  it("rejects an amount that differs from the one shown", async () => {
    const [creator, admin, participant] = [await people.creator(), await people.admin(), await people.user()];
    const id = await steps.open(creator, { prize: "0" });
    const setPrize = async (prize: string) => {
      await api.as(creator).call(updateContest, { params: { id }, body: { prize } });
      await api.as(admin).call(confirmContest, { params: { id }, body: { status: "open" } });
    };
    const call = (amount: number) => ({ body: { contestId: id, email: participant.email, amount } });
    await setPrize("5000");
    expect(await api.as(participant).expectError(joinContest, call(0))).toMatchObject({
      status: 409,
      code: "amount_changed",
      message: "The entry fee is now ৳5,000. Check the contest again before you join.",
    });
    await setPrize("0");
    expect(await api.as(participant).expectError(joinContest, call(5000))).toMatchObject({
      status: 409,
      code: "amount_changed",
      message: expect.stringContaining("is now free") as string,
    });
    expect([await payments(), await countOf(id)]).toEqual([[], 0]);
    expect((await steps.noticesOf(participant)).filter(({ kind }) => kind === "joined")).toEqual([]);
    await setPrize("5000");
    expect(await api.as(participant).call(joinContest, call(5000))).toMatchObject({ amount: 5000, last4: "4242" });
    expect(await api.as(participant).expectError(joinContest, call(0))).toMatchObject({ code: "already_joined" });
  });

  it("charges once and rejects a second time", async () => {
    const participant = await people.user();
    const id = await steps.open(await people.creator());
    await steps.join(participant, id);
    expect(await joinRefusal(participant, id)).toMatchObject({ status: 409, code: "already_joined" });
    expect(await payments()).toHaveLength(1);
    expect(await countOf(id)).toBe(1);
  });

  it("is rate-limited per user, not per address", async () => {
    const [flooding, neighbour] = [await people.user(), await people.user()];
    const id = await steps.open(await people.creator());
    const request = {
      method: "PUT",
      url: "/api/join-contest",
      payload: { contestId: crypto.randomUUID(), email: flooding.email },
    } as const;
    for (let asked = 0; asked < 120; asked += 1) expect((await api.as(flooding).send(request)).statusCode).toBe(404);
    const refused = await api.as(flooding).send(request);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(refused.json()).toMatchObject({
      error: { code: "too_many", message: expect.stringMatching(/Try again in .+\./) as string },
    });
    expect(await steps.join(neighbour, id)).toMatchObject({ paymentStatus: "paid" });
  });

  it("succeeds or fails per user when many join together", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator);
    const crowd = await Promise.all(Array.from({ length: 12 }, () => people.user()));
    await steps.join(crowd[0]!, id);
    // Includes a participant, the owner, and a user who sends two requests.
    const requesters = [crowd[0]!, creator, ...crowd.slice(1), crowd[5]!];
    const answers = await Promise.all(
      requesters.map((person) =>
        api
          .as(person)
          .send({ method: "PUT", url: "/api/join-contest", payload: { contestId: id, email: person.email } }),
      ),
    );
    const codes = answers.map((answer) =>
      answer.statusCode === 200 ? "joined" : (answer.json() as { error: { code: string } }).error.code,
    );
    // Either of the two requests of one user may be served.
    const [firstAsked, secondAsked] = [codes[6], codes[13]];
    expect([firstAsked, secondAsked].sort()).toEqual(["already_joined", "joined"]);
    expect(codes.filter((_, position) => position !== 6 && position !== 13)).toEqual([
      "already_joined",
      "own_contest",
      ...Array.from({ length: 10 }, () => "joined"),
    ]);
    const counts = answers.flatMap((answer) =>
      answer.statusCode === 200 ? [(answer.json() as { participantCount: number }).participantCount] : [],
    );
    expect(counts.sort((one, other) => one - other)).toEqual(crowd.slice(1).map((_, position) => position + 2));
    expect(await payments()).toHaveLength(12);
    expect(await countOf(id)).toBe(12);
    for (const person of crowd)
      expect((await steps.noticesOf(person)).filter(({ kind }) => kind === "joined")).toHaveLength(1);
  });

  it("is possible until the instant of the deadline", async () => {
    const [early, late] = [await people.user(), await people.user()];
    const id = await steps.open(await people.creator());
    clock.set(JUST_BEFORE);
    await steps.join(early, id);
    clock.set(DEADLINE);
    expect(await joinRefusal(late, id)).toMatchObject({ status: 409, code: "contest_closed" });
    expect(await payments()).toHaveLength(1);
    expect(await countOf(id)).toBe(1);
  });

  it("is rejected for the owner", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator);
    expect(await joinRefusal(creator, id)).toMatchObject({ status: 409, code: "own_contest" });
    expect(await payments()).toEqual([]);
  });

  it("is possible for other creators and admins", async () => {
    const id = await steps.open(await people.creator());
    await steps.join(await people.creator(), id);
    expect(await steps.join(await people.admin(), id)).toMatchObject({ participantCount: 2 });
  });

  it("returns 404 for pending, unknown and hidden contests", async () => {
    const [participant, creator] = [await people.user(), await people.creator()];
    const [pending, hidden] = [await steps.create(creator), await steps.open(creator)];
    await server.db.update(users).set({ status: "blocked" }).where(eq(users.id, creator.id));
    for (const id of [pending, hidden, crypto.randomUUID(), "no-id", "' or 1=1 --"]) {
      expect(await joinRefusal(participant, id)).toMatchObject({ status: 404 });
    }
    expect(await joinRefusal(await people.admin(), pending)).toMatchObject({ status: 409, code: "not_open" });
    expect(await payments()).toEqual([]);
  });

  it("is rejected for hidden contests, even for admins and former participants", async () => {
    const [admin, former, creator] = [await people.admin(), await people.user(), await people.creator()];
    const id = await steps.open(creator);
    await steps.join(former, id);
    await leave(former, id);
    await server.db.update(users).set({ status: "blocked" }).where(eq(users.id, creator.id));
    for (const person of [admin, former]) expect(await joinRefusal(person, id)).toMatchObject({ status: 404 });
    expect(await countOf(id)).toBe(0);
  });

  it("rejects another user's address", async () => {
    const [participant, other] = [await people.user(), await people.user()];
    const contestId = await steps.open(await people.creator());
    const refusal = await api.as(participant).expectError(joinContest, { body: { contestId, email: other.email } });
    expect(refusal).toMatchObject({ status: 422, fields: { email: expect.any(String) as string } });
    expect(await payments()).toEqual([]);
  });

  it("normalizes the address", async () => {
    const participant = await people.user();
    const contestId = await steps.open(await people.creator());
    await api.as(participant).call(joinContest, { body: { contestId, email: ` ${participant.email.toUpperCase()} ` } });
    expect(await payments()).toHaveLength(1);
  });

  it.each([
    ["an empty body", {}, ["contestId", "email"]],
    ["a contest that is a list", { contestId: ["x"], email: "user@example.com" }, ["contestId"]],
    ["an invalid address", { contestId: "x", email: "user" }, ["email"]],
  ])("rejects %s", async (_, payload, fields) => {
    const response = await api.as(await people.user()).send({ method: "PUT", url: "/api/join-contest", payload });
    expect(response.statusCode).toBe(422);
    expect(Object.keys((response.json() as { error: { fields: object } }).error.fields)).toEqual(fields);
  });

  it("requires a session of a user who is not blocked", async () => {
    const participant = await people.user();
    const contestId = await steps.open(await people.creator());
    const call = { body: { contestId, email: participant.email } };
    expect(await api.expectError(joinContest, call)).toMatchObject({ status: 401 });
    await server.db.update(users).set({ status: "blocked" }).where(eq(users.id, participant.id));
    expect(await api.as(participant).expectError(joinContest, call)).toMatchObject({ status: 403, code: "blocked" });
    expect(await payments()).toEqual([]);
  });
});

describe("leaving", () => {
  it("refunds in full and allows joining again", async () => {
    const participant = await people.user();
    const id = await steps.open(await people.creator());
    await steps.join(participant, id);
    clock.advance(1000);
    expect(await leave(participant, id)).toEqual({ refundedTotal: 50000 });
    expect(await payments()).toEqual([expect.objectContaining({ state: "refunded", refundedAt: clock.now() })]);
    expect(await api.call(getContestDetails, { params: { id } })).toMatchObject({
      participants: [],
      participantCount: 0,
    });
    expect(await api.as(participant).call(listNotices, {})).toContainEqual(
      expect.objectContaining({
        kind: "refunded",
        text: "You left “Poster for a river festival”. Your ৳50,000 was refunded.",
      }),
    );

    clock.advance(1000);
    expect(await steps.join(participant, id)).toMatchObject({ participantCount: 1 });
    expect(await joinRefusal(participant, id)).toMatchObject({ code: "already_joined" });
  });

  it("is possible until the instant of the deadline", async () => {
    const [early, late] = [await people.user(), await people.user()];
    const id = await steps.open(await people.creator());
    await steps.join(early, id);
    await steps.join(late, id);
    clock.set(JUST_BEFORE);
    await leave(early, id);
    clock.set(DEADLINE);
    expect(await leaveRefusal(late, id)).toMatchObject({ status: 409, code: "contest_closed" });
    expect(await countOf(id)).toBe(1);
  });

  it("is rejected after submitting an entry", async () => {
    const participant = await people.user();
    const id = await steps.open(await people.creator());
    await steps.join(participant, id);
    await steps.submit(participant, id);
    expect(await leaveRefusal(participant, id)).toMatchObject({ status: 409, code: "already_submitted" });
    expect(await payments()).toEqual([expect.objectContaining({ state: "paid" })]);
  });

  it("refunds once and rejects a second time", async () => {
    const participant = await people.user();
    const id = await steps.open(await people.creator());
    await steps.join(participant, id);
    await leave(participant, id);
    expect(await leaveRefusal(participant, id)).toMatchObject({ status: 409, code: "not_joined" });
    expect(await countOf(id)).toBe(0);
  });

  it("is limited to participants with their own address", async () => {
    const [participant, other] = [await people.user(), await people.user()];
    const id = await steps.open(await people.creator());
    await steps.join(participant, id);
    expect(await leaveRefusal(other, id)).toMatchObject({ status: 409, code: "not_joined" });
    expect(await leaveRefusal(other, crypto.randomUUID())).toMatchObject({ status: 404 });
    const foreign = { body: { contestId: id, email: participant.email } };
    expect(await api.as(other).expectError(leaveContest, foreign)).toMatchObject({ status: 422 });
    expect(await api.expectError(leaveContest, foreign)).toMatchObject({ status: 401 });
    expect(await countOf(id)).toBe(1);
  });
});

describe("participated contests", () => {
  const list = (person: Person, query = {}) =>
    api.as(person).page(listParticipatedContests, { params: { email: person.email }, query });

  it("mark contests that are not public", async () => {
    const [participant, blocked] = [await people.user(), await people.creator()];
    const [unseen, seen] = [await steps.open(blocked), await steps.open(await people.creator())];
    for (const id of [unseen, seen]) await steps.join(participant, id);
    await server.db.update(users).set({ status: "blocked" }).where(eq(users.id, blocked.id));
    expect((await list(participant)).items.map(({ _id, isPublic }) => [_id, isPublic]).sort()).toEqual(
      [
        [unseen, false],
        [seen, true],
      ].sort(),
    );
  });

  it("include payment, phase and entry state", async () => {
    const participant = await people.user();
    const creator = await people.creator();
    const first = await steps.open(creator, { name: "First", prize: "100" });
    const second = await steps.open(creator, { name: "Second" });
    await steps.join(participant, first);
    clock.advance(1000);
    await steps.join(participant, second);
    await steps.submit(participant, first);
    const { items, total } = await list(participant);
    expect(total).toBe(2);
    expect(items).toEqual([
      expect.objectContaining({ _id: second, name: "Second", amount: 50000, entryState: "none", group: "to_do" }),
      expect.objectContaining({
        _id: first,
        name: "First",
        description: "A poster that people see from across the river.",
        deadline: DEADLINE,
        phase: "open",
        amount: 100,
        paymentStatus: "paid",
        entryState: "submitted",
      }),
    ]);
  });

  it("list a contest once, even if it was left and rejoined", async () => {
    const participant = await people.user();
    const id = await steps.open(await people.creator());
    await steps.join(participant, id);
    await leave(participant, id);
    expect(await list(participant)).toMatchObject({ total: 1, items: [{ _id: id, paymentStatus: "refunded" }] });
    // At the same instant, the paid payment still takes precedence.
    await steps.join(participant, id);
    expect(await list(participant)).toMatchObject({ total: 1, items: [{ _id: id, paymentStatus: "paid" }] });
  });

  it("remain listed after a cancellation", async () => {
    const [participant, creator] = [await people.user(), await people.creator()];
    const id = await steps.open(creator);
    await steps.join(participant, id);
    await api.as(creator).call(deleteContest, { params: { id } });
    expect(await list(participant)).toMatchObject({
      items: [{ _id: id, phase: "cancelled", paymentStatus: "refunded" }],
    });
  });

  it("are grouped by what is left to do, most urgent first on every page", async () => {
    const [participant, creator] = [await people.user(), await people.creator()];
    const closesIn = (days: number) => new Date(clock.now().getTime() + days * DAY).toISOString();
    const join = async (deadline: string, hasEntry = false) => {
      const id = await steps.open(creator, { deadline });
      await steps.join(participant, id);
      if (hasEntry) await steps.submit(participant, id);
      return id;
    };
    const left = await join(closesIn(9));
    await leave(participant, left);
    const [later, soon] = [await join(closesIn(6)), await join(closesIn(3))];
    const submitted = await join(closesIn(4), true);
    const [judged, missed] = [await join(closesIn(1), true), await join(closesIn(2))];
    clock.advance(1000);
    const cancelled = await join(closesIn(5));
    await api.as(creator).call(deleteContest, { params: { id: cancelled } });
    clock.set(closesIn(2));
    const person = await signInAgain(participant);
    const groups = { to_do: [soon, later], waiting: [judged, missed, submitted], finished: [cancelled], left: [left] };
    const read = async (limit: number, query = {}) => {
      const rows = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await list(person, { limit, cursor, ...query });
        rows.push(...page.items.map(({ _id, group }) => [group, _id]));
        cursor = page.nextCursor;
      }
      return rows;
    };
    const expected = Object.entries(groups).flatMap(([group, ids]) => ids.map((id) => [group, id]));
    expect(await read(100)).toEqual(expected);
    expect(await read(2)).toEqual(expected);
    for (const [group, ids] of Object.entries(groups))
      expect(await read(1, { group })).toEqual(ids.map((id) => [group, id]));
    expect(await api.as(person).call(countParticipations, {})).toEqual({ to_do: 2, waiting: 3, finished: 1, left: 1 });
  });

  it("keep the groups of the first page while deadlines pass", async () => {
    const [participant, creator] = [await people.user(), await people.creator()];
    const ids = [];
    for (const day of [1, 2, 3]) {
      const id = await steps.open(creator, { deadline: new Date(clock.now().getTime() + day * DAY).toISOString() });
      await steps.join(participant, id);
      ids.push(id);
    }
    const query = { limit: 1, group: "to_do" };
    const first = await list(participant, query);
    clock.advance(2 * DAY);
    const person = await signInAgain(participant);
    const second = await list(person, { ...query, cursor: first.nextCursor });
    const third = await list(person, { ...query, cursor: second.nextCursor });
    expect([first, second, third].flatMap(({ items, total }) => items.map(({ _id }) => [_id, total]))).toEqual(
      ids.map((id) => [id, 3]),
    );
    expect(third.nextCursor).toBeNull();
    expect((await list(person, query)).items.map(({ _id }) => _id)).toEqual([ids[2]]);
  });

  it("are counted for the user alone", async () => {
    await steps.join(await people.user(), await steps.open(await people.creator()));
    expect(await api.as(await people.user()).call(countParticipations, {})).toEqual({
      to_do: 0,
      waiting: 0,
      finished: 0,
      left: 0,
    });
    expect(await api.expectError(countParticipations, {})).toMatchObject({ status: 401 });
  });

  it("are limited to the user and admins", async () => {
    const participant = await people.user();
    const id = await steps.open(await people.creator());
    await steps.join(participant, id);
    const call = { params: { email: participant.email } };
    expect(await api.expectError(listParticipatedContests, call)).toMatchObject({ status: 401 });
    for (const person of [await people.user(), await people.creator()]) {
      expect(await api.as(person).expectError(listParticipatedContests, call)).toMatchObject({ status: 404 });
    }
    expect(await api.as(await people.admin()).call(listParticipatedContests, call)).toHaveLength(1);
  });
});
