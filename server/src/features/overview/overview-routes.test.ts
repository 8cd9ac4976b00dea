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
const { api, people, clock, signedInAgain } = server;
const steps = contestSteps(server);

const DEADLINE = "2026-03-02T08:00:00.000Z";
/** After this, no entry sent before the deadline can still arrive. */
const JUDGING = "2026-03-02T08:01:00.000Z";

/** Days go by in these tests, and sessions end. */
const waiting = async (person: Person) =>
  api.as(await signedInAgain(person)).call(listNextSteps, { query: { kinds: "all" } });
/** Each as its kind, and how many or of which contest. */
const told = async (person: Person) =>
  (await waiting(person)).map((step: NextStep) => [step.kind, "count" in step ? step.count : step.contest._id]);

async function aContest() {
  const creator = await people.creator();
  return { creator, contestId: await steps.open(creator) };
}

/** Somebody takes part in it, and has handed in. */
async function aJoinedContest() {
  const { creator, contestId } = await aContest();
  const author = await people.user();
  await steps.join(author, contestId);
  return { creator, contestId, author, entryId: (await steps.submit(author, contestId))._id };
}

type Joined = Awaited<ReturnType<typeof aJoinedContest>>;

it("is asked of who is signed in", async () => {
  expect(await api.refusal(listNextSteps, {})).toMatchObject({ status: 401 });
});

it("is nothing for who is new", async () => {
  for (const person of [await people.user(), await people.creator()]) expect(await told(person)).toEqual([]);
});

describe("what waits for a creator", () => {
  it("is a winner to choose where somebody took part, until it is chosen", async () => {
    const { creator, contestId, entryId } = await aJoinedContest();
    await aJoinedContest();
    expect(await told(creator)).toEqual([]);
    clock.set(JUDGING);
    expect(await told(creator)).toEqual([["winners_due", 1]]);
    clock.advance(14 * DAY);
    expect(await told(creator)).toEqual([["winners_overdue", 1]]);
    await steps.choose(await signedInAgain(creator), contestId, entryId);
    expect(await told(creator)).toEqual([]);
  });

  it("is a contest that closed with nobody in it, the most urgent two by name, and not one whose last participant was refunded as having one", async () => {
    const { creator, contestId } = await aContest();
    const [later, last] = [
      await steps.open(creator, { deadline: "2026-03-03T08:00:00.000Z" }),
      await steps.open(creator, { deadline: "2026-03-04T08:00:00.000Z" }),
    ];
    const participant = await people.user();
    await steps.join(participant, later);
    await api.as(participant).call(leaveContest, { body: { contestId: later, email: participant.email } });
    clock.set("2026-03-04T08:00:00.000Z");
    expect(await told(creator)).toEqual([
      ["nobody_joined", contestId],
      ["nobody_joined", later],
      ["more", 1],
    ]);
    await api
      .as(await signedInAgain(creator))
      .call(deleteContest, { params: { id: contestId }, body: { reason: "", how: "delete" } });
    expect(await told(creator)).toEqual([
      ["nobody_joined", later],
      ["nobody_joined", last],
    ]);
  });

  it("is what an admin asked to change, and what cannot be confirmed since its deadline has passed", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const [changed, late] = [await steps.create(creator), await steps.create(creator)];
    await steps.create(creator, { deadline: "2026-04-02T08:00:00.000Z" });
    await api
      .as(admin)
      .call(commentOnContest, { params: { id: changed }, body: { text: "Say more.", decision: "changes_requested" } });
    expect(await told(creator)).toEqual([["changes_requested", 1]]);
    clock.set(JUDGING);
    expect(await told(creator)).toEqual([
      ["changes_requested", 1],
      ["deadline_passed", late],
    ]);
  });
});

