import { and, eq, isNull } from "drizzle-orm";
import { deleteAccount } from "@conquest/shared/contracts/account";
import {
  MAX_INVITED,
  MAX_JUDGES,
  answerInvitation,
  inviteJudge,
  listJudges,
  listJudgingInvitations,
  stepDown,
  withdrawJudge,
} from "@conquest/shared/contracts/judging/judges";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import { joinContest, leaveContest } from "@conquest/shared/contracts/participation";
import { deleteUser, getUser, updateUser } from "@conquest/shared/contracts/users";
import { contestJudges, criterionRatings, entryRatings } from "../../database/schema/judging";
import { letters, notices } from "../../database/schema/messages";
import { users } from "../../database/schema/people";
import { testServer, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";
import { runLifecycleJobs } from "../lifecycle/run-lifecycle-jobs";

const server = testServer();
const { api, people, clock, signInAgain } = server;
const steps = contestSteps(server);

/** From here on no entry sent before the deadline can still arrive. */
const JUDGING = "2026-03-02T08:01:00.000Z";

const invite = (creator: Person, contestId: string, email: string) =>
  api.as(creator).call(inviteJudge, { params: { contestId }, body: { email } });
const rejectedInvite = (creator: Person, contestId: string, email: string) =>
  api.as(creator).expectError(inviteJudge, { params: { contestId }, body: { email } });
const judgesOf = async (creator: Person, contestId: string) =>
  (await api.as(creator).call(listJudges, { params: { contestId } })).judges;
const invitationsOf = (person: Person) => api.as(person).call(listJudgingInvitations, {});
const rejectedAnswer = (person: Person, id: string, accepts = true) =>
  api.as(person).expectError(answerInvitation, { params: { id }, body: { accepts } });
const withdraw = (creator: Person, id: string) => api.as(creator).call(withdrawJudge, { params: { id } });
const kindsOf = async (person: Person) => (await steps.noticesOf(person)).map(({ kind }) => kind);
const unread = (person: Person, kind: "judging_open") =>
  server.db.$count(notices, and(eq(notices.userId, person.id), eq(notices.kind, kind), isNull(notices.readAt)));
const isJudge = async (person: Person) =>
  (await api.as(person).call(getUser, { params: { email: person.email } })).isJudge;
const details = (id: string) => steps.details(null, id);

async function createContest() {
  const creator = await people.creator();
  return { creator, contestId: await steps.open(creator) };
}

async function createClosedContest() {
  const { creator, contestId } = await createContest();
  const [judge, author] = [await people.user({ name: "Mina Das" }), await people.user()];
  const invitationId = await steps.invite(creator, contestId, judge.email);
  await steps.answer(judge, invitationId);
  await steps.join(author, contestId);
  const entryId = (await steps.submit(author, contestId))._id;
  clock.set(JUDGING);
  return { creator, contestId, judge, author, invitationId, entryId };
}

describe("deleting a contest", () => {
  it("notifies its judges and invitees", async () => {
    const { creator, contestId } = await createContest();
    const [judge, invited] = [await people.user(), await people.user()];
    await steps.answer(judge, await steps.invite(creator, contestId, judge.email));
    await steps.invite(creator, contestId, invited.email);
    await api.as(creator).call(deleteContest, { params: { id: contestId } });
    expect(await steps.noticesOf(judge)).toContainEqual({
      kind: "judge_ended",
      text: expect.stringContaining("was deleted"),
    });
    expect(await steps.noticesOf(invited)).toEqual([
      { kind: "judge_ended", text: expect.stringContaining("the contest was deleted") },
    ]);
  });
});

describe("inviting a judge", () => {
  it("returns the same response whether or not an account exists", async () => {
    const { creator, contestId } = await createContest();
    const [user, participant, blocked, admin] = [
      await people.user(),
      await people.user(),
      await people.user(),
      await people.admin(),
    ];
    await steps.join(participant, contestId);
    await api.as(admin).call(updateUser, { params: { id: blocked.id }, body: { status: "blocked" } });
    const answers = [];
    for (const email of [user.email, participant.email, blocked.email, "nobody@example.com"]) {
      const { judges } = await invite(creator, contestId, email);
      const { _id, email: said, at, ...rest } = judges.find((judge) => judge.email === email)!;
      expect([typeof _id, said, typeof at]).toEqual(["string", email, "string"]);
      answers.push(rest);
    }
    for (const answer of answers)
      expect(answer).toEqual({
        state: "invited",
        name: "",
        ratedCount: 0,
        may: { withdraw: { isAllowed: true, because: "" } },
      });
    for (const email of [user.email, "nobody@example.com"])
      expect(await rejectedInvite(creator, contestId, email)).toMatchObject({ status: 409, code: "already_invited" });
  });

  it("notifies the owner of the address, by email too, even after a later sign-up", async () => {
    const { creator, contestId } = await createContest();
    const user = await people.user();
    const email = "later@example.com";
    expect(await isJudge(user)).toBe(false);
    await invite(creator, contestId, ` ${user.email.toUpperCase()} `);
    await invite(creator, contestId, email);
    const notification = {
      kind: "judge_invited",
      text: "You're invited to judge “Poster for a river festival”. Accept or decline the invitation.",
    };
    expect(await steps.noticesOf(user)).toEqual([notification]);
    expect(await server.db.$count(letters)).toBeGreaterThan(0);
    expect(await isJudge(user)).toBe(true);
    const newcomer = await people.user({ email });
    expect(await steps.noticesOf(newcomer)).toEqual([notification]);
    expect(await isJudge(newcomer)).toBe(true);
    expect(await invitationsOf(newcomer)).toMatchObject([
      {
        state: "invited",
        contest: { _id: contestId, entryCount: 0 },
        may: { accept: { isAllowed: true }, judge: { isAllowed: false } },
      },
    ]);
    expect((await judgesOf(creator, contestId)).map(({ name }) => name)).toEqual(["", ""]);
  });

  it("notifies a blocked user once unblocked", async () => {
    const { creator, contestId } = await createContest();
    const [admin, user] = [await people.admin(), await people.user()];
    await api.as(admin).call(updateUser, { params: { id: user.id }, body: { status: "blocked" } });
    await invite(creator, contestId, user.email);
    await api.as(admin).call(updateUser, { params: { id: user.id }, body: { status: "verified" } });
    expect(await kindsOf(await signInAgain(user))).toContain("judge_invited");
  });

  it("is limited to the owner of a confirmed, undecided contest, and others' addresses", async () => {
    const { creator, contestId } = await createContest();
    for (const person of [await people.creator(), await people.user(), await people.admin()]) {
      expect(await rejectedInvite(person, contestId, "a@example.com")).toMatchObject({ status: 404 });
      expect(await api.as(person).expectError(listJudges, { params: { contestId } })).toMatchObject({ status: 404 });
    }
    expect(await rejectedInvite(creator, contestId, creator.email)).toMatchObject({
      status: 422,
      fields: { email: expect.stringContaining("your own") as string },
    });
    expect(await rejectedInvite(creator, contestId, "no address")).toMatchObject({ status: 422 });
    const pending = await steps.create(creator);
    expect(await rejectedInvite(creator, pending, "a@example.com")).toMatchObject({ status: 409, code: "not_open" });
    const judged = await createClosedContest();
    const owner = await signInAgain(judged.creator);
    await invite(owner, judged.contestId, "a@example.com");
    await steps.choose(owner, judged.contestId, judged.entryId);
    expect(await rejectedInvite(owner, judged.contestId, "b@example.com")).toMatchObject({
      status: 409,
      code: "winner_declared",
    });
  });

  it("is limited in seats and addresses", async () => {
    const { creator, contestId } = await createContest();
    const ids: string[] = [];
    for (let at = 0; at < MAX_JUDGES; at += 1)
      ids.push(await steps.invite(creator, contestId, `judge-${at}@example.com`));
    expect(await rejectedInvite(creator, contestId, "sixth@example.com")).toMatchObject({
      status: 409,
      code: "no_seat",
    });
    await withdraw(creator, ids[0]!);
    await invite(creator, contestId, "sixth@example.com");
    const row = { contestId, state: "withdrawn" as const, invitedAt: clock.now(), changedAt: clock.now() };
    await server.db
      .insert(contestJudges)
      .values(
        Array.from({ length: MAX_INVITED - MAX_JUDGES - 1 }, (_, at) => ({
          ...row,
          email: `before-${at}@example.com`,
        })),
      );
    await withdraw(creator, ids[1]!);
    expect(await rejectedInvite(creator, contestId, "more@example.com")).toMatchObject({
      status: 409,
      code: "too_many_invited",
    });
    await invite(creator, contestId, "judge-0@example.com");
  });

  it("notifies once a day if repeated, and reports a withdrawal", async () => {
    const { creator, contestId } = await createContest();
    const user = await people.user();
    await withdraw(creator, await steps.invite(creator, contestId, user.email));
    expect(await steps.noticesOf(user)).toMatchObject([{ text: expect.stringContaining("was withdrawn") as string }]);
    expect(await invitationsOf(user)).toEqual([]);
    expect(await isJudge(user)).toBe(false);
    await invite(creator, contestId, user.email);
    expect(await steps.noticesOf(user)).toMatchObject([
      { text: expect.stringContaining("Accept or decline the invitation.") as string },
    ]);
    expect(await server.db.$count(letters, eq(letters.createdAt, clock.now()))).toBe(1);
  });
});

describe("answering an invitation", () => {
  it("accepts, names the judge on the page and notifies the creator", async () => {
    const { creator, contestId } = await createContest();
    const judge = await people.user({ name: "Mina Das" });
    const id = await steps.invite(creator, contestId, judge.email);
    expect((await details(contestId)).judges).toEqual([]);
    expect(await steps.answer(judge, id)).toMatchObject({
      state: "accepted",
      may: {
        stepDown: { isAllowed: true },
        judge: { isAllowed: false, because: expect.stringContaining("deadline") as string },
      },
    });
    expect((await details(contestId)).judges).toEqual(["Mina Das"]);
    expect(await judgesOf(creator, contestId)).toMatchObject([
      { state: "accepted", name: "Mina Das", email: judge.email },
    ]);
    expect(await steps.noticesOf(creator)).toContainEqual({
      kind: "judge_answered",
      text: "A judge accepted your invitation to “Poster for a river festival”.",
    });
    await steps.answer(judge, id);
    expect((await kindsOf(creator)).filter((kind) => kind === "judge_answered")).toHaveLength(1);
    expect(await rejectedAnswer(judge, id, false)).toMatchObject({ status: 409, code: "already_judges" });
  });

  it("declines, and can still accept while a seat is free", async () => {
    const { creator, contestId } = await createContest();
    const judge = await people.user();
    const id = await steps.invite(creator, contestId, judge.email);
    expect(await steps.answer(judge, id, false)).toMatchObject({
      state: "declined",
      may: { accept: { isAllowed: true } },
    });
    expect(await judgesOf(creator, contestId)).toMatchObject([
      { state: "declined", name: "", may: { withdraw: { isAllowed: false } } },
    ]);
    expect(await rejectedInvite(creator, contestId, judge.email)).toMatchObject({ status: 409, code: "declined" });
    for (let at = 0; at < MAX_JUDGES; at += 1) await invite(creator, contestId, `judge-${at}@example.com`);
    expect(await rejectedAnswer(judge, id)).toMatchObject({ status: 409, code: "no_seat" });
    await withdraw(creator, (await judgesOf(creator, contestId)).find(({ state }) => state === "invited")!._id);
    await steps.answer(judge, id);
    expect((await judgesOf(creator, contestId)).filter(({ state }) => state === "accepted")).toHaveLength(1);
  });

  it("is limited to the recipient, and accepting to a verified address", async () => {
    const { creator, contestId } = await createContest();
    const email = "claimed@example.com";
    const claimant = await people.user({ email, emailVerified: false });
    const id = await steps.invite(creator, contestId, email);
    for (const person of [await people.user(), creator, await people.admin()]) {
      expect(await rejectedAnswer(person, id)).toMatchObject({ status: 404 });
      expect(await api.as(person).expectError(stepDown, { params: { id } })).toMatchObject({ status: 404 });
      expect(await invitationsOf(person)).toEqual([]);
    }
    expect(await api.expectError(answerInvitation, { params: { id }, body: { accepts: true } })).toMatchObject({
      status: 401,
    });
    expect(await rejectedAnswer(claimant, id)).toMatchObject({ status: 409, code: "address_not_proven" });
    expect(await invitationsOf(claimant)).toMatchObject([
      {
        needsProof: true,
        may: {
          accept: {
            isAllowed: false,
            because: expect.stringContaining("Verify your email to accept this invitation.") as string,
          },
          decline: { isAllowed: true },
        },
      },
    ]);
    await steps.answer(claimant, id, false);
    await server.db.update(users).set({ emailVerifiedAt: clock.now() }).where(eq(users.id, claimant.id));
    expect(await invitationsOf(claimant)).toMatchObject([{ needsProof: false, may: { accept: { isAllowed: true } } }]);
    await steps.answer(claimant, id);
  });

  it("excludes participants, and judges cannot join", async () => {
    const { creator, contestId } = await createContest();
    const person = await people.user();
    const id = await steps.invite(creator, contestId, person.email);
    await steps.join(person, contestId);
    expect(await invitationsOf(person)).toMatchObject([
      { may: { accept: { isAllowed: false }, decline: { isAllowed: true } } },
    ]);
    expect(await rejectedAnswer(person, id)).toMatchObject({
      status: 409,
      code: "takes_part",
      message: expect.stringContaining("You've joined this contest") as string,
    });
    await api.as(person).call(leaveContest, { body: { contestId, email: person.email } });
    await steps.answer(person, id);
    expect((await steps.details(person, contestId)).may.join).toEqual({
      isAllowed: false,
      because: "You judge this contest, so you can't join it.",
    });
    expect(await api.as(person).expectError(joinContest, { body: { contestId, email: person.email } })).toMatchObject({
      status: 409,
      code: "judges_it",
    });
    await api.as(person).call(stepDown, { params: { id } });
    await steps.join(person, contestId);
    expect(await rejectedAnswer(person, id)).toMatchObject({ status: 409, code: "ended" });
  });

  it("is denied to the owner, even after a change of address", async () => {
    const { creator, contestId } = await createContest();
    const email = "other@example.com";
    const id = await steps.invite(creator, contestId, email);
    await server.db.update(users).set({ email }).where(eq(users.id, creator.id));
    expect(await rejectedAnswer({ ...creator, email }, id)).toMatchObject({ status: 409, code: "own_contest" });
  });

  it("is no longer possible once the contest has ended", async () => {
    const { creator, contestId } = await createContest();
    const [judge, invited, author] = [await people.user(), await people.user(), await people.user()];
    await steps.answer(judge, await steps.invite(creator, contestId, judge.email));
    const id = await steps.invite(creator, contestId, invited.email);
    await steps.join(author, contestId);
    await api.as(creator).call(deleteContest, { params: { id: contestId }, body: { reason: "No hall" } });
    expect(await steps.noticesOf(judge)).toContainEqual({
      kind: "judge_ended",
      text: "“Poster for a river festival”, which you judge, was cancelled: No hall.",
    });
    expect(await steps.noticesOf(invited)).toEqual([
      {
        kind: "judge_ended",
        text: "Your invitation to judge “Poster for a river festival” has ended because the contest was cancelled.",
      },
    ]);
    for (const person of [judge, invited]) expect(await invitationsOf(person)).toEqual([]);
    expect(await rejectedAnswer(invited, id)).toMatchObject({ status: 409, code: "cancelled" });
    const deleted = await createContest();
    await steps.invite(deleted.creator, deleted.contestId, invited.email);
    await api.as(deleted.creator).call(deleteContest, { params: { id: deleted.contestId }, body: {} });
    expect(await server.db.$count(contestJudges, eq(contestJudges.contestId, deleted.contestId))).toBe(0);
  });
});

it("open invitations end when the winner is chosen", async () => {
  const { creator, contestId, entryId } = await createClosedContest();
  const invited = await people.user();
  await steps.invite(creator, contestId, invited.email);
  await steps.choose(creator, contestId, entryId);
  expect(await steps.noticesOf(invited)).toEqual([
    {
      kind: "judge_ended",
      text: "Your invitation to judge “Poster for a river festival” has ended because the winner was picked.",
    },
  ]);
  expect(await invitationsOf(invited)).toEqual([]);
});

describe("a judge who leaves", () => {
  const countRatings = async (judge: Person) =>
    (await server.db.$count(entryRatings, eq(entryRatings.judgeId, judge.id))) +
    (await server.db.$count(criterionRatings, eq(criterionRatings.judgeId, judge.id)));

  async function createJudgeWithRatings() {
    const creator = await people.creator();
    const contestId = await steps.open(creator, { criteria: "Two colours" });
    const [judge, author] = [await people.user(), await people.user()];
    const invitationId = await steps.invite(creator, contestId, judge.email);
    await steps.answer(judge, invitationId);
    await steps.join(author, contestId);
    const entryId = (await steps.submit(author, contestId))._id;
    clock.set(JUDGING);
    await steps.rate(judge, contestId, entryId, { word: "Calm" });
    await steps.rateBy(judge, contestId, entryId, [3]);
    expect(await countRatings(judge)).toBe(2);
    return { creator, contestId, judge, invitationId, entryId };
  }

  it("steps down, which deletes their ratings", async () => {
    const { creator, contestId, judge, invitationId, entryId } = await createJudgeWithRatings();
    await runLifecycleJobs(server);
    expect(await unread(judge, "judging_open")).toBe(1);
    await api.as(judge).call(stepDown, { params: { id: invitationId } });
    expect([await countRatings(judge), await unread(judge, "judging_open")]).toEqual([0, 0]);
    expect((await details(contestId)).judges).toEqual([]);
    expect(await kindsOf(creator)).toContain("judge_answered");
    expect(await api.as(judge).expectError(stepDown, { params: { id: invitationId } })).toMatchObject({
      status: 409,
      code: "not_a_judge",
    });
    await steps.answer(judge, await steps.invite(creator, contestId, judge.email));
    await steps.rateBy(judge, contestId, entryId, [2]);
    await steps.choose(creator, contestId, entryId);
    expect(await api.as(judge).expectError(stepDown, { params: { id: invitationId } })).toMatchObject({
      status: 409,
      code: "winner_declared",
    });
    expect(await api.as(creator).expectError(withdrawJudge, { params: { id: invitationId } })).toMatchObject({
      status: 409,
      code: "winner_declared",
    });
  });

  it("can be withdrawn only by the owner, and is notified", async () => {
    const { creator, judge, invitationId } = await createJudgeWithRatings();
    await runLifecycleJobs(server);
    for (const person of [judge, await people.creator(), await people.admin()])
      expect(await api.as(person).expectError(withdrawJudge, { params: { id: invitationId } })).toMatchObject({
        status: 404,
      });
    expect((await withdraw(creator, invitationId)).judges).toEqual([]);
    expect([await countRatings(judge), await unread(judge, "judging_open")]).toEqual([0, 0]);
    expect(await kindsOf(judge)).toContain("judge_ended");
    expect(await invitationsOf(judge)).toEqual([]);
    expect(await api.as(creator).expectError(withdrawJudge, { params: { id: invitationId } })).toMatchObject({
      status: 409,
      code: "ended",
    });
  });

  it("loses undecided assignments, name and address when deleted", async () => {
    const first = await createJudgeWithRatings();
    await steps.choose(first.creator, first.contestId, first.entryId);
    const { judge } = first;
    clock.set("2026-03-02T06:00:00.000Z");
    const second = await createContest();
    await steps.answer(judge, await steps.invite(second.creator, second.contestId, judge.email));
    const third = await createContest();
    await steps.invite(third.creator, third.contestId, judge.email);
    await api.as(await people.admin()).call(deleteUser, { params: { id: judge.id }, body: { reason: "" } });
    const rows = await server.db.select().from(contestJudges);
    const of = (contestId: string) => rows.find((row) => row.contestId === contestId);
    expect(of(first.contestId)).toMatchObject({ state: "accepted", email: null, judgeId: judge.id });
    expect(of(second.contestId)).toMatchObject({ state: "stepped_down", email: null });
    expect(of(third.contestId)).toBeUndefined();
    expect(await countRatings(judge)).toBe(2);
    const countNotifications = async ({ creator }: { creator: Person }) =>
      (await steps.noticesOf(await server.signInAgain(creator))).filter(({ text }) => text.includes("stepped down"))
        .length;
    // Only accepted, undecided assignments end with a notification.
    expect([
      await countNotifications(first),
      await countNotifications(second),
      await countNotifications(third),
    ]).toEqual([0, 1, 0]);
    for (const { contestId } of [first, second, third]) expect((await details(contestId)).judges).toEqual([]);
    expect(await judgesOf(first.creator, first.contestId)).toMatchObject([{ name: "Deleted user", email: "" }]);
  });

  it("deletes their account without ending invitations to an unverified address", async () => {
    const { creator, contestId } = await createContest();
    const [judge, claimant] = [
      await people.user(),
      await people.user({ email: "claimed@example.com", emailVerified: false }),
    ];
    await steps.answer(judge, await steps.invite(creator, contestId, judge.email));
    clock.advance(1);
    const id = await steps.invite(creator, contestId, claimant.email);
    for (const person of [judge, claimant]) {
      const token = server.identity.issue({ uid: person.uid, email: person.email, signedInAt: clock.now() });
      const payload = { contestCount: 0, refundedCount: 0, refundedTotal: 0 };
      expect(
        (
          await api
            .as(person)
            .send({
              method: "DELETE",
              url: `/api${deleteAccount.path}`,
              headers: { authorization: `Bearer ${token}` },
              payload,
            })
        ).statusCode,
      ).toBe(200);
    }
    expect(await steps.noticesOf(creator)).toContainEqual({
      kind: "judge_answered",
      text: "A judge of “Poster for a river festival” stepped down. Their ratings and feedback were deleted.",
    });
    expect(await judgesOf(creator, contestId)).toMatchObject([
      { state: "stepped_down", email: "" },
      { _id: id, state: "invited", email: claimant.email },
    ]);
  });

  it("is not named while blocked, and cannot list invitations", async () => {
    const { contestId, creator, judge } = await createClosedContest();
    await api.as(await people.admin()).call(updateUser, { params: { id: judge.id }, body: { status: "blocked" } });
    expect((await details(contestId)).judges).toEqual([]);
    expect((await api.as(creator).call(listJudges, { params: { contestId } })).judges).toMatchObject([
      { email: judge.email, name: "Name withheld" },
    ]);
    expect(await api.as(judge).expectError(listJudgingInvitations, {})).toMatchObject({ status: 403 });
  });
});

it("personal data exports list assignments without others' addresses", async () => {
  const { creator, contestId, judge } = await createClosedContest();
  const data = async (person: Person) =>
    JSON.parse((await api.as(person).send({ url: "/api/my-data" })).body) as Record<string, Record<string, unknown>[]>;
  const assignment = {
    contestId,
    contest: "Poster for a river festival",
    state: "accepted",
    invitedAt: expect.any(String) as string,
    changedAt: expect.any(String) as string,
  };
  expect((await data(judge))["judging"]).toEqual([assignment]);
  const own = await data(creator);
  expect(own["judgesInvited"]).toEqual([assignment]);
  expect(JSON.stringify(own)).not.toContain(judge.email);
});
