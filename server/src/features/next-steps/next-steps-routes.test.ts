import { eq } from "drizzle-orm";
import {
  answerInvitation,
  inviteJudge,
  listJudgingInvitations,
  stepDown,
} from "@conquest/shared/contracts/judging/judges";
import { listContactMessages, markContactMessage, sendContactMessage } from "@conquest/shared/contracts/messages";
import { listNextSteps, type NextStep } from "@conquest/shared/contracts/next-steps";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import { answerQuestion, askQuestion } from "@conquest/shared/contracts/questions";
import { answerReport, decideReport, reportContest, reportEntry } from "@conquest/shared/contracts/reports";
import { commentOnContest } from "@conquest/shared/contracts/review";
import { leaveContest, listParticipatedContests } from "@conquest/shared/contracts/participation";
import { deleteUser, requestRole, updateUser } from "@conquest/shared/contracts/users";
import { contests } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import { testServer, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";
import { DAY } from "../../testing/test-clock";

const server = testServer();
const { api, people, clock, signInAgain } = server;
const steps = contestSteps(server);

const DEADLINE = "2026-03-02T08:00:00.000Z";
/** After this, no entry sent before the deadline can still arrive. */
const JUDGING = "2026-03-02T08:01:00.000Z";

/** Tests advance the clock by days, so sessions expire. */
const nextSteps = async (person: Person) =>
  api.as(await signInAgain(person)).call(listNextSteps, { query: { kinds: "all" } });
const stepsOf = async (person: Person) =>
  (await nextSteps(person)).map((step: NextStep) => [step.kind, "count" in step ? step.count : step.contest._id]);

async function openContest() {
  const creator = await people.creator();
  return { creator, contestId: await steps.open(creator) };
}

async function openContestWithEntry() {
  const { creator, contestId } = await openContest();
  const author = await people.user();
  await steps.join(author, contestId);
  return { creator, contestId, author, entryId: (await steps.submit(author, contestId))._id };
}

type ContestWithEntry = Awaited<ReturnType<typeof openContestWithEntry>>;

it("rejects visitors", async () => {
  expect(await api.expectError(listNextSteps, {})).toMatchObject({ status: 401 });
});

it("returns no steps for a new user", async () => {
  for (const person of [await people.user(), await people.creator()]) expect(await stepsOf(person)).toEqual([]);
});

describe("next steps of a creator", () => {
  it("include a due winner of a joined contest until it is chosen", async () => {
    const { creator, contestId, entryId } = await openContestWithEntry();
    await openContestWithEntry();
    expect(await stepsOf(creator)).toEqual([]);
    clock.set(JUDGING);
    expect(await stepsOf(creator)).toEqual([["winners_due", 1]]);
    clock.advance(14 * DAY);
    expect(await stepsOf(creator)).toEqual([["winners_overdue", 1]]);
    await steps.choose(await signInAgain(creator), contestId, entryId);
    expect(await stepsOf(creator)).toEqual([["prize_to_send", contestId]]);
  });

  it("include closed contests without participants, the two most urgent by name", async () => {
    const { creator, contestId } = await openContest();
    const [later, last] = [
      await steps.open(creator, { deadline: "2026-03-03T08:00:00.000Z" }),
      await steps.open(creator, { deadline: "2026-03-04T08:00:00.000Z" }),
    ];
    const participant = await people.user();
    await steps.join(participant, later);
    await api.as(participant).call(leaveContest, { body: { contestId: later, email: participant.email } });
    clock.set("2026-03-04T08:00:00.000Z");
    expect(await stepsOf(creator)).toEqual([
      ["nobody_joined", contestId],
      ["nobody_joined", later],
      ["more", 1],
    ]);
    await api
      .as(await signInAgain(creator))
      .call(deleteContest, { params: { id: contestId }, body: { reason: "", how: "delete" } });
    expect(await stepsOf(creator)).toEqual([
      ["nobody_joined", later],
      ["nobody_joined", last],
    ]);
  });

  it("include requested changes and unconfirmed contests past their deadline", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const [changed, late] = [await steps.create(creator), await steps.create(creator)];
    await steps.create(creator, { deadline: "2026-04-02T08:00:00.000Z" });
    await api
      .as(admin)
      .call(commentOnContest, { params: { id: changed }, body: { text: "Say more.", decision: "changes_requested" } });
    expect(await stepsOf(creator)).toEqual([["changes_requested", 1]]);
    clock.set(JUDGING);
    expect(await stepsOf(creator)).toEqual([
      ["changes_requested", 1],
      ["deadline_passed", late],
    ]);
  });
});