describe("what was reported", () => {
  const report = (by: Person, contestId: string) =>
    api.as(by).call(reportContest, { params: { contestId }, body: { reason: "spam", word: "An advertisement." } });

  it("waits for its author first until they have answered all that was said, and for the other admins until it is decided", async () => {
    const { creator, contestId } = await aContest();
    const [admin, other, reporter, second] = [
      await people.admin(),
      await people.admin(),
      await people.user(),
      await people.user(),
    ];
    await server.db.update(contests).set({ creatorId: other.id }).where(eq(contests.id, contestId));
    await report(reporter, contestId);
    const [step] = await waiting(other);
    expect(step).toMatchObject({
      kind: "reported",
      contest: { _id: contestId },
      reported: "contest",
      answerUntil: new Date(clock.now().getTime() + DAY).toISOString(),
    });
    expect([await told(other), await told(creator), await told(reporter)]).toEqual([[["reported", contestId]], [], []]);
    expect(await told(admin)).toEqual([["reports", 1]]);

    const { caseId } = step as Extract<NextStep, { kind: "reported" }>;
    await api.as(other).call(answerReport, { params: { id: caseId }, body: { text: "It is none." } });
    expect([await told(other), await told(admin)]).toEqual([[], [["reports", 1]]]);
    clock.advance(60_000);
    await api.as(second).call(reportContest, { params: { contestId }, body: { reason: "stolen", word: "Mine." } });
    expect(await told(other)).toEqual([["reported", contestId]]);
    await api.as(admin).call(decideReport, { params: { id: caseId }, body: { decision: "dismiss", note: "" } });
    expect([await told(other), await told(admin)]).toEqual([[], []]);
  });

  it("is not told to a page from before, which could not draw it", async () => {
    const { creator, contestId } = await aContest();
    const [admin, reporter] = [await people.admin(), await people.user()];
    await report(reporter, contestId);
    await steps.create(creator);
    expect((await api.as(admin).call(listNextSteps, { query: {} })).map(({ kind }) => kind)).toEqual(["review"]);
    expect(await told(admin)).toEqual([
      ["reports", 1],
      ["review", 1],
    ]);
    expect(await api.as(creator).call(listNextSteps, { query: {} })).toEqual([]);
    expect(await api.as(admin).send({ url: "/api/next-steps?kinds=some" })).toMatchObject({ statusCode: 422 });
  });

  it("is an entry too", async () => {
    const { creator, contestId, author, entryId } = await aJoinedContest();
    clock.set(JUDGING);
    await steps.choose(await signedInAgain(creator), contestId, entryId);
    await api
      .as(await people.user())
      .call(reportEntry, { params: { entryId }, body: { reason: "stolen", word: "Mine." } });
    expect(await waiting(author)).toMatchObject([{ kind: "reported", reported: "entry", contest: { _id: contestId } }]);
    expect(await told(creator)).toEqual([]);
  });
});

describe("what people ask", () => {
  const ask = (by: Person, contestId: string) =>
    api.as(by).call(askQuestion, { params: { contestId }, body: { text: "May two of us hand in?" } });

  it("waits for the creator until each is answered, the longest first, and not once there is nothing to answer for", async () => {
    const { creator, contestId } = await aContest();
    const later = await steps.open(creator);
    const [asker, other] = [await people.user(), await people.user()];
    const question = await ask(asker, contestId);
    clock.advance(60_000);
    await ask(asker, later);
    await ask(other, later);
    expect(await waiting(creator)).toMatchObject([
      { kind: "questions", contest: { _id: contestId }, questionCount: 1 },
      { kind: "questions", contest: { _id: later }, questionCount: 2 },
    ]);
    expect(await told(asker)).toEqual([]);
    await api.as(creator).call(answerQuestion, { params: { id: question._id }, body: { text: "Yes." } });
    // Nobody reads what somebody asked who is blocked.
    await api.as(await people.admin()).call(updateUser, { params: { id: other.id }, body: { status: "blocked" } });
    expect(await waiting(creator)).toMatchObject([{ kind: "questions", contest: { _id: later }, questionCount: 1 }]);
    // In review, or rejected, its page has no questions.
    await server.db.update(contests).set({ status: "pending", review: "in_review" }).where(eq(contests.id, later));
    expect(await told(creator)).toEqual([]);
    await server.db.update(contests).set({ status: "open", review: "approved" }).where(eq(contests.id, later));
    await api.as(creator).call(deleteContest, { params: { id: later }, body: { reason: "", how: "delete" } });
    expect(await told(creator)).toEqual([]);
  });
});

describe("who is asked to judge", () => {
  it("is told how many ask, until they answer or nothing is left to judge", async () => {
    const { creator, contestId } = await aContest();
    const [judge, other] = [await people.user(), await people.user()];
    const second = await steps.open(creator);
    for (const id of [contestId, second])
      await api.as(creator).call(inviteJudge, { params: { contestId: id }, body: { email: judge.email } });
    expect([await told(judge), await told(other), await told(creator)]).toEqual([[["invitations", 2]], [], []]);
    const [invitation] = await api.as(judge).call(listJudgingInvitations, { query: {} });
    await api.as(judge).call(answerInvitation, { params: { id: invitation!._id }, body: { accepts: false } });
    expect(await told(judge)).toEqual([["invitations", 1]]);
    for (const id of [contestId, second])
      await api.as(creator).call(deleteContest, { params: { id }, body: { reason: "", how: "delete" } });
    expect(await told(judge)).toEqual([]);
  });
});

