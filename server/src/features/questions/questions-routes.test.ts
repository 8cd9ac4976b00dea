import { and, eq } from "drizzle-orm";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import {
  MAX_ANSWER_LENGTH,
  MAX_QUESTION_LENGTH,
  MAX_UNANSWERED_QUESTIONS,
  answerQuestion,
  askQuestion,
  listQuestions,
  removeQuestion,
} from "@conquest/shared/contracts/questions";
import { decideReport, listReports, reportContest } from "@conquest/shared/contracts/reports";
import { returnToReview } from "@conquest/shared/contracts/review";
import { deleteUser, updateUser } from "@conquest/shared/contracts/users";
import { notices } from "../../database/schema/messages";
import { contestQuestions } from "../../database/schema/talk";
import { testServer, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";

const server = testServer();
const { api, people, clock } = server;
const steps = contestSteps(server);

const ask = async (person: Person, contestId: string, text = "How large may it be?") => {
  clock.advance(1);
  return api.as(person).call(askQuestion, { params: { contestId }, body: { text } });
};
const askRefusal = (person: Person, contestId: string, text = "How large may it be?") =>
  api.as(person).expectError(askQuestion, { params: { contestId }, body: { text } });
const answer = (person: Person, id: string, text = "As large as a door.") =>
  api.as(person).call(answerQuestion, { params: { id }, body: { text } });
const answerRefusal = (person: Person, id: string, text = "As large as a door.") =>
  api.as(person).expectError(answerQuestion, { params: { id }, body: { text } });
const remove = (person: Person, id: string) => api.as(person).call(removeQuestion, { params: { id } });
const removeRefusal = (person: Person, id: string) => api.as(person).expectError(removeQuestion, { params: { id } });
const list = (contestId: string, person: Person | null = null) =>
  (person ? api.as(person) : api).call(listQuestions, { params: { contestId } });
const texts = async (contestId: string, person: Person | null = null) =>
  (await list(contestId, person)).map(({ text }) => text);
const countOf = async (contestId: string) => (await steps.details(null, contestId)).questionCount;
const notificationsOf = async (person: Person, kind: string) =>
  (await steps.noticesOf(person)).filter((notice) => notice.kind === kind).map(({ text }) => text);

const countAnswerNotifications = (person: Person) =>
  server.db.$count(notices, and(eq(notices.userId, person.id), eq(notices.kind, "answer")));

async function openContest() {
  const [creator, user] = [await people.creator(), await people.user({ name: "Mina Das" })];
  return { creator, user, id: await steps.open(creator) };
}

describe("a question", () => {
  it("is public at once with the asker's name but no address", async () => {
    const { user, id } = await openContest();
    expect(await countOf(id)).toBe(0);
    const asked = await ask(user, id, "  How large may it be?\nhttps://example.com  ");
    expect(asked).toMatchObject({
      text: "How large may it be?\nhttps://example.com",
      name: "Mina Das",
      isOwn: true,
      answer: null,
      at: clock.now().toISOString(),
    });
    expect(await list(id)).toEqual([
      {
        ...asked,
        isOwn: false,
        may: {
          answer: expect.objectContaining({ isAllowed: false }),
          remove: expect.objectContaining({ isAllowed: false }),
        },
      },
    ]);
    expect(JSON.stringify(await list(id))).not.toContain(user.email);
    expect(await countOf(id)).toBe(1);
  });

  it("has permissions for each reader", async () => {
    const { creator, user, id } = await openContest();
    const [other, admin] = [await people.user(), await people.admin()];
    const question = await ask(user, id);
    const permissions = async (person: Person | null) => {
      const [shown] = await list(id, person);
      return [shown!.may.answer.isAllowed, shown!.may.remove.isAllowed];
    };
    expect([
      await permissions(null),
      await permissions(other),
      await permissions(user),
      await permissions(creator),
      await permissions(admin),
    ]).toEqual([
      [false, false],
      [false, false],
      [false, true],
      [true, true],
      [false, true],
    ]);
    await answer(creator, question._id);
    expect([
      await permissions(null),
      await permissions(other),
      await permissions(user),
      await permissions(creator),
      await permissions(admin),
    ]).toEqual([
      [false, false],
      [false, false],
      [false, false],
      [true, true],
      [false, true],
    ]);
  });

  it("is answered after a cancellation, but hidden from askers without access", async () => {
    const { creator, user, id } = await openContest();
    const joined = await people.user();
    await steps.join(joined, id);
    const asked = [await ask(user, id), await ask(joined, id)];
    await api.as(creator).call(deleteContest, { params: { id } });
    for (const { _id } of asked) await answer(creator, _id);
    expect([await notificationsOf(user, "answer"), await notificationsOf(joined, "answer")]).toEqual([
      [],
      [expect.stringMatching(/^Your question about .* was answered/)],
    ]);
  });

  it("notifies askers of a hidden contest only once they can see it", async () => {
    const { creator, user, id } = await openContest();
    const [joined, admin] = [await people.user(), await people.admin()];
    await steps.join(joined, id);
    const [one, other] = [await ask(user, id), await ask(joined, id)];
    const earlier = await ask(user, id, "And how deep?");
    await answer(creator, earlier._id, "Not deep.");
    await api
      .as(joined)
      .call(reportContest, { params: { contestId: id }, body: { reason: "spam", word: "Advertising" } });
    const [reported] = await api.as(admin).call(listReports, {});
    const decide = (decision: "hide" | "show") =>
      api.as(admin).call(decideReport, { params: { id: reported!._id }, body: { decision, note: "" } });
    clock.advance(1);
    await decide("hide");
    clock.advance(1);
    await answer(creator, one._id, "Large.");
    await answer(creator, earlier._id, "Very deep.");
    await answer(creator, other._id, "Small.");
    expect([await notificationsOf(user, "answer"), await notificationsOf(joined, "answer")]).toEqual([
      [expect.stringMatching(/“Not deep\.”$/)],
      [expect.stringMatching(/“Small\.”$/)],
    ]);
    await decide("show");
    expect((await notificationsOf(user, "answer")).toSorted()).toEqual([
      expect.stringMatching(/was updated: “Very deep\.”$/),
      expect.stringMatching(/was answered: “Large\.”$/),
    ]);
    expect(await notificationsOf(joined, "answer")).toHaveLength(1);
  });

  it("is removed by its asker even while the contest is in review", async () => {
    const { user, id } = await openContest();
    const [admin, { _id }] = [await people.admin(), await ask(user, id)];
    await api.as(admin).call(returnToReview, { params: { id }, body: { reason: "Once more" } });
    expect(await removeRefusal(await people.user(), _id)).toMatchObject({ status: 404 });
    await remove(user, _id);
    expect(await server.db.$count(contestQuestions)).toBe(0);
  });

  it("is rejected from the creator and for hidden or finished contests", async () => {
    const { creator, user, id } = await openContest();
    const pending = await steps.create(creator);
    expect(await askRefusal(user, pending)).toMatchObject({ status: 404 });
    expect(await askRefusal(await people.admin(), pending)).toMatchObject({ status: 409, code: "not_open" });
    expect(await askRefusal(creator, id)).toMatchObject({ status: 409, code: "own_contest" });
    expect(await api.expectError(askQuestion, { params: { contestId: id }, body: { text: "Hello?" } })).toMatchObject({
      status: 401,
    });
    const [winner, cancelled] = [await people.user(), await steps.open(creator)];
    await steps.join(winner, id);
    await steps.join(user, cancelled);
    const entry = await steps.submit(winner, id);
    clock.set("2026-03-02T08:01:00Z");
    await ask(user, id, "When will it be decided?");
    await api.as(creator).call(deleteContest, { params: { id: cancelled } });
    expect(await askRefusal(user, cancelled)).toMatchObject({ status: 409, code: "cancelled" });
    await steps.choose(creator, id, entry._id);
    expect(await askRefusal(user, id)).toMatchObject({ status: 409, code: "completed" });
    expect(await server.db.select().from(contestQuestions)).toHaveLength(1);
  });

  it("has a length limit", async () => {
    const { creator, user, id } = await openContest();
    for (const text of ["", "  ", "x".repeat(MAX_QUESTION_LENGTH + 1)])
      expect(await askRefusal(user, id, text)).toMatchObject({ status: 422, fields: { text: expect.any(String) } });
    const { _id } = await ask(user, id, "x".repeat(MAX_QUESTION_LENGTH));
    for (const text of ["", "x".repeat(MAX_ANSWER_LENGTH + 1)])
      expect(await answerRefusal(creator, _id, text)).toMatchObject({
        status: 422,
        fields: { text: expect.any(String) },
      });
    expect((await answer(creator, _id, "x".repeat(MAX_ANSWER_LENGTH))).answer?.text).toHaveLength(MAX_ANSWER_LENGTH);
  });

  it("is limited in number per user and contest until answered", async () => {
    const { creator, user, id } = await openContest();
    const [first] = await Promise.all(Array.from({ length: MAX_UNANSWERED_QUESTIONS }, () => ask(user, id)));
    expect(await askRefusal(user, id)).toMatchObject({ status: 409, code: "too_many_waiting" });
    await ask(await people.user(), id);
    await ask(user, await steps.open(creator));
    await answer(creator, first!._id);
    await ask(user, id);
    expect(await askRefusal(user, id)).toMatchObject({ code: "too_many_waiting" });
  });

  it("is listed newest first, for the owner unanswered first, and paginated", async () => {
    const { creator, user, id } = await openContest();
    const other = await people.user();
    const asked = [await ask(user, id, "First"), await ask(other, id, "Second"), await ask(user, id, "Third")];
    await answer(creator, asked[2]!._id);
    expect(await texts(id)).toEqual(["Third", "Second", "First"]);
    expect(await texts(id, user)).toEqual(["Third", "Second", "First"]);
    expect(await texts(id, creator)).toEqual(["Second", "First", "Third"]);
    for (const [reader, order] of [
      [user, ["Third", "Second", "First"]],
      [creator, ["Second", "First", "Third"]],
    ] as const) {
      const first = await api.as(reader).page(listQuestions, { params: { contestId: id }, query: { limit: 2 } });
      const second = await api
        .as(reader)
        .page(listQuestions, { params: { contestId: id }, query: { limit: 2, cursor: first.nextCursor! } });
      expect([first.total, second.nextCursor]).toEqual([3, null]);
      expect([...first.items, ...second.items].map(({ text }) => text)).toEqual(order);
    }
  });

  it("is listed for users who can see the contest", async () => {
    const { creator, id } = await openContest();
    const pending = await steps.create(creator);
    expect(await api.expectError(listQuestions, { params: { contestId: pending } })).toMatchObject({ status: 404 });
    expect(await list(pending, creator)).toEqual([]);
    expect(await list(id)).toEqual([]);
  });
});

describe("an answer", () => {
  it("is limited to the creator, notifies the asker and can be corrected", async () => {
    const { creator, user, id } = await openContest();
    const { _id } = await ask(user, id);
    for (const person of [user, await people.creator(), await people.admin()])
      expect(await answerRefusal(person, _id)).toMatchObject({ status: 404 });
    const at = clock.now().toISOString();
    expect((await answer(creator, _id)).answer).toEqual({ text: "As large as a door.", at, correctedAt: null });
    expect(await notificationsOf(user, "answer")).toEqual([
      "Your question about “Poster for a river festival” was answered: “As large as a door.”",
    ]);
    clock.advance(60_000);
    expect((await answer(creator, _id)).answer).toEqual({ text: "As large as a door.", at, correctedAt: null });
    expect((await answer(creator, _id, "As large as a house.")).answer).toEqual({
      text: "As large as a house.",
      at,
      correctedAt: clock.now().toISOString(),
    });
    expect(await notificationsOf(user, "answer")).toEqual([
      "The answer to your question about “Poster for a river festival” was updated: “As large as a house.”",
    ]);
    expect((await list(id))[0]!.answer?.text).toBe("As large as a house.");
    expect(await answerRefusal(creator, crypto.randomUUID())).toMatchObject({ status: 404 });
  });
});

describe("question notifications", () => {
  it("link the creator to the question and quote its beginning", async () => {
    const { creator, user, id } = await openContest();
    await ask(user, id, `How large?\n${"x".repeat(400)}`);
    const [notice] = await server.db.select().from(notices).where(eq(notices.kind, "question"));
    expect(notice).toMatchObject({
      userId: creator.id,
      href: `/contest-details/${id}#questions`,
      text: `New question about “Poster for a river festival”: “How large? ${"x".repeat(128)}…”`,
    });
    // Truncation does not split a grapheme.
    await ask(user, id, "ক্ষ".repeat(150));
    const texts = (await server.db.select().from(notices).where(eq(notices.kind, "question"))).map(({ text }) => text);
    expect(texts).toContainEqual(`New question about “Poster for a river festival”: “${"ক্ষ".repeat(46)}…”`);
    expect(await notificationsOf(user, "question")).toEqual([]);
  });

  it("are deleted with the question", async () => {
    const { creator, user, id } = await openContest();
    const [first, second] = [await ask(user, id, "First"), await ask(user, id, "Second")];
    await answer(creator, second._id);
    await remove(user, first._id);
    expect(await notificationsOf(creator, "question")).toEqual([
      "New question about “Poster for a river festival”: “Second”",
    ]);
    expect(await notificationsOf(user, "question_removed")).toEqual([]);
    await remove(creator, second._id);
    expect([await notificationsOf(creator, "question"), await notificationsOf(user, "answer")]).toEqual([[], []]);
    expect(await notificationsOf(user, "question_removed")).toEqual([
      "The creator deleted your question about “Poster for a river festival”.",
    ]);
  });
});

describe("removing a question", () => {
  it("is limited to the creator, admins, and the asker until it is answered", async () => {
    const { creator, user, id } = await openContest();
    const [other, admin] = [await people.user(), await people.admin()];
    const [first, second, third] = [
      await ask(user, id, "First"),
      await ask(user, id, "Second"),
      await ask(user, id, "Third"),
    ];
    for (const person of [other, await people.creator()])
      expect(await removeRefusal(person, first._id)).toMatchObject({ status: 409, code: "not_yours" });
    expect(await remove(user, first._id)).toEqual({ deletedCount: 1 });
    expect(await removeRefusal(user, first._id)).toMatchObject({ status: 404 });
    await answer(creator, second._id);
    expect(await removeRefusal(user, second._id)).toMatchObject({ status: 409, code: "already_answered" });
    expect(await remove(admin, second._id)).toEqual({ deletedCount: 1 });
    expect(await notificationsOf(user, "question_removed")).toEqual([
      "An admin deleted your question about “Poster for a river festival”.",
    ]);
    await remove(creator, third._id);
    expect(await list(id)).toEqual([]);
  });

  it("happens with its contest", async () => {
    const { creator, user, id } = await openContest();
    await ask(user, id);
    await api.as(creator).call(deleteContest, { params: { id } });
    expect(await server.db.select().from(contestQuestions)).toEqual([]);
  });
});

describe("questions of", () => {
  it("blocked users show only if answered, without a name", async () => {
    const { creator, user, id } = await openContest();
    const [admin, answered] = [await people.admin(), await ask(user, id, "Answered")];
    await ask(user, id, "Waiting");
    await answer(creator, answered._id);
    await api.as(admin).call(updateUser, { params: { id: user.id }, body: { status: "blocked" } });
    for (const reader of [null, creator]) expect(await texts(id, reader)).toEqual(["Answered"]);
    expect((await list(id))[0]).toMatchObject({ name: "Name withheld", photo: "" });
    expect(await countOf(id)).toBe(1);
    await answer(creator, answered._id, "Another");
    expect(await countAnswerNotifications(user)).toBe(1);
    await api.as(admin).call(updateUser, { params: { id: user.id }, body: { status: "verified" } });
    expect(await texts(id)).toEqual(["Waiting", "Answered"]);
  });

  it("removed users stay anonymous if answered and are otherwise deleted", async () => {
    const { creator, user, id } = await openContest();
    const [admin, other] = [await people.admin(), await people.user()];
    const answered = await ask(user, id, "Answered");
    await ask(user, id, "Waiting");
    await ask(other, id, "Of another");
    await answer(creator, answered._id);
    await api.as(admin).call(deleteUser, { params: { id: user.id } });
    expect((await list(id)).map(({ text, name, photo }) => ({ text, name, photo }))).toEqual([
      { text: "Of another", name: other.name, photo: "" },
      { text: "Answered", name: "Deleted user", photo: "" },
    ]);
    expect(await server.db.select().from(contestQuestions)).toHaveLength(2);
    expect(await notificationsOf(creator, "question")).toEqual([
      "New question about “Poster for a river festival”: “Of another”",
      "New question about “Poster for a river festival”: “Answered”",
    ]);
    expect(await countAnswerNotifications(user)).toBe(0);
    await answer(creator, answered._id, "Corrected");
    await remove(creator, answered._id);
    expect(await countAnswerNotifications(user)).toBe(0);
  });
});