describe("next steps for reports", () => {
  const report = (by: Person, contestId: string) =>
    api.as(by).call(reportContest, { params: { contestId }, body: { reason: "spam", word: "An advertisement." } });

  it("involve the author until they answer, and other admins until the decision", async () => {
    const { creator, contestId } = await openContest();
    const [admin, other, reporter, second] = [
      await people.admin(),
      await people.admin(),
      await people.user(),
      await people.user(),
    ];
    await server.db.update(contests).set({ creatorId: other.id }).where(eq(contests.id, contestId));
    await report(reporter, contestId);
    const [step] = await nextSteps(other);
    expect(step).toMatchObject({
      kind: "reported",
      contest: { _id: contestId },
      reported: "contest",
      answerUntil: new Date(clock.now().getTime() + DAY).toISOString(),
    });
    expect([await stepsOf(other), await stepsOf(creator), await stepsOf(reporter)]).toEqual([
      [["reported", contestId]],
      [],
      [],
    ]);
    expect(await stepsOf(admin)).toEqual([["reports", 1]]);

    const { caseId } = step as Extract<NextStep, { kind: "reported" }>;
    await api.as(other).call(answerReport, { params: { id: caseId }, body: { text: "It is none." } });
    expect([await stepsOf(other), await stepsOf(admin)]).toEqual([[], [["reports", 1]]]);
    clock.advance(60_000);
    await api.as(second).call(reportContest, { params: { contestId }, body: { reason: "stolen", word: "Mine." } });
    expect(await stepsOf(other)).toEqual([["reported", contestId]]);
    await api.as(admin).call(decideReport, { params: { id: caseId }, body: { decision: "dismiss", note: "" } });
    expect([await stepsOf(other), await stepsOf(admin)]).toEqual([[], []]);
  });

  it("are omitted for clients that do not know them", async () => {
    const { creator, contestId } = await openContest();
    const [admin, reporter] = [await people.admin(), await people.user()];
    await report(reporter, contestId);
    await steps.create(creator);
    expect((await api.as(admin).call(listNextSteps, { query: {} })).map(({ kind }) => kind)).toEqual(["review"]);
    expect(await stepsOf(admin)).toEqual([
      ["reports", 1],
      ["review", 1],
    ]);
    expect(await api.as(creator).call(listNextSteps, { query: {} })).toEqual([]);
    expect(await api.as(admin).send({ url: "/api/next-steps?kinds=some" })).toMatchObject({ statusCode: 422 });
  });

  it("include reported entries", async () => {
    const { creator, contestId, author, entryId } = await openContestWithEntry();
    clock.set(JUDGING);
    await steps.choose(await signInAgain(creator), contestId, entryId);
    await api
      .as(await people.user())
      .call(reportEntry, { params: { entryId }, body: { reason: "stolen", word: "Mine." } });
    expect(await nextSteps(author)).toMatchObject([
      { kind: "reported", reported: "entry", contest: { _id: contestId } },
    ]);
    expect(await stepsOf(creator)).toEqual([["prize_to_send", contestId]]);
  });
});