describe("what waits for whoever runs contests in another role", () => {
  const become = (person: Person, role: "admin" | "user") =>
    server.db.update(users).set({ role }).where(eq(users.id, person.id));

  it("is the same, and an admin is not told twice of a winner that is overdue", async () => {
    const { creator } = await aJoinedContest();
    await aJoinedContest();
    await become(creator, "admin");
    clock.set(JUDGING);
    expect(await told(creator)).toEqual([["winners_due", 1]]);
    clock.advance(14 * DAY);
    expect(await told(creator)).toEqual([
      ["winners_overdue", 1],
      ["winners_to_choose", 1],
    ]);
  });

  it("is what an admin asked a user to change, and no deadline that passed: a user's contest is not confirmed", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const [id, late] = [
      await steps.create(creator, { deadline: "2026-04-02T08:00:00.000Z" }),
      await steps.create(creator),
    ];
    clock.set(JUDGING);
    expect(await told(creator)).toEqual([["deadline_passed", late]]);
    await become(creator, "user");
    expect(await told(creator)).toEqual([]);
    await api
      .as(await signedInAgain(admin))
      .call(commentOnContest, { params: { id }, body: { text: "Say more.", decision: "changes_requested" } });
    expect(await told(creator)).toEqual([["changes_requested", 1]]);
    expect(await told(await people.user())).toEqual([]);
  });
});

describe("what waits for an admin", () => {
  it("is what people ask for, until somebody answers", async () => {
    const [admin, asking] = [await people.admin(), await people.user()];
    await steps.create(await people.creator());
    await api.as(asking).call(requestRole, { params: { email: asking.email }, body: { role: "requested" } });
    for (const name of ["Ann", "Ben"])
      await api.call(sendContactMessage, { body: { name, email: "someone@example.com", message: "Hello" } });
    expect(await told(admin)).toEqual([
      ["review", 1],
      ["role_requests", 1],
      ["messages", 2],
    ]);
    const [message] = await api.as(admin).call(listContactMessages, {});
    await api.as(admin).call(markContactMessage, { params: { id: message!._id }, body: { isHandled: true } });
    await api.as(admin).call(deleteUser, { params: { id: asking.id } });
    expect(await told(admin)).toEqual([
      ["review", 1],
      ["messages", 1],
    ]);
  });

  it("is a winner that is overdue where somebody took part, and from the deadline on one whose creator is blocked", async () => {
    const admin = await people.admin();
    const { creator, contestId } = await aJoinedContest();
    const other = await aJoinedContest();
    const { creator: alone } = await aContest();
    clock.set(JUDGING);
    expect(await told(admin)).toEqual([]);
    for (const { id } of [creator, alone])
      await api.as(await signedInAgain(admin)).call(updateUser, { params: { id }, body: { status: "blocked" } });
    expect(await told(admin)).toEqual([["stand_in", contestId]]);
    clock.advance(14 * DAY);
    expect(await told(admin)).toEqual([["winners_to_choose", 2]]);
    await steps.choose(await signedInAgain(admin), other.contestId, other.entryId);
    expect(await told(admin)).toEqual([["winners_to_choose", 1]]);
  });

  it("is no winner of a contest that they take part in themselves", async () => {
    const [admin, rival, left] = [await people.admin(), await people.admin(), await people.admin()];
    const { creator, contestId } = await aJoinedContest();
    for (const each of [rival, left]) await steps.join(each, contestId);
    await steps.submit(rival, contestId);
    await api.as(left).call(leaveContest, { body: { contestId, email: left.email } });
    clock.set(JUDGING);
    await api
      .as(await signedInAgain(admin))
      .call(updateUser, { params: { id: creator.id }, body: { status: "blocked" } });
    expect([await told(admin), await told(left), await told(rival)]).toEqual([
      [["stand_in", contestId]],
      [["stand_in", contestId]],
      [],
    ]);
    clock.advance(14 * DAY);
    expect([await told(admin), await told(left), await told(rival)]).toEqual([
      [["winners_to_choose", 1]],
      [["winners_to_choose", 1]],
      [],
    ]);
  });
});