describe("next steps for questions", () => {
  const sendQuestion = (by: Person, contestId: string) =>
    api.as(by).call(askQuestion, { params: { contestId }, body: { text: "May two of us hand in?" } });

  it("list contests with unanswered questions, oldest first, while they can be answered", async () => {
    const { creator, contestId } = await openContest();
    const later = await steps.open(creator);
    const [asker, other] = [await people.user(), await people.user()];
    const question = await sendQuestion(asker, contestId);
    clock.advance(60_000);
    await sendQuestion(asker, later);
    await sendQuestion(other, later);
    expect(await nextSteps(creator)).toMatchObject([
      { kind: "questions", contest: { _id: contestId }, questionCount: 1 },
      { kind: "questions", contest: { _id: later }, questionCount: 2 },
    ]);
    expect(await stepsOf(asker)).toEqual([]);
    await api.as(creator).call(answerQuestion, { params: { id: question._id }, body: { text: "Yes." } });
    // Questions of blocked users are hidden.
    await api.as(await people.admin()).call(updateUser, { params: { id: other.id }, body: { status: "blocked" } });
    expect(await nextSteps(creator)).toMatchObject([{ kind: "questions", contest: { _id: later }, questionCount: 1 }]);
    // Contests in review or rejected show no questions.
    await server.db.update(contests).set({ status: "pending", review: "in_review" }).where(eq(contests.id, later));
    expect(await stepsOf(creator)).toEqual([]);
    await server.db.update(contests).set({ status: "open", review: "approved" }).where(eq(contests.id, later));
    await api.as(creator).call(deleteContest, { params: { id: later }, body: { reason: "", how: "delete" } });
    expect(await stepsOf(creator)).toEqual([]);
  });
});

describe("next steps of an invited judge", () => {
  it("count invitations until they are answered or the contest is gone", async () => {
    const { creator, contestId } = await openContest();
    const [judge, other] = [await people.user(), await people.user()];
    const second = await steps.open(creator);
    for (const id of [contestId, second])
      await api.as(creator).call(inviteJudge, { params: { contestId: id }, body: { email: judge.email } });
    expect([await stepsOf(judge), await stepsOf(other), await stepsOf(creator)]).toEqual([
      [["invitations", 2]],
      [],
      [],
    ]);
    const [invitation] = await api.as(judge).call(listJudgingInvitations, { query: {} });
    await api.as(judge).call(answerInvitation, { params: { id: invitation!._id }, body: { accepts: false } });
    expect(await stepsOf(judge)).toEqual([["invitations", 1]]);
    for (const id of [contestId, second])
      await api.as(creator).call(deleteContest, { params: { id }, body: { reason: "", how: "delete" } });
    expect(await stepsOf(judge)).toEqual([]);
  });
});

describe("next steps of an owner with another role", () => {
  const setRole = (person: Person, role: "admin" | "user") =>
    server.db.update(users).set({ role }).where(eq(users.id, person.id));

  it("are unchanged, and an admin's own overdue winner is counted once", async () => {
    const { creator } = await openContestWithEntry();
    await openContestWithEntry();
    await setRole(creator, "admin");
    clock.set(JUDGING);
    expect(await stepsOf(creator)).toEqual([["winners_due", 1]]);
    clock.advance(14 * DAY);
    expect(await stepsOf(creator)).toEqual([
      ["winners_overdue", 1],
      ["winners_to_choose", 1],
    ]);
  });

  it("include requested changes for users, but no passed deadlines", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const [id, late] = [
      await steps.create(creator, { deadline: "2026-04-02T08:00:00.000Z" }),
      await steps.create(creator),
    ];
    clock.set(JUDGING);
    expect(await stepsOf(creator)).toEqual([["deadline_passed", late]]);
    await setRole(creator, "user");
    expect(await stepsOf(creator)).toEqual([]);
    await api
      .as(await signInAgain(admin))
      .call(commentOnContest, { params: { id }, body: { text: "Say more.", decision: "changes_requested" } });
    expect(await stepsOf(creator)).toEqual([["changes_requested", 1]]);
    expect(await stepsOf(await people.user())).toEqual([]);
  });
});

describe("next steps of an admin", () => {
  it("count reviews, role requests and messages until they are handled", async () => {
    const [admin, asking] = [await people.admin(), await people.user()];
    await steps.create(await people.creator());
    await api.as(asking).call(requestRole, { params: { email: asking.email }, body: { role: "requested" } });
    for (const name of ["Ann", "Ben"])
      await api.call(sendContactMessage, { body: { name, email: "someone@example.com", message: "Hello" } });
    expect(await stepsOf(admin)).toEqual([
      ["review", 1],
      ["role_requests", 1],
      ["messages", 2],
    ]);
    const [message] = await api.as(admin).call(listContactMessages, {});
    await api.as(admin).call(markContactMessage, { params: { id: message!._id }, body: { isHandled: true } });
    await api.as(admin).call(deleteUser, { params: { id: asking.id } });
    expect(await stepsOf(admin)).toEqual([
      ["review", 1],
      ["messages", 1],
    ]);
  });

  it("include overdue winners, and due winners of blocked creators", async () => {
    const admin = await people.admin();
    const { creator, contestId } = await openContestWithEntry();
    const other = await openContestWithEntry();
    const { creator: alone } = await openContest();
    clock.set(JUDGING);
    expect(await stepsOf(admin)).toEqual([]);
    for (const { id } of [creator, alone])
      await api.as(await signInAgain(admin)).call(updateUser, { params: { id }, body: { status: "blocked" } });
    expect(await stepsOf(admin)).toEqual([["stand_in", contestId]]);
    clock.advance(14 * DAY);
    expect(await stepsOf(admin)).toEqual([["winners_to_choose", 2]]);
    await steps.choose(await signInAgain(admin), other.contestId, other.entryId);
    expect(await stepsOf(admin)).toEqual([["winners_to_choose", 1]]);
  });

  it("exclude winners of contests the admin takes part in", async () => {
    const [admin, rival, left] = [await people.admin(), await people.admin(), await people.admin()];
    const { creator, contestId } = await openContestWithEntry();
    for (const each of [rival, left]) await steps.join(each, contestId);
    await steps.submit(rival, contestId);
    await api.as(left).call(leaveContest, { body: { contestId, email: left.email } });
    clock.set(JUDGING);
    await api
      .as(await signInAgain(admin))
      .call(updateUser, { params: { id: creator.id }, body: { status: "blocked" } });
    expect([await stepsOf(admin), await stepsOf(left), await stepsOf(rival)]).toEqual([
      [["stand_in", contestId]],
      [["stand_in", contestId]],
      [],
    ]);
    clock.advance(14 * DAY);
    expect([await stepsOf(admin), await stepsOf(left), await stepsOf(rival)]).toEqual([
      [["winners_to_choose", 1]],
      [["winners_to_choose", 1]],
      [],
    ]);
  });
});

describe("next steps of a participant", () => {
  it("include the two most urgent missing entries until the deadline, in any role", async () => {
    const { creator, contestId } = await openContest();
    const ids = [
      contestId,
      await steps.open(creator, { deadline: "2026-03-03T08:00:00.000Z" }),
      await steps.open(creator, { deadline: "2026-03-04T08:00:00.000Z" }),
    ];
    const [participant, other] = [await people.user(), await people.user()];
    for (const id of ids) await steps.join(participant, id);
    expect(await stepsOf(other)).toEqual([]);
    expect(await nextSteps(participant)).toEqual([
      { kind: "entry_missing", contest: { _id: ids[0], name: expect.any(String) }, deadline: DEADLINE },
      {
        kind: "entry_missing",
        contest: { _id: ids[1], name: expect.any(String) },
        deadline: "2026-03-03T08:00:00.000Z",
      },
      { kind: "more", of: "entry_missing", count: 1 },
    ]);
    const listed = async () => {
      const { items, total } = await api
        .as(participant)
        .page(listParticipatedContests, { params: { email: participant.email }, query: { entry: "missing" } });
      return [total, ...items.map(({ _id }) => _id).toSorted()];
    };
    expect(await listed()).toEqual([3, ...ids.toSorted()]);
    await steps.submit(participant, ids[0]!);
    await api.as(participant).call(leaveContest, { body: { contestId: ids[1]!, email: participant.email } });
    expect(await stepsOf(participant)).toEqual([["entry_missing", ids[2]]]);
    expect(await listed()).toEqual([1, ids[2]]);
    await server.db.update(users).set({ role: "creator" }).where(eq(users.id, participant.id));
    expect(await stepsOf(participant)).toEqual([["entry_missing", ids[2]]]);
    clock.set("2026-03-04T08:00:00.000Z");
    expect(await stepsOf(participant)).toEqual([]);
  });
});