describe("what waits for who takes part", () => {
  it("is the entry that they have not handed in, the most urgent two, whatever their role, until the deadline", async () => {
    const { creator, contestId } = await aContest();
    const ids = [
      contestId,
      await steps.open(creator, { deadline: "2026-03-03T08:00:00.000Z" }),
      await steps.open(creator, { deadline: "2026-03-04T08:00:00.000Z" }),
    ];
    const [participant, other] = [await people.user(), await people.user()];
    for (const id of ids) await steps.join(participant, id);
    expect(await told(other)).toEqual([]);
    expect(await waiting(participant)).toEqual([
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
    expect(await told(participant)).toEqual([["entry_missing", ids[2]]]);
    expect(await listed()).toEqual([1, ids[2]]);
    await server.db.update(users).set({ role: "creator" }).where(eq(users.id, participant.id));
    expect(await told(participant)).toEqual([["entry_missing", ids[2]]]);
    clock.set("2026-03-04T08:00:00.000Z");
    expect(await told(participant)).toEqual([]);
  });
});

describe("what waits for who judges beside a creator", () => {
  it("is what has closed and has entries that they have not rated, until they have", async () => {
    const { creator, contestId } = await aContest();
    const [judge, authors] = [await people.user(), [await people.user(), await people.user()]];
    await steps.answer(judge, await steps.invite(creator, contestId, judge.email));
    const entryIds: string[] = [];
    for (const author of authors) {
      await steps.join(author, contestId);
      entryIds.push((await steps.submit(author, contestId))._id);
    }
    expect(await told(judge)).toEqual([]);
    clock.set(JUDGING);
    expect(await waiting(judge)).toEqual([
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
      expect(await told(person)).toEqual([]);
    await steps.rate(await signedInAgain(judge), contestId, entryIds[0]!, { rating: 4 });
    // A word is no rating.
    await steps.rate(await signedInAgain(judge), contestId, entryIds[1]!, { word: "Calm." });
    expect(await waiting(judge)).toMatchObject([{ ratedCount: 1, isOverdue: false }]);
    clock.advance(15 * DAY);
    expect(await waiting(judge)).toMatchObject([{ ratedCount: 1, isOverdue: true }]);
    await steps.rate(await signedInAgain(judge), contestId, entryIds[1]!, { rating: 2 });
    expect(await told(judge)).toEqual([]);
  });

  it("is nothing to rate for who was asked and has not accepted, or judges no more", async () => {
    const { creator, contestId } = await aContest();
    const [asked, gone, declined, author] = [
      await people.user(),
      await people.user(),
      await people.user(),
      await people.user(),
    ];
    await steps.invite(creator, contestId, asked.email);
    const leaving = await steps.invite(creator, contestId, gone.email);
    await steps.answer(gone, leaving);
    await steps.answer(declined, await steps.invite(creator, contestId, declined.email), false);
    await steps.join(author, contestId);
    await steps.submit(author, contestId);
    clock.set(JUDGING);
    expect(await told(gone)).toEqual([["ratings_missing", contestId]]);
    await api.as(await signedInAgain(gone)).call(stepDown, { params: { id: leaving } });
    expect(await told(asked)).toEqual([["invitations", 1]]);
    for (const person of [gone, declined]) expect(await told(person)).toEqual([]);
  });

  it.each([
    [
      "is decided",
      async ({ creator, contestId, entryId }: Joined) =>
        void (await steps.choose(await signedInAgain(creator), contestId, entryId)),
    ],
    [
      "was cancelled",
      async ({ creator, contestId }: Joined) =>
        void (await api
          .as(await signedInAgain(creator))
          .call(deleteContest, { params: { id: contestId }, body: { reason: "", how: "cancel" } })),
    ],
    [
      "is not on show",
      async ({ contestId }: Joined) =>
        void (await server.db.update(contests).set({ hiddenAt: clock.now() }).where(eq(contests.id, contestId))),
    ],
    [
      "has a creator who is blocked",
      async ({ creator }: Joined) =>
        void (await server.db.update(users).set({ status: "blocked" }).where(eq(users.id, creator.id))),
    ],
  ])("is nothing of a contest that %s", async (_, happen) => {
    const [judge, joined] = [await people.user(), await aJoinedContest()];
    await steps.answer(judge, await steps.invite(joined.creator, joined.contestId, judge.email));
    clock.set(JUDGING);
    expect(await told(judge)).toEqual([["ratings_missing", joined.contestId]]);
    await happen(joined);
    expect(await told(judge)).toEqual([]);
  });
});