describe("next steps of a judge", () => {
  it("include closed contests with unrated entries until all are rated", async () => {
    const { creator, contestId } = await openContest();
    const [judge, authors] = [await people.user(), [await people.user(), await people.user()]];
    await steps.answer(judge, await steps.invite(creator, contestId, judge.email));
    const entryIds: string[] = [];
    for (const author of authors) {
      await steps.join(author, contestId);
      entryIds.push((await steps.submit(author, contestId))._id);
    }
    expect(await stepsOf(judge)).toEqual([]);
    clock.set(JUDGING);
    expect(await nextSteps(judge)).toEqual([
      {
        kind: "ratings_missing",
        contest: { _id: contestId, name: expect.any(String) },
        ratedCount: 0,
        entryCount: 2,
        isOverdue: false,
        winnerDueAt: "2026-03-16T08:00:00.000Z",
      },
    ]);
    for (const person of [...authors, await people.user(), await people.admin()])
      expect(await stepsOf(person)).toEqual([]);
    await steps.rate(await signInAgain(judge), contestId, entryIds[0]!, { rating: 4 });
    await steps.rate(await signInAgain(judge), contestId, entryIds[1]!, { word: "Calm." });
    expect(await nextSteps(judge)).toMatchObject([{ ratedCount: 1, isOverdue: false }]);
    clock.advance(15 * DAY);
    expect(await nextSteps(judge)).toMatchObject([{ ratedCount: 1, isOverdue: true }]);
    await steps.rate(await signInAgain(judge), contestId, entryIds[1]!, { rating: 2 });
    expect(await stepsOf(judge)).toEqual([]);
  });

  it("include no ratings for pending, declined or withdrawn judges", async () => {
    const { creator, contestId } = await openContest();
    const [invited, gone, declined, author] = [
      await people.user(),
      await people.user(),
      await people.user(),
      await people.user(),
    ];
    await steps.invite(creator, contestId, invited.email);
    const leaving = await steps.invite(creator, contestId, gone.email);
    await steps.answer(gone, leaving);
    await steps.answer(declined, await steps.invite(creator, contestId, declined.email), false);
    await steps.join(author, contestId);
    await steps.submit(author, contestId);
    clock.set(JUDGING);
    expect(await stepsOf(gone)).toEqual([["ratings_missing", contestId]]);
    await api.as(await signInAgain(gone)).call(stepDown, { params: { id: leaving } });
    expect(await stepsOf(invited)).toEqual([["invitations", 1]]);
    for (const person of [gone, declined]) expect(await stepsOf(person)).toEqual([]);
  });

  it.each([
    [
      "is decided",
      async ({ creator, contestId, entryId }: ContestWithEntry) =>
        void (await steps.choose(await signInAgain(creator), contestId, entryId)),
    ],
    [
      "was cancelled",
      async ({ creator, contestId }: ContestWithEntry) =>
        void (await api
          .as(await signInAgain(creator))
          .call(deleteContest, { params: { id: contestId }, body: { reason: "", how: "cancel" } })),
    ],
    [
      "is hidden",
      async ({ contestId }: ContestWithEntry) =>
        void (await server.db.update(contests).set({ hiddenAt: clock.now() }).where(eq(contests.id, contestId))),
    ],
    [
      "has a blocked creator",
      async ({ creator }: ContestWithEntry) =>
        void (await server.db.update(users).set({ status: "blocked" }).where(eq(users.id, creator.id))),
    ],
  ])("exclude a contest that %s", async (_, applyChange) => {
    const [judge, joined] = [await people.user(), await openContestWithEntry()];
    await steps.answer(judge, await steps.invite(joined.creator, joined.contestId, judge.email));
    clock.set(JUDGING);
    expect(await stepsOf(judge)).toEqual([["ratings_missing", joined.contestId]]);
    await applyChange(joined);
    expect(await stepsOf(judge)).toEqual([]);
  });
});
